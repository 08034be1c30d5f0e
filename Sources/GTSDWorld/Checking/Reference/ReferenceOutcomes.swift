import GTSDModel

/// The outcomes that a phone may still report, each once: one for every operation that has begun, and one for every
/// photo that failed.
struct ReferenceOutcomes: Sendable {
  private var open = SIMD8<UInt8>()

  mutating func began(_ operation: Operation) {
    switch operation {
    case .acknowledge: add(0)
    case .editSave: add(1)
    case .onboarding: add(2)
    case .signUp: add(3)
    case .summary: add(4)
    case .logIn, .logOut, .restore, .refreshToken, .homeLoad, .homeTasks, .homeStreak, .homeSummary, .homeMetrics,
      .plansMetrics, .plansFetch, .plansRefresh, .profileLoad, .editLoad, .photosLoad, .photoUpload, .photoDelete,
      .photoImages, .tasksLoad, .evidence, .streaksLoad, .accountDeletion, .dataExport:
      break
    }
  }

  mutating func photoFailed() { add(5) }

  /// Records a report; returns whether every outcome of its kind was reported before.
  mutating func isSpent(_ event: AnalyticsEvent) -> Bool {
    let place: Int
    switch event {
    case .metricsAcknowledged, .acknowledgeFailed: place = 0
    case .preferencesSaved, .preferencesSaveFailed: place = 1
    case .onboardingCompleted, .onboardingSkipped: place = 2
    case .signupCompleted: place = 3
    case .summaryViewed: place = 4
    case .photoUploadFailed: place = 5
    case .cardViewed, .cardTapped, .cardDismissed, .zeroStateViewed, .zeroStateTapped, .zeroStateProfileCompleted,
      .summaryLearnMoreTapped, .summaryScrolled, .summaryCompleted, .photoUploaded, .appLaunched, .tabChanged,
      .apiError:
      return false
    }
    guard open[place] > 0 else { return true }
    open[place] -= 1
    return false
  }

  private mutating func add(_ place: Int) { open[place] = min(open[place], 100) + 1 }
}

extension APIRequest {
  /// Whether the request stores what a form says. A deletion of health data is reported by nothing.
  var savesForm: Bool {
    switch self {
    case .updateBasicProfile, .updatePreferences: true
    case .updateProfile(let update): update.height != 0 || update.currentWeight != 0
    default: false
    }
  }
}
