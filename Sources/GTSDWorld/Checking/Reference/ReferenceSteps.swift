import GTSDModel

/// The step of onboarding that must be on screen by the person's taps, and the answers that were given so far.
struct ReferenceSteps: Sendable {
  /// The number of the step.
  private var step = 0
  /// The latest answers to the steps 1 to 3.
  private var answers: (first: OnboardingAnswers?, second: OnboardingAnswers?, third: OnboardingAnswers?)
  /// The step on screen with its fields.
  private var drawn = (step: 0, fields: DrawnForm())

  /// The body to send after a tap on Complete; nil if a step was left out.
  var body: OnboardingRequest? {
    guard let basics = answers.first?.request, let health = answers.second?.request.profile,
      let goals = answers.third?.request
    else { return nil }
    return OnboardingRequest(
      profile: HealthProfile(
        dateOfBirth: basics.profile.dateOfBirth, gender: health.gender, currentWeight: health.currentWeight,
        targetWeight: goals.profile.targetWeight, height: health.height, primaryGoal: goals.profile.primaryGoal,
        targetDate: goals.profile.targetDate, activityLevel: goals.profile.activityLevel),
      preferences: goals.preferences)
  }

  /// Begins with an empty form, at the first step or another one.
  mutating func restart(at first: Int = 0) {
    step = first
    answers = (nil, nil, nil)
  }

  mutating func drew(_ step: OnboardingStep, _ fields: DrawnForm) { drawn = (Int(step.rawValue), fields) }

  mutating func tapped(_ action: UserAction) {
    switch action {
    case .completeProfile: restart(at: 1)
    case .nextStep(let given):
      if step == 1 { answers.first = given }
      if step == 2 { answers.second = given }
      if step == 3 { answers.third = given }
      step = min(step + 1, 4)
    case .previousStep: step = max(step - 1, 0)
    case .completeOnboarding(let request?):
      let given = OnboardingAnswers(request)
      answers = (given, given, given)
      step = 4
    default: break
    }
  }

  /// The fields of the step, with the given answers.
  private var fields: DrawnForm {
    var expected = DrawnForm()
    if step == 2 || step == 4, let health = answers.second?.request.profile {
      (expected.weight, expected.height, expected.gender) = (health.currentWeight, health.height, health.gender)
    }
    if step >= 3 { expected.goal = answers.third?.request.profile.primaryGoal }
    return expected
  }

  /// Whether the step is on screen with its fields, if onboarding is.
  func isShown(_ screen: RenderedValues) -> Bool {
    let isOpen = screen[.cover] == Cover.onboarding.published || screen[.onboarded] <= 0
    return !isOpen || drawn == (step, fields)
  }
}
