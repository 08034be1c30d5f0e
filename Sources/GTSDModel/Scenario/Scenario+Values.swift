import GTSDFields

extension Scenario {
  /// Returns the numbers at a path; `*` stands for every element of a list or member of an object.
  ///
  /// Empty if the path does not exist or does not lead to a number.
  package func values(at path: String) -> [ScenarioValue] { values(at: [path])[0] }

  /// The values at each of several paths.
  package func values(at paths: [String]) -> [[ScenarioValue]] {
    let root = resolved
    return paths.map { Self.values(at: $0, in: root) }
  }

  private static func values(at path: String, in root: JSONNode) -> [ScenarioValue] {
    let plain = path.hasPrefix("$.") ? path.dropFirst(2) : path[...]
    let steps = plain.split(whereSeparator: { $0 == "." || $0 == "[" }).map { $0.hasSuffix("]") ? $0.dropLast() : $0 }
    var result: [ScenarioValue] = []
    follow(steps[...], from: root, at: "", into: &result)
    return result
  }

  /// Every probability with a stated uncertainty, in the order of the resolved form.
  package var uncertainValues: [ScenarioValue] {
    var result: [ScenarioValue] = []
    Self.visit(resolved, at: "") { if $0.uncertainty != nil { result.append($0) } }
    return result
  }

  /// The path of a number that is nearest to a misspelt path, whose personas may be `*`; nil if none is near.
  package func nearestNumber(to path: String) -> String? {
    var paths: [String] = []
    Self.visit(resolved, at: "") { value in
      paths.append(value.path)
      let steps = value.path.split(separator: ".")
      if steps.count > 3, steps[1] == "personas" {
        paths.append((steps[..<2] + ["*"] + steps[3...]).joined(separator: "."))
      }
    }
    return NearestName.of(path.hasPrefix("$.") ? String(path.dropFirst(2)) : path, in: paths)
  }

  /// A copy of this scenario with some values set, each as `PATH=VALUE`.
  ///
  /// - Throws: all problems that the new values cause.
  package func setting(_ assignments: [String]) throws(ScenarioError) -> Scenario {
    var result = try Scenario.parse(resolvedJSON, name: name, overrides: ScenarioOverrides(sets: assignments))
    result.output = output
    return result
  }

  private static func follow(
    _ steps: ArraySlice<Substring>, from node: JSONNode, at path: String, into result: inout [ScenarioValue]
  ) {
    guard let step = steps.first else {
      if let value = value(node, at: path) { result.append(value) }
      return
    }
    for (name, child) in children(of: node) {
      guard step == "*" || name.key == step || name.position.map({ $0 == step }) == true else { continue }
      follow(steps.dropFirst(), from: child, at: path.isEmpty ? name.key : "\(path).\(name.key)", into: &result)
    }
  }

  private static func visit(_ node: JSONNode, at path: String, _ body: (ScenarioValue) -> Void) {
    if let value = value(node, at: path) { return body(value) }
    for (name, child) in children(of: node) {
      visit(child, at: path.isEmpty ? name.key : "\(path).\(name.key)", body)
    }
  }

  /// Members by their key, elements by their name if they have one and otherwise by their position.
  private static func children(of node: JSONNode) -> [(name: (key: String, position: String?), node: JSONNode)] {
    if let members = node.members { return members.map { (($0.key, nil), $0.node) } }
    return (node.elements ?? []).enumerated().map { index, element in
      ((element["name"]?.string ?? "\(index)", "\(index)"), element)
    }
  }

  private static func value(_ node: JSONNode, at path: String) -> ScenarioValue? {
    if let text = node.string {
      guard let seconds = try? DurationText.seconds(text) else { return nil }
      let limits = path == "population.memory.sleep" ? 0...PeopleMemoryTable.longestSleep.seconds : nil
      return ScenarioValue(path: path, kind: .duration, base: seconds, limits: limits)
    }
    if let number = node.number {
      let name = path.split(separator: ".").last.map(String.init) ?? path
      let schema = field(at: path)?.schema
      let ends = schema?["minimum"]?.number.flatMap { low in schema?["maximum"]?.number.map { (low, $0) } }
      return ScenarioValue(
        path: path, kind: probabilityNames.contains(name) ? .probability : .number, base: number,
        limits: ends.map { $0.0...$0.1 },
        isWhole: schema?["type"]?.string.flatMap { $0 == "integer" ? true : $0 == "number" ? false : nil })
    }
    if let base = node["value"]?.number, let spread = node["spread"]?.number {
      return ScenarioValue(path: path, kind: .probability, base: base, spread: spread)
    }
    guard node["value"]?.number != nil, node["uncertainty"] != nil else { return nil }
    var probability = Probability(0)
    var reading = ScenarioReading()
    ValueSpec<Probability>.probability.read(node, path, &probability, &reading)
    guard reading.problems.isEmpty else { return nil }
    return ScenarioValue(
      path: path, kind: .probability, base: probability.value, uncertainty: probability.uncertainty)
  }

  /// Whether the value at a path is a probability.
  package static func isProbability(at path: String) -> Bool {
    path.split(separator: ".").last.map { probabilityNames.contains(String($0)) } ?? false
  }

  /// Names of fields that contain a probability, wherever they occur.
  private static let probabilityNames = Set(
    Decisions.probabilityNames + [
      "returnNextDay", "returnSameDay", "dailyDecay", "oneVisit", "recall", "errorRate", "lossRate", "probability",
      "reach", "response",
    ]
  )
}
