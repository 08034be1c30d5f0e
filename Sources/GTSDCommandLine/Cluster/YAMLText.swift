package import GTSDFields
import GTSDModel

/// Writes a YAML document in block style. A text is written plain if it cannot be mistaken for another value, as a
/// block if it has several lines, and in double quotes otherwise.
package enum YAMLText {
  /// The text of several documents in one file.
  package static func of(_ documents: [JSONNode]) -> String {
    documents.map { lines(of: $0, indent: 0).joined(separator: "\n") + "\n" }.joined(separator: "---\n")
  }

  /// The lines of a collection that is not empty, or of a scalar.
  private static func lines(of node: JSONNode, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    switch node.value {
    case .object(let members) where !members.isEmpty:
      return members.flatMap { member in
        entry(margin + key(member.key) + ":", member.node, indent: indent)
      }
    case .array(let elements) where !elements.isEmpty:
      return elements.flatMap { element -> [String] in
        guard isNested(element) else { return entry(margin + "-", element, indent: indent) }
        var inner = lines(of: element, indent: indent + 2)
        inner[0] = margin + "- " + inner[0].dropFirst(indent + 2)
        return inner
      }
    default: return [margin + scalar(node)]
    }
  }

  /// The lines of a value after its key or dash.
  private static func entry(_ head: String, _ node: JSONNode, indent: Int) -> [String] {
    if isNested(node) { return [head] + lines(of: node, indent: indent + 2) }
    guard case .string(let text) = node.value, let literal = literal(text, indent: indent) else {
      return [head + " " + scalar(node)]
    }
    return [head + " " + literal.header] + literal.lines
  }

  private static func isNested(_ node: JSONNode) -> Bool {
    switch node.value {
    case .object(let members): !members.isEmpty
    case .array(let elements): !elements.isEmpty
    default: false
    }
  }

  private static func scalar(_ node: JSONNode) -> String {
    switch node.value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let text): text
    case .string(let text): isPlain(text) ? text : quoted(text)
    case .array: "[]"
    case .object: "{}"
    }
  }

  private static func key(_ name: String) -> String { isPlain(name) ? name : quoted(name) }

  /// Words that some YAML readers do not interpret as text.
  private static let words: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]

  /// Whether every YAML reader takes the text as a string without quotes.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, !words.contains(text.lowercased()) else { return false }
    switch first {
    case "a"..."z", "A"..."Z", "/", "_": break
    default: return false
    }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/": true
      default: false
      }
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where isPrintable(scalar): result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let width = scalar.value > 0xFFFF ? 8 : 4
        result += (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count) + digits
      }
    }
    return result + "\""
  }

  /// A text of several lines as a literal block; nil if it has only one line, or characters that need escapes.
  private static func literal(_ text: String, indent: Int) -> (header: String, lines: [String])? {
    let scalars = text.unicodeScalars
    guard scalars.contains("\n"), scalars.contains(where: { $0 != "\n" }),
      scalars.allSatisfy({ $0 == "\n" || $0 == "\t" || isPrintable($0) })
    else { return nil }
    var lines = scalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    var ending = "-"
    if scalars.last == "\n" {
      lines.removeLast()
      ending = lines.last == "" ? "+" : ""
    }
    // The number states the indentation of the text, so that leading spaces belong to the text.
    let margin = String(repeating: " ", count: indent + 2)
    return ("|2" + ending, lines.map { $0.isEmpty ? "" : margin + $0 })
  }

  /// Whether YAML allows the character unescaped. Excludes characters that some readers take for the end of a line.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
