/// The HTTP/2 connection of a client. It moves bytes between a socket and an ``HTTP2Session``, and records the times of
/// its requests.
final class HTTP2Connection: EventHandler, DeadlineHandler {
  private enum Phase {
    case connecting
    #if os(Linux)
      case securing(TLSSession)
    #endif
    /// The client's connection preface was sent, and the server's settings have not arrived.
    case greeting
    case open
    case closed
  }

  /// The largest number of reads before other connections are served.
  private static let reads = 16
  /// The size of the unwritten output above which no more of bodies is added.
  private static let outputLimit = 64 << 10
  /// The idle time, in nanoseconds, after which the connection is checked before anything is written to it.
  private static let doubt: Int64 = 1_000_000_000

  /// The time at which the connection was begun.
  let since: Int64
  private let client: HTTPClient
  private let descriptor: Int32
  private let address: SocketAddress
  /// The numeric address, if the server has several addresses, whose replies are compared; nil if it has one.
  private var place: String?
  /// Addresses to try next, if the first refuses.
  private let others: ArraySlice<SocketAddress>
  private var transport = HTTPTransport.plain
  private var phase = Phase.connecting
  private var deadline: HTTPDeadline?
  private var interest = Readiness.write

  private var session: HTTP2Session
  /// The requests in progress by their streams.
  private var calls: [UInt32: HTTP2Call] = [:]
  /// The time at which streams could first be opened.
  private var openedAt: Int64 = .max
  private var lastUsed: Int64 = 0
  private var output: [UInt8] = []
  private var offset = 0
  /// The error of the socket after which nothing more can be written.
  private var writeError: Int32?

  /// Creates a connection that is being established.
  ///
  /// - Throws: `SocketError` if it cannot be watched; the descriptor stays open then.
  init(
    _ descriptor: Int32, of client: HTTPClient, to address: SocketAddress, else others: ArraySlice<SocketAddress>,
    since: Int64
  ) throws(SocketError) {
    self.descriptor = descriptor
    self.client = client
    self.address = address
    self.others = others
    self.since = since
    session = HTTP2Session(limits: client.limits.response)
    try client.loop.add(descriptor, for: interest, self)
    deadline = HTTPDeadline(of: self)
    set(since + client.limits.connect)
  }

  // MARK: Events

  func ready(_ readiness: Readiness) {
    switch phase {
    case .connecting: connected()
    #if os(Linux)
      case .securing(let session): handshake(session)
    #endif
    case .greeting, .open:
      if readiness.contains(.write) { flush() }
      if readiness != .write { read() }
    case .closed: break
    }
  }

  func deadlineReached() {
    switch phase {
    case .connecting:
      client.origin.places.note(address, isMade: false)
      fail(.connectTimedOut)
    #if os(Linux)
      case .securing: fail(.connectTimedOut)
    #endif
    case .greeting: fail(.connectTimedOut)
    case .open: if calls.isEmpty { leave() }
    case .closed: break
    }
  }

  private func set(_ deadline: Int64) { self.deadline?.set(deadline, on: client.loop) }

  private func watch(for interest: Readiness) {
    guard interest != self.interest else { return }
    self.interest = interest
    client.loop.change(descriptor, to: interest)
  }

  private func connected() {
    let error = Socket.pendingError(descriptor)
    guard error == 0 else {
      client.origin.places.note(address, isMade: false)
      guard !others.isEmpty else { return fail(HTTPClient.failure(ofConnecting: error)) }
      close()
      return client.connectStreams(to: others, since: since)
    }
    client.origin.places.note(address, isMade: true)
    if client.origin.places.isPlural { place = address.host }
    #if os(Linux)
      if let tls = client.tls {
        let session = TLSSession(tls, host: client.origin.host, descriptor, offering: "h2")
        transport = .secure(session)
        phase = .securing(session)
        return handshake(session)
      }
    #endif
    greet()
  }

  #if os(Linux)
    private func handshake(_ session: TLSSession) {
      switch session.handshake() {
      case .done:
        client.handshakes += 1
        let chosen = session.chosenProtocol
        guard chosen == "h2" else { return fail(.http2(HTTP2Problem(.notChosen(chosen)))) }
        greet()
      case .wouldBlock(let readiness): watch(for: readiness)
      case .failed(let failure): fail(failure)
      }
    }
  #endif

  private func greet() {
    client.connectionsMade += 1
    phase = .greeting
    flush()
    // The server's first bytes may have arrived with the end of the handshake.
    if transport.readsInPieces { read() }
  }

  // MARK: Requests

  /// Whether a stream can be opened now. A connection that was idle for some time is checked first.
  func canBegin(_ now: Int64) -> Bool {
    guard case .open = phase else { return false }
    if calls.isEmpty, now - lastUsed > Self.doubt { read() }
    guard case .open = phase else { return false }
    return writeError == nil && session.canOpen
  }

  /// Sends a request on a new stream; ``canBegin(_:)`` must be true.
  func begin(_ exchange: HTTPExchange, _ now: Int64) {
    let request = exchange.request
    let (stream, size) = session.open(
      request.fields(to: client.origin), body: request.body.segments, isBodiless: request.method == .head)
    let call = HTTP2Call(exchange, stream: stream, of: self)
    calls[stream] = call
    exchange.state = .streaming(call)
    exchange.timing.sentAt = now
    exchange.timing.bytesSent += size
    if exchange.timing.queuedAt < openedAt {
      exchange.timing.connectedIn = openedAt - max(since, exchange.timing.queuedAt)
    }
    call.set(min(now + client.limits.firstByte, exchange.deadline))
    set(.max)
    flush()
  }

