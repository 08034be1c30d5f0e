/// A JSON value with its position in the text, for error messages.
package struct JSONNode: Sendable, Equatable {
  /// The value itself. Numbers keep their text, so that a 64-bit seed loses no digit.
  package enum Value: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// A key of an object and its value, in the order written. A key may occur twice.
  package struct Member: Sendable, Equatable {
    package var key: String
    package var origin: Origin
    package var node: JSONNode

    package init(
      key: String, origin: Origin, node: JSONNode
    ) {
      self.key = key
      self.origin = origin
      self.node = node
    }
  }

  /// The position at which a value or key was written.
  package enum Origin: Sendable, Equatable {
    /// A place in the file, line and column counted from 1; columns count Unicode scalars.
    case file(line: Int, column: Int)
    /// An option of the command line, as it is quoted in messages.
    case option(String)
    /// No position: the value was made by this program.
    case computed
  }

  package var value: Value
  package var origin: Origin
  /// Whether the value is written on one line, since programs rather than people read it. The rest of the document may
  /// have another layout.
  package var isCompact = false

  package init(_ value: Value, origin: Origin = .computed) {
    self.value = value
    self.origin = origin
  }
}

extension JSONNode {
  /// The members of an object, nil for anything else.
  package var members: [Member]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// The elements of an array, nil for anything else.
  package var elements: [JSONNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  /// The text of a string; nil for anything else.
  package var string: String? {
    if case .string(let text) = value { text } else { nil }
  }

  /// The value of a number, nil for anything else or one too large for a `Double`.
  package var number: Double? {
    guard case .number(let text) = value, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// The value of the first member with this key; nil if there is none.
  package subscript(key: String) -> JSONNode? {
    members?.first { $0.key == key }?.node
  }

  /// A description of the value for messages: "a string", "the number -3".
  package var described: String {
    switch value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let text): text
    case .string(let text): text.count <= 40 ? "\"\(text)\"" : "\"\(text.prefix(40))…\""
    case .array(let elements): elements.isEmpty ? "an empty list" : "a list"
    case .object: "an object"
    }
  }
}

extension JSONNode {
  package static let null = JSONNode(.null)

  package static func string(_ text: String) -> JSONNode { JSONNode(.string(text)) }

  package static func bool(_ flag: Bool) -> JSONNode { JSONNode(.bool(flag)) }

  package static func int(_ number: some BinaryInteger) -> JSONNode { JSONNode(.number("\(number)")) }

  package static func array(_ elements: [JSONNode]) -> JSONNode { JSONNode(.array(elements)) }

  package static func wholes(_ numbers: [some BinaryInteger]) -> JSONNode { .array(numbers.map { .int($0) }) }

  package static func counts(_ counts: [String: Int]) -> JSONNode { .keyed(counts.mapValues { .int($0) }) }

  /// An object with its members in the order of their keys' UTF-8, so that equal values have equal text.
  package static func keyed(_ members: [String: JSONNode]) -> JSONNode {
    .object(members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) })
  }

  /// An object with its members in this order.
  package static func object(_ members: KeyValuePairs<String, JSONNode>) -> JSONNode {
    .object(members.map { ($0.key, $0.value) })
  }

  /// An object with its members in this order.
  package static func object(_ members: [(String, JSONNode)]) -> JSONNode {
    JSONNode(.object(members.map { Member(key: $0.0, origin: .computed, node: $0.1) }))
  }

  /// A copy of this object with further members, all sorted by key. Any other value is returned unchanged.
  package func adding(_ more: [String: JSONNode]) -> JSONNode {
    guard let members else { return self }
    return .keyed(Dictionary(members.map { ($0.key, $0.node) }) { first, _ in first }.merging(more) { $1 })
  }

  /// The shortest text that reads back as the same number; whole numbers without a fraction.
  package static func number(_ number: Double) -> JSONNode {
    JSONNode(.number(number.shortText))
  }

  /// This value, marked to be written on one line whatever the layout of the rest.
  package var compact: JSONNode {
    var copy = self
    copy.isCompact = true
    return copy
  }
}

extension Double {
  /// The shortest text that reads back as the same number; whole numbers without a fraction.
  package var shortText: String {
    precondition(isFinite, "\(self) has no JSON form")
    return self == rounded() && abs(self) < 1e15 ? "\(Int64(self))" : "\(self)"
  }
}

/// Paths in JSONPath notation: `$.population.personas[2].name`.
package enum JSONPath {
  /// The path of a member. Keys that are not plain names are quoted in brackets.
  package static func appending(_ key: String, to path: String) -> String {
    let plain = !key.isEmpty && key.utf8.allSatisfy { $0.isNameByte }
    return plain ? "\(path).\(key)" : "\(path)[\(JSONNode.string(key).text)]"
  }
}

extension UInt8 {
  /// Whether the byte is a letter, a digit, `-` or `_`.
  package var isNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
