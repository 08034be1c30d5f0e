import GTSDModel

extension PersonModel {
  /// Picks the next errand and takes its first step.
  mutating func runErrands(_ screen: Screen) -> PersonStep? {
    if state == .bursting { return switchTab(screen) }
    if state == .pullingTab {
      return tap(.pullToRefresh, rest: awaiting(.tabSettled, then: .tabDwell), then: .choosing)
    }
    if screen.showsForm {
      if screen.isSaving { considerComingBack(to: notes.editsPreferences ? .editPreferences : .editProfile) }
      return tap(.closeEdit, then: .choosing)
    }
    if screen.showsPhotos {
      if screen.photos?.isSending == true { considerComingBack(to: .photos) }
      return tap(.closePhotos, then: .choosing)
    }
    if hasUndecidedElement(screen) { return move(to: .atHome) }
    guard let errand = nextErrand() else {
      return notes.visiting ? go(to: .profile, from: screen, then: .loggingOut) : move(to: .leaving)
    }
    notes.errands.remove(Errands(errand))
    notes.attempts = 0
    switch errand {
    case .plans:
      if notes.cardFollowed { return nil }
      return tap(.openTab(.plans), rest: awaiting(.tabSettled), then: .atPlans)
    case .tasks:
      return visit(.tasks)
    case .streaks:
      memory?.meet(.value)
      return visit(.streaks)
    case .profile:
      return visit(.profile)
    case .editPreferences, .editProfile:
      notes.editsPreferences = errand == .editPreferences
      if errand == .editProfile { notes.expectsNoCard = false }
      return go(to: .profile, from: screen, then: .atProfile)
    case .deleteHealthData:
      notes.expectsNoCard = false
      return go(to: .profile, from: screen, then: .deletingHealthData)
    case .photos:
      return go(to: .tasks, from: screen, then: .atTasks)
    case .burst:
      let most = max(3, temperament.persona.decisions.burstSwitches)
      notes.burstLeft = 3 + index(draws.uniform(.burstLength), of: most - 2)
      return move(to: .bursting)
    case .background:
      return tap(.background, rest: pausing(.backgroundStay), then: .inBackground)
    case .pull:
      return go(to: .home, from: screen, then: .pulling)
    case .switchAccount:
      return go(to: .profile, from: screen, then: .loggingOut)
    case .completeTask:
      return go(to: .tasks, from: screen, then: .choosingTask)
    case .exportData:
      return go(to: .profile, from: screen, then: .exportingData)
    case .deleteAccount:
      // Without an account, none of the planned errands can be done.
      notes.errands = []
      return go(to: .profile, from: screen, then: .deletingAccount)
    case .secondDevice:
      // Some leave Plans open here, and change the body on the second device meanwhile.
      guard decides(.editOtherFields) else { return openSecondDevice() }
      notes.changesBodyOnSecond = true
      return go(to: .plans, from: screen, then: .openingSecond)
    }
  }

  mutating func openSecondDevice() -> PersonStep? {
    focus = 1
    openDevices |= 2
    return tap(.launch, rest: pausing(.thinkOnLaunch), then: .orienting)
  }

  /// The first of the remaining errands in this session's order. Each has its own sort key, so that an additional
  /// errand does not change the order of the others.
  private func nextErrand() -> Errand? {
    var first: Errand?
    var least = 2.0
    for errand in Errand.allCases where notes.errands.contains(Errands(errand)) {
      let key = draws.uniform(.errandOrder, step: draws.session << 8 | UInt32(errand.rawValue))
      if key < least {
        least = key
        first = errand
      }
    }
    return first
  }

  private mutating func visit(_ tab: Tab) -> PersonStep? {
    let pulls = decides(.pullElsewhere)
    return tap(
      .openTab(tab), rest: awaiting(.tabSettled, then: .tabDwell), then: pulls ? .pullingTab : .choosing)
  }

  /// Plans the errand again whose request is still on its way, at most once in a session.
  private mutating func considerComingBack(to errand: Errand) {
    guard !notes.errandsAgain.contains(Errands(errand)), decides(.lookAgain) else { return }
    notes.errands.insert(Errands(errand))
    notes.errandsAgain.insert(Errands(errand))
  }

  /// Opens a tab unless it is open already, and continues with the next state there.
  private mutating func go(to tab: Tab, from screen: Screen, then next: PersonState) -> PersonStep? {
    guard screen.tab != tab else { return move(to: next) }
    return tap(.openTab(tab), rest: awaiting(.tabSettled), then: next)
  }

  private mutating func switchTab(_ screen: Screen) -> PersonStep? {
    notes.burstLeft -= 1
    let others = (Int(screen.tab?.rawValue ?? 0) + 1 + index(draws.uniform(.burstTab), of: 4)) % Tab.allCases.count
    let goesOn = notes.burstLeft > 0
    return tap(
      .openTab(Tab.allCases[others]), rest: goesOn ? pausing(.burstGap) : awaiting(.tabSettled),
      then: goesOn ? .bursting : .choosing)
  }
}
