extension [UInt8] {
  /// Adds a frame. Its content must not be above the other side's limit.
  package mutating func append(_ frame: HTTP2Frame) {
    let (kind, stream) = frame.place
    switch frame {
    case .data(_, let data, let endsStream, let padding):
      let flags = (endsStream ? HTTP2Flag.end : 0) | (padding == nil ? 0 : HTTP2Flag.padded)
      appendFrame(kind, flags, stream, count: data.count + (padding.map { Int($0) + 1 } ?? 0))
      if let padding { append(padding) }
      append(contentsOf: data)
      append(contentsOf: repeatElement(0, count: Int(padding ?? 0)))
    case .headers(_, let fields, let endsStream, let endsFields):
      let flags = (endsStream ? HTTP2Flag.end : 0) | (endsFields ? HTTP2Flag.endFields : 0)
      appendFrame(kind, flags, stream, count: fields.count)
      append(contentsOf: fields)
    case .continuation(_, let fields, let endsFields):
      appendFrame(kind, endsFields ? HTTP2Flag.endFields : 0, stream, count: fields.count)
      append(contentsOf: fields)
    case .priority:
      appendFrame(kind, 0, stream, count: 5)
      append(contentsOf: [0, 0, 0, 0, 15])
    case .reset(_, let code):
      appendFrame(kind, 0, stream, count: 4)
      append(number: code.rawValue)
    case .settings(let settings):
      appendFrame(kind, 0, stream, count: 6 * settings.count)
      for setting in settings {
        append(UInt8(setting.number >> 8))
        append(UInt8(truncatingIfNeeded: setting.number))
        append(number: setting.value)
      }
    case .settingsReceived:
      appendFrame(kind, HTTP2Flag.end, stream, count: 0)
    case .pushPromise(let stream):
      appendFrame(kind, HTTP2Flag.endFields, stream, count: 4)
      append(number: stream + 1)
    case .ping(let value), .pong(let value):
      let isAnswer = if case .pong = frame { true } else { false }
      appendFrame(kind, isAnswer ? HTTP2Flag.end : 0, stream, count: 8)
      append(number: UInt32(value >> 32))
      append(number: UInt32(truncatingIfNeeded: value))
    case .goAway(let last, let code):
      appendFrame(kind, 0, stream, count: 8)
      append(number: last)
      append(number: code.rawValue)
    case .windowUpdate(_, let increment):
      appendFrame(kind, 0, stream, count: 4)
      append(number: increment)
    case .unknown:
      appendFrame(kind, 0, stream, count: 0)
    }
  }

  /// Adds a block of fields in as many frames as it needs.
  ///
  /// - Parameter limit: the largest content of a frame.
  package mutating func appendFields(_ block: [UInt8], stream: UInt32, endsStream: Bool, limit: Int) {
    append(
      .headers(stream: stream, [UInt8](block.prefix(limit)), endsStream: endsStream, endsFields: block.count <= limit))
    var start = limit
    while start < block.count {
      let end = Swift.min(block.count, start + limit)
      append(.continuation(stream: stream, [UInt8](block[start..<end]), endsFields: end == block.count))
      start = end
    }
  }

  /// Adds a part of a body, copied once.
  mutating func appendData(_ data: ArraySlice<UInt8>, stream: UInt32, endsStream: Bool) {
    appendFrame(.data, endsStream ? HTTP2Flag.end : 0, stream, count: data.count)
    append(contentsOf: data)
  }

  private mutating func appendFrame(_ kind: HTTP2FrameKind, _ flags: UInt8, _ stream: UInt32, count: Int) {
    append(UInt8(truncatingIfNeeded: count >> 16))
    append(UInt8(truncatingIfNeeded: count >> 8))
    append(UInt8(truncatingIfNeeded: count))
    append(kind.rawValue)
    append(flags)
    append(number: stream)
  }

  private mutating func append(number: UInt32) {
    for shift in stride(from: 24, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }
}
