/// One connection of a client, with at most one request on it.
final class HTTPConnection: EventHandler, DeadlineHandler {
  private enum Phase {
    case connecting(since: Int64)
    #if os(Linux)
      case securing(TLSSession, since: Int64)
    #endif
    case idle(since: Int64)
    /// A request was sent, and no byte of a response was received.
    case asking
    case answering
    case closed
  }

  /// The largest body that is copied behind its head, so that both are sent in one call.
  private static let joined = 16 << 10
  /// The largest number of reads from a connection before other connections are served.
  private static let reads = 16
  /// The time without use after which the connection is checked before anything is written to it.
  private static let doubt: Int64 = 1_000_000_000

  // Exclusivity checks are off: no access calls other code while it lasts.

  /// The index of the connection in the client's list.
  var index = 0
  private let client: HTTPClient
  private let descriptor: Int32
  private let address: SocketAddress
  /// The numeric address, if the server has several addresses, whose replies are compared; nil if it has one.
  private(set) var place: String?
  /// Addresses to try next, if the first refuses.
  private let others: ArraySlice<SocketAddress>
  private var transport = HTTPTransport.plain
  @exclusivity(unchecked) private var phase: Phase
  @exclusivity(unchecked) private var deadline: HTTPDeadline?
  @exclusivity(unchecked) private var interest = Readiness.write

  @exclusivity(unchecked) private var exchange: HTTPExchange?
  private var hasServed = false
  @exclusivity(unchecked) private var parser: HTTPResponseParser
  @exclusivity(unchecked) private var output = HTTPOutput()
  @exclusivity(unchecked) private var isWritten = true
  /// The error of the socket after which nothing more of the request can be written.
  private var writeError: Int32?

  /// Creates a connection for a request, which is being established.
  ///
  /// - Throws: `SocketError` if it cannot be watched; the descriptor stays open then.
  init(
    _ descriptor: Int32, of client: HTTPClient, for exchange: HTTPExchange, to address: SocketAddress,
    else others: ArraySlice<SocketAddress>, since: Int64
  ) throws(SocketError) {
    self.descriptor = descriptor
    self.client = client
    self.address = address
    self.others = others
    self.exchange = exchange
    parser = HTTPResponseParser(limits: client.limits.response)
    phase = .connecting(since: since)
    try client.loop.add(descriptor, for: interest, self)
    deadline = HTTPDeadline(of: self)
    exchange.state = .running(self)
    set(min(since + client.limits.connect, exchange.deadline))
  }

  // MARK: Events

  func ready(_ readiness: Readiness) {
    switch phase {
    case .connecting(let since): connected(since: since)
    #if os(Linux)
      case .securing(let session, let since): handshake(session, since: since)
    #endif
    case .idle: readIdle()
    case .asking, .answering:
      if !isWritten, writeError == nil { write() }
      if readiness != .write { read() }
    case .closed: break
    }
  }

  func deadlineReached() {
    let isOutOfTime = exchange.map { client.loop.now >= $0.deadline } ?? false
    switch phase {
    case .connecting:
      client.origin.places.note(address, isMade: false)
      fail(isOutOfTime ? .totalTimedOut : .connectTimedOut)
    #if os(Linux)
      case .securing: fail(isOutOfTime ? .totalTimedOut : .connectTimedOut)
    #endif
    case .asking: fail(isOutOfTime ? .totalTimedOut : .firstByteTimedOut)
    case .answering: fail(.totalTimedOut)
    case .idle: close()
    case .closed: break
    }
  }

  private func set(_ deadline: Int64) {
    self.deadline?.set(deadline, on: client.loop)
  }

  private func watch(for interest: Readiness) {
    guard interest != self.interest else { return }
    self.interest = interest
    client.loop.change(descriptor, to: interest)
  }

  private func connected(since: Int64) {
    guard let exchange else { return }
    let error = Socket.pendingError(descriptor)
    guard error == 0 else {
      client.origin.places.note(address, isMade: false)
      if !others.isEmpty {
        self.exchange = nil
        close { client in client.connect(exchange, to: others, since: since) }
      } else {
        fail(HTTPClient.failure(ofConnecting: error))
      }
      return
    }
    client.origin.places.note(address, isMade: true)
    if client.origin.places.isPlural { place = address.host }
    #if os(Linux)
      if let tls = client.tls {
        let session = TLSSession(tls, host: client.origin.host, descriptor)
        transport = .secure(session)
        phase = .securing(session, since: since)
        return handshake(session, since: since)
      }
    #endif
    established(since: since)
  }

  #if os(Linux)
    private func handshake(_ session: TLSSession, since: Int64) {
      switch session.handshake() {
      case .done: established(since: since)
      case .wouldBlock(let readiness): watch(for: readiness)
      case .failed(let failure): fail(failure)
      }
    }
  #endif

  private func established(since: Int64) {
    guard let exchange else { return }
    let now = client.loop.readClock()
    exchange.timing.connectedIn = now - since
    client.connectionsMade += 1
    if client.tls != nil { client.handshakes += 1 }
    begin(exchange, now)
  }

  // MARK: Requests

