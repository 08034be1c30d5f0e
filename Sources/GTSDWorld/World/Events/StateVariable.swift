import GTSDModel

/// A published variable of the client. Booleans are 0 and 1; -1 is nil; hashes stand for lists.
package enum StateVariable: UInt8, CaseIterable, Sendable {
  case signedIn, tab, onboarded
  /// A `Toast`.
  case toast
  /// Whether Home's model says an acknowledgment is needed.
  case homeNeed
  /// Whether the card is shown, animation included.
  case homeCard
  case homeZeroState, homeLoading, homeError, homeTasks, homeStreak, homeSummary
  /// Whether Plans' model says an acknowledgment is needed.
  case plansNeed
  /// A `PlansScreen`.
  case plansScreen
  /// The metrics row on the acknowledgment screen: the whole second of its `computedAt`, -1 for none.
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
  /// The task whose photos are on screen, 0 if there is none.
  case photosTask
  /// The fields of the open edit form that were typed into, and those that differ from the loaded values
  /// (`EditModel.typed`).
  case editTyped
  /// The category chosen in Tasks, 0 for all, and the one whose list is shown.
  case tasksFilter, tasksShown
  /// Hashes of the readable photos that are selected, and of the images that are shown of them.
  case photosPicked, photosImages
  /// The photo whose image the person has just removed by a tap.
  case photosTapped
  /// The body mass index that Plans shows, hundredths, -1 for none.
  case plansBmi
  /// The list of a task's stored photos could not be read.
  case photosListError
  /// Whether the edit form's error says that a part of the failed save is stored.
  case editPartStored
  /// A `PhotoErrorText`.
  case photosErrorText
  /// The flag and the text of a metrics read in Home's own view model, if Home and Plans have one each.
  case homeMetricsLoading, homeMetricsError
  /// Whether the photo section offers to try failed photos again.
  case photosRetry
  /// A `Cover`.
  case cover
  /// Whether the edit form says that a save is stored, and whether its error says that the data were changed elsewhere.
  case editSaved, editConflict
  /// A `ProfileFace`.
  case profileFace
  /// An `OnboardingStep`. No event publishes it, since only taps change it: it is drawn (`WireEvent.drewOnboarding`).
  case onboardingStep
}

extension StateVariable {
  /// Whether the variable is a loading indicator.
  package var isIndicator: Bool {
    switch self {
    case .homeLoading, .homeMetricsLoading, .plansLoading, .metricsLoading, .acknowledging, .onboardingLoading,
      .profileLoading, .editLoading, .editSaving, .photosUploading, .tasksLoading, .streaksLoading:
      true
    default: false
    }
  }

  /// Whether a change of the variable is visible on screen. Other variables are state of models, or the person's own
  /// input.
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
    .photosError, .photosListError, .tasksError, .streaksError, .homeMetricsError,
  ]

  /// The time from a change to the screen, one frame, in nanoseconds.
  package static var frame: Int64 { 16 * Nanoseconds.millisecond }
}
