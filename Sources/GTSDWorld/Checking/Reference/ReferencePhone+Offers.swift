import GTSDModel

/// Judges what the screen in front offers, and what Plans shows as a whole.
extension ReferencePhone {
  /// Judges a tap that has no effect, although no work under way is the reason. An idle phone takes every tap on what
  /// it shows.
  mutating func refused(_ action: UserAction, _ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard isAtRest, options.waitsForNewest, let variable = offering(action) else { return }
    found.append(.tapWithoutEffect(variable))
  }

  /// The variable by which the screen shows the control of an action; nil if it does not show it.
  private func offering(_ action: UserAction) -> StateVariable? {
    guard backgroundSince < 0, screen[.signedIn] > 0 else { return nil }
    let front = Front(ofRunning: { screen[$0] })
    switch (front, action) {
    case (.onboarding, .skipOnboarding), (.onboarding, .abandonOnboarding): return .cover
    case (.summary, _): return isOnSummary(action) ? .summarySheet : nil
    case (.form, .closeEdit): return .cover
    case (.form, .typeEdit): return screen[.editTyped] != 0 ? .editTyped : nil
    case (.photos, .pickPhotos), (.photos, .closePhotos): return .photosTask
    case (.photos, .removePhoto(let index)): return index < screen[.photosSelected] ? .photosSelected : nil
    case (.photos, .deletePhoto(let index)): return index < screen[.photosShown] ? .photosShown : nil
    case (.photos, .retryPhotos): return screen[.photosRetry] > 0 ? .photosRetry : nil
    case (.tab(let tab), .openTab(let other)): return tab == other ? nil : .tab
    case (.tab(let tab), .pullToRefresh): return tab == .plans && screen[.plansNeed] > 0 ? nil : .tab
    case (.tab(let tab), _): return isOn(tab, action) ? .tab : nil
    default: return nil
    }
  }

  private func isOnSummary(_ action: UserAction) -> Bool {
    let sheet = SummarySheet(published: screen[.summarySheet])
    switch action {
    case .continueSummary: return sheet == .canContinue || sheet == .failed
    case .exitSummary: return sheet == .canContinue || sheet == .failed || sheet == .shown
    case .expandSummary, .scrollSummary: return sheet == .shown
    default: return false
    }
  }

  private func isOn(_ tab: Tab, _ action: UserAction) -> Bool {
    switch (tab, action) {
    case (.home, .dismissCard): screen[.homeCard] == HomeCard.shown.rawValue
    case (.home, .completeProfile), (.home, .maybeLater): screen[.homeZeroState] > 0
    case (.profile, .completeProfile), (.profile, .maybeLater):
      screen[.profileFace] == ProfileFace.zeroState.published
    case (.plans, .retryPlan): screen[.plansNeed] <= 0 && screen[.plansError] > 0
    case (.plans, .refreshPlan): screen[.plansNeed] <= 0
    case (.plans, .retryAcknowledge): screen[.plansRow] >= 0 && screen[.acknowledgeError] > 0
    case (.plans, .acknowledge): screen[.plansRow] >= 0
    case (.profile, .openEdit), (.profile, .logOut), (.profile, .deleteHealthData), (.profile, .exportData),
      (.tasks, .filterTasks):
      true
    case (.tasks, .completeTask(let task)), (.tasks, .openPhotos(let task)): (1...DailyTasks.count).contains(task)
    default: false
    }
  }

  /// Judges the content of Plans: the acknowledgment if it is needed, otherwise the plan if there is one, and otherwise
  /// the load or the error.
  mutating func judgePlansScreen(isQuiet: Bool, _ found: inout [Divergence]) {
    guard let shown = PlansScreen(published: screen[.plansScreen]) else { return }
    let mayShow: Bool
    if screen[.plansNeed] > 0 {
      mayShow = shown == .acknowledgment
    } else if screen[.plansPlan] != -1 {
      mayShow = shown == .plan
    } else if isLoading(.plans) {
      mayShow = shown == .spinner || !isQuiet
    } else {
      mayShow = shown == .error || shown == .nothing && screen[.plansError] <= 0 || !isQuiet
    }
    if !mayShow { found.append(.shownOther(.plansScreen)) }
  }
}
