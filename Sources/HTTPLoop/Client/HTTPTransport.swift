/// The layer that reads and writes a connection's bytes.
enum HTTPTransport {
  case plain
  #if os(Linux)
    case secure(TLSSession)
  #endif

  @inline(__always)
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> IOResult {
    switch self {
    case .plain: Socket.read(descriptor, into: buffer)
    #if os(Linux)
      case .secure(let session): session.read(into: buffer)
    #endif
    }
  }

  @inline(__always)
  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> IOResult {
    switch self {
    case .plain: Socket.write(descriptor, bytes)
    #if os(Linux)
      case .secure(let session): session.write(bytes)
    #endif
    }
  }

  /// Announces the end of sending to the other side, where closing the socket alone does not (TLS).
  func close() {
    switch self {
    case .plain: break
    #if os(Linux)
      case .secure(let session): session.close()
    #endif
    }
  }

  /// Whether there may be more to read although the last read did not fill the buffer.
  @inline(__always)
  var readsInPieces: Bool {
    switch self {
    case .plain: false
    #if os(Linux)
      case .secure: true
    #endif
    }
  }

  /// Whether the transport holds bytes that it read from the socket and that its user has not taken yet.
  @inline(__always)
  var holdsBytes: Bool {
    switch self {
    case .plain: false
    #if os(Linux)
      case .secure(let session): session.holdsBytes
    #endif
    }
  }

  /// Whether the end of the data was intended by the server.
  var endedProperly: Bool {
    switch self {
    case .plain: true
    #if os(Linux)
      case .secure(let session): session.endedProperly
    #endif
    }
  }

  /// The failure of the request in progress after a socket error.
  func failure(_ error: Int32) -> HTTPFailure {
    switch self {
    case .plain: .broken(errno: error)
    #if os(Linux)
      case .secure(let session): session.problem.map { .notSecure(reason: $0) } ?? .broken(errno: error)
    #endif
    }
  }
}
