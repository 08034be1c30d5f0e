import GTSDModel

extension PersonModel {
  /// Reacts to what Home shows: an error, the zero state, the card.
  mutating func useHome(_ screen: Screen) -> PersonStep? {
    if state == .lookingAtHome {
      notes.looked = true
      return rest(pausing(.firstLookAtHome), then: .atHome)
    }
    if state == .returningHome, screen.tab != .home {
      return tap(.openTab(.home), rest: awaiting(.tabSettled, then: .tabDwell), then: .atHome)
    }
    if state == .decidingZeroState { return decideZeroState(screen) }
    if screen.tab == .profile, hasUndecidedElement(screen) {
      return rest(pausing(.considerCard), then: .decidingZeroState)
    }
    guard screen.tab == .home else { return move(to: .choosing) }
    switch state {
    case .decidingCard:
      return decideCard(screen)
    case .pulling:
      let again = decides(.pullDuringLoad)
      return tap(
        .pullToRefresh, rest: again ? pausing(.doubleTapGap) : awaiting(.tabSettled, then: .tabDwell),
        then: again ? .pullingAgain : .atHome)
    case .pullingAgain:
      return tap(.pullToRefresh, rest: awaiting(.tabSettled, then: .tabDwell), then: .atHome)
    default:
      return noticeHome(screen)
    }
  }

  /// Whether Home shows an element about which the person has not decided in this session.
  func hasUndecidedElement(_ screen: Screen) -> Bool {
    screen.hasZeroState && !notes.zeroStateDecided
      || screen.tab == .home && screen.showsCard && !notes.cardDecided
  }

  private mutating func noticeHome(_ screen: Screen) -> PersonStep? {
    if !screen.errors.isEmpty, !notes.homeRetried {
      notes.homeRetried = true
      if decides(.retryAfterError) {
        return retry(.pullToRefresh, rest: awaiting(.tabSettled), then: .atHome, seeing: screen)
      }
    }
    if screen.showsCard, notes.expectsNoCard {
      notes.expectsNoCard = false
      memory?.meet(.contradiction)
    }
    guard hasUndecidedElement(screen) else { return move(to: .choosing) }
    let zeroState = screen.hasZeroState && !notes.zeroStateDecided
    return rest(pausing(.considerCard), then: zeroState ? .decidingZeroState : .decidingCard)
  }

  private mutating func decideZeroState(_ screen: Screen) -> PersonStep? {
    notes.zeroStateDecided = true
    guard screen.hasZeroState else { return move(to: .atHome) }
    if decides(.completeProfile) {
      notes.formFromZeroState = true
      return tap(.completeProfile, then: .profileFormOpened)
    }
    guard decides(.maybeLater) else { return move(to: .atHome) }
    return tap(.maybeLater, rest: pausing(.tabDwell), then: .atHome)
  }

  private mutating func decideCard(_ screen: Screen) -> PersonStep? {
    notes.cardDecided = true
    guard screen.showsCard else { return move(to: .atHome) }
    if decides(.followCard) {
      notes.cardFollowed = true
      notes.attempts = 0
      return tap(.reviewCard, rest: awaiting(.tabSettled), then: .atPlans)
    }
    guard decides(.dismissCard) else { return move(to: .atHome) }
    return tap(.dismissCard, rest: pausing(.tabDwell), then: .atHome)
  }
}
