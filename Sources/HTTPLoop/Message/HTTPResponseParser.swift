/// Reads responses from bytes that arrive in any pieces, and refuses invalid ones.
///
/// The result does not depend on whether the pieces are single bytes or whole responses.
package struct HTTPResponseParser: Sendable {
  /// The limits on the size of a response, in bytes.
  package struct Limits: Hashable, Sendable {
    package var head = 64 << 10
    package var fields = 256
    package var body = 16 << 20

    package init() {}
  }

  /// The result of parsing some bytes.
  package enum Progress: Hashable, Sendable {
    /// All bytes were taken, and the response is not complete.
    case more
    /// The response is complete after `taken` bytes; ``takeResponse()`` returns it.
    case done(taken: Int)
  }

  private enum State {
    /// The parser is in a head, whose earlier pieces are kept.
    case head
    /// The parser is in a body of which this many bytes are missing.
    case body(left: Int)
    case chunks(HTTPChunkDecoder)
    /// The parser is in a body that ends with the connection.
    case untilEnd
    case done
  }

  private let limits: Limits
  private var state = State.head
  private var isBodiless = false
  private var pieces: [UInt8] = []
  private var status = 0
  private var version = HTTPVersion.http11
  private var head = HTTPHead([], fieldStart: 0)
  private var body: [UInt8] = []
  /// Whether the connection can serve another request after this response.
  package private(set) var keepsAlive = false

  package init(limits: Limits) {
    self.limits = limits
  }

  /// Prepares for the next response.
  ///
  /// - Parameter isBodiless: whether it answers HEAD, so that its lengths do not describe its own body.
  @inline(__always)
  package mutating func begin(isBodiless: Bool) {
    state = .head
    self.isBodiless = isBodiless
    if !pieces.isEmpty { pieces = [] }
  }

  /// Takes received bytes.
  ///
  /// - Throws: `HTTPProblem` for a response that is invalid or too large; do not pass more bytes after that.
  package mutating func take(_ bytes: UnsafeRawBufferPointer) throws(HTTPProblem) -> Progress {
    var taken = 0
    while taken < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[taken...])
      switch state {
      case .head:
        guard let count = try takeHead(rest) else { return .more }
        taken += count
      case .body(let left):
        let count = min(left, rest.count)
        body.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<count]))
        taken += count
        state = count == left ? .done : .body(left: left - count)
      case .chunks(var decoder):
        taken += try decoder.take(rest, into: &body, limit: limits.body)
        state = decoder.isDone ? .done : .chunks(decoder)
      case .untilEnd:
        guard rest.count <= limits.body - body.count else { throw .bodyTooLarge }
        body.append(contentsOf: rest)
        taken = bytes.count
      case .done:
        preconditionFailure("a complete response takes no more bytes")
      }
      if case .done = state { return .done(taken: taken) }
    }
    return .more
  }

  /// Records that the connection ended.
  ///
  /// - Returns: whether the response is thereby complete, which is so only for a response without a length.
  package mutating func end() -> Bool {
    guard case .untilEnd = state else { return false }
    state = .done
    return true
  }

  /// Takes the complete response. Call only once for each response.
  package mutating func takeResponse() -> HTTPResponse {
    defer {
      head = HTTPHead([], fieldStart: 0)
      body = []
    }
    return HTTPResponse(status: status, version: version, head: head, body: body)
  }

  // MARK: Head

  /// Reads a part of a head.
  ///
  /// - Returns: the number of these bytes that belong to the head; nil if all do and the head is not complete.
  private mutating func takeHead(_ bytes: UnsafeRawBufferPointer) throws(HTTPProblem) -> Int? {
    // The head is nearly always complete, and is then parsed in place.
    if pieces.isEmpty {
      if let end = try headEnd(bytes, scanned: 0) {
        try readHead(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        return end
      }
      pieces = Array(bytes)
      return nil
    }
    let before = pieces.count
    pieces.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes.prefix(limits.head + 1 - before)))
    let whole = pieces
    let end = try whole.withUnsafeBufferPointer { buffer throws(HTTPProblem) -> Int? in
      let raw = UnsafeRawBufferPointer(buffer)
      guard let end = try headEnd(raw, scanned: before) else { return nil }
      try readHead(UnsafeRawBufferPointer(rebasing: raw[..<end]))
      return end
    }
    guard let end else { return nil }
    pieces = []
    return end - before
  }

  @inline(__always)
  private func headEnd(_ bytes: UnsafeRawBufferPointer, scanned: Int) throws(HTTPProblem) -> Int? {
    if scanned < Self.name.utf8CodeUnitCount {
      // A response that is not HTTP is recognised by its first bytes, long before a possible end of its head.
      for index in 0..<min(bytes.count, Self.name.utf8CodeUnitCount) where bytes[index] != Self.name.utf8Start[index] {
        throw .startLine
      }
    }
    let limited = UnsafeRawBufferPointer(rebasing: bytes.prefix(limits.head))
    let end = try HTTPHeadScan.end(of: limited, scanned: min(scanned, limited.count))
    guard end != nil || bytes.count <= limits.head else { throw .headTooLarge }
    return end
  }

  private static let name: StaticString = "HTTP/"

  private mutating func readHead(_ bytes: UnsafeRawBufferPointer) throws(HTTPProblem) {
    let fieldStart = try readStatusLine(bytes)
    var framing = HTTPFraming()
    var scanner = HTTPFieldScanner(head: bytes, from: fieldStart, limit: limits.fields)
    while let field = try scanner.next() { try framing.note(field, of: bytes) }

    if status < 200 {
      // The client never asks for another protocol. Any other status of 1xx only announces the response.
      guard status != 101 else { throw .startLine }
      return
    }
    head = HTTPHead(Array(bytes), fieldStart: fieldStart)
    try beginBody(framing)
  }

  private mutating func beginBody(_ framing: HTTPFraming) throws(HTTPProblem) {
    keepsAlive = framing.keepsAlive(version)
    if isBodiless || status == 204 || status == 304 {
      state = .done
    } else if framing.isChunked {
      // HTTP/1.0 has no transfer codings. Recipients may disagree about a response that claims one.
      guard version == .http11 else { throw .coding }
      state = .chunks(HTTPChunkDecoder())
    } else if let length = framing.length {
      guard length <= limits.body else { throw .bodyTooLarge }
      // Memory grows with the received bytes, not with the announced length.
      body.reserveCapacity(min(length, 64 << 10))
      state = length == 0 ? .done : .body(left: length)
    } else {
      keepsAlive = false
      state = .untilEnd
    }
  }

  /// Reads the status line, `HTTP/1.1 200 OK`. The words after the number may be missing.
  ///
  /// - Returns: the index after it.
  private mutating func readStatusLine(_ bytes: UnsafeRawBufferPointer) throws(HTTPProblem) -> Int {
    guard bytes.count >= 14, Self.isDigit(bytes[5]), bytes[6] == UInt8(ascii: "."), Self.isDigit(bytes[7])
    else { throw .startLine }
    guard bytes[5] == UInt8(ascii: "1") else { throw .version }
    switch bytes[7] {
    case UInt8(ascii: "1"): version = .http11
    case UInt8(ascii: "0"): version = .http10
    default: throw .version
    }
    guard bytes[8] == UInt8(ascii: " "), Self.isDigit(bytes[9]), Self.isDigit(bytes[10]), Self.isDigit(bytes[11])
    else { throw .startLine }
    status = (9...11).reduce(0) { $0 * 10 + Int(bytes[$1] - UInt8(ascii: "0")) }
    guard status >= 100, status < 600 else { throw .startLine }
    var index = 12
    if bytes[index] == UInt8(ascii: " ") {
      while HTTPCharacter.isValue(bytes[index]) { index += 1 }
    }
    guard bytes[index] == HTTPHeadScan.carriageReturn, bytes[index + 1] == HTTPHeadScan.lineFeed
    else { throw .startLine }
    return index + 2
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
