import GTSDFields
import Statistics

extension Wording {
  /// The value of a scenario for people: a distribution in words instead of the syntax of a scenario file.
  static func assumption(_ value: String) -> String {
    guard let first = value.first, "{[\"".contains(first), let node = try? JSONReader.read(value) else { return value }
    return text(node)
  }

  private static func text(_ node: JSONNode) -> String {
    if let text = node.string { return text }
    if let elements = node.elements { return elements.map(text).joined(separator: ", ") }
    guard let members = node.members else { return node.prettyText }
    // A distribution has its kind as its only member. A constant is written without its kind.
    if members.count == 1, let only = members.first {
      return only.key == "constant" ? text(only.node) : "\(only.key): \(text(only.node))"
    }
    return members.map { "\($0.key) \(text($0.node))" }.joined(separator: ", ")
  }
}
