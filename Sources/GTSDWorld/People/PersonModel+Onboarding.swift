import GTSDModel

extension PersonModel {
  /// Decides about onboarding, fills in the form, and reacts to the result.
  ///
  /// On the first offer, the person leaves with `abandonOnboarding`, otherwise skips with `skipOnboarding`, otherwise
  /// completes. A person who left completes with `completeAfterAbandon` when a later session offers it again. A person
  /// whose attempt failed tries again.
  mutating func answerOnboarding(_ view: DeviceView) -> PersonStep? {
    switch state {
    case .offered:
      guard view.screen == .onboarding else { return move(to: .orienting) }
      return decideOnboarding()
    case .formFilled:
      guard view.screen == .onboarding, view.isForeground else { return move(to: .orienting) }
      return answer(skipping: false)
    case .answeringAgain:
      guard view.screen == .onboarding, view.isForeground, !view.onboardingFailed else {
        return rest(awaiting(.onboardingSettled), then: .answerJudged)
      }
      return tap(answerAction, intent: notes.intent, rest: awaiting(.onboardingSettled), then: .answerJudged)
    default:
      return judgeAnswer(view)
    }
  }

  /// Fills in the form that the zero state opened.
  mutating func answerProfileForm(_ view: DeviceView) -> PersonStep? {
    guard view.screen == .onboarding, view.isForeground else {
      notes.formFromZeroState = false
      return move(to: .choosing)
    }
    notes.attempts = 0
    guard decides(.finishProfile) else { return abandonForm() }
    return rest(pausing(.fillOnboarding), then: .formFilled)
  }

  private var accountBit: UInt8 { 1 << account }

  private mutating func decideOnboarding() -> PersonStep? {
    if completing & accountBit != 0 { return fillForm() }
    if abandoned & accountBit != 0 { return decides(.completeAfterAbandon) ? fillForm() : abandonForm() }
    if account == 0, decides(.abandonOnboarding) {
      abandoned |= accountBit
      return abandonForm()
    }
    return decides(.skipOnboarding) ? answer(skipping: true) : fillForm()
  }

  private mutating func fillForm() -> PersonStep? {
    completing |= accountBit
    return rest(pausing(.fillOnboarding), then: .formFilled)
  }

  private mutating func abandonForm() -> PersonStep? {
    let next: PersonState = notes.formFromZeroState ? .choosing : .leaving
    notes.formFromZeroState = false
    return tap(.abandonOnboarding, then: next)
  }

  private mutating func answer(skipping: Bool) -> PersonStep? {
    notes.skipped = skipping
    notes.intent = newIntent()
    let twice = decides(.doubleTapComplete)
    return tap(
      answerAction, intent: notes.intent, rest: twice ? pausing(.doubleTapGap) : awaiting(.onboardingSettled),
      then: twice ? .answeringAgain : .answerJudged)
  }

  private var answerAction: UserAction {
    if notes.skipped { return .skipOnboarding }
    return .completeOnboarding(account == 0 ? body.onboarding : body.ofHouseholdMember)
  }

  private mutating func judgeAnswer(_ view: DeviceView) -> PersonStep? {
    guard view.screen == .onboarding else {
      notes.formFromZeroState = false
      guard view.screen == .tabs, view.isForeground else { return move(to: .orienting) }
      return rest(summaryWait, then: .sheetJudged)
    }
    guard view.isForeground else { return move(to: .leaving) }
    notes.attempts += 1
    guard view.onboardingFailed else {
      // There is no reply yet. The person's patience may end twice.
      guard notes.attempts < 3 else { return move(to: .leaving) }
      return rest(awaiting(.onboardingSettled), then: .answerJudged)
    }
    if notes.attempts < 4, decides(.retryAfterError) {
      return retry(
        answerAction, intent: notes.intent, rest: awaiting(.onboardingSettled), then: .answerJudged, seeing: view)
    }
    if notes.skipped, decides(.completeAfterAbandon) { return fillForm() }
    if notes.formFromZeroState { return abandonForm() }
    return move(to: .leaving)
  }
}
