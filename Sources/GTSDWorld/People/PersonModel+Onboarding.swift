import GTSDModel

extension PersonModel {
  /// Decides about onboarding, fills in the form, and reacts to the result.
  ///
  /// On the first offer, the person leaves with `abandonOnboarding`, otherwise skips with `skipOnboarding`, otherwise
  /// completes. A person who left completes with `completeAfterAbandon` when a later session offers it again. A person
  /// whose attempt failed tries again.
  ///
  /// Assumption, since nobody has measured it: the welcome takes no time, and each other step an equal part of the time
  /// for the whole form. People who leave do so at each step with equal probability.
  mutating func answerOnboarding(_ screen: Screen) -> PersonStep? {
    switch state {
    case .offered:
      guard screen.front == .onboarding else { return move(to: .orienting) }
      return decideOnboarding(screen)
    case .stepFilled:
      guard screen.front == .onboarding else { return move(to: .orienting) }
      return goOn(from: step(of: screen))
    case .answeringAgain:
      guard screen.front == .onboarding, !screen.hasError(.onboarding), offersAnswer(screen) else {
        return rest(awaiting(.onboardingSettled), then: .answerJudged)
      }
      return tap(answerAction, intent: notes.intent, rest: awaiting(.onboardingSettled), then: .answerJudged)
    default:
      return judgeAnswer(screen)
    }
  }

  /// Fills in the form that the zero state opened.
  mutating func answerProfileForm(_ screen: Screen) -> PersonStep? {
    guard screen.front == .onboarding else {
      notes.formFromZeroState = false
      return move(to: .choosing)
    }
    notes.attempts = 0
    return decides(.finishProfile) ? fillForm(screen) : abandonForm(screen)
  }

  private var accountBit: UInt8 { 1 << account }

  private mutating func decideOnboarding(_ screen: Screen) -> PersonStep? {
    if completing & accountBit != 0 { return complete(screen) }
    if abandoned & accountBit != 0 { return decides(.completeAfterAbandon) ? complete(screen) : abandonForm(screen) }
    if account == 0, decides(.abandonOnboarding) {
      abandoned |= accountBit
      return abandonForm(screen)
    }
    return decides(.skipOnboarding) ? answer(skipping: true) : complete(screen)
  }

  private mutating func complete(_ screen: Screen) -> PersonStep? {
    completing |= accountBit
    return fillForm(screen)
  }

  /// Fills in the form from the step on screen, up to Complete or to the step at which the person leaves.
  private mutating func fillForm(_ screen: Screen, until leavesAt: OnboardingStep? = nil) -> PersonStep? {
    notes.leavesAt = leavesAt
    notes.formTime = nanoseconds(.fillOnboarding)
    notes.answers = OnboardingAnswers(account == 0 ? body.onboarding : body.ofHouseholdMember)
    let step = self.step(of: screen)
    return step == .welcome ? goOn(from: step) : rest(.pause(timeForStep(step)), then: .stepFilled)
  }

  /// Goes on from a filled step, unless the person leaves there.
  private mutating func goOn(from step: OnboardingStep) -> PersonStep? {
    if step == notes.leavesAt { return leaveForm() }
    if let earlier = step.previous, earlier != .welcome, notes.leavesAt == nil, !notes.hasCorrected,
      decides(.correctAnswers)
    {
      return goBack(to: earlier)
    }
    guard let next = step.next, let answers = notes.answers else { return answer(skipping: false) }
    return tap(.nextStep(answers), intent: 0, rest: .pause(timeForStep(next)), then: .stepFilled)
  }

  /// Goes back to a step, to enter something else there.
  private mutating func goBack(to step: OnboardingStep) -> PersonStep? {
    notes.hasCorrected = true
    if var request = notes.answers?.request {
      switch step {
      case .accountBasics: request.profile.dateOfBirth.milliseconds -= Milliseconds.day
      case .healthMetrics: request.profile.height = Body.tenths(min(230, request.profile.height + 1))
      case .goals: request.profile.targetDate.milliseconds += 14 * Milliseconds.day
      case .welcome, .review: break
      }
      notes.answers = OnboardingAnswers(request)
      if account == 0 { body.onboarding = request }
    }
    return tap(.previousStep, intent: 0, rest: .pause(timeForStep(step)), then: .stepFilled)
  }

  /// Takes the time for a step from the time that is left for this step and all later ones.
  private mutating func timeForStep(_ step: OnboardingStep) -> Int64 {
    let time = notes.formTime / Int64(OnboardingStep.review.rawValue - step.rawValue + 1)
    notes.formTime -= time
    return time
  }

  private mutating func abandonForm(_ screen: Screen) -> PersonStep? {
    let first = step(of: screen).rawValue
    let count = Double(OnboardingStep.review.rawValue - first + 1)
    return fillForm(screen, until: OnboardingStep(rawValue: first + UInt8(draws.uniform(.leftStep) * count)))
  }

  private mutating func leaveForm() -> PersonStep? {
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

  private var answerAction: UserAction { notes.skipped ? .skipOnboarding : .completeOnboarding(nil) }

  private func step(of screen: Screen) -> OnboardingStep { screen.step ?? .welcome }

  /// Whether the step on screen has the button of the person's answer.
  private func offersAnswer(_ screen: Screen) -> Bool { notes.skipped || step(of: screen) == .review }

  private mutating func judgeAnswer(_ screen: Screen) -> PersonStep? {
    guard screen.front == .onboarding else {
      notes.formFromZeroState = false
      guard screen.showsTabs else { return move(to: .orienting) }
      return rest(summaryWait, then: .sheetJudged)
    }
    notes.attempts += 1
    guard screen.hasError(.onboarding) else {
      // There is no reply yet. The person's patience may end twice.
      guard notes.attempts < 3 else { return move(to: .leaving) }
      return rest(awaiting(.onboardingSettled), then: .answerJudged)
    }
    guard offersAnswer(screen) else { return complete(screen) }
    if notes.attempts < 4, decides(.retryAfterError) {
      return retry(
        answerAction, intent: notes.intent, rest: awaiting(.onboardingSettled), then: .answerJudged, seeing: screen)
    }
    if notes.skipped, decides(.completeAfterAbandon) { return complete(screen) }
    if notes.formFromZeroState { return leaveForm() }
    return move(to: .leaving)
  }
}
