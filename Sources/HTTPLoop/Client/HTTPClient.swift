#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Sends requests to one server. With HTTP/1.1, it keeps a pool of connections with one request at a time on each. With
/// HTTP/2, requests are streams of one connection.
///
/// The client runs on the thread of its loop. It follows no redirects: a status of 3xx is passed on like any other, and
/// `URLSessionExchanges` declines redirects on a Mac. It repeats a request only if the server had closed the connection
/// before a byte of the request was written, or has not processed the request's stream. It must be closed: until then,
/// its loop retains its connections, and these retain it.
package final class HTTPClient: DeadlineHandler {
  package let loop: EventLoop
  package let origin: HTTPOrigin
  package let limits: HTTPClientLimits
  package let tls: TLSContext?
  package let speaks: HTTPClientProtocol
  #if canImport(Darwin)
    /// The sender of requests over secure connections.
    let remote: URLSessionExchanges?
  #endif

  /// The buffer that all connections read into.
  let buffer: UnsafeMutableRawBufferPointer
  /// The bytes that end each request line, and the `Host` field that follows.
  let headSuffix: [UInt8]

  private var connections: [HTTPConnection] = []
  /// Connections without a request. The most recently used is reused first, so that surplus ones time out and are
  /// closed.
  private var idle: [HTTPConnection] = []
  var waiting = HTTPWaitingLine()
  /// The HTTP/2 connection for new requests.
  var streams: HTTP2Connection?
  /// Older HTTP/2 connections, which open no more streams and whose last requests continue.
  var retired: [HTTP2Connection] = []
  /// Requests that failed before they could begin, each with the time at which its handler is called: in the next turn
  /// or later, never from within `send`.
  private var failed: [(exchange: HTTPExchange, due: Int64)] = []
  /// A reference of the client to itself while a request's handler still waits for the end, so that the client is not
  /// released.
  private var debtor: HTTPClient?
  private var deadline: HTTPDeadline?
  private(set) var isClosed = false
  /// The beginning of the last response that was not valid HTTP.
  package internal(set) var malformedSample: [UInt8] = []

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - tls: the trusted certificates, for an `https` server. One context may serve any number of clients.
  ///   - speaks: the protocol of its requests.
  package init(
    loop: EventLoop, origin: HTTPOrigin, limits: HTTPClientLimits = HTTPClientLimits(), tls: TLSContext? = nil,
    speaks: HTTPClientProtocol = .http1
  ) {
    precondition(!origin.addresses.isEmpty, "a server has an address")
    precondition((origin.scheme == .https) == (tls != nil), "https needs trusted authorities, and only https does")
    self.tls = tls
    self.speaks = speaks
    #if canImport(Darwin)
      remote = tls.map { URLSessionExchanges(loop: loop, origin: origin, limits: limits, tls: $0) }
    #endif
    self.loop = loop
    self.origin = origin
    self.limits = limits
    headSuffix = Array(" HTTP/1.1\r\nHost: \(origin.authority)\r\n".utf8)
    buffer = .allocate(byteCount: 64 << 10, alignment: 16)
    deadline = HTTPDeadline(of: self)
  }

  deinit {
    buffer.deallocate()
  }

  /// The number of connections made so far, and the number of TLS handshakes among them.
  package internal(set) var connectionsMade = 0
  package internal(set) var handshakes = 0

  /// The number of open connections: being made, busy or idle.
  package var connectionCount: Int { connections.count + (streams == nil ? 0 : 1) + retired.count }
  /// The number of connections without a request.
  package var idleCount: Int { idle.count }
  /// The number of requests that wait for a connection or a stream.
  package var waitingCount: Int { waiting.count }

  /// Sends a request as soon as there is a connection for it, at once if one is idle.
  ///
  /// - Parameter handler: receives the result, exactly once and after this call.
  /// - Returns: the exchange, by which the request can be cancelled.
  @discardableResult
  package func send(_ request: HTTPRequest, _ handler: any HTTPExchangeHandler) -> HTTPExchange {
    let exchange = HTTPExchange(request, self, handler)
    let now = loop.readClock()
    exchange.timing.queuedAt = now
    start(exchange, now)
    return exchange
  }

  /// Ends every request as `.abandoned`, before this returns, and every connection. Requests sent later end in the same
  /// way.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    while let exchange = waiting.popFirst() { exchange.end(.failure(.abandoned)) }
    for connection in connections { connection.fail(.abandoned) }
    for connection in retired + [streams].compactMap(\.self) { connection.fail(.abandoned) }
    #if canImport(Darwin)
      for exchange in remote?.close() ?? [] { exchange.end(.failure(.abandoned)) }
    #endif
  }

  // MARK: Connections

  func start(_ exchange: HTTPExchange, _ now: Int64) {
    guard !isClosed else { return failLater(exchange, .abandoned) }
    #if canImport(Darwin)
      if let remote {
        if !remote.start(exchange) { failLater(exchange, .malformed(.startLine)) }
        return
      }
    #endif
    if case .http2 = speaks { return startStream(exchange, now) }
    let turn = limits.takesAddressesInTurn ? origin.places.nextTurn() : nil
    if let connection = takeIdle(at: turn?.place, now) { return connection.begin(exchange, now) }
    if connections.count < limits.maxConnections {
      connect(exchange, to: turn?.addresses ?? origin.places.forConnection(), since: now)
    } else if turn != nil, let connection = takeIdle(at: nil, now) {
      connection.begin(exchange, now)
    } else if waiting.count < limits.maxWaiting {
      waiting.append(exchange)
      if waiting.count == 1 { setTimer() }
    } else {
      failLater(exchange, .abandoned)
    }
  }

  /// Removes a usable connection from the idle ones; nil if there is none.
  ///
  /// - Parameter place: the address that it must go to, in digits; nil for any.
  private func takeIdle(at place: String?, _ now: Int64) -> HTTPConnection? {
    while let index = place == nil ? idle.indices.last : idle.lastIndex(where: { $0.place == place }) {
      let connection = idle.remove(at: index)
      if connection.isUsable(now) { return connection }
    }
    return nil
  }

  /// Begins a connection for a request, to the first of several addresses that allows one.
  func connect(_ exchange: HTTPExchange, to addresses: ArraySlice<SocketAddress>, since: Int64) {
    var error = SocketError(call: "connect", errno: 0)
    exchange.timing.connectBeganAt = since
    for index in addresses.indices {
      do throws(SocketError) {
        let descriptor = try Socket.connect(to: addresses[index])
        do throws(SocketError) {
          let connection = try HTTPConnection(
            descriptor, of: self, for: exchange, to: addresses[index], else: addresses[(index + 1)...], since: since)
          connection.index = connections.count
          connections.append(connection)
          return
        } catch {
          _ = Socket.close(descriptor)
          throw error
        }
      } catch let refusal {
        error = refusal
        origin.places.note(addresses[index], isMade: false)
      }
    }
    let failure = Self.failure(ofConnecting: error.errno)
    // Waits a tenth of a second, since retrying at once would use the processor without pause.
    if case .exhausted = failure {
      failLater(exchange, failure, after: 100_000_000)
    } else {
      failLater(exchange, failure)
    }
  }

  static func failure(ofConnecting error: Int32) -> HTTPFailure {
    switch error {
    case ECONNREFUSED: .refused
    case ETIMEDOUT: .connectTimedOut
    case EMFILE, ENFILE, ENOBUFS, ENOMEM, EADDRNOTAVAIL: .exhausted(errno: error)
    default: .broken(errno: error)
    }
  }

  /// Returns a connection to the pool, to be used for another request.
  func release(_ connection: HTTPConnection) {
    if let next = waiting.popFirst() {
      connection.begin(next, loop.readClock())
    } else {
      connection.rest(loop.now)
      idle.append(connection)
    }
  }

  /// Records that a connection is closed.
  func remove(_ connection: HTTPConnection) {
    let last = connections.removeLast()
    if last !== connection {
      connections[connection.index] = last
      last.index = connection.index
    }
    if let index = idle.lastIndex(where: { $0 === connection }) { idle.remove(at: index) }
  }

  /// Opens new connections for waiting requests where the limits leave room.
  func serveWaiting() {
    while connections.count < limits.maxConnections, let next = waiting.popFirst() {
      connect(next, to: origin.places.forConnection(), since: loop.readClock())
    }
  }

  // MARK: Ends

  /// Records that a waiting request has been cancelled.
  func forgetOneWaiting() {
    waiting.forgetOne()
  }

  func failLater(_ exchange: HTTPExchange, _ failure: HTTPFailure, after delay: Int64 = 1) {
    exchange.state = .failed(failure)
    failed.append((exchange, loop.now + delay))
    debtor = self
    setTimer()
  }

  func setTimer() {
    deadline?.set(failed.map(\.due).min() ?? waiting.first?.deadline ?? .max, on: loop)
  }

  package func deadlineReached() {
    let due = failed.filter { $0.due <= loop.now }
    failed.removeAll { $0.due <= loop.now }
    if failed.isEmpty { debtor = nil }
    for (exchange, _) in due {
      if case .failed(let failure) = exchange.state { exchange.end(.failure(failure)) }
    }
    while let first = waiting.first, first.deadline <= loop.now {
      _ = waiting.popFirst()
      first.end(.failure(.totalTimedOut))
    }
    setTimer()
  }
}
