import GTSDModel

extension PersonModel {
  /// Reads, acknowledges, retries and refreshes on Plans.
  mutating func usePlans(_ view: DeviceView) -> PersonStep? {
    guard view.tab == .plans else { return move(to: .choosing) }
    switch state {
    case .decidingAcknowledgment: return decideAcknowledgment(view)
    case .acknowledgingAgain:
      guard view.plans == .acknowledgment, !view.acknowledgeFailed else {
        return rest(awaiting(.acknowledgeSettled), then: .acknowledgmentJudged)
      }
      return tap(
        .acknowledge, intent: intent(toAcknowledge: view), rest: awaiting(.acknowledgeSettled),
        then: .acknowledgmentJudged)
    case .acknowledgmentJudged: return judgeAcknowledgment(view)
    case .planRead:
      guard view.plans == .plan, decides(.refreshPlan) else { return leavePlans() }
      return tap(
        refreshGesture(view), rest: awaiting(.tabSettled, then: .tabDwell),
        then: notes.acknowledged ? .returningHome : .choosing)
    default: return lookAtPlans(view)
    }
  }

  private mutating func lookAtPlans(_ view: DeviceView) -> PersonStep? {
    switch view.plans {
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
      return retry(.retryPlan, rest: awaiting(.tabSettled), then: .atPlans, seeing: view)
    case .nothing, .spinner:
      return leavePlans()
    }
  }

  private mutating func decideAcknowledgment(_ view: DeviceView) -> PersonStep? {
    guard view.plans == .acknowledgment else { return move(to: .atPlans) }
    if !notes.refreshedUnacknowledged,
      draws.uniform(.refreshUnacknowledged) < temperament.probability(of: .refreshPlan)
    {
      notes.refreshedUnacknowledged = true
      return tap(refreshGesture(view), rest: awaiting(.tabSettled), then: .decidingAcknowledgment)
    }
    notes.acknowledgmentDecided = true
    guard decides(.acknowledge) else { return leavePlans() }
    notes.intent = newIntent()
    notes.row = view.plansRow
    notes.attempts = 0
    let twice = decides(.doubleTapAcknowledge)
    return tap(
      .acknowledge, intent: notes.intent,
      rest: twice ? pausing(.doubleTapGap) : awaiting(.acknowledgeSettled),
      then: twice ? .acknowledgingAgain : .acknowledgmentJudged)
  }

  private mutating func judgeAcknowledgment(_ view: DeviceView) -> PersonStep? {
    guard view.plans == .acknowledgment else {
      notes.acknowledged = true
      if account == 0 { hasAcknowledged = true }
      notes.expectsNoCard = true
      notes.attempts = 0
      return rest(awaiting(.tabSettled), then: .atPlans)
    }
    notes.attempts += 1
    guard view.acknowledgeFailed, notes.attempts < 4, decides(.retryAfterError) else { return leavePlans() }
    return retry(
      .retryAcknowledge, intent: intent(toAcknowledge: view), rest: awaiting(.acknowledgeSettled),
      then: .acknowledgmentJudged, seeing: view)
  }

  /// Returns the intent of a tap on Acknowledge. A second tap or a retry has the intent of the first tap, unless the
  /// screen now shows other values.
  private mutating func intent(toAcknowledge view: DeviceView) -> Int32 {
    if view.plansRow != notes.row { (notes.intent, notes.row) = (newIntent(), view.plansRow) }
    return notes.intent
  }

  /// Draws a gesture to refresh: the toolbar's button, if there is one, or the pull, with equal probability.
  private mutating func refreshGesture(_ view: DeviceView) -> UserAction {
    draws.uniform(.refreshGesture) < 0.5 && !view.lacksPlanRefresh ? .refreshPlan : .pullToRefresh
  }

  /// Leaves Plans. A person who has acknowledged checks that the card is gone; others take their next step.
  private mutating func leavePlans() -> PersonStep? {
    guard notes.acknowledged else { return move(to: .choosing) }
    notes.acknowledged = false
    return move(to: .returningHome)
  }
}
