import GTSDModel

/// The outcomes that a phone may still report, each once: one for every operation that has begun, and one for every
/// photo that failed.
struct ReferenceOutcomes: Sendable {
  private enum Outcome: Int { case acknowledgment, save, onboarding, signUp, summary, failedPhoto }

  /// The number of outcomes of each kind that were not reported yet.
  private var open = SIMD8<UInt8>()

  mutating func began(_ operation: Operation) {
    switch operation {
    case .acknowledge: add(.acknowledgment)
    case .editSave: add(.save)
    case .onboarding: add(.onboarding)
    case .signUp: add(.signUp)
    case .summary: add(.summary)
    case .logIn, .logOut, .restore, .refreshToken, .homeLoad, .homeTasks, .homeStreak, .homeSummary, .homeMetrics,
      .plansMetrics, .plansFetch, .plansRefresh, .profileLoad, .editLoad, .photosLoad, .photoUpload, .photoDelete,
      .photoImages, .tasksLoad, .evidence, .streaksLoad, .accountDeletion, .dataExport:
      break
    }
  }

  mutating func photoFailed() { add(.failedPhoto) }

  /// Records a report; returns whether every outcome of its kind was reported before.
  mutating func isSpent(_ event: AnalyticsEvent) -> Bool {
    let outcome: Outcome
    switch event {
    case .metricsAcknowledged, .acknowledgeFailed: outcome = .acknowledgment
    case .preferencesSaved, .preferencesSaveFailed: outcome = .save
    case .onboardingCompleted, .onboardingSkipped: outcome = .onboarding
    case .signupCompleted: outcome = .signUp
    case .summaryViewed: outcome = .summary
    case .photoUploadFailed: outcome = .failedPhoto
    case .cardViewed, .cardTapped, .cardDismissed, .zeroStateViewed, .zeroStateTapped, .zeroStateProfileCompleted,
      .summaryLearnMoreTapped, .summaryScrolled, .summaryCompleted, .photoUploaded, .appLaunched, .tabChanged,
      .apiError:
      return false
    }
    guard open[outcome.rawValue] > 0 else { return true }
    open[outcome.rawValue] -= 1
    return false
  }

  private mutating func add(_ outcome: Outcome) { open[outcome.rawValue] = min(open[outcome.rawValue], 100) + 1 }
}

extension APIRequest {
  /// A hash of the data that the request stores. It distinguishes requests that have the same idempotency key.
  var subject: Int64 {
    switch self {
    case .uploadPhoto(let photo): Int64(photo.item.rawValue)
    case .confirmPhoto(let photo): Int64(photo.item.rawValue)
    case .acknowledge(_, let computedAt): computedAt.milliseconds
    case .onboard(let body):
      Int64(body.profile.currentWeight * 100) << 32 | Int64(body.profile.height * 100) << 8
        | Int64(body.preferences.mealsPerDay)
    default: 0
    }
  }

  /// Whether the request has an effect that must not happen twice, so that it names a key.
  var isKeyed: Bool {
    switch self {
    case .onboard, .acknowledge, .generatePlan, .uploadPhoto, .refresh: true
    default: false
    }
  }

  /// Whether the request stores the content of a form. No report follows a deletion of health data.
  var savesForm: Bool {
    switch self {
    case .updateBasicProfile, .updatePreferences: true
    case .updateProfile(let update): !update.isDeletion
    default: false
    }
  }
}

extension ProfileUpdate {
  /// Whether the update contains anything besides preferences.
  var changesBody: Bool {
    dateOfBirth != nil || gender != nil || height != nil || currentWeight != nil || targetWeight != nil
      || primaryGoal != nil || targetDate != nil || activityLevel != nil
  }

  /// Whether the update deletes health data.
  var isDeletion: Bool { height == 0 && currentWeight == 0 }
}

extension PreferencesUpdate {
  /// Whether the update contains all three values, or none.
  var isWhole: Bool {
    isEmpty || dietaryPreferences != nil && allergies != nil && mealsPerDay != nil
  }
}
