import GTSDFields
package import GTSDModel

extension ScenarioDifference {
  /// The values in which scenarios differ, by path, in the order of the first that has it. Names, descriptions and
  /// output folders are ignored.
  package static func between(_ scenarios: [Scenario]) -> [ScenarioDifference] {
    let leaves = scenarios.map { scenario in
      var result: [(path: String, value: String)] = []
      collect(scenario.resolved, at: "", into: &result)
      return result
    }
    let tables = leaves.map { Dictionary($0.map { ($0.path, $0.value) }, uniquingKeysWith: { first, _ in first }) }
    var seen: Set<String> = []
    let paths = leaves.flatMap { $0.map(\.path) }.filter { seen.insert($0).inserted }
    return paths.compactMap { path in
      let values = tables.map { $0[path] }
      return values.allSatisfy { $0 == values[0] } ? nil : ScenarioDifference(path: path, values: values)
    }
  }

  private static let silent = ["name", "description", "output"]

  private static func collect(_ node: JSONNode, at path: String, into result: inout [(path: String, value: String)]) {
    if let members = node.members, !node.isDistribution {
      for member in members where !(path.isEmpty && silent.contains(member.key)) {
        collect(member.node, at: path.isEmpty ? member.key : "\(path).\(member.key)", into: &result)
      }
    } else if let elements = node.elements, elements.contains(where: { $0.members != nil }) {
      for (index, element) in elements.enumerated() {
        collect(element, at: "\(path).\(element["name"]?.string ?? "\(index)")", into: &result)
      }
    } else {
      result.append((path, node.string ?? node.text))
    }
  }
}

extension JSONNode {
  /// Whether the value is a distribution, which is easier to read as a whole.
  fileprivate var isDistribution: Bool {
    guard let members, members.count == 1 else { return false }
    return DistributionKind.all.contains { $0.name == members[0].key }
  }
}
