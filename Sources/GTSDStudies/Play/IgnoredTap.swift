import GTSDModel
import GTSDWorld

/// The reason why a tap had no effect, from the person's view.
enum IgnoredTap {
  static func reason(for action: PersonAction, seeing view: DeviceView) -> String {
    if action == .launch { return "the app runs already" }
    if view.screen == .closed { return "the app is closed" }
    return missing(for: action, in: view) ?? "the action is already in progress, or nothing would change"
  }

  /// The reason why the screen does not offer the action; nil if it does.
  private static func missing(for action: PersonAction, in view: DeviceView) -> String? {
    switch action {
    case .background: view.isForeground ? nil : "the app is in the background already"
    case .foreground: view.isForeground ? "the app is in front already" : nil
    case .signUp, .logIn: view.screen == .signIn ? nil : "somebody is signed in"
    case .logOut: view.screen == .signIn ? "nobody is signed in" : nil
    case .completeOnboarding, .skipOnboarding, .abandonOnboarding:
      view.screen == .onboarding ? nil : "onboarding is not in front"
    case .continueSummary, .expandSummary, .scrollSummary, .exitSummary:
      view.sheet == .hidden ? "no summary is shown" : nil
    case .openTab: view.screen == .tabs ? nil : "there are no tabs on screen"
    case .reviewCard, .dismissCard:
      front(.home, view) ?? (view.cardVisible ? nil : "Home shows no card")
    case .completeProfile, .maybeLater:
      front(view.tab == .profile ? .profile : .home, view)
        ?? (view.isZeroStateInFront ? nil : "there is no zero state on the tab in front")
    case .acknowledge:
      front(.plans, view)
        ?? (view.isAcknowledging
          ? "an acknowledgment is under way"
          : view.plans == .acknowledgment ? nil : "Plans asks for no acknowledgment")
    case .retryAcknowledge:
      front(.plans, view) ?? (view.acknowledgeFailed ? nil : "no failed acknowledgment is shown")
    case .retryPlan: front(.plans, view) ?? (view.plans == .error ? nil : "Plans shows no error")
    case .refreshPlan: front(.plans, view)
    case .pullToRefresh:
      view.screen == .tabs ? view.isLoading ? "the tab is loading" : nil : "there is no tab on screen"
    case .openEdit: front(.profile, view) ?? (view.editOpen ? "the form is open already" : nil)
    case .typeEdit, .saveEdit, .closeEdit, .deleteHealthData:
      !view.editOpen && action != .deleteHealthData
        ? "no form is open"
        : !view.editReady && action != .closeEdit
          ? "the form is not filled yet" : view.isSaving ? "a save is under way" : nil
    case .filterTasks, .completeTask: front(.tasks, view)
    case .deleteAccount, .exportData: front(.profile, view)
    case .openPhotos: view.photosOpen ? "photos are open already" : nil
    case .retryPhotos:
      !view.photosOpen
        ? "no photos are open"
        : view.lacksPhotoRetry
          ? "there is no button to try again" : view.photosFailed == 0 ? "no photo has failed" : nil
    case .pickPhotos, .removePhoto, .deletePhoto, .closePhotos: view.photosOpen ? nil : "no photos are open"
    case .launch, .terminate, .rest, .onboard, .skipThrough, .signInHere, .airplaneModeOn, .airplaneModeOff, .midnight,
      .push, .lowMemory, .disturb, .endFaults, .restartServer, .setClock, .setTimeZone, .expect:
      nil
    }
  }

  private static func front(_ tab: Tab, _ view: DeviceView) -> String? {
    guard view.screen == .tabs else { return "there are no tabs on screen" }
    if view.sheet != .hidden { return "the summary covers it" }
    return view.tab == tab ? nil : "the tab \(tab.label) is not in front"
  }
}
