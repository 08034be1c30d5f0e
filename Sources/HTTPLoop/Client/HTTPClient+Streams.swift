/// Requests over HTTP/2: one connection at a time, whose streams the server limits. Requests beyond the limit wait.
extension HTTPClient {
  /// The largest number of retries of a request that servers did not process because they closed the connection.
  private static let restarts = 3

  func startStream(_ exchange: HTTPExchange, _ now: Int64) {
    if waiting.count == 0, let streams, streams.canBegin(now) { return streams.begin(exchange, now) }
    guard waiting.count < limits.maxWaiting else { return failLater(exchange, .abandoned) }
    waiting.append(exchange)
    if waiting.count == 1 { setTimer() }
    if streams == nil { connectStreams(to: origin.places.forConnection(), since: now) }
  }

  /// Connects to the first of several addresses that accepts a connection.
  func connectStreams(to addresses: ArraySlice<SocketAddress>, since: Int64) {
    guard !isClosed else { return }
    var error = SocketError(call: "connect", errno: 0)
    for index in addresses.indices {
      do throws(SocketError) {
        let descriptor = try Socket.connect(to: addresses[index])
        do throws(SocketError) {
          streams = try HTTP2Connection(
            descriptor, of: self, to: addresses[index], else: addresses[(index + 1)...], since: since)
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
    // Without a delay, retries would use the processor without pause.
    let delay: Int64 = if case .exhausted = failure { 100_000_000 } else { 1 }
    while let exchange = waiting.popFirst() {
      exchange.timing.connectBeganAt = max(since, exchange.timing.queuedAt)
      failLater(exchange, failure, after: delay)
    }
  }

  /// Opens streams for waiting requests within the server's limit. Opens a connection if there is none.
  func serveStreams() {
    guard !isClosed, waiting.count > 0 else { return }
    let now = loop.readClock()
    guard let streams else { return connectStreams(to: origin.places.forConnection(), since: now) }
    while waiting.first != nil, streams.canBegin(now), let next = waiting.popFirst() { streams.begin(next, now) }
  }

  /// Fails every waiting request, because no connection could be made.
  func failWaiting(_ failure: HTTPFailure, since: Int64) {
    var waited: [HTTPExchange] = []
    while let exchange = waiting.popFirst() { waited.append(exchange) }
    for exchange in waited {
      exchange.timing.connectBeganAt = max(since, exchange.timing.queuedAt)
      exchange.state = .failed(failure)
    }
    // A handler may have cancelled another of these requests, which has then ended.
    for exchange in waited { if case .failed = exchange.state { exchange.end(.failure(failure)) } }
  }

  /// Retries a request that a closing server has not processed.
  func restart(_ exchange: HTTPExchange, after code: HTTP2ErrorCode) {
    exchange.restarts += 1
    guard exchange.restarts <= Self.restarts, !isClosed else { return exchange.end(.failure(.reset(code))) }
    exchange.timing.sentAt = nil
    exchange.timing.firstByteAt = nil
    exchange.timing.connectedIn = nil
    exchange.timing.bytesSent = 0
    exchange.state = .waiting
    waiting.prepend(exchange)
    setTimer()
    serveStreams()
  }

  /// Opens no more streams on a connection. Its running requests continue.
  func retire(_ connection: HTTP2Connection) {
    guard streams === connection else { return }
    streams = nil
    retired.append(connection)
  }

  /// Records that a connection is closed.
  func forget(_ connection: HTTP2Connection) {
    if streams === connection { streams = nil }
    retired.removeAll { $0 === connection }
  }
}
