/// The limits on the size of a client's requests, in bytes.
package struct HTTPRequestLimits: Hashable, Sendable {
  /// The greatest length of the target in bytes.
  package var target = 8_192
  /// The greatest length of the request line and all fields together, in bytes.
  package var head = 32_768
  /// The largest number of fields.
  package var fields = 100
  /// The greatest length of the body without its framing, in bytes.
  package var body = 16_777_216

  package init() {}
}

/// Parses requests from bytes that arrive in pieces. The result does not depend on how the bytes are divided into
/// pieces.
///
/// A head that arrives in one piece is read in place. Lines end only in CRLF. Anything that two servers could read
/// differently is refused: see ``HTTPRequestHead`` for method, target and fields, ``HTTPFraming`` for lengths and
/// ``HTTPChunkDecoder`` for chunks.
package struct HTTPRequestParser: Sendable {
  /// The parser's position in a request.
  package enum Progress: Hashable, Sendable {
    case nothing
    case head
    case body
  }

  private enum Phase {
    /// The parser is before a request, or after the carriage return of an empty line there.
    case blank
    case blankFeed
    case method
    case target
    case version
    case fields
    case length
    case chunks
  }

  private static let maxBlankLines = 4
  /// The longest method; no known method is as long.
  private static let maxMethod = 32

  private let limits: HTTPRequestLimits
  private var phase = Phase.blank
  private var blankLines = 0
  /// The beginning of a head whose end has not arrived yet.
  private var held: [UInt8] = []
  /// The number of bytes of the head that were examined.
  private var cursor = 0
  private var methodEnd = 0
  private var targetEnd = 0
  private var version = HTTPVersion.http11
  /// The request whose body is awaited.
  private var incoming: HTTPIncoming?
  private var body: [UInt8] = []
  private var length = 0
  private var chunks = HTTPChunkDecoder()
  private var expectsContinue = false

  package init(limits: HTTPRequestLimits) {
    self.limits = limits
  }

  package var progress: Progress {
    switch phase {
    case .blank, .blankFeed: .nothing
    case .method, .target, .version, .fields: .head
    case .length, .chunks: .body
    }
  }

  /// Whether the client waits for `100 Continue` before it sends the body.
  package var isAwaitingContinue: Bool { expectsContinue && body.isEmpty }

  /// Records that `100 Continue` is sent now. Returns whether the client waits for it, so that it must be sent.
  package mutating func noteContinueSent() -> Bool {
    defer { expectsContinue = false }
    return isAwaitingContinue
  }

  /// Takes bytes from `offset` on, and moves `offset` to the end of a request, or of the bytes.
  ///
  /// - Returns: the request, if it is complete; nil if all bytes are taken and more are needed.
  /// - Throws: `HTTPRefusal`, after which nothing more on the connection can be parsed.
  package mutating func take(
    _ bytes: UnsafeRawBufferPointer, from offset: inout Int
  ) throws(HTTPRefusal) -> HTTPIncoming? {
    if phase == .blank || phase == .blankFeed {
      try skipBlankLines(bytes, &offset)
    }
    switch phase {
    case .blank, .blankFeed:
      return nil
    case .method, .target, .version, .fields:
      guard try takeHead(bytes, &offset) else { return nil }
    case .length, .chunks:
      break
    }
    return try takeBody(bytes, &offset)
  }

  /// Skips empty lines before a request, which some clients send after a body.
  @inline(__always)
  private mutating func skipBlankLines(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) throws(HTTPRefusal) {
    while offset < bytes.count {
      let byte = bytes[offset]
      if phase == .blankFeed {
        guard byte == HTTPHeadScan.lineFeed, blankLines < Self.maxBlankLines else { throw .malformed(.startLine) }
        blankLines += 1
        phase = .blank
      } else if byte == HTTPHeadScan.carriageReturn {
        phase = .blankFeed
      } else {
        phase = .method
        return
      }
      offset += 1
    }
  }

  // MARK: Head

  private mutating func takeHead(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) throws(HTTPRefusal) -> Bool {
    if held.isEmpty {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
      if let end = try scanHead(rest) {
        offset += end
        return true
      }
      held.append(contentsOf: rest)
      offset = bytes.count
      return false
    }
    // Copies at most the longest possible head, and not a large piece after it.
    let before = held.count
    let room = min(limits.head - before, bytes.count - offset)
    held.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + room]))
    let whole = held
    let scanned = whole.withUnsafeBytes { whole in
      Result { () throws(HTTPRefusal) in try scanHead(whole) }
    }
    guard let end = try scanned.get() else {
      offset += room
      return false
    }
    offset += end - before
    held = []
    return true
  }

  /// Continues to look for the end of the head, and reads the head if it is complete.
  ///
  /// - Returns: the index of its end.
  private mutating func scanHead(_ available: UnsafeRawBufferPointer) throws(HTTPRefusal) -> Int? {
    // Bytes beyond the limit are not examined, so that the result does not depend on how the bytes are divided.
    let bytes = UnsafeRawBufferPointer(rebasing: available[..<min(available.count, limits.head)])
    if phase != .fields { try scanRequestLine(bytes) }
    if phase == .fields {
      let fieldStart = targetEnd + Self.versionLength
      let fields = UnsafeRawBufferPointer(rebasing: bytes[fieldStart...])
      let end: Int?
      do throws(HTTPProblem) {
        end = try HTTPHeadScan.end(of: fields, scanned: cursor - fieldStart)
      } catch {
        throw .malformed(error)
      }
      if let end {
        try readHead(UnsafeRawBufferPointer(rebasing: bytes[..<(fieldStart + end)]), fieldStart: fieldStart)
        return fieldStart + end
      }
      cursor = bytes.count
    }
    guard bytes.count < limits.head else { throw .malformed(.headTooLarge) }
    return nil
  }

  /// A blank, `HTTP/1.1` and the end of the line.
  private static let versionLength = 11

  @inline(__always)
  private mutating func scanRequestLine(_ bytes: UnsafeRawBufferPointer) throws(HTTPRefusal) {
    if phase == .method {
      while cursor < bytes.count, HTTPCharacter.isToken(bytes[cursor]) { cursor += 1 }
      guard cursor <= Self.maxMethod else { throw .malformed(.startLine) }
      guard cursor < bytes.count else { return }
      guard cursor > 0, bytes[cursor] == UInt8(ascii: " ") else { throw .malformed(.startLine) }
      methodEnd = cursor
      cursor += 1
      phase = .target
    }
    if phase == .target {
      while cursor < bytes.count, HTTPCharacter.isTarget(bytes[cursor]) { cursor += 1 }
      guard cursor - methodEnd - 1 <= limits.target else { throw .malformed(.targetTooLong) }
      guard cursor < bytes.count else { return }
      guard cursor > methodEnd + 1, bytes[cursor] == UInt8(ascii: " ") else { throw .malformed(.startLine) }
      targetEnd = cursor
      cursor += 1
      phase = .version
    }
    while phase == .version, cursor < bytes.count {
      try takeVersion(bytes[cursor], at: cursor - targetEnd - 1)
      cursor += 1
    }
  }

  @inline(__always)
  private mutating func takeVersion(_ byte: UInt8, at index: Int) throws(HTTPRefusal) {
    switch index {
    case 0, 1, 2, 3, 4, 6:
      // The characters of "HTTP/" and the point, compared as one number.
      guard byte == UInt8(truncatingIfNeeded: 0x002e_002f_5054_5448 as UInt64 >> UInt64(index * 8)) else {
        throw .malformed(.startLine)
      }
    case 5:
      guard byte &- UInt8(ascii: "0") < 10 else { throw .malformed(.startLine) }
      guard byte == UInt8(ascii: "1") else { throw .malformed(.version) }
    case 7:
      guard byte &- UInt8(ascii: "0") < 10 else { throw .malformed(.startLine) }
      // A later minor version is answered with the latest known one.
      version = byte == UInt8(ascii: "0") ? .http10 : .http11
    case 8:
      guard byte == HTTPHeadScan.carriageReturn else { throw .malformed(.startLine) }
    default:
      guard byte == HTTPHeadScan.lineFeed else { throw .malformed(.startLine) }
      phase = .fields
    }
  }

  // MARK: Body

  private mutating func readHead(_ bytes: UnsafeRawBufferPointer, fieldStart: Int) throws(HTTPRefusal) {
    let line = HTTPRequestLine(method: 0..<methodEnd, target: methodEnd + 1..<targetEnd, version: version)
    let head = try HTTPRequestHead(bytes, line: line, fieldStart: fieldStart, limits: limits)
    incoming = head.incoming
    expectsContinue = head.expectsContinue
    if head.isChunked {
      phase = .chunks
    } else {
      phase = .length
      length = head.length
    }
  }

  private mutating func takeBody(
    _ bytes: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(HTTPRefusal) -> HTTPIncoming? {
    if phase == .length {
      let count = min(length - body.count, bytes.count - offset)
      if count > 0 {
        body.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
        offset += count
      }
      guard body.count == length else { return nil }
    } else {
      do throws(HTTPProblem) {
        offset += try chunks.take(
          UnsafeRawBufferPointer(rebasing: bytes[offset...]), into: &body, limit: limits.body)
      } catch {
        throw .malformed(error)
      }
      guard chunks.isDone else { return nil }
      chunks = HTTPChunkDecoder()
    }
    return finish()
  }

  @inline(__always)
  private mutating func finish() -> HTTPIncoming? {
    var complete = incoming
    incoming = nil
    if !body.isEmpty {
      complete?.body = body
      body = []
    }
    phase = .blank
    blankLines = 0
    cursor = 0
    expectsContinue = false
    return complete
  }
}
