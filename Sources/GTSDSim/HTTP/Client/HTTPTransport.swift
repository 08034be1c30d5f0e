/// What carries a connection's bytes.
enum HTTPTransport {
  case plain

  /// Whether there may be more to read although the last read did not fill the buffer.
  @inline(__always)
  var mayHoldMore: Bool { false }

  @inline(__always)
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> IOResult {
    switch self {
    case .plain: Socket.read(descriptor, into: buffer)
    }
  }

  @inline(__always)
  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> IOResult {
    switch self {
    case .plain: Socket.write(descriptor, bytes)
    }
  }
}
