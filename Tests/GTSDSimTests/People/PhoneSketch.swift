import GTSDModel

@testable import GTSDWorld

/// The content of a scripted phone: values that a test sets one by one, from which its screen follows.
struct PhoneSketch: Equatable {
  enum Place: UInt8 { case closed, signIn, onboarding, tabs }

  var place = Place.closed
  var tab = Tab.home
  var isForeground = false
  var isLoading = false
  var cardVisible = false
  var homeFailed = false
  var zeroStateVisible = false
  var plans = PlansScreen.nothing
  var plansRow: Int64 = 0
  var acknowledgeFailed = false
  var signInFailed = false
  var onboardingFailed = false
  var onboardingStep = OnboardingStep.welcome
  var sheet = SummarySheet.hidden
  var editOpen = false
  var editReady = false
  var isSaving = false
  var saveFailed = false
  var saveSucceeded = false
  var editPreferences = DietPreferences()
  var photosOpen = false
  var isUploading = false
  var photosSelected = 0
  var photosFailed = 0
  var photosShown = 0
  var photoDeletionFailed = false

  /// The edit form, filled with preferences.
  static func form(_ preferences: DietPreferences) -> PhoneSketch {
    var view = PhoneSketch()
    (view.place, view.tab, view.isForeground, view.editOpen, view.editReady) = (.tabs, .profile, true, true, true)
    view.editPreferences = preferences
    return view
  }

  /// The screen that a person sees.
  var screen: Screen {
    var screen = Screen()
    guard place != .closed else { return screen }
    guard isForeground else {
      screen.front = .background
      return screen
    }
    screen.isLoading = isLoading
    switch place {
    case .closed: break
    case .signIn:
      screen.front = .signIn
      if signInFailed { screen.errors = [.signIn] }
    case .onboarding:
      screen.front = .onboarding
      screen.step = onboardingStep
      if onboardingFailed { screen.errors = [.onboarding] }
    case .tabs: showTabs(on: &screen)
    }
    return screen
  }

  private func showTabs(on screen: inout Screen) {
    screen.tab = tab
    if sheet != .hidden {
      (screen.front, screen.summary) = (.summary, sheet)
    } else if editOpen {
      screen.front = .form
      if editReady { screen.form = Screen.Shown(hash: 0, preferences: editPreferences) }
      (screen.isSaving, screen.isSaved) = (isSaving, saveSucceeded)
      if saveFailed { screen.errors = [.edit] }
    } else if photosOpen {
      screen.front = .photos
      screen.photos = Screen.Photos(
        task: 1, shown: photosShown, selected: photosSelected, invalid: 0, uploading: 0, uploaded: 0,
        failed: photosFailed, isSending: isUploading, progress: [], message: .none, offersRetry: photosFailed > 0)
      if photoDeletionFailed { screen.errors = [.photos] }
    } else {
      screen.front = .tab(tab)
      switch tab {
      case .home:
        screen.card = cardVisible ? .shown : .hidden
        screen.hasZeroState = zeroStateVisible
        if homeFailed { screen.errors = [.home] }
      case .plans:
        (screen.plans, screen.row, screen.buttons) = (plans, plansRow, .refreshPlan)
        if acknowledgeFailed { screen.errors = [.acknowledge] }
      case .tasks, .streaks, .profile: break
      }
    }
  }
}
