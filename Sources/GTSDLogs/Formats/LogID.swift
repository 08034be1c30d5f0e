import GTSDFields
import GTSDModel

/// An id of a person on a line.
package struct LogID: Hashable, Sendable {
  /// The kind of an id: of an account or of a device.
  package enum Kind: UInt8, Codable, Sendable {
    /// The id of an account.
    case user
    /// The id of a phone or a browser, which several people may use.
    case anonymous
    /// The id of a person, which the analytics service made by combining other ids.
    case person
  }

  package var kind: Kind
  package var text: String

  init(_ kind: Kind, _ text: String) {
    // Mixpanel marks the ids of phones that it uses in place of a person's id.
    let mark = "$device:"
    self.kind = kind == .user && text.hasPrefix(mark) ? .anonymous : kind
    self.text = Self.plain(Self.trimmed(text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : text))
  }

  /// Reads an id from a line; nil for a value that is no id, such as `NULL` or a UUID of zeros.
  init?(_ kind: Kind, _ node: JSONNode) {
    let text: String
    switch node.value {
    case .string(let string): text = string
    case .number(let number): text = Self.whole(number)
    case .null, .bool, .array, .object: return nil
    }
    self.init(kind, text)
    if self.text.isEmpty || self.text.meansNothing || isZero { return nil }
  }

  /// The name under which the id is stored. The names of persons have a prefix of their own, since the id of a phone
  /// may later become that of an account.
  var key: String { kind == .person ? "\u{1}\(text)" : text }

  /// Whether the id consists of zeros. Systems that may not reveal the phone's id send such an id.
  private var isZero: Bool {
    text.utf8.count >= 32 && text.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }
  }

  /// Removes blanks around the id, to which databases fill columns of fixed width.
  private static func trimmed(_ text: String) -> String {
    let blank = UInt8(ascii: " ")
    guard text.utf8.first == blank || text.utf8.last == blank else { return text }
    return String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// Addresses and UUIDs are the same in capitals and small letters; tools write them either way.
  private static func plain(_ text: String) -> String {
    guard text.utf8.count == 36 && text.utf8.count(where: { $0 == UInt8(ascii: "-") }) == 4 || text.contains("@") else {
      return text
    }
    return text.lowercased()
  }

  /// Removes the fraction from a whole number: tools without integers write `5.0` for 5.
  private static func whole(_ number: String) -> String {
    guard number.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }),
      let value = Double(number), let whole = Int64(exactly: value)
    else { return number }
    return String(whole)
  }
}

extension String {
  /// Whether the text is one that databases and tools write for a missing value.
  var meansNothing: Bool { utf8.count <= 9 && Self.missingValueTexts.contains(self) }

  private static let missingValueTexts: Set<String> = [
    "", "NULL", "null", "Null", "(null)", "<null>", "\\N", "nil", "<nil>", "None", "NaN", "nan", "N/A", "n/a", "#N/A",
    "NA", "undefined", "(not set)", "-", "--",
  ]
}
