import GTSDModel

extension PersonModel {
  /// Reacts to what Home shows: an error, the zero state, the card.
  mutating func useHome(_ view: DeviceView) -> PersonStep? {
    if state == .lookingAtHome {
      notes.looked = true
      return rest(pausing(.firstLookAtHome), then: .atHome)
    }
    if state == .returningHome, view.tab != .home {
      return tap(.openTab(.home), rest: awaiting(.tabSettled, then: .tabDwell), then: .atHome)
    }
    if state == .decidingZeroState { return decideZeroState(view) }
    if view.tab == .profile, hasUndecidedElement(view) { return rest(pausing(.considerCard), then: .decidingZeroState) }
    guard view.tab == .home else { return move(to: .choosing) }
    switch state {
    case .decidingCard:
      return decideCard(view)
    case .pulling:
      let again = decides(.pullDuringLoad)
      return tap(
        .pullToRefresh, rest: again ? pausing(.doubleTapGap) : awaiting(.tabSettled, then: .tabDwell),
        then: again ? .pullingAgain : .atHome)
    case .pullingAgain:
      return tap(.pullToRefresh, rest: awaiting(.tabSettled, then: .tabDwell), then: .atHome)
    default:
      return noticeHome(view)
    }
  }

  /// Whether Home shows an element about which the person has not decided in this session.
  func hasUndecidedElement(_ view: DeviceView) -> Bool {
    view.isZeroStateInFront && !notes.zeroStateDecided
      || view.tab == .home && view.cardVisible && !notes.cardDecided
  }

  private mutating func noticeHome(_ view: DeviceView) -> PersonStep? {
    if view.homeFailed, !notes.homeRetried {
      notes.homeRetried = true
      if decides(.retryAfterError) {
        return retry(.pullToRefresh, rest: awaiting(.tabSettled), then: .atHome, seeing: view)
      }
    }
    if view.cardVisible, notes.expectsNoCard {
      notes.expectsNoCard = false
      memory?.meet(.contradiction)
    }
    guard hasUndecidedElement(view) else { return move(to: .choosing) }
    let zeroState = view.isZeroStateInFront && !notes.zeroStateDecided
    return rest(pausing(.considerCard), then: zeroState ? .decidingZeroState : .decidingCard)
  }

  private mutating func decideZeroState(_ view: DeviceView) -> PersonStep? {
    notes.zeroStateDecided = true
    guard view.isZeroStateInFront else { return move(to: .atHome) }
    if decides(.completeProfile) {
      notes.formFromZeroState = true
      return tap(.completeProfile, then: .profileFormOpened)
    }
    guard decides(.maybeLater) else { return move(to: .atHome) }
    return tap(.maybeLater, rest: pausing(.tabDwell), then: .atHome)
  }

  private mutating func decideCard(_ view: DeviceView) -> PersonStep? {
    notes.cardDecided = true
    guard view.cardVisible else { return move(to: .atHome) }
    if decides(.followCard) {
      notes.cardFollowed = true
      notes.attempts = 0
      return tap(.reviewCard, rest: awaiting(.tabSettled), then: .atPlans)
    }
    guard decides(.dismissCard) else { return move(to: .atHome) }
    return tap(.dismissCard, rest: pausing(.tabDwell), then: .atHome)
  }
}
