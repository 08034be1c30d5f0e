import Randomness

/// Writes the parts of a token.
package struct TokenWriter {
  package private(set) var bytes: [UInt8]

  /// Creates a writer that appends to the bytes of a token.
  package init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// Appends an integer as bytes of seven bits each, the lowest bits first.
  package mutating func number(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Appends the length of a text in UTF-8, then the text.
  package mutating func text(_ value: String) {
    number(UInt64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  /// Appends a checksum of four bytes over the bytes so far.
  package mutating func checksum() {
    bytes.append(contentsOf: TokenChecksum.of(bytes[...]))
  }
}

/// Reads the parts of a token. Each function returns nil if the remaining bytes do not contain that part.
package struct TokenReader {
  private var bytes: ArraySlice<UInt8>

  /// Creates a reader of bytes that end in their checksum; nil if the checksum is wrong.
  package init?(checked: [UInt8]) {
    guard checked.count > 4, Array(checked.suffix(4)) == TokenChecksum.of(checked.dropLast(4)) else { return nil }
    bytes = checked.dropLast(4)
  }

  /// Whether nothing is left.
  package var isAtEnd: Bool { bytes.isEmpty }

  /// Reads an integer.
  package mutating func number() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      guard shift < 63 || byte <= 1 else { return nil }
      value |= UInt64(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }

  /// Reads a text.
  package mutating func text() -> String? {
    guard let count = number(), count <= UInt64(bytes.count) else { return nil }
    defer { bytes = bytes.dropFirst(Int(count)) }
    return String(validating: bytes.prefix(Int(count)), as: UTF8.self)
  }
}

private enum TokenChecksum {
  /// The first four bytes of FNV-1a, 64 bit.
  static func of(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    // Iterates byte by byte: passing the sequence to another module would go through the metadata of its type.
    var sum = StableHash()
    for byte in bytes { sum.combine(byte) }
    let hash = sum.value
    return (0..<4).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * UInt64($0))) }
  }
}

/// Base64 with the alphabet of RFC 4648 section 5, without padding.
package enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Encodes bytes as text.
  package static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let group = bytes[index..<min(index + 3, bytes.count)]
      var word: UInt32 = 0
      for byte in group { word = word << 8 | UInt32(byte) }
      word <<= UInt32(8 * (3 - group.count))
      for position in 0...group.count {
        result.append(alphabet[Int(word >> UInt32(18 - 6 * position)) & 63])
      }
      index += 3
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Decodes a text into bytes; nil for a character or a length that the encoding cannot produce.
  package static func decode(_ text: Substring) -> [UInt8]? {
    var result: [UInt8] = []
    var word: UInt32 = 0
    var bits = 0
    for character in text.utf8 {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      word = word << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
        word &= (1 << UInt32(bits)) - 1
      }
    }
    return bits < 6 && word == 0 ? result : nil
  }
}
