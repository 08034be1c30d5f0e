/// Writes a JSON document as compact UTF-8 text, with the same bytes as Foundation's encoder with sorted keys and plain
/// slashes. Numbers that JSON lacks become the texts `NaN`, `Infinity` and `-Infinity`.
struct JSONBodyWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

  mutating func put(_ value: JSONValue) {
    switch value {
    case .null: put("null" as StaticString)
    case .bool(true): put("true" as StaticString)
    case .bool(false): put("false" as StaticString)
    case .number(let number): put(number)
    case .string(let text): put(text)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        put(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        put(member.key)
        bytes.append(UInt8(ascii: ":"))
        put(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  mutating func put(byte: UInt8) { bytes.append(byte) }

  /// Appends a word as it is.
  mutating func put(_ word: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// Appends the shortest digits that read back as the number, without a point for a whole number.
  mutating func put(_ number: Double) {
    if number.magnitude <= 0x1p53, let whole = Int64(exactly: number), whole != 0 || number.sign == .plus {
      put(whole)
    } else if number.isFinite {
      var text = number.description
      if text.hasSuffix(".0") { text.removeLast(2) }
      text.withUTF8 { bytes.append(contentsOf: $0) }
    } else {
      put(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
    }
  }

  private mutating func put(_ number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  mutating func put(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { content in
      let raw = UnsafeRawBufferPointer(content)
      var start = 0
      var offset = 0
      while offset < raw.count {
        if offset + 8 <= raw.count,
          countOfPlainBytes(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) == 8
        {
          offset += 8
          continue
        }
        let byte = raw[offset]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          bytes.append(contentsOf: raw[start..<offset])
          putEscape(byte)
          start = offset + 1
        }
        offset += 1
      }
      bytes.append(contentsOf: raw[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func putEscape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      put("u00" as StaticString)
      let digits: StaticString = "0123456789abcdef"
      bytes.append(digits.utf8Start[Int(byte >> 4)])
      bytes.append(digits.utf8Start[Int(byte & 0x0F)])
    }
  }
}
