import GTSDModel

/// The step of onboarding that must be on screen by the person's taps, and the answers that were given so far.
struct ReferenceSteps: Sendable {
  /// The number of the step.
  private var step = 0
  /// The latest answers to each step.
  private var answers = [OnboardingRequest?](repeating: nil, count: OnboardingStep.allCases.count)

  /// The body to send after a tap on Complete; nil if a step was left out.
  var body: OnboardingRequest? {
    guard let basics = answers[1]?.profile, let health = answers[2]?.profile, let goals = answers[3] else { return nil }
    return OnboardingRequest(
      profile: HealthProfile(
        dateOfBirth: basics.dateOfBirth, gender: health.gender, currentWeight: health.currentWeight,
        targetWeight: goals.profile.targetWeight, height: health.height, primaryGoal: goals.profile.primaryGoal,
        targetDate: goals.profile.targetDate, activityLevel: goals.profile.activityLevel),
      preferences: goals.preferences)
  }

  mutating func tapped(_ action: UserAction) {
    switch action {
    case .completeProfile:
      self = ReferenceSteps()
      step = 1
    case .nextStep(let given):
      answers[step] = given
      step += 1
    case .previousStep: step -= 1
    case .completeOnboarding(let given?):
      answers = answers.map { _ in given }
      step = answers.count - 1
    default: break
    }
  }

  /// Whether the fields on screen are those of the step, with the given answers.
  func shows(_ form: DrawnForm) -> Bool {
    var expected = DrawnForm()
    if step == 2 || step == 4, let health = answers[2]?.profile {
      (expected.weight, expected.height, expected.gender) = (health.currentWeight, health.height, health.gender)
    }
    if step >= 3 { expected.goal = answers[3]?.profile.primaryGoal }
    return form == expected
  }

  /// Whether the step is on screen, if onboarding is.
  func isShown(_ screen: RenderedValues) -> Bool {
    let isOpen = screen[.cover] == Cover.onboarding.published || screen[.onboarded] <= 0
    return !isOpen || screen[.onboardingStep] == Int64(step)
  }
}
