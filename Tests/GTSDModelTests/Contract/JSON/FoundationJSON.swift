import Foundation
import GTSDModel
import GTSDModelTestSupport

/// A JSON tree as Foundation reads and writes it, to compare the package's own reader and writer with.
struct FoundationJSON: Codable {
  var value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  static func parse(_ bytes: some Sequence<UInt8>) -> JSONValue? {
    try? JSONDecoder().decode(FoundationJSON.self, from: Data(bytes)).value
  }

  static func write(_ value: JSONValue) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return Array(try encoder.encode(FoundationJSON(value)))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .null
    } else if let text = try? container.decode(String.self) {
      value = .string(text)
    } else if let number = try? container.decode(Double.self) {
      value = .number(number)
    } else if let flag = try? container.decode(Bool.self) {
      value = .bool(flag)
    } else if let members = try? container.decode([String: FoundationJSON].self) {
      value = .object(JSONObject(members.map { ($0.key, $0.value.value) }))
    } else {
      value = .array(try container.decode([FoundationJSON].self).map(\.value))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements.map(FoundationJSON.init))
    case .object(let object):
      let members = object.members.map { ($0.key, FoundationJSON($0.value)) }
      try container.encode(Dictionary(uniqueKeysWithValues: members))
    }
  }
}

extension RandomValues {
  /// A tree with at most this many levels below the root.
  mutating func json(levels: Int) -> JSONValue {
    switch int(0...(levels > 0 ? 9 : 6)) {
    case 0: return .null
    case 1: return .bool(bool())
    case 2: return .number(Double(int(-1_000_000...1_000_000)))
    case 3: return .number(double(-1000...1000))
    case 4: return .number(anyDouble())
    case 5, 6: return .string(jsonText())
    case 7: return .array((0..<int(0...5)).map { _ in json(levels: levels - 1) })
    default:
      return .object(JSONObject((0..<int(0...20)).map { _ in (text(), json(levels: levels - 1)) }))
    }
  }

  /// A finite number of any size.
  mutating func anyDouble() -> Double {
    let number = Double(bitPattern: next())
    return number.isFinite ? number : 0
  }

  /// Text with characters of every length in UTF-8 and every kind of escape.
  private mutating func jsonText() -> String {
    guard bool() else { return text() }
    var scalars = String.UnicodeScalarView()
    for _ in 0..<int(0...40) {
      let last: UInt32 = one(of: [0x1F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF])
      if let scalar = Unicode.Scalar(UInt32(int(0...Int(last)))) { scalars.append(scalar) }
    }
    return String(scalars)
  }
}
