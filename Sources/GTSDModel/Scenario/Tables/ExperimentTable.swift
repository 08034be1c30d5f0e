import GTSDFields

/// The tables of experiments and targets.
enum ExperimentTable {
  static let experiment = ObjectSpec<Experiment>(
    what: "experiment", template: Experiment(name: "", arms: []),
    fields: [
      Field("name", \.name, .name, "Name of the experiment.", required: true),
      Field("metric", \.metric, .choice(), "The KPI that decides the experiment: the main one of `compare`."),
      Field(
        "arms", \.arms, .list(of: arm, count: 2...26), "The arms that users are assigned to. The first is the control.",
        required: true),
    ])

  static let arm = ObjectSpec<Arm>(
    what: "arm", template: Arm(name: ""),
    fields: [
      Field("name", \.name, .name, "Name of the arm, unique in the experiment.", required: true),
      Field(
        "weight", \.weight, .weight, "The weight of this arm: its share of users is this over the sum of all weights."),
      Field(
        "decisionFactors", \.decisionFactors, .decisionFactors,
        "Factors on probabilities of decisions, by their name; results are capped at 1."),
      Field(
        "generation", \.generation,
        ValueSpec<Generation>.generation(clientOnly: true).orNone("the scenario's client", from: \.generation),
        "The client of this arm: a preset's client, or switches that differ from the scenario's."),
      Field("flags", \.flags, flags, "The features that clients of this arm have."),
      Field(
        "opens", \.opens, .span(.zero...TimeSpan.days(366)),
        "The time at which the arm opens. People who sign up earlier get the control."),
      Field(
        "stages", \.stages, .list(of: stage, count: 0...100),
        "A roll-out: the share of this arm, or how many get it, among users who sign up from each stage on; weights divide the rest."
      ),
      Field(
        "rollback", \.rollback, .span(.zero...TimeSpan.days(366)), none: "an arm that stays", from: .zero,
        "When the arm is rolled back: nobody gets it any more, and its people have the control's client from their next "
          + "cold start on."),
      Field(
        "reminders", \.reminders, RemindersTable.reminders.value, none: "the population's", from: Reminders(),
        "The reminders of this arm's people; {\"most\": 0} for none, although the population has some."),
      Field(
        "summaryLength", \.summaryLength, ScenarioTable.summaryLength, none: "the population's", from: .seconds(30),
        "How long it takes to read this arm's summary to its end."),
    ])

  static let flags = ObjectSpec<FeatureFlags>(
    what: "flags", template: FeatureFlags(),
    fields: [
      Field(
        "enable_metrics_summary", \.metricsSummary, .flag, "Whether the summary appears after onboarding."),
      Field(
        "enable_zero_state", \.zeroState, .flag,
        "Whether Home shows its zero state to people without a profile."),
    ])

  static let stage = ObjectSpec<RolloutStage>(
    what: "stage", template: RolloutStage(from: .zero, share: 0),
    fields: [
      Field("from", \.from, .span(.zero...TimeSpan.days(366)), "Start of the stage.", required: true),
      Field(
        "share", \.share, .number(0...1), "Share of users who sign up in this stage and get the arm."),
      Field(
        "users", \.users, .int(1...1_000_000_000), none: "a share of users", from: 1,
        "Instead of a share: how many of the people whom the scenario describes get the arm in this stage, on average, such "
          + "as the testers of a beta."),
    ])

  static let target = ObjectSpec<TargetOverride>(
    what: "target", template: TargetOverride(kpi: "", comparison: ">=", value: []),
    fields: [
      Field("comparison", \.comparison, .comparison, "How the value is compared with the bound.", required: true),
      Field(
        "value", \.value, .bound,
        "The bound in the unit of the KPI (shares from 0 to 1 or such as \"80%\", seconds or a length of time); "
          + "[low, high] for between.",
        required: true),
      Field("level", \.level, .choice(), "Whether the target is an aim, or the criterion that decides."),
      Field(
        "versus", \.versus, .choice(),
        "Whether the value itself is compared, or its relative change against control."),
    ])
}

extension ValueSpec where Value == [DecisionFactor] {
  /// An object from names of decisions to factors, kept sorted by name.
  static let decisionFactors = ValueSpec(
    expected: "an object from decisions to factors",
    schema: .object([
      "type": "object", "propertyNames": .object(["enum": .array(Decisions.probabilityNames.map { .string($0) })]),
      "additionalProperties": ValueSpec<Double>.number(0...1000).schema,
    ]),
    read: { node, path, list, reading in
      guard let members = node.members else {
        return reading.report(path, node, "expected an object from decisions to factors; found \(node.described)")
      }
      var result: [DecisionFactor] = []
      for member in members {
        let memberPath = JSONPath.appending(member.key, to: path)
        guard Decisions.probabilityNames.contains(member.key) else {
          reading.reportUnknown(
            "decision", member.key, known: Decisions.probabilityNames, path: memberPath, origin: member.origin)
          continue
        }
        var factor = 1.0
        ValueSpec<Double>.number(0...1000).read(member.node, memberPath, &factor, &reading)
        result.append(DecisionFactor(decision: member.key, factor: factor))
      }
      list = result.sorted { $0.decision < $1.decision }
    },
    write: { list in .object(list.map { ($0.decision, .number($0.factor)) }) })
}

