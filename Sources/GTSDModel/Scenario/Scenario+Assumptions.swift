import GTSDFields

/// A value that strongly influences a run, with its source.
public struct ScenarioAssumption: Sendable, Equatable {
  /// The path in a scenario, such as `population.personas.casual.decisions.followCard`. A path without a persona's name
  /// is the default of all personas that do not set the value themselves.
  public var path: String
  /// The value, in the syntax of a scenario file.
  public var value: String
  /// The source of the value: a page of the contract, `this scenario`, `assumption, no source`, or `equals a target, no
  /// source` for a value that is also a target of the specifications.
  public var source: String
}

extension Scenario {
  /// The values about people and backend that this scenario uses, in the order of the tables: first the defaults with
  /// their sources, then the values that the scenario sets for a persona. A default that the file repeats keeps its
  /// source.
  public var assumptions: [ScenarioAssumption] {
    let resolved = ScenarioTable.scenario.value.write(self)
    // An optional part that the scenario adds has defaults of its own.
    var standard = Scenario(name: name)
    standard.population.reminders = Reminders()
    let defaults = ScenarioTable.scenario.value.write(standard)
    var result: [ScenarioAssumption] = []
    let ownSource = "this scenario"
    Self.walk(
      ScenarioTable.population.value.fields, resolved["population"], defaults["population"], "population"
    ) { path, value, standard, source in
      // The absence of an optional part is not an assumption, except that the backend's queue has no limit.
      guard value != "null" else { return }
      result.append(ScenarioAssumption(path: path, value: value, source: value == standard ? source : ownSource))
    }
    if story == nil, population.memory == nil {
      result.append(ScenarioAssumption(path: "population.memory", value: "null", source: ownSource))
    }
    let people = resolved["population"]?["personas"]?.elements ?? []
    let person = PersonaTable.persona.value.write(PersonaTable.persona.template)
    Self.walk(PersonaTable.persona.value.fields, person, person, "population.personas") { path, value, _, source in
      let isUsed = people.contains { $0.at(path: path.dropFirst("population.personas.".count))?.text == value }
      if isUsed { result.append(ScenarioAssumption(path: path, value: value, source: source)) }
    }
    let mix = Dictionary(
      zip(standard.population.personas.map(\.name), defaults["population"]?["personas"]?.elements ?? []),
      uniquingKeysWith: { first, _ in first })
    for (persona, node) in zip(population.personas, people) {
      let prefix = "population.personas.\(persona.name)"
      Self.walk(PersonaTable.persona.value.fields, node, person, prefix) { path, value, standard, _ in
        guard value != standard else { return }
        let isDefault = mix[persona.name]?.at(path: path.dropFirst(prefix.count + 1))?.text == value
        result.append(ScenarioAssumption(path: path, value: value, source: isDefault ? assumption : ownSource))
      }
    }
    Self.walk(BackendTable.backend.value.fields, resolved["backend"], defaults["backend"], "backend") {
      path, value, standard, source in
      result.append(ScenarioAssumption(path: path, value: value, source: value == standard ? source : ownSource))
    }
    return result
  }

  /// Visits every field with a source, and passes on its path, value, default and source.
  private static func walk(
    _ fields: [FieldInfo], _ node: JSONNode?, _ defaults: JSONNode?, _ path: String,
    visit: (String, String, String, String) -> Void
  ) {
    for field in fields {
      let fieldPath = "\(path).\(field.name)"
      let (value, standard) = (node?[field.name], defaults?[field.name])
      if field.fields.isEmpty || value?.members == nil {
        // An empty list, as of links, is not an assumption.
        if let source = field.source, let value, value.elements?.isEmpty != true {
          visit(fieldPath, value.text, standard?.text ?? "", source)
        }
      } else {
        walk(field.fields, value, standard, fieldPath, visit: visit)
      }
    }
  }
}

extension JSONNode {
  /// The value at a path of keys.
  fileprivate func at(path: some StringProtocol) -> JSONNode? {
    path.split(separator: ".").reduce(self) { node, key in node?[String(key)] }
  }
}
