package import GTSDModel

/// A device's screen as a person sees it.
package struct DeviceView: Sendable, Equatable {
  /// The screen in front.
  package enum Screen: UInt8, Sendable { case closed, signIn, onboarding, tabs }

  package var screen: Screen = .closed
  package var tab: Tab = .home
  package var isForeground = false
  /// Whether the visible screen shows a spinner because of a request in progress.
  package var isLoading = false
  package var cardVisible = false
  package var zeroStateVisible = false
  /// The variant of the Profile tab that is shown.
  package var profileFace = ProfileFace.profile

  /// Whether the zero state is on the tab in front.
  package var isZeroStateInFront: Bool {
    tab == .home && zeroStateVisible || tab == .profile && profileFace == .zeroState
  }

  package var plans = PlansScreen.nothing
  /// The metrics row that Plans asks the person to acknowledge, -1 for none. For another row, the person decides again.
  package var plansRow: Int64 = 0
  package var isAcknowledging = false
  package var acknowledgeFailed = false
  package var onboardingFailed = false
  /// The step of onboarding on screen.
  package var onboardingStep = OnboardingStep.welcome
  package var signInFailed = false
  package var sheet = SummarySheet.hidden
  package var homeFailed = false
  /// Whether the edit form is open and filled.
  package var editReady = false
  package var editOpen = false
  package var isSaving = false
  package var saveFailed = false
  package var saveSucceeded = false
  /// Whether the form's save button is enabled.
  package var canSave = false
  /// Whether Plans has no button to refresh the plan.
  package var lacksPlanRefresh = false
  /// The lists that the edit form shows.
  package var editPreferences: DietPreferences {
    get { lists ?? DietPreferences() }
    set { lists = newValue == DietPreferences() ? nil : newValue }
  }
  // Nil for empty lists, which are usual. Lists would be retained and released at each look.
  private var lists: DietPreferences?
  package var photosOpen = false
  package var isUploading = false
  package var photosSelected: Int32 = 0
  package var photosFailed: Int32 = 0
  package var photosShown: Int32 = 0
  /// Whether the list of the task's photos could not be read; retrying reads it again.
  package var photosListFailed = false
  /// Whether the section of photos has no button to try again.
  package var lacksPhotoRetry = false
  /// The number of times that an error or violation that the person can see has been shown since the device was
  /// created.
  package var visibleErrors: Int32 = 0

  package init() {}
}