  /// Whether the connection can be written to. Called before a connection that was unused for some time is used again.
  func isUsable(_ now: Int64) -> Bool {
    if case .idle(let since) = phase, now - since > Self.doubt { readIdle() }
    if case .idle = phase { return true }
    return false
  }

  /// Sends a request on an idle connection.
  func begin(_ exchange: HTTPExchange, _ now: Int64) {
    self.exchange = exchange
    exchange.state = .running(self)
    exchange.timing.sentAt = now
    phase = .asking
    parser.begin(isBodiless: exchange.request.method == .head)
    output.begin(exchange.request, suffix: client.headSuffix, joined: Self.joined)
    isWritten = false
    writeError = nil
    set(min(now + client.limits.firstByte, exchange.deadline))
    write()
  }

  /// Writes as much of the request as fits.
  private func write() {
    guard let exchange else { return }
    while true {
      switch output.write(exchange.request.body, by: transport, descriptor) {
      case .moved(let count):
        exchange.timing.bytesSent += count
        if output.isDone(exchange.request.body) {
          isWritten = true
          watch(for: .read)
          return
        }
      case .wouldBlock(let readiness):
        watch(for: [.read, readiness])
        if case .asking = phase { set(min(client.loop.now + client.limits.firstByte, exchange.deadline)) }
        return
      case .ended: return cannotWrite(0)
      case .failed(let error): return cannotWrite(error)
      }
    }
  }

  /// Handles a failed write. The server may have sent an answer before it closed, so the connection is still read to
  /// its end.
  private func cannotWrite(_ error: Int32) {
    writeError = error
    if isRetriable { return fail(transport.failure(error)) }
    watch(for: .read)
  }

  private func read() {
    for _ in 0..<Self.reads {
      guard let exchange else { return }
      switch transport.read(descriptor, into: client.buffer) {
      case .moved(let count):
        let now = client.loop.readClock()
        exchange.timing.bytesReceived += count
        let isFirst = exchange.timing.firstByteAt == nil
        if isFirst { exchange.timing.firstByteAt = now }
        let bytes = UnsafeRawBufferPointer(rebasing: client.buffer[..<count])
        do throws(HTTPProblem) {
          if case .done(let taken) = try parser.take(bytes) { return complete(now, isClean: taken == count) }
        } catch {
          client.malformedSample = Array(bytes.prefix(256))
          return fail(.malformed(error))
        }
        if isFirst {
          phase = .answering
          set(exchange.deadline)
        }
        guard transport.readsInPieces || count == client.buffer.count else { return }
      case .wouldBlock:
        return
      case .ended:
        if writeError == nil, transport.endedProperly, parser.end() {
          return complete(client.loop.readClock(), isClean: false)
        }
        if let writeError { return fail(transport.failure(writeError)) }
        return fail(exchange.timing.firstByteAt == nil ? .closedUnanswered : .closedEarly)
      case .failed(let error):
        return fail(transport.failure(error))
      }
    }
  }

  private func complete(_ now: Int64, isClean: Bool) {
    guard let exchange else { return }
    self.exchange = nil
    exchange.timing.endedAt = now
    exchange.timing.unread = max(0, now - max(client.loop.attentiveSince, exchange.timing.sentAt ?? now))
    let response = parser.takeResponse()
    if let place {
      client.origin.places.note(.success(response), of: place, took: now - (exchange.timing.sentAt ?? now))
    }
    if isClean, isWritten, parser.keepsAlive, !transport.holdsBytes {
      hasServed = true
      phase = .idle(since: now)
      client.release(self)
    } else {
      close()
    }
    exchange.end(.success(response))
  }

  /// Reads from a connection without a request: only its end is expected, and any other byte closes it.
  private func readIdle() {
    if case .wouldBlock = transport.read(descriptor, into: client.buffer) { return }
    close()
  }

  /// Keeps the connection open and idle, to be used for later requests.
  func rest(_ now: Int64) {
    set(now + client.limits.idle)
  }

  // MARK: Ends

  /// Whether no byte of the request can have reached the server, which closed a connection that had served before.
  private var isRetriable: Bool {
    hasServed && exchange?.timing.bytesSent == 0
  }

  /// Ends the request and the connection, or only the connection if the request may be sent again on another.
  func fail(_ failure: HTTPFailure) {
    guard let exchange else { return close() }
    let isRetried =
      switch failure {
      case .broken, .closedUnanswered: isRetriable
      default: false
      }
    self.exchange = nil
    if isRetried {
      exchange.timing.sentAt = nil
      exchange.timing.connectBeganAt = nil
      close { client in client.start(exchange, client.loop.readClock()) }
    } else {
      if let place { client.origin.places.note(.failure(failure), of: place, took: 0) }
      close()
      exchange.end(.failure(failure))
    }
  }

  /// Closes the connection.
  ///
  /// - Parameter body: called before a waiting request may open a connection in place of this one.
  func close(_ body: (HTTPClient) -> Void = { _ in }) {
    if case .closed = phase { return }
    phase = .closed
    set(.max)
    deadline = nil
    client.loop.remove(descriptor)
    transport.close()
    _ = Socket.close(descriptor)
    client.remove(self)
    body(client)
    client.serveWaiting()
  }
}
