import GTSDModel

@testable import GTSDFields

/// The part of JSON Schema (draft 2020-12) that our schemas use, so that tests need no other program.
///
/// An unknown keyword is an error, so that no schema passes because a rule was skipped.
struct JSONSchemaChecker {
  private let root: JSONNode
  private static let annotations = ["$schema", "$id", "$defs", "title", "description", "default", "examples"]

  init(_ schema: JSONNode) { root = schema }

  /// All errors of a value, each with its path.
  func complaints(about value: JSONNode) -> [String] { complaints(value, root, "$") }

  private func complaints(_ value: JSONNode, _ schema: JSONNode, _ path: String) -> [String] {
    if schema.value == .bool(true) { return [] }
    if schema.value == .bool(false) { return ["\(path): nothing is allowed here"] }
    guard let rules = schema.members else { return ["\(path): the schema is \(schema.described)"] }
    return rules.flatMap { rule in complaints(value, rule.key, rule.node, schema, path) }
  }

  private func complaints(
    _ value: JSONNode, _ keyword: String, _ rule: JSONNode, _ schema: JSONNode, _ path: String
  ) -> [String] {
    func unless(_ fits: Bool) -> [String] { fits ? [] : ["\(path): \(keyword) \(rule.text); found \(value.text)"] }
    func alternatives() -> [Int] { (rule.elements ?? []).map { complaints(value, $0, path).count } }
    switch keyword {
    case _ where Self.annotations.contains(keyword): return []
    case "$ref": return complaints(value, definition(rule), path)
    case "type":
      let types = rule.elements?.compactMap(\.string) ?? [rule.string].compactMap(\.self)
      return unless(types.contains { value.isOf(type: $0) })
    case "enum": return unless((rule.elements ?? []).contains { $0.equals(value) })
    case "const": return unless(rule.equals(value))
    case "anyOf": return unless(alternatives().contains(0))
    case "oneOf": return unless(alternatives().count { $0 == 0 } == 1)
    case "minimum": return unless(value.compare(rule) { $0 >= $1 })
    case "maximum": return unless(value.compare(rule) { $0 <= $1 })
    case "exclusiveMinimum": return unless(value.compare(rule) { $0 > $1 })
    case "exclusiveMaximum": return unless(value.compare(rule) { $0 < $1 })
    case "minLength": return unless(value.lengthCompare(rule) { $0 >= $1 })
    case "maxLength": return unless(value.lengthCompare(rule) { $0 <= $1 })
    case "pattern":
      guard let text = value.string else { return [] }
      guard let regex = try? Regex(rule.string ?? "(") else { return ["\(path): no pattern: \(rule.text)"] }
      return unless(text.firstMatch(of: regex) != nil)
    case "minItems": return unless(value.elements.map { Double($0.count) >= rule.number ?? .infinity } ?? true)
    case "maxItems": return unless(value.elements.map { Double($0.count) <= rule.number ?? 0 } ?? true)
    case "prefixItems":
      let pairs = zip(value.elements ?? [], rule.elements ?? []).enumerated()
      return pairs.flatMap { complaints($1.0, $1.1, "\(path)[\($0)]") }
    case "items":
      let first = schema["prefixItems"]?.elements?.count ?? 0
      return (value.elements ?? []).enumerated().dropFirst(first).flatMap { complaints($1, rule, "\(path)[\($0)]") }
    case "required":
      guard let members = value.members else { return [] }
      let missing = (rule.elements ?? []).compactMap(\.string).filter { key in !members.contains { $0.key == key } }
      return missing.map { "\(path): `\($0)` is missing" }
    case "properties":
      return (value.members ?? []).flatMap { member in
        rule[member.key].map { complaints(member.node, $0, JSONPath.appending(member.key, to: path)) } ?? []
      }
    case "propertyNames":
      return (value.members ?? []).flatMap { complaints(.string($0.key), rule, JSONPath.appending($0.key, to: path)) }
    case "minProperties": return unless(value.members.map { Double($0.count) >= rule.number ?? .infinity } ?? true)
    case "maxProperties": return unless(value.members.map { Double($0.count) <= rule.number ?? 0 } ?? true)
    case "additionalProperties":
      let known = schema["properties"]?.members?.map(\.key) ?? []
      return (value.members ?? []).filter { !known.contains($0.key) }.flatMap { member in
        complaints(member.node, rule, JSONPath.appending(member.key, to: path))
      }
    default: return ["\(path): the checker does not know the keyword \(keyword)"]
    }
  }

  private func definition(_ reference: JSONNode) -> JSONNode {
    let steps = reference.string?.split(separator: "/").dropFirst() ?? []
    return steps.reduce(root) { node, step in node[String(step)] ?? .bool(false) }
  }
}

extension JSONNode {
  fileprivate func isOf(type: String) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array),
      ("object", .object):
      true
    case ("integer", .number): number.map { $0 == $0.rounded() } ?? false
    default: false
    }
  }

  /// Whether numbers are in a relation; true for a value that is not a number.
  fileprivate func compare(_ bound: JSONNode, _ relation: (Double, Double) -> Bool) -> Bool {
    guard case .number = value else { return true }
    guard let number, let limit = bound.number else { return false }
    return relation(number, limit)
  }

  fileprivate func lengthCompare(_ bound: JSONNode, _ relation: (Double, Double) -> Bool) -> Bool {
    guard let string, let limit = bound.number else { return true }
    return relation(Double(string.unicodeScalars.count), limit)
  }

  fileprivate func equals(_ other: JSONNode) -> Bool {
    if let number, let another = other.number { return number == another }
    if let string, let another = other.string { return string == another }
    return sorted.text == other.sorted.text
  }
}
