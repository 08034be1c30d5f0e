extension JSONNode {
  /// This value as JSON on one line, with members in their present order.
  package var text: String {
    var result = ""
    write(to: &result, indentation: nil)
    return result
  }

  /// This value as JSON, one member or element per line, with members in their present order.
  package var prettyText: String {
    var result = ""
    write(to: &result, indentation: 0)
    return result
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

  private func write(to result: inout String, indentation: Int?) {
    switch value {
    case .null: result += "null"
    case .bool(let flag): result += flag ? "true" : "false"
    case .number(let text): result += text
    case .string(let text): Self.quote(text, to: &result)
    case .array(let elements):
      Self.list(elements, "[", "]", to: &result, indentation: elements.allSatisfy(\.isScalar) ? nil : indentation) {
        $0.write(to: &$1, indentation: $2)
      }
    case .object(let members):
      Self.list(members, "{", "}", to: &result, indentation: indentation) {
        Self.quote($0.key, to: &$1)
        $1 += indentation == nil ? ":" : ": "
        $0.node.write(to: &$1, indentation: $2)
      }
    }
  }

  private var isScalar: Bool {
    switch value {
    case .array, .object: false
    case .null, .bool, .number, .string: true
    }
  }

  private static func list<Item>(
    _ items: [Item], _ open: String, _ close: String, to result: inout String, indentation: Int?,
    write: (Item, inout String, Int?) -> Void
  ) {
    result += open
    for (index, item) in items.enumerated() {
      if index > 0 { result += "," }
      if let indentation {
        result += "\n" + String(repeating: " ", count: indentation + 2)
      }
      write(item, &result, indentation.map { $0 + 2 })
    }
    if let indentation, !items.isEmpty { result += "\n" + String(repeating: " ", count: indentation) }
    result += close
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
