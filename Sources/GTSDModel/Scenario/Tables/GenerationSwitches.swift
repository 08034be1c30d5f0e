package import GTSDFields

/// One switch of a generation, independent of its type, for listings, arms, searches and mutation tests.
package struct GenerationSwitch: Sendable {
  /// Path under `generation`, such as `plan.gate`.
  package var path: String
  /// The side that reads the switch.
  package var side: Generation.Side
  /// The switch's effect, in one sentence.
  package var doc: String
  /// Every possible choice; for numbers without limits one example.
  package var choices: [JSONNode]
  /// The choice that a generation makes.
  package var choice: @Sendable (Generation) -> JSONNode
  private var change: @Sendable (JSONNode, inout Generation) -> Bool

  /// The name of the choice that a generation makes, `path=value`. The number of a choice with its own number is left
  /// out.
  package func name(in generation: Generation) -> String {
    let choice = choice(generation)
    return "\(path)=\(choice.string ?? choice.members?.first?.key ?? choice.text)"
  }

  /// The document's line from which a preset's choice was taken; nil if none is known.
  package func citation(in preset: Generation.Preset) -> Citation? {
    Citation.of(name(in: .preset(preset)), in: preset)
  }

  /// Makes a choice; returns false, with no effect, for an unknown choice.
  package func set(_ choice: JSONNode, in generation: inout Generation) -> Bool {
    change(choice, &generation)
  }

  init<Group>(
    group: String, keyPath: FieldPath<Generation, Group>, field: Field<Group>
  ) {
    guard let side = field.info.side else { preconditionFailure("\(group).\(field.info.name) has no side") }
    path = "\(group).\(field.info.name)"
    self.side = side
    doc = field.info.doc
    choices = field.info.schema["enum"]?.elements ?? field.info.schema["examples"]?.elements ?? []
    choice = { field.write($0[keyPath: keyPath]) }
    change = { node, generation in
      var reading = ScenarioReading()
      field.read(node, "$", &generation[keyPath: keyPath], &reading)
      return reading.problems.isEmpty
    }
  }
}

/// A group of switches: its field in the scenario, and the switches in it.
struct SwitchGroup: Sendable {
  var field: Field<Generation>
  var switches: [GenerationSwitch]

  init<Group>(
    _ name: String, _ keyPath: FieldPath<Generation, Group>, _ spec: ObjectSpec<Group>, _ doc: String
  ) {
    field = Field(name, keyPath, spec, doc)
    switches = spec.fields.map { GenerationSwitch(group: name, keyPath: keyPath, field: $0) }
  }
}

extension GenerationTable {
  /// The groups of switches, in the order of `Generation`.
  static let groups: [SwitchGroup] = [
    SwitchGroup("metrics", \.metrics, metrics, "Metrics: their owner, and when they are fetched and computed."),
    SwitchGroup("home", \.home, home, "The Home tab."),
    SwitchGroup("card", \.card, card, "The metrics card on Home."),
    SwitchGroup("dismiss", \.dismiss, dismiss, "Dismissing the card."),
    SwitchGroup("zeroState", \.zeroState, zeroState, "The zero state of people without a profile."),
    SwitchGroup("acknowledge", \.acknowledge, acknowledge, "Acknowledging metrics."),
    SwitchGroup("plan", \.plan, plan, "The plan and its gate."),
    SwitchGroup("onboarding", \.onboarding, onboarding, "Onboarding."),
    SwitchGroup("summary", \.summary, summary, "The summary after onboarding."),
    SwitchGroup("prefs", \.prefs, prefs, "The edit form of preferences."),
    SwitchGroup("profile", \.profile, profile, "The profile and its edit form."),
    SwitchGroup("form", \.form, form, "The body values in the edit form, and the edits that count as changes."),
    SwitchGroup("tasks", \.tasks, tasks, "The Tasks tab."),
    SwitchGroup("photo", \.photo, photo, "Photo uploads."),
    SwitchGroup("auth", \.auth, auth, "Sessions and tokens."),
    SwitchGroup("replies", \.replies, replies, "How replies are applied."),
    SwitchGroup("loading", \.loading, loading, "Loading flags and error texts."),
    SwitchGroup("wire", \.wire, wire, "The shape of payloads over HTTP."),
    SwitchGroup("formula", \.formula, formula, "Formulas of the backend."),
    SwitchGroup("limits", \.limits, limits, "Rate limits and idempotency."),
  ]
}

extension Generation {
  /// Every switch, in the order of the groups.
  package static let switches: [GenerationSwitch] = GenerationTable.groups.flatMap(\.switches)

  /// The reason why a strategy cannot be applied.
  enum StrategyFailure: Error {
    /// The strategy is not of the form `path=value`.
    case malformed
    case unknownSwitch(String)
    case unknownChoice(String, choices: [String])
  }

  /// This generation with one strategy replaced, given as `path=value` with the path of its switch. The same generation
  /// if it already has that strategy, nil for an unknown name.
  package func applying(strategy: String) -> Generation? {
    try? self.strategy(strategy).get()
  }

  /// This generation with one strategy replaced, named `path=value`.
  func strategy(_ strategy: String) -> Result<Generation, StrategyFailure> {
    guard let equals = strategy.firstIndex(of: "=") else { return .failure(.malformed) }
    let (path, value) = (String(strategy[..<equals]), strategy[strategy.index(after: equals)...])
    guard !path.isEmpty, !value.isEmpty else { return .failure(.malformed) }
    guard let item = Self.switches.first(where: { $0.path == path }) else { return .failure(.unknownSwitch(path)) }
    var generation = self
    let choice = (try? JSONReader.read(value)) ?? .string(String(value))
    guard item.set(choice, in: &generation) else {
      return .failure(.unknownChoice(String(value), choices: item.choices.map { $0.string ?? $0.text }))
    }
    return .success(generation)
  }

  /// A generation with the client of this one and the backend of another.
  package func on(backendOf other: Generation) -> Generation {
    var result = self
    for item in Self.switches where item.side == .backend {
      let taken = item.set(item.choice(other), in: &result)
      precondition(taken, "\(item.path) refused \(item.choice(other).text)")
    }
    return result
  }
}

extension Generation.Preset {
  /// The app in a few words, for people who do not know the presets' names.
  package var title: String {
    switch self {
    case .seedCurrent: "today's app"
    case .seedFixed: "the proposed fix"
    case .head: "the public app"
    case .correct: "the app as specified"
    }
  }

  /// The preset's meaning, in one sentence.
  package var summary: String {
    switch self {
    case .seedCurrent:
      "The app as it is today: Home and Plans hold metrics of their own, and Home does not reload when it returns. The "
        + "summary is as specified."
    case .seedFixed:
      "Today's app with the proposed fix: Home and Plans share one model. The fix has defects of its own."
    case .head: "The app and its backend by the rules of the public version."
    case .correct: "The app and its backend with the correct choice at every switch."
    }
  }
}
