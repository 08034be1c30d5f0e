/// The byte ranges of the parts of a request line in its head.
struct HTTPRequestLine {
  var method: Range<Int>
  var target: Range<Int>
  var version: HTTPVersion
}

/// A complete request head: its parts and the length of the message.
struct HTTPRequestHead {
  /// The request without its body.
  let incoming: HTTPIncoming
  let isChunked: Bool
  /// The length in bytes of a body that is not chunked.
  let length: Int
  let expectsContinue: Bool

  init(
    _ bytes: UnsafeRawBufferPointer, line: HTTPRequestLine, fieldStart: Int, limits: HTTPRequestLimits
  ) throws(HTTPRefusal) {
    guard let method = Self.method(bytes, line.method) else { throw .unknownMethod }
    let target = try Self.target(bytes, line.target, method)
    let fields = try Self.fields(bytes, from: fieldStart, limit: limits.fields)

    let is11 = line.version == .http11
    guard fields.hosts == 1 || (fields.hosts == 0 && !is11) else { throw .malformed(.host) }
    // HTTP/1.0 has no transfer codings, so a proxy may have assumed another end of the message.
    guard is11 || !fields.framing.isChunked else { throw .malformed(.length) }
    if is11, fields.expectsOther { throw .unknownExpectation }
    length = fields.framing.length ?? 0
    isChunked = fields.framing.isChunked
    guard length <= limits.body else { throw .malformed(.bodyTooLarge) }
    if method.carriesBody, !isChunked, fields.framing.length == nil { throw .lengthRequired }
    expectsContinue = is11 && fields.expectsContinue && (isChunked || length > 0)
    incoming = HTTPIncoming(
      method: method, version: line.version, head: HTTPHead(Array(bytes), fieldStart: fieldStart),
      targetRange: target, keepsAlive: fields.framing.keepsAlive(line.version))
  }

  /// The method of a request line. Only the exact spelling in capitals matches, since methods are case-sensitive.
  private static func method(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> HTTPMethod? {
    guard range.count <= 8 else { return nil }
    var word: UInt64 = 0
    for index in range { word = word << 8 | UInt64(bytes[index]) }
    return switch word {
    case 0x47_4554: .get
    case 0x4845_4144: .head
    case 0x504f_5354: .post
    case 0x50_5554: .put
    case 0x50_4154_4348: .patch
    case 0x4445_4c45_5445: .delete
    case 0x4f_5054_494f_4e53: .options
    default: nil
    }
  }

  /// Path and query of a target, which may name the host as well; empty for the root of a host.
  private static func target(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ method: HTTPMethod
  ) throws(HTTPRefusal) -> Range<Int> {
    // Clients do not send the fragment of an address.
    guard !bytes[range].contains(UInt8(ascii: "#")) else { throw .malformed(.startLine) }
    if bytes[range.lowerBound] == UInt8(ascii: "/") { return range }
    if range.count == 1, method == .options, bytes[range.lowerBound] == UInt8(ascii: "*") { return range }
    for scheme in ["http://", "https://"] as [StaticString] {
      let start = range.lowerBound + scheme.utf8CodeUnitCount
      guard start < range.upperBound, HTTPCharacter.spell(bytes, range.lowerBound..<start, scheme) else { continue }
      let host = start..<(bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "/")) ?? range.upperBound)
      guard !host.isEmpty, isHost(bytes, host) else { break }
      return host.upperBound..<range.upperBound
    }
    throw .malformed(.startLine)
  }

  private struct Fields {
    var framing = HTTPFraming()
    var hosts = 0
    var expectsContinue = false
    var expectsOther = false
  }

  @inline(__always)
  private static func fields(
    _ bytes: UnsafeRawBufferPointer, from start: Int, limit: Int
  ) throws(HTTPRefusal) -> Fields {
    var fields = Fields()
    var scanner = HTTPFieldScanner(head: bytes, from: start, limit: limit)
    do throws(HTTPProblem) {
      while let field = try scanner.next() {
        if try fields.framing.note(field, of: bytes) { continue }
        switch field.name.count {
        case 4 where HTTPCharacter.spell(bytes, field.name, "host"):
          guard isHost(bytes, field.value) else { throw .host }
          fields.hosts += 1
        case 6 where HTTPCharacter.spell(bytes, field.name, "expect"):
          if HTTPCharacter.spell(bytes, field.value, "100-continue") {
            fields.expectsContinue = true
          } else {
            fields.expectsOther = true
          }
        default: break
        }
      }
    } catch {
      throw .malformed(error)
    }
    return fields
  }

  /// Whether a range can be a host with or without a port, without any part of a path, a user or a list.
  private static func isHost(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
    for index in range {
      switch bytes[index] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: ","),
        UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"):
        return false
      case let byte:
        guard HTTPCharacter.isTarget(byte) else { return false }
      }
    }
    return true
  }
}
