/// The end of a message and the fate of its connection, as the fields of its head define them.
package struct HTTPFraming: Hashable, Sendable {
  /// The value of `Content-Length`; `Int.max` if it is too large for an `Int`.
  package var length: Int?
  /// Whether the message has `Transfer-Encoding: chunked`.
  package var isChunked = false
  /// Whether the message has `Connection: close`.
  package var requestsClose = false
  /// Whether the message has `Connection: keep-alive`.
  package var requestsKeepAlive = false

  package init() {}

  /// Records a field, if it is one of those that define the end of a message or the fate of its connection.
  ///
  /// - Returns: whether it is.
  /// - Throws: `HTTPProblem.length` for both kinds of length, two different lengths, or one that is not a number;
  ///   `.coding` for any coding but a single `chunked`. If two readers disagree about a message's end, one can be made
  ///   to take one message for two (request smuggling).
  @inline(__always)
  @discardableResult
  package mutating func note(_ field: HTTPFieldRange, of bytes: UnsafeRawBufferPointer) throws(HTTPProblem) -> Bool {
    switch field.name.count {
    case 14 where HTTPCharacter.spell(bytes, field.name, "content-length"):
      let length = try Self.number(UnsafeRawBufferPointer(rebasing: bytes[field.value]))
      guard !isChunked, self.length == nil || self.length == length else { throw .length }
      self.length = length
    case 17 where HTTPCharacter.spell(bytes, field.name, "transfer-encoding"):
      guard !isChunked, HTTPCharacter.spell(bytes, field.value, "chunked") else { throw .coding }
      guard length == nil else { throw .length }
      isChunked = true
    case 10 where HTTPCharacter.spell(bytes, field.name, "connection"):
      // Fast path: nearly all servers send exactly this value.
      if HTTPCharacter.spell(bytes, field.value, "keep-alive") {
        requestsKeepAlive = true
        return true
      }
      noteConnection(field.value, of: bytes)
    default:
      return false
    }
    return true
  }

  private mutating func noteConnection(_ value: Range<Int>, of bytes: UnsafeRawBufferPointer) {
    var start = value.lowerBound
    while start < value.upperBound {
      let comma = bytes[start..<value.upperBound].firstIndex(of: UInt8(ascii: ",")) ?? value.upperBound
      var end = comma
      while start < end, HTTPCharacter.isSpace(bytes[start]) { start += 1 }
      while end > start, HTTPCharacter.isSpace(bytes[end - 1]) { end -= 1 }
      if HTTPCharacter.spell(bytes, start..<end, "close") { requestsClose = true }
      if HTTPCharacter.spell(bytes, start..<end, "keep-alive") { requestsKeepAlive = true }
      start = comma + 1
    }
  }

  /// Whether the connection can serve another message after this one.
  @inline(__always)
  package func keepsAlive(_ version: HTTPVersion) -> Bool {
    guard !requestsClose else { return false }
    return version == .http11 || requestsKeepAlive
  }

  /// A number of digits alone.
  private static func number(_ digits: UnsafeRawBufferPointer) throws(HTTPProblem) -> Int {
    guard !digits.isEmpty else { throw .length }
    var value = 0
    for digit in digits {
      guard digit &- UInt8(ascii: "0") < 10 else { throw .length }
      let (tenfold, isBeyond) = value.multipliedReportingOverflow(by: 10)
      let (sum, isBeyondToo) = tenfold.addingReportingOverflow(Int(digit &- UInt8(ascii: "0")))
      value = isBeyond || isBeyondToo ? .max : sum
    }
    return value
  }
}
