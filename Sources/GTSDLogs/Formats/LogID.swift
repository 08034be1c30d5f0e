import GTSDFields
import GTSDModel

/// An id that a line gives its person.
package struct LogID: Hashable, Sendable {
  /// The kind of thing that an id names.
  package enum Kind: UInt8, Sendable {
    /// An account.
    case user
    /// The id of a phone or a browser, whoever uses it.
    case anonymous
    /// A person, as the service itself combined other ids.
    case person
  }

  package var kind: Kind
  package var text: String

  init(_ kind: Kind, _ text: String) {
    // Mixpanel marks an id of a phone as one where it stands for the person's.
    let mark = "$device:"
    self.kind = kind == .user && text.hasPrefix(mark) ? .anonymous : kind
    self.text = Self.plain(text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : text)
  }

  /// An id as a line has it; nil for what is none, such as `NULL` or a UUID of zeros.
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

  /// The name under which the id is stored. Persons have a prefix of their own, since an id of a phone may become one
  /// of an account.
  var key: String { kind == .person ? "\u{1}\(text)" : text }

  /// Systems that may not tell the phone's id tell one of zeros.
  private var isZero: Bool {
    text.utf8.count >= 32 && text.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }
  }

  /// Addresses and UUIDs are the same in capitals and small letters; tools write them either way.
  private static func plain(_ text: String) -> String {
    guard text.utf8.count == 36 && text.utf8.count(where: { $0 == UInt8(ascii: "-") }) == 4 || text.contains("@") else {
      return text
    }
    return text.lowercased()
  }

  /// Tools that know no whole numbers write `5.0` for 5.
  private static func whole(_ number: String) -> String {
    guard number.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }),
      let value = Double(number), let whole = Int64(exactly: value)
    else { return number }
    return String(whole)
  }
}

extension String {
  /// Whether it is what databases and tools write for nothing.
  var meansNothing: Bool { utf8.count <= 9 && Self.nothings.contains(self) }

  private static let nothings: Set<String> = [
    "", "NULL", "null", "Null", "(null)", "<null>", "\\N", "nil", "<nil>", "None", "NaN", "nan", "N/A", "n/a", "#N/A",
    "NA", "undefined", "(not set)", "-", "--",
  ]
}
