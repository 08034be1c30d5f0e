/// Reads frames from bytes that arrive in pieces of any size. Refuses malformed frames.
package struct HTTP2FrameReader: Sendable {
  /// The connection preface: the bytes that a client sends first.
  package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  /// The size of a frame's header in bytes.
  package static let headSize = 9

  private let limit: Int
  private var bytes: [UInt8] = []
  private var index = 0

  /// Creates a reader.
  ///
  /// - Parameter limit: the largest content of a frame.
  package init(limit: Int = 16_384) { self.limit = limit }

  /// Adds received bytes.
  package mutating func append(_ received: UnsafeRawBufferPointer) {
    if index > 0 {
      bytes.removeFirst(index)
      index = 0
    }
    bytes.append(contentsOf: received)
  }

  /// The bytes that do not belong to a complete frame yet.
  package var rest: ArraySlice<UInt8> { bytes[index...] }

  /// Reads the next frame; nil if it has not been received completely.
  ///
  /// - Returns: the frame, and its size including its header.
  /// - Throws: `HTTP2Problem`; do not read more frames after that.
  package mutating func next() throws(HTTP2Problem) -> (frame: HTTP2Frame, size: Int)? {
    guard bytes.count - index >= Self.headSize else { return nil }
    let length = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
    let kind = HTTP2FrameKind(rawValue: bytes[index + 3])
    let flags = bytes[index + 4]
    let stream = Self.number(bytes[(index + 5)...]) & 0x7fff_ffff
    guard length <= limit else { throw HTTP2Problem(.length(length), in: kind, stream: stream) }
    let size = Self.headSize + length
    guard bytes.count - index >= size else { return nil }
    let content = bytes[(index + Self.headSize)..<(index + size)]
    let frame = try Self.frame(kind, flags, stream, content)
    index += size
    return (frame, size)
  }

  private static func frame(
    _ kind: HTTP2FrameKind, _ flags: UInt8, _ stream: UInt32, _ content: ArraySlice<UInt8>
  ) throws(HTTP2Problem) -> HTTP2Frame {
    func problem(_ fault: HTTP2Problem.Fault) -> HTTP2Problem { HTTP2Problem(fault, in: kind, stream: stream) }
    func check(ofStream: Bool?, count: Int? = nil) throws(HTTP2Problem) {
      if let ofStream, ofStream != (stream != 0) { throw problem(.stream) }
      if let count, content.count != count { throw problem(.length(content.count)) }
    }
    let ends = flags & HTTP2Flag.end != 0
    let endsFields = flags & HTTP2Flag.endFields != 0
    switch kind {
    case .data:
      try check(ofStream: true)
      let (data, padding) = try unpadded(content, flags, else: problem)
      return .data(stream: stream, Array(data), endsStream: ends, padding: padding)
    case .headers:
      try check(ofStream: true)
      var (fields, _) = try unpadded(content, flags, else: problem)
      if flags & HTTP2Flag.priority != 0 {
        guard fields.count >= 5 else { throw problem(.length(content.count)) }
        fields = fields.dropFirst(5)
      }
      return .headers(stream: stream, Array(fields), endsStream: ends, endsFields: endsFields)
    case .continuation:
      try check(ofStream: true)
      return .continuation(stream: stream, Array(content), endsFields: endsFields)
    case .priority:
      try check(ofStream: true, count: 5)
      return .priority(stream: stream)
    case .reset:
      try check(ofStream: true, count: 4)
      return .reset(stream: stream, HTTP2ErrorCode(rawValue: number(content)))
    case .settings:
      try check(ofStream: false, count: ends ? 0 : nil)
      guard !ends else { return .settingsReceived }
      guard content.count.isMultiple(of: 6) else { throw problem(.length(content.count)) }
      return .settings(
        stride(from: content.startIndex, to: content.endIndex, by: 6).map {
          HTTP2Setting(UInt16(content[$0]) << 8 | UInt16(content[$0 + 1]), number(content[($0 + 2)...]))
        })
    case .pushPromise:
      try check(ofStream: true)
      return .pushPromise(stream: stream)
    case .ping:
      try check(ofStream: false, count: 8)
      let value = UInt64(number(content)) << 32 | UInt64(number(content.dropFirst(4)))
      return ends ? .pong(value) : .ping(value)
    case .goAway:
      try check(ofStream: false)
      guard content.count >= 8 else { throw problem(.length(content.count)) }
      return .goAway(
        last: number(content) & 0x7fff_ffff, HTTP2ErrorCode(rawValue: number(content.dropFirst(4))))
    case .windowUpdate:
      try check(ofStream: nil, count: 4)
      return .windowUpdate(stream: stream, number(content) & 0x7fff_ffff)
    default:
      return .unknown(kind)
    }
  }

  private static func unpadded(
    _ content: ArraySlice<UInt8>, _ flags: UInt8, else problem: (HTTP2Problem.Fault) -> HTTP2Problem
  ) throws(HTTP2Problem) -> (content: ArraySlice<UInt8>, padding: UInt8?) {
    guard flags & HTTP2Flag.padded != 0 else { return (content, nil) }
    guard let padding = content.first else { throw problem(.length(0)) }
    guard Int(padding) < content.count else { throw problem(.padding) }
    return (content.dropFirst().dropLast(Int(padding)), padding)
  }

  /// The number in the first four bytes.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// The flags of frames. The end of a stream and an answer to SETTINGS or PING have the same bit.
enum HTTP2Flag {
  static let end: UInt8 = 0x1
  static let endFields: UInt8 = 0x4
  static let padded: UInt8 = 0x8
  static let priority: UInt8 = 0x20
}
