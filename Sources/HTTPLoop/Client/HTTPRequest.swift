/// Bytes to send, in pieces that are written in turn from their own memory. Sharing them costs no copy.
package struct HTTPBody: Hashable, Sendable {
  package var segments: [[UInt8]]

  package init(segments: [[UInt8]] = []) {
    self.segments = segments
  }

  /// Creates a body of one piece.
  package init(_ bytes: [UInt8]) {
    segments = bytes.isEmpty ? [] : [bytes]
  }

  /// The number of bytes of all pieces together.
  package var count: Int { segments.reduce(0) { $0 + $1.count } }
}

/// A request to the server of a client, which adds `Host` and `Content-Length`.
package struct HTTPRequest: Hashable, Sendable {
  package var method: HTTPMethod
  /// Path and query. Characters that are forbidden in a request's first line are percent-encoded.
  package var target: String
  /// All fields but `Host`, `Content-Length`, `Transfer-Encoding` and `Connection`.
  package var fields: HTTPFields
  package var body: HTTPBody

  package init(
    _ method: HTTPMethod, _ target: String, fields: HTTPFields = HTTPFields(), body: HTTPBody = HTTPBody()
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
  }

  /// Writes the head.
  ///
  /// - Parameter suffix: the end of the first line and the fields that all requests of a client share.
  @inline(__always)
  func encodeHead(into output: inout [UInt8], suffix: [UInt8]) {
    output.append(contentsOf: method.rawValue.utf8)
    output.append(UInt8(ascii: " "))
    encodeTarget(into: &output)
    output.append(contentsOf: suffix)
    output.append(contentsOf: fields.bytes)
    if !body.segments.isEmpty || method.carriesBody {
      output.append(contentsOf: "Content-Length: ".utf8)
      output.append(decimal: body.count)
      output.append(HTTPHeadScan.carriageReturn)
      output.append(HTTPHeadScan.lineFeed)
    }
    output.append(HTTPHeadScan.carriageReturn)
    output.append(HTTPHeadScan.lineFeed)
  }

  /// Writes path and query.
  @inline(__always)
  func encodeTarget(into output: inout [UInt8]) {
    var target = target
    let isPlain = target.withUTF8 { target in
      guard !target.isEmpty, target.allSatisfy(HTTPCharacter.isTarget) else { return false }
      output.append(contentsOf: target)
      return true
    }
    if !isPlain { Self.encodeTarget(target, into: &output) }
  }

  private static func encodeTarget(_ target: String, into output: inout [UInt8]) {
    if target.isEmpty { output.append(UInt8(ascii: "/")) }
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in target.utf8 {
      if HTTPCharacter.isTarget(byte) {
        output.append(byte)
      } else {
        output.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      }
    }
  }
}
