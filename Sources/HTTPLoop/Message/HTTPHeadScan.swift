#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A search for the end of a head.
package enum HTTPHeadScan {
  /// The index after the empty line that ends a head, nil if it has not been received yet.
  ///
  /// - Parameters:
  ///   - bytes: the message from its first byte on.
  ///   - scanned: the number of bytes that an earlier call has scanned, so that a head in many pieces is still read
  ///     once.
  /// - Throws: `HTTPProblem.field` at a line feed without a carriage return. Readers that accept it as the end of a
  ///   line and readers that do not disagree about the end of a message.
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

/// The byte ranges of a field's name and value in its head. White space around the value is left out.
package struct HTTPFieldRange: Hashable, Sendable {
  package var name: Range<Int>
  package var value: Range<Int>
}

/// Splits a complete head into fields, and refuses invalid ones.
package struct HTTPFieldScanner {
  private let bytes: UnsafeRawBufferPointer
  private var index: Int
  private var left: Int

  /// Creates a sequence of the fields of a head.
  ///
  /// - Parameters:
  ///   - head: a complete head, up to the result of `HTTPHeadScan.end(of:scanned:)`.
  ///   - start: the index of the line after the start line.
  ///   - limit: the largest number of fields.
  package init(head: UnsafeRawBufferPointer, from start: Int, limit: Int) {
    bytes = head
    index = start
    left = limit
  }

  /// Reads the next field; nil at the empty line.
  ///
  /// - Throws: `HTTPProblem.field` for an invalid or folded line, and `.headTooLarge` for more fields than allowed.
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
    index += HTTPCharacter.countOfName(bytes, from: index)
    while index < count, HTTPCharacter.isToken(bytes[index]) { index += 1 }
    guard index > nameStart, index < count, bytes[index] == UInt8(ascii: ":") else { throw .field }
    let name = nameStart..<index
    index += 1
    while index < count, HTTPCharacter.isSpace(bytes[index]) { index += 1 }
    let valueStart = index
    index += HTTPCharacter.countOfValue(bytes, from: index)
    while index < count, HTTPCharacter.isValue(bytes[index]) { index += 1 }
    var valueEnd = index
    while valueEnd > valueStart, HTTPCharacter.isSpace(bytes[valueEnd - 1]) { valueEnd -= 1 }
    guard index + 1 < count, bytes[index] == HTTPHeadScan.carriageReturn, bytes[index + 1] == HTTPHeadScan.lineFeed
    else { throw .field }
    index += 2
    return HTTPFieldRange(name: name, value: valueStart..<valueEnd)
  }
}
