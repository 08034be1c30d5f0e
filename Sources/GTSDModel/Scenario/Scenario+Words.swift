import GTSDFields

extension Scenario {
  /// A plain description of the value at a path, such as `follows the card when it is seen (casual)`; the path itself
  /// where no table describes it.
  package static func words(for path: String) -> String {
    let (known, kind) = described(path)
    guard let known, known.fields.isEmpty else { return path }
    return short(known.doc) + (kind.map { " (\($0))" } ?? "")
  }

  /// The field at a path, which may go on below a field such as a distribution; nil where no table describes it.
  static func field(at path: String) -> FieldInfo? {
    let field = described(path).field
    return field?.name == path.split(separator: ".").last.map(String.init) ? field : nil
  }

  // To make a table's schema takes a millisecond.
  private static let fields = ScenarioTable.scenario.value.fields
  private static let personFields = PersonaTable.persona.value.fields

  /// The innermost field of a path, and the kind of people that the path names.
  private static func described(_ path: String) -> (field: FieldInfo?, kind: String?) {
    let plain = path.hasPrefix("$.") ? path.dropFirst(2) : path[...]
    let steps = plain.split(whereSeparator: { $0 == "." || $0 == "[" }).map {
      String($0.hasSuffix("]") ? $0.dropLast() : $0)
    }
    var fields = Self.fields
    var known: FieldInfo?
    var kind: String?
    for (index, step) in steps.enumerated() {
      if let field = fields.first(where: { $0.name == step }) {
        known = field
        fields = step == "personas" ? personFields : field.fields
      } else if index > 0, steps[index - 1] == "personas" {
        kind = step == "*" ? "everybody" : step
      } else if step == "*" {
        return (nil, nil)
      } else {
        break
      }
    }
    return (known, kind)
  }

  /// A field's meaning as the name of a figure.
  private static func short(_ doc: String) -> String {
    var text = doc.hasSuffix(".") ? String(doc.dropLast()) : doc
    for (long, short) in [
      ("Probability that the person ", ""), ("Probability that any ", "any "), ("Probability that ", ""),
    ] {
      if text.hasPrefix(long) { return short + text.dropFirst(long.count) }
    }
    if let colon = text.firstIndex(of: ":") { text = String(text[..<colon]) }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