  /// Abandons one request.
  func abandon(_ call: HTTP2Call, _ failure: HTTPFailure) {
    guard let call = forget(call.stream) else { return }
    call.exchange.timing.bytesReceived += session.abandon(call.stream)
    flush()
    rest()
    call.exchange.end(.failure(failure))
  }

  private func forget(_ stream: UInt32) -> HTTP2Call? {
    guard let call = calls.removeValue(forKey: stream) else { return nil }
    call.set(.max)
    return call
  }

  /// Starts a waiting request in place of a stream that has ended, or closes a connection that is no longer needed.
  private func rest() {
    client.serveStreams()
    guard calls.isEmpty, case .open = phase else { return }
    if session.isUsedUp { return leave() }
    lastUsed = client.loop.readClock()
    set(lastUsed + client.limits.idle)
  }

  // MARK: Bytes

  /// Writes as much as fits.
  private func flush() {
    guard writeError == nil else { return }
    while true {
      if offset == output.count {
        output.removeAll(keepingCapacity: true)
        offset = 0
        for (stream, size) in session.takeOutput(into: &output, limit: Self.outputLimit) { noteSent(stream, size) }
      }
      guard offset < output.count else { return watch(for: .read) }
      let result = output.withUnsafeBytes {
        transport.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[offset...]))
      }
      switch result {
      case .moved(let count): offset += count
      case .wouldBlock(let readiness): return watch(for: [.read, readiness])
      case .ended: return cannotWrite(0)
      case .failed(let error): return cannotWrite(error)
      }
    }
  }

  /// Handles a failed write. The server may have sent answers before it closed, so the connection is read to its end.
  private func cannotWrite(_ error: Int32) {
    writeError = error
    watch(for: .read)
  }

  private func noteSent(_ stream: UInt32, _ size: Int) {
    guard let call = calls[stream] else { return }
    call.exchange.timing.bytesSent += size
    guard call.exchange.timing.firstByteAt == nil else { return }
    call.set(min(client.loop.now + client.limits.firstByte, call.exchange.deadline))
  }

  private func read() {
    for _ in 0..<Self.reads {
      switch transport.read(descriptor, into: client.buffer) {
      case .moved(let count):
        take(UnsafeRawBufferPointer(rebasing: client.buffer[..<count]))
        if case .closed = phase { return }
        guard transport.readsInPieces || count == client.buffer.count else { return flush() }
      case .wouldBlock: return flush()
      case .ended: return fail(writeError.map(transport.failure))
      case .failed(let error): return fail(transport.failure(writeError ?? error))
      }
    }
    flush()
  }

  private func take(_ bytes: UnsafeRawBufferPointer) {
    let now = client.loop.readClock()
    lastUsed = now
    var events: [HTTP2Session.Event] = []
    var problem: HTTP2Problem?
    do throws(HTTP2Problem) { try session.take(bytes, &events) } catch { problem = error }
    if problem != nil { client.malformedSample = Array(bytes.prefix(256)) }
    if case .greeting = phase, let closing = session.closing { return fail(.reset(closing.code)) }
    if session.isUsedUp { client.retire(self) }
    for event in events {
      handle(event, now)
      if case .closed = phase { return }
    }
    if let problem {
      session.close(problem.code)
      flush()
      return fail(.http2(problem))
    }
    if session.isUsedUp { rest() }
  }

  private func handle(_ event: HTTP2Session.Event, _ now: Int64) {
    switch event {
    case .ready:
      phase = .open
      openedAt = now
      rest()
    case .began(let stream):
      guard let call = calls[stream] else { return }
      call.exchange.timing.firstByteAt = now
      call.set(call.exchange.deadline)
    case .ended(let stream, let result, let received):
      guard let call = forget(stream) else { return }
      let exchange = call.exchange
      exchange.timing.bytesReceived += received
      exchange.timing.endedAt = now
      let sentAt = exchange.timing.sentAt ?? now
      exchange.timing.unread = max(0, now - max(client.loop.attentiveSince, sentAt))
      if let place { client.origin.places.note(result, of: place, took: now - sentAt) }
      rest()
      exchange.end(result)
    case .unprocessed(let stream):
      if let call = forget(stream) { client.restart(call.exchange, after: session.closing?.code ?? .none) }
    }
  }

  // MARK: Ends

  /// Closes the connection and ends all its requests.
  ///
  /// - Parameter failure: the reason; nil if the server closed the connection.
  func fail(_ failure: HTTPFailure?) {
    let wasOpen = if case .open = phase { true } else { false }
    let left = calls.keys.sorted().compactMap(forget)
    close()
    guard wasOpen else {
      client.failWaiting(failure ?? .closedUnanswered, since: since)
      return
    }
    for call in left { call.exchange.end(.failure(failure ?? endFailure(of: call.exchange))) }
    client.serveStreams()
  }

  private func endFailure(of exchange: HTTPExchange) -> HTTPFailure {
    if let code = session.closing?.code, code != .none { return .reset(code) }
    return exchange.timing.firstByteAt == nil ? .closedUnanswered : .closedEarly
  }

  /// Announces the end of an idle connection, and closes it.
  private func leave() {
    session.close(.none)
    flush()
    close()
    client.serveStreams()
  }

  private func close() {
    if case .closed = phase { return }
    phase = .closed
    set(.max)
    deadline = nil
    client.loop.remove(descriptor)
    transport.close()
    _ = Socket.close(descriptor)
    client.forget(self)
  }
}
