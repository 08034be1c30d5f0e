package import GTSDFields

extension Scenario {
  /// Reads the text of a scenario file and applies overrides.
  ///
  /// - Parameters:
  ///   - text: JSON with comments and trailing commas.
  ///   - name: the scenario's name if the text gives none, such as the file's base name.
  ///   - overrides: the command line's changes to the file.
  /// - Throws: ``ScenarioError`` with all problems; a text that is not JSON has one.
  public static func parse(
    _ text: String, name: String = "scenario", overrides: ScenarioOverrides = ScenarioOverrides()
  ) throws(ScenarioError) -> Scenario {
    try parse(bytes: Array(text.utf8), name: name, overrides: overrides)
  }

  /// Reads the UTF-8 bytes of a scenario file, and its overrides.
  package static func parse(
    bytes: [UInt8], name: String = "scenario", overrides: ScenarioOverrides = ScenarioOverrides()
  ) throws(ScenarioError) -> Scenario {
    var root: JSONNode
    do {
      root = try JSONReader.read(bytes: bytes)
    } catch {
      throw ScenarioError(problems: [
        ScenarioProblem(path: "$", origin: .file(line: error.line, column: error.column), message: error.message)
      ])
    }
    root.useSwitchNames()
    var reading = ScenarioReading()
    overrides.apply(to: &root, name: name, reading: &reading)
    root.useSwitchNames()
    for duplicate in root.duplicateKeys() {
      var remedy: String?
      if case .file(let line, let column) = duplicate.first { remedy = "the first stands at \(line):\(column)" }
      reading.report(duplicate.path, duplicate.origin, "duplicate key", remedy: remedy)
    }
    let scenario = read(root, name: name, &reading)
    scenario.check(root, &reading)
    guard reading.problems.isEmpty else {
      throw ScenarioError(problems: reading.problems.map(ScenarioProblem.init).inOrder)
    }
    return scenario
  }

  /// Checks a scenario that was built in code against the rules for files.
  ///
  /// The twin of a story is not checked: it concerns the generation in the story's file, and code may set another.
  ///
  /// - Throws: ``ScenarioError`` with the path of every value that a file could not hold.
  public func validate() throws(ScenarioError) {
    var scenario = self
    scenario.story?.twin = nil
    _ = try Self.parse(scenario.resolved.text, name: name)
  }

  /// The scenario of a tree, with defaults for missing and wrong values.
  static func read(_ root: JSONNode, name: String, _ reading: inout ScenarioReading) -> Scenario {
    var scenario = Scenario(name: name)
    ScenarioTable.scenario.value.read(root, "$", &scenario, &reading)
    if scenario.story != nil { scenario.population = .onePerson }
    return scenario
  }

  /// The values that a run of this scenario depends on, defaults included, with sorted keys. Parsing the text gives
  /// this scenario again, except ``output``. Two scenarios with the same behaviour have equal texts.
  public var resolvedJSON: String {
    var node = resolved
    node.value = .object((node.members ?? []).filter { $0.key != "output" })
    return node.text
  }

  /// The part of ``resolvedJSON`` that a run's events depend on. It excludes the number of people that the scenario
  /// represents and the uncertainty of its values.
  package var eventsJSON: String {
    var node = resolved
    node.value = .object(
      (node.members ?? []).filter { $0.key != "output" && $0.key != "uncertainty" }.map { member in
        guard member.key == "population" else { return member }
        var member = member
        member.node.value = .object((member.node.members ?? []).filter { $0.key != "represents" })
        return member
      })
    return node.text
  }

  /// Every value of this scenario, ``output`` and defaults included, with sorted keys.
  ///
  /// The following are left out if the scenario does not have them: story, load section, remote backend, links,
  /// reminders, length of the summary, time zones, and a calibration's log. With a story, the population is left out,
  /// since it is one person.
  package var resolved: JSONNode {
    let silent = [story == nil ? "story" : "population"] + (load == nil ? ["load"] : [])
    let members = ScenarioTable.scenario.value.write(self).members ?? []
    return JSONNode.object(
      members.filter { !silent.contains($0.key) }.map { member in
        let absent: [String] =
          switch member.key {
          case "backend": (backend.remote == nil ? ["remote"] : []) + (backend.links.isEmpty ? ["links"] : [])
          case "population":
            (population.reminders == nil ? ["reminders"] : [])
              + (population.summaryLength == nil ? ["summaryLength"] : [])
              + (population.timeZones.isEmpty ? ["timeZones"] : [])
          case "uncertainty": uncertainty.observed == nil ? ["observed"] : []
          default: []
          }
        if member.key == "experiment", let experiment {
          let arms = zip(experiment.arms, member.node["arms"]?.elements ?? []).map { arm, node in
            node.without(
              (arm.reminders == nil ? ["reminders"] : []) + (arm.summaryLength == nil ? ["summaryLength"] : []))
          }
          return (member.key, member.node.with(.array(arms), as: "arms"))
        }
        return (member.key, member.node.without(absent))
      }
    ).sorted
  }
}

extension JSONNode {
  /// This object without some members.
  fileprivate func without(_ keys: [String]) -> JSONNode {
    guard !keys.isEmpty else { return self }
    return .object((members ?? []).filter { !keys.contains($0.key) }.map { ($0.key, $0.node) })
  }

  /// This object with another value of a member.
  fileprivate func with(_ node: JSONNode, as key: String) -> JSONNode {
    .object((members ?? []).map { ($0.key, $0.key == key ? node : $0.node) })
  }
}

extension [ScenarioProblem] {
  /// The problems in the order of the file, then those of options. Repeated ones are listed once.
  fileprivate var inOrder: [ScenarioProblem] {
    var result: [ScenarioProblem] = []
    for problem in self where !result.contains(problem) { result.append(problem) }
    return result.enumerated().sorted {
      let (a, b) = ($0.element, $1.element)
      return (a.line ?? .max, a.column ?? .max, $0.offset) < (b.line ?? .max, b.column ?? .max, $1.offset)
    }.map(\.element)
  }
}
