import GTSDModel

/// Groups the values of a scenario by the unknown quantity that they stand for. Several personas or arms can share one.
///
/// A default is one unknown for all personas that inherit it. Personas that differ only in name and weight are one kind
/// of people, so they share all their values. Any other value of a persona is an unknown of its own, even if another
/// persona has the same number.
struct SharedUnknowns {
  /// For each persona, by name, the first persona that is equal to it.
  private var first: [String: String] = [:]
  /// The default values, by the path without the name of a persona or an arm.
  private var defaults: [String: Double] = [:]
  /// The paths of values with a stated uncertainty.
  private let stated: Set<String>

  init(_ scenario: Scenario) {
    let uncertainty = scenario.uncertainty
    stated = Set(
      uncertainty.spread.map(\.path) + uncertainty.correlations.flatMap { [$0.first, $0.second] }
        + (scenario.values(at: StudyFactor.paths).joined().filter { $0.spread != nil || $0.uncertainty != nil }).map(
          \.path)
    )
    var known: [(persona: Persona, stated: [String])] = []
    for persona in scenario.population.personas {
      let prefix = "population.personas.\(persona.name)."
      let own =
        (uncertainty.spread.map { ($0.path, "\($0.factor)") }
        + uncertainty.correlations.flatMap { [($0.first, "\($0)"), ($0.second, "\($0)")] })
        .filter { $0.0.hasPrefix(prefix) }.map { "\($0.0.dropFirst(prefix.count)) \($0.1)" }
      var plain = persona
      (plain.name, plain.weight) = ("", 1)
      if let same = known.first(where: { kind in
        var other = kind.persona
        (other.name, other.weight) = ("", 1)
        return other == plain && kind.stated == own
      }) {
        first[persona.name] = same.persona.name
      } else {
        first[persona.name] = persona.name
        known.append((persona, own))
      }
    }
    var standard = Scenario(name: scenario.name)
    standard.population.personas = [Persona(name: "any")]
    standard.population.reminders = Reminders()
    for value in standard.values(at: StudyFactor.paths).joined() { defaults[Self.common(value.path)] = value.base }
  }

  /// The path without the name of a persona or an arm.
  private static func common(_ path: String) -> String {
    var steps = path.split(separator: ".")
    if steps.count > 3, steps[1] == "personas" || steps[1] == "arms" { steps.remove(at: 2) }
    if steps.count > 2, steps[1] == "arms" { steps = ["population"] + steps.dropFirst(2) }
    return steps.joined(separator: ".")
  }

  /// The name of the unknown that a value stands for.
  private func unknown(_ value: ScenarioValue) -> String {
    let common = Self.common(value.path)
    guard common != value.path, !common.hasSuffix(".weight") else { return value.path }
    if !stated.contains(value.path), defaults[common] == value.base { return common }
    var steps = value.path.split(separator: ".").map(String.init)
    if steps[1] == "personas", let same = first[steps[2]] { steps[2] = same }
    return steps.joined(separator: ".")
  }

  /// The values without repetition: each unknown occurs once, at the place of its first value.
  func joined(_ values: [ScenarioValue]) -> [ScenarioValue] {
    var result: [ScenarioValue] = []
    var index: [String: Int] = [:]
    for value in values {
      var name = unknown(value)
      if let place = index[name] {
        if result[place].base == value.base {
          result[place].places.append(value.path)
          continue
        }
        // An arm's default reminders are not the scenario's own reminders.
        name = value.path
      }
      index[name] = result.count
      var value = value
      value.places = [value.path]
      value.path = name
      result.append(value)
    }
    for place in result.indices { result[place].sharedPath = sharedPath(result[place]) }
    return result
  }

  /// The path of a value that several equal personas share; nil for other values.
  private func sharedPath(_ value: ScenarioValue) -> String? {
    var steps = value.path.split(separator: ".").map(String.init)
    guard value.places.count > 1, steps.count > 3, steps[1] == "personas", first[steps[2]] != nil else { return nil }
    let sharing = value.places.map { $0.split(separator: ".")[2] }
    steps[2] = Set(sharing).count == first.count ? "*" : sharing.joined(separator: "+")
    return steps.joined(separator: ".")
  }
}
