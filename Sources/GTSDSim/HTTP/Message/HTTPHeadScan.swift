#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where a head ends.
package enum HTTPHeadScan {
  /// The index behind the empty line that ends a head, nil if it has not come yet.
  ///
  /// - Parameters:
  ///   - bytes: The message from its first byte on.
  ///   - scanned: How many of them an earlier call has seen, so that a head in many pieces is still read once.
  /// - Throws: `HTTPProblem.field` at a line feed without its carriage return: whoever takes that for the end of a line
  ///   disagrees with those who do not about where a message ends.
  @inline(__always)
  package static func end(of bytes: UnsafeRawBufferPointer, scanned: Int = 0) throws(HTTPProblem) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var index = scanned
    while index < bytes.count, let found = memchr(base + index, Int32(lineFeed), bytes.count - index) {
      let feed = UnsafeRawPointer(found) - base
      guard feed >= 1, bytes[feed - 1] == carriageReturn else { throw .field }
      if feed == 1 || (feed >= 3 && bytes[feed - 2] == lineFeed) { return feed + 1 }
      index = feed + 1
    }
    return nil
  }

  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}

/// Where the name and the value of a field are in the bytes of its head; white space around the value is left out.
package struct HTTPFieldRange: Hashable, Sendable {
  package var name: Range<Int>
  package var value: Range<Int>
}

/// Takes the lines of a complete head apart, one field after the other, and refuses what is none.
package struct HTTPFieldScanner {
  private let bytes: UnsafeRawBufferPointer
  private var index: Int
  private var left: Int

  /// - Parameters:
  ///   - head: A whole head, as long as `HTTPHeadScan.end(of:scanned:)` says.
  ///   - start: Where the line behind the start line begins.
  ///   - limit: How many fields it may have.
  package init(head: UnsafeRawBufferPointer, from start: Int, limit: Int) {
    bytes = head
    index = start
    left = limit
  }

  /// The next field; nil at the empty line.
  ///
  /// - Throws: `HTTPProblem.field` for a line that is none, folded ones among them, and `.headTooLarge` for one more than
  ///   allowed.
  @inline(__always)
  package mutating func next() throws(HTTPProblem) -> HTTPFieldRange? {
    let count = bytes.count
    guard index < count else { throw .field }
    if bytes[index] == HTTPHeadScan.carriageReturn {
      guard index + 2 == count, bytes[index + 1] == HTTPHeadScan.lineFeed else { throw .field }
      return nil
    }
    guard left > 0 else { throw .headTooLarge }
    left -= 1

    let nameStart = index
    while index < count, HTTPCharacter.isToken(bytes[index]) { index += 1 }
    guard index > nameStart, index < count, bytes[index] == UInt8(ascii: ":") else { throw .field }
    let name = nameStart..<index
    index += 1
    while index < count, HTTPCharacter.isSpace(bytes[index]) { index += 1 }
    let valueStart = index
    while index + 8 <= count, HTTPCharacter.areValue(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
      index += 8
    }
    while index < count, HTTPCharacter.isValue(bytes[index]) { index += 1 }
    var valueEnd = index
    while valueEnd > valueStart, HTTPCharacter.isSpace(bytes[valueEnd - 1]) { valueEnd -= 1 }
    guard index + 1 < count, bytes[index] == HTTPHeadScan.carriageReturn, bytes[index + 1] == HTTPHeadScan.lineFeed
    else { throw .field }
    index += 2
    return HTTPFieldRange(name: name, value: valueStart..<valueEnd)
  }
}

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
