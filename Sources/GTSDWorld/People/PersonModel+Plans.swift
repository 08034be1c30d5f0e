import GTSDModel

extension PersonModel {
  /// Reads, acknowledges, retries and refreshes on Plans.
  mutating func usePlans(_ screen: Screen) -> PersonStep? {
    guard screen.tab == .plans else { return move(to: .choosing) }
    switch state {
    case .decidingAcknowledgment: return decideAcknowledgment(screen)
    case .acknowledgingAgain:
      guard screen.plans == .acknowledgment, !screen.hasError(.acknowledge) else {
        return rest(awaiting(.acknowledgeSettled), then: .acknowledgmentJudged)
      }
      return tap(
        .acknowledge, intent: intent(toAcknowledge: screen), rest: awaiting(.acknowledgeSettled),
        then: .acknowledgmentJudged)
    case .acknowledgmentJudged: return judgeAcknowledgment(screen)
    case .planRead:
      guard screen.plans == .plan, decides(.refreshPlan) else { return leavePlans() }
      return tap(
        refreshGesture(screen), rest: awaiting(.tabSettled, then: .tabDwell),
        then: notes.acknowledged ? .returningHome : .choosing)
    default: return lookAtPlans(screen)
    }
  }

  private mutating func lookAtPlans(_ screen: Screen) -> PersonStep? {
    switch screen.plans {
    case .acknowledgment:
      guard !notes.acknowledgmentDecided else { return leavePlans() }
      return rest(pausing(.readMetrics), then: .decidingAcknowledgment)
    case .plan:
      if !notes.sawPlan {
        notes.sawPlan = true
        memory?.meet(.value)
      }
      return rest(pausing(.tabDwell), then: .planRead)
    case .error:
      notes.attempts += 1
      guard notes.attempts < 4, decides(.retryAfterError) else { return leavePlans() }
      return retry(.retryPlan, rest: awaiting(.tabSettled), then: .atPlans, seeing: screen)
    case .nothing, .spinner, nil:
      return leavePlans()
    }
  }

  private mutating func decideAcknowledgment(_ screen: Screen) -> PersonStep? {
    guard screen.plans == .acknowledgment else { return move(to: .atPlans) }
    if !notes.refreshedUnacknowledged,
      draws.uniform(.refreshUnacknowledged) < temperament.probability(of: .refreshPlan)
    {
      notes.refreshedUnacknowledged = true
      return tap(refreshGesture(screen), rest: awaiting(.tabSettled), then: .decidingAcknowledgment)
    }
    notes.acknowledgmentDecided = true
    guard decides(.acknowledge) else { return leavePlans() }
    notes.intent = newIntent()
    notes.row = screen.row ?? -1
    notes.attempts = 0
    let twice = decides(.doubleTapAcknowledge)
    return tap(
      .acknowledge, intent: notes.intent,
      rest: twice ? pausing(.doubleTapGap) : awaiting(.acknowledgeSettled),
      then: twice ? .acknowledgingAgain : .acknowledgmentJudged)
  }

  private mutating func judgeAcknowledgment(_ screen: Screen) -> PersonStep? {
    guard screen.plans == .acknowledgment else {
      notes.acknowledged = true
      if account == 0 { hasAcknowledged = true }
      notes.expectsNoCard = true
      notes.attempts = 0
      return rest(awaiting(.tabSettled), then: .atPlans)
    }
    notes.attempts += 1
    guard screen.hasError(.acknowledge), notes.attempts < 4, decides(.retryAfterError) else { return leavePlans() }
    return retry(
      .retryAcknowledge, intent: intent(toAcknowledge: screen), rest: awaiting(.acknowledgeSettled),
      then: .acknowledgmentJudged, seeing: screen)
  }

  /// Returns the intent of a tap on Acknowledge. A second tap or a retry has the intent of the first tap, unless the
  /// screen now shows other values.
  private mutating func intent(toAcknowledge screen: Screen) -> Int32 {
    if screen.row ?? -1 != notes.row { (notes.intent, notes.row) = (newIntent(), screen.row ?? -1) }
    return notes.intent
  }

  /// Draws a gesture to refresh: the toolbar's button, if there is one, or the pull, with equal probability.
  private mutating func refreshGesture(_ screen: Screen) -> UserAction {
    draws.uniform(.refreshGesture) < 0.5 && screen.buttons.contains(.refreshPlan) ? .refreshPlan : .pullToRefresh
  }

  /// Leaves Plans. A person who has acknowledged checks that the card is gone; others take their next step.
  private mutating func leavePlans() -> PersonStep? {
    guard notes.acknowledged else { return move(to: .choosing) }
    notes.acknowledged = false
    return move(to: .returningHome)
  }
}
