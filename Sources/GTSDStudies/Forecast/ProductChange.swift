import GTSDModel

/// A change to a scenario whose effect on an indicator is of interest: one that a product team can make, or a habit of
/// people that nobody controls.
struct ProductChange: Sendable {
  /// The kind of change.
  enum Kind: String, CaseIterable, Sendable {
    case card, reminders, metrics, rollout, app, habit

    /// Whether a product team can decide the change.
    var isControlled: Bool {
      switch self {
      case .card, .reminders, .metrics, .rollout, .app: true
      case .habit: false
      }
    }
  }

  var kind: Kind
  /// The change in plain words.
  var name: String
  /// The assumed effect of the change on people; nil if the simulation itself determines it.
  var assumed: String?
  /// The command-line option that makes the change.
  var option: String
  /// Makes the change in a variant of the scenario, whose drawn values are set already.
  var apply: @Sendable (Scenario) throws(ScenarioError) -> Scenario

  /// All changes that are possible in a scenario.
  static func all(of scenario: Scenario) -> [ProductChange] {
    cards(scenario) + reminders(scenario) + metrics(scenario) + rollouts(scenario) + apps(scenario) + habits(scenario)
  }

  /// The factor by which the odds of a decision, or a time, are assumed to change: that of assumptions without a
  /// source.
  private static let factor = 1.5

  /// A change that multiplies the values at a path by a factor; empty if the scenario has no value there that can
  /// change.
  private static func scaled(
    _ kind: Kind, _ path: String, by factor: Double, _ name: String, assumed: String? = nil, in scenario: Scenario
  ) -> [ProductChange] {
    // A value of 0, or a probability of 1, is a decision of the scenario rather than an estimate.
    let values = scenario.values(at: path).filter { $0.base > 0 && ($0.kind != .probability || $0.base < 1) }
    guard !values.isEmpty else { return [] }
    let assignment = "\(path)*=\(factor)"
    return [
      ProductChange(
        kind: kind, name: name, assumed: assumed, option: "--set '\(assignment)'",
        apply: { variant throws(ScenarioError) in try variant.setting([assignment]) })
    ]
  }

  private static func cards(_ scenario: Scenario) -> [ProductChange] {
    scaled(
      .card, "population.personas.*.decisions.followCard", by: factor, "A card text that more people follow",
      assumed: "a text that makes the odds of following the card \(factor) times as high", in: scenario)
      + scaled(
        .card, "population.personas.*.decisions.dismissCard", by: 1 / factor, "A card text that fewer people dismiss",
        assumed: "a text that makes the odds of dismissing the card \(factor) times as low", in: scenario)
  }

  private static func reminders(_ scenario: Scenario) -> [ProductChange] {
    if let own = scenario.population.reminders {
      // Only the number of reminders changes. Who allows and follows reminders is drawn at random for each person.
      return [
        ProductChange(
          kind: .reminders, name: "One more reminder",
          assumed: "who allows notifications and follows them is as the scenario says",
          option: "--set population.reminders.most=\(own.most + 1)",
          apply: { variant throws(ScenarioError) in
            var variant = variant
            variant.population.reminders?.most += 1
            return variant
          })
      ]
    }
    return [1, 3].map { most in
      let reminders = Reminders(after: .hours(4), every: .hours(4), most: most, reach: 0.5, response: 0.1)
      let value = #"{"after":"4h","every":"4h","most":\#(most),"reach":0.5,"response":0.1}"#
      return ProductChange(
        kind: .reminders,
        name: most == 1 ? "One reminder after four hours" : "Three reminders, one every four hours",
        assumed: "half of the people allow notifications, and a tenth follow each",
        option: "--set 'population.reminders=\(value)'",
        apply: { variant throws(ScenarioError) in
          var variant = variant
          variant.population.reminders = reminders
          return variant
        })
    }
  }

  private static func metrics(_ scenario: Scenario) -> [ProductChange] {
    scaled(.metrics, "backend.metricsDelay.lognormal.median", by: 0.5, "Metrics in half the time", in: scenario)
      + scaled(
        .metrics, "backend.metricsDelay.lognormal.median", by: 0.1, "Metrics in a tenth of the time", in: scenario)
  }

  private static func rollouts(_ scenario: Scenario) -> [ProductChange] {
    guard let arms = scenario.experiment?.arms, arms.count > 1 else { return [] }
    return arms.enumerated().map { index, arm in
      let assumes = !arm.decisionFactors.isEmpty || arm.reminders != nil
      return ProductChange(
        kind: .rollout, name: index == 0 ? "Nobody gets anything but \(arm.name)" : "Everybody gets \(arm.name)",
        assumed: assumes ? "the effects that the scenario states for \(arm.name)" : nil, option: "#\(arm.name)",
        apply: { variant throws(ScenarioError) in variant.everybody(inArm: index) })
    }
  }

  private static func apps(_ scenario: Scenario) -> [ProductChange] {
    Generation.Preset.allCases.filter { $0 != scenario.generation.preset }.map { preset in
      ProductChange(
        kind: .app, name: preset.changeName, assumed: nil, option: "--generation \(preset.rawValue)",
        apply: { variant throws(ScenarioError) in
          var variant = variant
          variant.generation = .preset(preset)
          return variant
        })
    }
  }

  private static func habits(_ scenario: Scenario) -> [ProductChange] {
    func habit(_ path: String, by factor: Double, _ name: String, _ assumed: String) -> [ProductChange] {
      scaled(.habit, path, by: factor, name, assumed: assumed, in: scenario)
    }
    let odds = "the odds are \(factor) times as high"
    return habit("population.personas.*.habit.returnSameDay", by: factor, "More people come back the same day", odds)
      + habit("population.personas.*.habit.returnNextDay", by: factor, "More people come back on a later day", odds)
      + habit(
        "population.personas.*.decisions.goToPlansDirectly", by: factor, "More people go to their plans by themselves",
        odds)
      + habit(
        "population.personas.*.timings.sessionGap.lognormal.median", by: 1 / factor, "Less time between two visits",
        "the time is \(factor) times shorter")
  }
}

extension Generation.Preset {
  /// The change to this version of the app, in plain words with its name.
  fileprivate var changeName: String {
    let words =
      switch self {
      case .seedCurrent: "The app as it is today"
      case .seedFixed: "The app with the fixes that the specifications propose"
      case .head: "The app with the rules of the public repository"
      case .correct: "The app without defects"
      }
    return "\(words) (\(rawValue))"
  }
}
