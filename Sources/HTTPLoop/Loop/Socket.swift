#if canImport(Darwin)
  import Darwin
#else
  import CPlatform
  import Glibc
#endif

/// Stream sockets that never block, by descriptor.
package enum Socket {
  /// Begins to connect. The socket becomes ready to write when the attempt has ended, and ``pendingError(_:)`` returns
  /// its result.
  ///
  /// - Throws: `SocketError` if it fails at once.
  package static func connect(to address: SocketAddress) throws(SocketError) -> Int32 {
    let descriptor = try make(family: address.family)
    let result = address.withPointer { systemConnect(descriptor, $0, $1) }
    guard result == 0 || systemErrno == EINPROGRESS else {
      let error = SocketError(doing: "connect")
      _ = close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Listens at an address. Port 0 picks a free port, which ``localAddress(of:)`` returns.
  ///
  /// - Throws: `SocketError`, with `EADDRINUSE` if another program listens there.
  package static func listen(at address: SocketAddress, backlog: Int32 = 1_024) throws(SocketError) -> Int32 {
    let descriptor = try make(family: address.family)
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    guard address.withPointer({ bind(descriptor, $0, $1) }) == 0 else {
      let error = SocketError(doing: "bind to \(address)")
      _ = close(descriptor)
      throw error
    }
    guard systemListen(descriptor, backlog) == 0 else {
      let error = SocketError(doing: "listen")
      _ = close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Accepts one connection; nil if none waits.
  ///
  /// - Throws: `SocketError`, for instance with `EMFILE` if no descriptor is left.
  package static func accept(from listener: Int32) throws(SocketError) -> Int32? {
    #if os(Linux)
      let descriptor = accept_without_blocking(listener)
    #else
      let descriptor = Darwin.accept(listener, nil, nil)
    #endif
    guard descriptor >= 0 else {
      switch systemErrno {
      case EAGAIN, EINTR, ECONNABORTED: return nil
      default: throw SocketError(doing: "accept")
      }
    }
    #if !os(Linux)
      configure(descriptor)
    #endif
    setNoDelay(descriptor)
    return descriptor
  }

  /// Reads the available bytes.
  @inline(__always)
  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> IOResult {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count > 0 { return .moved(count) }
    if count == 0 { return .ended }
    return result(blockedUntil: .read)
  }

  /// Writes as much as fits.
  @inline(__always)
  package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> IOResult {
    #if os(Linux)
      let count = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #else
      let count = send(descriptor, bytes.baseAddress, bytes.count, 0)
    #endif
    if count >= 0 { return .moved(count) }
    return result(blockedUntil: .write)
  }

  private static func result(blockedUntil readiness: Readiness) -> IOResult {
    switch systemErrno {
    case EAGAIN: .wouldBlock(until: readiness)
    // Treated as nothing written: the loop reports the state again.
    case EINTR: .wouldBlock(until: readiness)
    case let error: .failed(errno: error)
    }
  }

  /// The pending error of a socket, 0 if there is none.
  package static func pendingError(_ descriptor: Int32) -> Int32 {
    var error: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) == 0 else { return systemErrno }
    return error
  }

  /// The address at which a socket listens or speaks.
  package static func localAddress(of descriptor: Int32) throws(SocketError) -> SocketAddress {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard result == 0 else { throw SocketError(doing: "getsockname") }
    return SocketAddress(storage: storage, length: length)
  }

  /// The address of the other side as digits; empty if the connection has ended.
  package static func peerHost(of descriptor: Int32) -> String {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
    }
    return result == 0 ? SocketAddress(storage: storage, length: length).host : ""
  }

  /// Closes a descriptor that is no longer watched.
  package static func close(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #else
      Glibc.close(descriptor)
    #endif
  }

  /// Tells the other side that nothing more will be sent.
  package static func endWriting(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  private static func make(family: Int32) throws(SocketError) -> Int32 {
    #if os(Linux)
      let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      let descriptor = socket(family, type, 0)
    #else
      let descriptor = socket(family, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw SocketError(doing: "socket") }
    #if !os(Linux)
      configure(descriptor)
    #endif
    setNoDelay(descriptor)
    return descriptor
  }

  /// Sends small messages at once (`TCP_NODELAY`).
  private static func setNoDelay(_ descriptor: Int32) {
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  #if !os(Linux)
    private static func configure(_ descriptor: Int32) {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var one: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
    }
  #endif

  private static var systemErrno: Int32 {
    #if canImport(Darwin)
      Darwin.errno
    #else
      Glibc.errno
    #endif
  }
}

// System functions whose names `Socket` also uses.

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(descriptor, address, length)
}

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
  listen(descriptor, backlog)
}
