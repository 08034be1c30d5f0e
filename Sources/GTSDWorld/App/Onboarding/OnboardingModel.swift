import GTSDModel

/// The onboarding form's state.
///
/// The form keeps what was entered only while it is open. Assumption, since no document states it: closing the sheet,
/// ending the process and signing out discard it. Nothing is sent before Complete or Skip.
struct OnboardingModel {
  /// The number of answers in progress.
  var inFlight = 0
  var hasFailed = false
  var wasAbandoned = false
  /// Whether an answer may have been stored without the app's knowledge.
  var isUnresolved = false
  /// The step on screen.
  private(set) var step = OnboardingStep.welcome
  /// The answers whose part was entered on each step; nil for a step that is not filled.
  private var basics: OnboardingAnswers?
  private var health: OnboardingAnswers?
  private var goals: OnboardingAnswers?

  /// Opens an empty form at a step.
  mutating func open(at first: OnboardingStep) {
    step = first
    (basics, health, goals) = (nil, nil, nil)
  }

  /// Enters the answers to the step on screen, and shows the next step.
  mutating func goOn(with answers: OnboardingAnswers) {
    switch step {
    case .welcome, .review: break
    case .accountBasics: basics = answers
    case .healthMetrics: health = answers
    case .goals: goals = answers
    }
    step = step.next ?? step
  }

  /// Shows the step before, with everything that was entered.
  mutating func goBack() { step = step.previous ?? step }

  /// Enters all answers and shows the last step.
  mutating func fill(with answers: OnboardingAnswers) {
    basics = answers.entered(on: .accountBasics)
    health = answers.entered(on: .healthMetrics)
    goals = answers.entered(on: .goals)
    step = .review
  }

  /// The answers of all steps; nil if one is not filled.
  var entered: OnboardingRequest? {
    guard let basics, let health, let goals else { return nil }
    var request = goals.request
    request.profile.dateOfBirth = basics.request.profile.dateOfBirth
    request.profile.currentWeight = health.request.profile.currentWeight
    request.profile.height = health.request.profile.height
    request.profile.gender = health.request.profile.gender
    return request
  }

  /// The fields of the step on screen, as far as they are filled. The last step shows those of all steps.
  var drawn: DrawnForm {
    var form = DrawnForm()
    if step == .healthMetrics || step == .review, let profile = health?.request.profile {
      (form.weight, form.height, form.gender) = (profile.currentWeight, profile.height, profile.gender)
    }
    if step == .goals || step == .review { form.goal = goals?.request.profile.primaryGoal }
    return form
  }
}