extension ValueSpec where Value == String {
  /// The sign of a target's comparison.
  static let comparison: ValueSpec = {
    let choice = ValueSpec<KPITarget.Comparison>.choice()
    return ValueSpec(
      expected: choice.expected, schema: choice.schema,
      read: { node, path, text, reading in
        var comparison = KPITarget.Comparison(rawValue: text) ?? .atLeast
        choice.read(node, path, &comparison, &reading)
        text = comparison.rawValue
      },
      write: { .string($0) })
  }()
}

extension ValueSpec where Value == [Double] {
  /// One bound, or two: numbers, shares such as `80%` or lengths of time such as `2h`.
  static let bound: ValueSpec = {
    let percentage = JSONNode.object(["type": "string", "pattern": "^[+-]?[0-9]+(\\.[0-9]+)?%$"])
    let one = JSONNode.object(["anyOf": .array([.object(["type": "number"]), percentage, .reference("duration")])])
    return scalar(
      "a number, \"80%\" or \"2h\", or [low, high]",
      schema: .object([
        "anyOf": .array([
          one, .object(["type": "array", "items": one, "minItems": .int(2), "maxItems": .int(2)]),
        ])
      ])
    ) { node in
      if let number = number(node) { return [number] }
      guard let elements = node.elements, elements.count == 2 else { return nil }
      let ends = elements.compactMap(number)
      return ends.count == 2 && ends[0] <= ends[1] ? ends : nil
    } write: {
      $0.count == 1 ? .number($0[0]) : .array($0.map { .number($0) })
    }
  }()

  private static func number(_ node: JSONNode) -> Double? {
    node.number ?? node.percentage ?? node.string.flatMap { try? DurationText.seconds($0) }
  }
}

extension ValueSpec where Value == [TargetOverride] {
  /// An object from KPI ids to targets, kept in the order of the KPIs.
  static let targets: ValueSpec = {
    let target = ExperimentTable.target.value
    let known = KPI.allCases.map(\.id)
    return ValueSpec(
      expected: "an object from KPI ids to targets",
      schema: .object([
        "type": "object", "propertyNames": .object(["enum": .array(known.map { .string($0) })]),
        "additionalProperties": target.schema,
      ]),
      read: { node, path, list, reading in
        guard let members = node.members else {
          return reading.report(path, node, "expected an object from KPI ids to targets; found \(node.described)")
        }
        var result: [TargetOverride] = []
        for member in members {
          let memberPath = JSONPath.appending(member.key, to: path)
          guard known.contains(member.key) else {
            reading.reportUnknown("KPI", member.key, known: known, path: memberPath, origin: member.origin)
            continue
          }
          let problems = reading.problems.count
          var override = ExperimentTable.target.template
          override.kpi = member.key
          target.read(member.node, memberPath, &override, &reading)
          guard reading.problems.count == problems else { continue }
          let valuePath = JSONPath.appending("value", to: memberPath)
          if let value = member.node["value"], let problem = mismatch(of: value, in: override) {
            reading.report(valuePath, value, problem)
          } else if (override.comparison == KPITarget.Comparison.between.rawValue) != (override.value.count == 2) {
            reading.report(
              valuePath, member.node["value"] ?? member.node,
              "`between` needs [low, high], every other comparison one number")
          } else {
            result.append(override)
          }
        }
        list = known.compactMap { id in result.first { $0.kpi == id } }
      },
      write: { list in .object(list.map { ($0.kpi, target.write($0)) }) })
  }()

  /// The reason why a bound does not fit its indicator: a share beyond 100%, or a text in another unit.
  private static func mismatch(of value: JSONNode, in target: TargetOverride) -> String? {
    let bounds = value.elements ?? [value]
    let unit = KPI.allCases.first { $0.id == target.kpi }?.definition.unit
    guard target.versus == .absolute else {
      let isTime = bounds.contains { $0.string != nil && $0.percentage == nil }
      return isTime ? "a change against control is a share, such as 0.05 or \"5%\"; found \(value.described)" : nil
    }
    if unit == "share" {
      let isShare = bounds.allSatisfy { (0...1).contains($0.number ?? $0.percentage ?? -1) }
      return isShare ? nil : "\(target.kpi) is a share, from 0 to 1 or \"0%\" to \"100%\"; found \(value.described)"
    }
    if bounds.contains(where: { $0.percentage != nil }) {
      return "\(target.kpi) is no share; found \(value.described)"
    }
    if unit != "s", bounds.contains(where: { $0.string != nil }) {
      return "\(target.kpi) is no length of time; found \(value.described)"
    }
    return nil
  }
}
