extension JSONNode {
  /// The places of line breaks and blanks.
  private enum Layout {
    case oneLine
    /// Each member and element on its own line; lists of plain values on one line.
    case pretty
    /// Like `pretty`, but lists of texts have a line for each text.
    case report
  }

  /// This value as JSON on one line, with members in their present order.
  package var text: String {
    var result = ""
    write(to: &result, .oneLine, indentation: 0)
    return result
  }

  /// This value as JSON, one member or element per line, with members in their present order.
  package var prettyText: String {
    var result = ""
    write(to: &result, .pretty, indentation: 0)
    return result
  }

  /// This value in the format of reports: ended by a line feed, its members in their present order.
  package var reportText: String {
    var result = ""
    write(to: &result, .report, indentation: 0)
    return result + "\n"
  }

  /// This value with the members of every object in the order of their keys' UTF-8, so that equal values have equal
  /// text.
  package var sorted: JSONNode {
    var copy = self
    switch value {
    case .array(let elements):
      copy.value = .array(elements.map(\.sorted))
    case .object(let members):
      let ordered = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      copy.value = .object(ordered.map { Member(key: $0.key, origin: $0.origin, node: $0.node.sorted) })
    case .null, .bool, .number, .string:
      break
    }
    return copy
  }

  private func write(to result: inout String, _ layout: Layout, indentation: Int) {
    let layout = isCompact ? .oneLine : layout
    switch value {
    case .null: result += "null"
    case .bool(let flag): result += flag ? "true" : "false"
    case .number(let text): result += text
    case .string(let text): Self.quote(text, to: &result)
    case .array(let elements):
      let isFlat = layout == .oneLine || elements.allSatisfy { $0.isScalar(in: layout) }
      result += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { result += isFlat && layout == .report ? ", " : "," }
        if !isFlat { Self.newLine(indentation + 2, to: &result) }
        element.write(to: &result, layout, indentation: indentation + 2)
      }
      if !isFlat { Self.newLine(indentation, to: &result) }
      result += "]"
    case .object(let members):
      let isFlat = layout == .oneLine || members.isEmpty
      result += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { result += "," }
        if !isFlat { Self.newLine(indentation + 2, to: &result) }
        Self.quote(member.key, to: &result)
        result += layout == .oneLine ? ":" : ": "
        member.node.write(to: &result, layout, indentation: indentation + 2)
      }
      if !isFlat { Self.newLine(indentation, to: &result) }
      result += "}"
    }
  }

  /// Whether a list of values of this kind is written on one line.
  private func isScalar(in layout: Layout) -> Bool {
    switch value {
    case .array, .object: false
    case .string: layout != .report
    case .null, .bool, .number: true
    }
  }

  private static func newLine(_ indentation: Int, to result: inout String) {
    result += "\n" + String(repeating: " ", count: indentation)
  }

  private static func quote(_ text: String, to result: inout String) {
    result += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    result += "\""
  }
}
