/// A problem with a field: its place, a description and a remedy.
package struct FieldProblem: Sendable {
  package var path: String
  package var origin: JSONNode.Origin
  package var message: String
  package var remedy: String?
}

/// The problems and the state of reading a scenario.
package struct ScenarioReading {
  /// The problems found, in the order of the tables.
  package var problems: [FieldProblem] = []
  /// A value that one table stores for tables that are read later, such as the values that an arm starts from.
  package var left: (any Sendable)?
  /// Whether the part that is being read may set only switches of the client, as an arm of an experiment may.
  package var clientSwitchesOnly = false

  package init(
    problems: [FieldProblem] = [], left: (any Sendable)? = nil, clientSwitchesOnly: Bool = false
  ) {
    self.problems = problems
    self.left = left
    self.clientSwitchesOnly = clientSwitchesOnly
  }

  package mutating func report(_ path: String, _ node: JSONNode, _ message: String, remedy: String? = nil) {
    report(path, node.origin, message, remedy: remedy)
  }

  package mutating func report(_ path: String, _ origin: JSONNode.Origin, _ message: String, remedy: String? = nil) {
    problems.append(FieldProblem(path: path, origin: origin, message: message, remedy: remedy))
  }

  /// Reports an unknown name together with the nearest known name.
  package mutating func reportUnknown(
    _ what: String, _ name: String, known: [String], list: String? = nil, path: String, origin: JSONNode.Origin
  ) {
    let remedy =
      NearestName.of(name, in: known).map { "did you mean `\($0)`?" }
      ?? (known.count <= 12
        ? "one of \(known.map { "`\($0)`" }.joined(separator: ", "))"
        : what == "key" && list == nil ? "`gtsd-sim schema` has all keys" : nil)
    let remedies = [remedy, list].compactMap(\.self)
    report(
      path, origin, "unknown \(what) `\(name)`",
      remedy: remedies.isEmpty ? nil : remedies.joined(separator: remedy?.hasSuffix("?") == true ? " " : "; "))
  }
}
