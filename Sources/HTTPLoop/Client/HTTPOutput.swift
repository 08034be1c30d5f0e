/// A request that is being sent: its head and the beginning of its body are in a buffer that serves all requests in
/// turn, and the rest is sent from its own memory.
struct HTTPOutput {
  private var buffer: [UInt8] = []
  /// The index of the piece of the body that is being written; -1 for the buffer.
  private var segment = -1
  /// The index of the first piece that is not in the buffer.
  private var next = 0
  private var offset = 0

  /// Copies the head and the beginning of the body into the buffer.
  ///
  /// - Parameter joined: the largest number of bytes copied.
  @inline(__always)
  mutating func begin(_ request: HTTPRequest, suffix: [UInt8], joined: Int) {
    buffer.removeAll(keepingCapacity: true)
    request.encodeHead(into: &buffer, suffix: suffix)
    next = 0
    while next < request.body.segments.count, buffer.count + request.body.segments[next].count <= joined {
      buffer.append(contentsOf: request.body.segments[next])
      next += 1
    }
    segment = -1
    offset = 0
  }

  @inline(__always)
  func isDone(_ body: HTTPBody) -> Bool {
    segment < 0 ? offset == buffer.count && next == body.segments.count : segment == body.segments.count
  }

  /// Writes as much as fits from one piece; there must be one.
  @inline(__always)
  mutating func write(_ body: HTTPBody, by transport: HTTPTransport, _ descriptor: Int32) -> IOResult {
    if segment < 0, offset < buffer.count {
      let result = buffer.withUnsafeBytes {
        transport.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[offset...]))
      }
      if case .moved(let count) = result { offset += count }
      return result
    }
    if segment < 0 {
      segment = next
      offset = 0
    }
    let result = body.segments[segment].withUnsafeBytes {
      transport.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[offset...]))
    }
    if case .moved(let count) = result { offset += count }
    if offset == body.segments[segment].count {
      segment += 1
      offset = 0
    }
    return result
  }
}
