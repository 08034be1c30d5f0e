/// The classes of bytes allowed in each part of a message.
package enum HTTPCharacter {
  /// Whether names and methods may contain the byte: letters, digits and ``!#$%&'*+-.^_`|~``.
  @inline(__always)
  package static func isToken(_ byte: UInt8) -> Bool {
    guard byte < 128 else { return false }
    let half: UInt64 = byte < 64 ? 0x03ff_6cfa_0000_0000 : 0x57ff_ffff_c7ff_fffe
    return half >> UInt64(byte & 63) & 1 == 1
  }

  /// Whether a field value may contain the byte: any byte but control characters other than the tab.
  @inline(__always)
  package static func isValue(_ byte: UInt8) -> Bool {
    byte >= 0x20 ? byte != 0x7f : byte == 0x09
  }

  // These functions count how many leading bytes certainly belong to a kind, eight at a time. The caller examines the
  // remaining bytes one by one: those near the end, and less common ones.

  /// The number of leading bytes that are allowed in a field's value, tabs not counted.
  @inline(__always)
  static func countOfValue(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    count(bytes, from: start) { bytes in
      let isDelete = bytes ^ (ones &* 0x7f)
      return (bytes &- ones &* 0x20) & ~bytes | (isDelete &- ones) & ~isDelete
    }
  }

  /// The number of leading bytes that are letters or hyphens, the characters of most field names.
  @inline(__always)
  static func countOfName(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    count(bytes, from: start) { bytes in
      // Sums of seven bits do not overflow into the next byte. Letters are lower-case here, and bytes outside ASCII
      // belong to no name.
      let letters = (bytes | ones &* 0x20) & (ones &* 0x7f)
      let isLetter = (letters &+ ones &* (0x80 - 0x61)) & ~(letters &+ ones &* (0x80 - 0x7b))
      let isOther = ((bytes ^ (ones &* 0x2d)) & (ones &* 0x7f)) &+ ones &* 0x7f
      return ~isLetter & isOther | bytes
    }
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// The number of leading bytes of a kind.
  ///
  /// - Parameter others: sets the top bit of each of eight bytes that is not of the kind. Bits above the lowest of
  ///   these may be wrong.
  @inline(__always)
  private static func count(
    _ bytes: UnsafeRawBufferPointer, from start: Int, _ others: (UInt64) -> UInt64
  ) -> Int {
    var index = start
    while index + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let count = (others(word) & (ones &* 0x80)).trailingZeroBitCount / 8
      index += count
      guard count == 8 else { break }
    }
    return index - start
  }

  /// Whether all of the bytes are allowed in a value.
  static func areValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while true {
      index += countOfValue(bytes, from: index)
      guard index < bytes.count else { return true }
      guard isValue(bytes[index]) else { return false }
      index += 1
    }
  }

  @inline(__always)
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09
  }

  /// Whether a request target may contain the byte: printable ASCII except the space.
  @inline(__always)
  package static func isTarget(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7f
  }

  /// The lower-case form of a letter.
  @inline(__always)
  static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Whether bytes are a word of ASCII, ignoring case.
  ///
  /// - Parameter word: in lower case.
  @inline(__always)
  package static func spell(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count where lowered(bytes[range.lowerBound + offset]) != word.utf8Start[offset] {
      return false
    }
    return true
  }
}
