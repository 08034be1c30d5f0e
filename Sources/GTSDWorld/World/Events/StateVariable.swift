import GTSDModel

/// A published variable of the client. Booleans are 0 and 1; -1 is nil; hashes stand for lists.
package enum StateVariable: UInt8, CaseIterable, Sendable {
  case signedIn, tab, onboarded, toast
  /// Whether Home's model says an acknowledgment is needed.
  case homeNeed
  /// Whether the card is shown, animation included.
  case homeCard
  case homeZeroState, homeLoading, homeError, homeTasks, homeStreak, homeSummary
  /// Whether Plans' model says an acknowledgment is needed.
  case plansNeed
  /// A `PlansScreen`.
  case plansScreen
  /// Row shown on the acknowledgment screen: whole second of computedAt, -1 for none.
  case plansRow
  case plansLoading, plansError, plansPlan, plansTargets
  case metricsLoading, metricsError, acknowledging, acknowledgeError
  case onboardingLoading, onboardingError
  /// A `SummarySheet`.
  case summarySheet
  case profileLoading, profileError
  /// Hash of the preferences that the Profile tab shows.
  case profilePreferences
  case editLoading, editSaving, editError
  /// Hash of the preferences in the edit form.
  case editPreferences
  /// Hash of the preferences that a save has just reported as stored.
  case preferencesSaved
  case photosUploading, photosError, photosSelected, photosShown
  case tasksLoading, tasksError, streaksLoading, streaksError
  /// The task whose photos are on screen, 0 for none.
  case photosTask
  /// The fields of the open edit form that were typed into, and those that differ from the loaded values
  /// (`EditModel.typed`).
  case editTyped
  /// The category that Tasks is to show, 0 for all, and the one whose list it shows.
  case tasksFilter, tasksShown
  /// Hashes of the readable photos that are selected, and of the images that are shown of them.
  case photosPicked, photosImages
  /// The photo whose image the person has just taken out.
  case photosTapped
  /// The body mass index that Plans shows, hundredths, -1 for none.
  case plansBmi
  /// The list of a task's stored photos could not be read.
  case photosListError
  /// Beside the edit form's error: part of what the failed save sent is stored.
  case editPartStored
  /// A `PhotoErrorText`.
  case photosErrorText
}

extension StateVariable {
  /// Whether the variable is a loading indicator.
  package var isIndicator: Bool {
    switch self {
    case .homeLoading, .plansLoading, .metricsLoading, .acknowledging, .onboardingLoading, .profileLoading,
      .editLoading, .editSaving, .photosUploading, .tasksLoading, .streaksLoading:
      true
    default: false
    }
  }

  /// Whether a change of it can be seen; the rest are what models say, and what the person's own hand has just done.
  package var isOnScreen: Bool {
    switch self {
    case .homeNeed, .plansNeed, .preferencesSaved, .photosPicked, .photosTapped, .editTyped: false
    default: true
    }
  }

  /// The value before anything has been published: 0, or -1 for a variable that shows a number or nothing.
  package var initial: Int64 {
    switch self {
    case .tab, .plansBmi, .plansRow, .plansPlan, .plansTargets, .homeTasks, .homeStreak, .homeSummary: -1
    default: 0
    }
  }

  /// The loading flags, in order.
  package static let loadingFlags = allCases.filter(\.isIndicator)

  /// The error slots, in order.
  package static let errorSlots: [StateVariable] = [
    .homeError, .plansError, .metricsError, .acknowledgeError, .onboardingError, .profileError, .editError,
    .photosError, .photosListError, .tasksError, .streaksError,
  ]

  /// The time from a change to the screen, one frame, in nanoseconds.
  package static var frame: Int64 { 16 * Nanoseconds.millisecond }
}
