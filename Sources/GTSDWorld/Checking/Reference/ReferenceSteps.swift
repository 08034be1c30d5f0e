import GTSDModel

/// The step of onboarding that must be on screen by the person's taps, and the answers that were given so far.
struct ReferenceSteps: Sendable {
  /// The number of the step.
  private var step = 0
  /// The answers that the person gave, without repetitions.
  private var given: [OnboardingRequest] = []
  /// The latest answers to each step, by their place in `given`; -1 for none.
  private var latest = SIMD8<Int8>(repeating: -1)

  /// The step on screen with its fields.
  private var drawn = (step: 0, fields: DrawnForm())

  private func answers(to step: Int) -> OnboardingRequest? { latest[step] < 0 ? nil : given[Int(latest[step])] }

  private mutating func place(of answers: OnboardingRequest) -> Int8 {
    if let index = given.firstIndex(of: answers) { return Int8(clamping: index) }
    given.append(answers)
    return Int8(clamping: given.count - 1)
  }

  /// The body to send after a tap on Complete; nil if a step was left out.
  var body: OnboardingRequest? {
    guard let basics = answers(to: 1)?.profile, let health = answers(to: 2)?.profile, let goals = answers(to: 3) else {
      return nil
    }
    return OnboardingRequest(
      profile: HealthProfile(
        dateOfBirth: basics.dateOfBirth, gender: health.gender, currentWeight: health.currentWeight,
        targetWeight: goals.profile.targetWeight, height: health.height, primaryGoal: goals.profile.primaryGoal,
        targetDate: goals.profile.targetDate, activityLevel: goals.profile.activityLevel),
      preferences: goals.preferences)
  }

  /// Begins with an empty form, at the first step or another one.
  mutating func restart(at first: Int = 0) {
    step = first
    (given, latest) = ([], SIMD8(repeating: -1))
  }

  mutating func drew(_ step: OnboardingStep, _ fields: DrawnForm) { drawn = (Int(step.rawValue), fields) }

  mutating func tapped(_ action: UserAction) {
    switch action {
    case .completeProfile: restart(at: 1)
    case .nextStep(let answers):
      latest[step] = place(of: answers)
      step = min(step + 1, 4)
    case .previousStep: step = max(step - 1, 0)
    case .completeOnboarding(let answers?):
      latest = SIMD8(repeating: place(of: answers))
      step = 4
    default: break
    }
  }

  /// The fields of the step, with the given answers.
  private var fields: DrawnForm {
    var expected = DrawnForm()
    if step == 2 || step == 4, let health = answers(to: 2)?.profile {
      (expected.weight, expected.height, expected.gender) = (health.currentWeight, health.height, health.gender)
    }
    if step >= 3 { expected.goal = answers(to: 3)?.profile.primaryGoal }
    return expected
  }

  /// Whether the step is on screen with its fields, if onboarding is.
  func isShown(_ screen: RenderedValues) -> Bool {
    let isOpen = screen[.cover] == Cover.onboarding.published || screen[.onboarded] <= 0
    return !isOpen || drawn == (step, fields)
  }
}
