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
  /// The answers entered so far; only those of filled steps count.
  private(set) var entered: OnboardingRequest?
  /// The steps that were filled: bit n for step n.
  private var filled: UInt8 = 0

  /// Opens an empty form at a step.
  mutating func open(at first: OnboardingStep) {
    step = first
    (entered, filled) = (nil, 0)
  }

  /// Enters the answers to the step on screen, and shows the next step.
  mutating func goOn(with answers: OnboardingRequest) {
    if entered == nil { entered = answers } else { entered?.take(step, from: answers) }
    filled |= 1 << step.rawValue
    step = step.next ?? step
  }

  /// Shows the step before, with everything that was entered.
  mutating func goBack() { step = step.previous ?? step }

  /// Enters all answers and shows the last step.
  mutating func fill(with answers: OnboardingRequest) {
    (entered, filled) = (answers, .max)
    step = .review
  }

  /// The step that is drawn, with its fields.
  private var drawn = (step: OnboardingStep.welcome, fields: DrawnForm())

  /// Draws the step again.
  ///
  /// - Returns: its fields, or nil if the screen shows them already.
  mutating func redraw() -> DrawnForm? {
    let fields = fields
    guard drawn != (step, fields) else { return nil }
    drawn = (step, fields)
    return fields
  }

  /// The fields of the step on screen, as far as they are filled. The last step shows those of all steps.
  private var fields: DrawnForm {
    var form = DrawnForm()
    guard let profile = entered?.profile else { return form }
    func shows(_ part: OnboardingStep) -> Bool {
      (step == part || step == .review) && filled >> part.rawValue & 1 == 1
    }
    if shows(.healthMetrics) {
      (form.weight, form.height, form.gender) = (profile.currentWeight, profile.height, profile.gender)
    }
    if shows(.goals) { form.goal = profile.primaryGoal }
    return form
  }
}
