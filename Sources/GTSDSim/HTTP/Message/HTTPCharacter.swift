/// What bytes may stand where.
package enum HTTPCharacter {
  /// Letters, digits and ``!#$%&'*+-.^_`|~``, of which names and methods are made.
  @inline(__always)
  package static func isToken(_ byte: UInt8) -> Bool {
    guard byte < 128 else { return false }
    let half: UInt64 = byte < 64 ? 0x03ff_6cfa_0000_0000 : 0x57ff_ffff_c7ff_fffe
    return half >> UInt64(byte & 63) & 1 == 1
  }

  /// What a field's value may hold: no control character but the tab.
  @inline(__always)
  package static func isValue(_ byte: UInt8) -> Bool {
    byte >= 0x20 ? byte != 0x7f : byte == 0x09
  }

  /// Whether eight bytes are values, each of them, and none a tab or a delete, which are looked at one by one.
  @inline(__always)
  static func areValue(_ bytes: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let isDelete = bytes ^ (ones &* 0x7f)
    return ((bytes &- ones &* 0x20) & ~bytes | (isDelete &- ones) & ~isDelete) & (ones &* 0x80) == 0
  }

  /// Whether all of some bytes may stand in a value.
  static func areValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count, areValue(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
        index += 8
      } else if isValue(bytes[index]) {
        index += 1
      } else {
        return false
      }
    }
    return true
  }

  @inline(__always)
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09
  }

  /// What may stand in a request's target: anything printable of ASCII but the blank.
  @inline(__always)
  package static func isTarget(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7f
  }

  /// The small letter of a capital one.
  @inline(__always)
  static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Whether bytes spell a word of ASCII, in capitals or not.
  ///
  /// - Parameter word: In small letters.
  @inline(__always)
  package static func spell(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count where lowered(bytes[range.lowerBound + offset]) != word.utf8Start[offset] {
      return false
    }
    return true
  }
}
