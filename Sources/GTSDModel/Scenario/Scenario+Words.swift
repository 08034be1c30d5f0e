import GTSDFields

extension Scenario {
  /// A plain description of the value at a path, such as `follows the card when it is seen (casual)`; the path itself
  /// where no table describes it.
  package static func words(for path: String) -> String {
    let plain = path.hasPrefix("$.") ? path.dropFirst(2) : path[...]
    let steps = plain.split(whereSeparator: { $0 == "." || $0 == "[" }).map {
      String($0.hasSuffix("]") ? $0.dropLast() : $0)
    }
    var fields = ScenarioTable.scenario.value.fields
    var known: FieldInfo?
    var kind: String?
    for (index, step) in steps.enumerated() {
      if let field = fields.first(where: { $0.name == step }) {
        known = field
        fields = step == "personas" ? PersonaTable.persona.value.fields : field.fields
      } else if index > 0, steps[index - 1] == "personas" {
        kind = step == "*" ? "everybody" : step
      } else if step == "*" {
        return path
      } else {
        break
      }
    }
    guard let known, known.fields.isEmpty else { return path }
    return short(known.doc) + (kind.map { " (\($0))" } ?? "")
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
