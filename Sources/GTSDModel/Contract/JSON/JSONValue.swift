/// A JSON document as a tree, for bodies whose shape differs between servers.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  /// The value of a key; null if this is not an object or has no such key.
  package subscript(key: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members[key]
  }

  package var isNull: Bool {
    guard case .null = self else { return false }
    return true
  }

  package var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// A number, or a text with a number, since some servers write decimals as text.
  package var double: Double? {
    switch self {
    case .number(let value): value
    case .string(let text): Double(text)
    default: nil
    }
  }

  /// A whole number, or a text with one, since some servers write ids as text.
  package var int: Int? { double.flatMap(Int.init(exactly:)) }

  package var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  package var array: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The texts of an array of texts.
  package var strings: [String]? {
    guard let array else { return nil }
    let texts = array.compactMap(\.string)
    return texts.count == array.count ? texts : nil
  }

  /// An ISO 8601 date, with or without fraction.
  package var timestamp: Timestamp? { string.flatMap { Timestamp(iso8601: $0) } }

  /// This object without the keys whose value is null.
  package var withoutNulls: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.withoutNulls)
  }

  /// This value, or another when this one is null.
  package func or(_ other: JSONValue) -> JSONValue { isNull ? other : self }
}

extension JSONValue {
  package init(_ value: Int?) { self = value.map { .number(Double($0)) } ?? .null }
  package init(_ value: Double?) { self = value.map { .number($0) } ?? .null }
  package init(_ value: Bool?) { self = value.map { .bool($0) } ?? .null }
  package init(_ value: String?) { self = value.map { .string($0) } ?? .null }
  package init(_ value: [String]?) { self = value.map { .array($0.map(JSONValue.string)) } ?? .null }
  package init(_ value: Timestamp?) { self = value.map { .string($0.iso8601) } ?? .null }

  /// Reads a document; nil if the bytes are not JSON.
  package init?(parsing bytes: [UInt8]) {
    guard let value = JSONView.read(bytes, { JSONValue($0) }) else { return nil }
    self = value
  }

  private init(_ view: JSONView) {
    if let number = view.number {
      self = .number(number)
    } else if let text = view.string {
      self = .string(text)
    } else if let value = view.bool {
      self = .bool(value)
    } else if let elements = view.array {
      self = .array(elements.map { JSONValue($0) })
    } else if let members = view.members {
      self = .object(JSONObject(members.map { ($0.key, JSONValue($0.value)) }))
    } else {
      self = .null
    }
  }

  /// The document as compact text with sorted keys.
  package var bytes: [UInt8] {
    var writer = JSONBodyWriter()
    writer.put(self)
    return writer.bytes
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral
{
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { (key: $0.0, value: $0.1) }))
  }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
}
