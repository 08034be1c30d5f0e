/// One client's connection to a server: requests are answered one after the other.
final class HTTPServerConnection: EventHandler, DeadlineHandler {
  private enum State {
    /// Waits for bytes of a request.
    case reading
    /// A request has been handed on, and its reply is awaited.
    case answering
    /// The rest of a reply waits for room in the socket.
    case writing
    /// A reply without a length is being sent piece by piece.
    case streaming
    /// The last reply is sent; further input is discarded.
    case lingering
    case closed
  }

  /// The greatest number of bytes that are read ahead while a reply is pending.
  private static let maxAhead = 65_536
  /// The largest number of bytes passed to the socket in one write.
  private static let maxWrite = 262_144
  /// The largest number of bytes of a stream that may wait for a client that does not read.
  private static let maxStreamed = 64 << 20

  private let server: HTTPServer
  private let descriptor: Int32
  private let peer: String
  /// The index of the connection in the server's list.
  var index = 0

  private var state = State.reading
  private var parser: HTTPRequestParser
  /// The progress, such as reading a head, that the current deadline limits.
  private var timed = HTTPRequestParser.Progress.nothing
  private lazy var timer = DeadlineTimer(handler: self)
  /// Bytes received after the request that is being answered.
  private var ahead: [UInt8] = []
  /// Whether requests are being read from a piece of input that has more bytes after the current request.
  private var isTaking = false
  private var hasMore = false
  private var clientEnded = false

  /// The number of the request that is being answered.
  private var serial: UInt64 = 0
  private var version = HTTPVersion.http11
  private var wantsBody = true
  private var keepsAlive = true
  /// Whether input is still read and ignored until the client ends the connection.
  private var lingers = false

  /// The number of bytes of an incomplete body in memory.
  private var held = 0 { didSet { server.unfinished += held - oldValue } }
  /// The part of a reply that did not fit into the socket: its beginning, and the number of bytes of its body that were
  /// sent.
  private var unsent: [UInt8] = []
  private var unsentStart = 0
  private var replyBody: [UInt8] = []
  private var replyBodyStart = 0
  /// The handler to call if the client leaves during a stream, and whether the stream has sent its last piece.
  private var whenGone: (() -> Void)?
  private var streamEnds = false

  init(_ descriptor: Int32, of server: HTTPServer) {
    self.descriptor = descriptor
    self.server = server
    peer = Socket.peerHost(of: descriptor)
    parser = HTTPRequestParser(limits: server.limits.request)
  }

  /// Begins to listen to the client.
  ///
  /// - Throws: `SocketError` when the loop cannot watch it.
  func open() throws(SocketError) {
    try server.loop.add(descriptor, for: .read, self)
    server.loop.set(timer, to: server.loop.now + server.limits.headTime)
  }

  func close() {
    guard state != .closed else { return }
    state = .closed
    server.loop.set(timer, to: .max)
    server.loop.remove(descriptor)
    _ = Socket.close(descriptor)
    unsent = []
    replyBody = []
    ahead = []
    held = 0
    server.connectionClosed(self)
    let gone = whenGone
    whenGone = nil
    gone?()
  }

  // MARK: Events

  func ready(_ readiness: Readiness) {
    if state == .writing, readiness.contains(.write) { write() }
    if state == .streaming, readiness.contains(.write) { writeStream() }
    if readiness.contains(.read) {
      receive()
    } else if readiness.contains(.hangUp) {
      // No more bytes will arrive, and none can be sent.
      close()
    }
  }

  func deadlineReached() {
    switch state {
    case .reading:
      switch parser.progress {
      case .nothing: close()
      case .head: refuse(.headTimedOut)
      case .body: refuse(.bodyTimedOut)
      }
    case .answering:
      // The deadline belongs to an earlier phase, unless the client has ended and no reply is due.
      if clientEnded { close() }
    case .writing, .lingering: close()
    case .streaming, .closed: break
    }
  }

  private func receive() {
    guard state != .closed, !clientEnded else { return }
    let buffer = server.input
    switch Socket.read(descriptor, into: buffer) {
    case .moved(let count):
      server.counters.bytesIn += count
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      switch state {
      case .reading:
        take(bytes)
        hold(count)
      case .answering, .writing:
        ahead.append(contentsOf: bytes)
        watch()
      // No other request is read after a stream has begun.
      case .streaming, .lingering, .closed: break
      }
    case .wouldBlock: break
    case .ended:
      clientEnded = true
      switch state {
      // A client that closes its side of a stream no longer reads it, as a page that is left.
      case .reading, .lingering, .streaming: close()
      case .answering:
        // The client may still wait for the reply, or may have gone. The two cases cannot be distinguished.
        server.loop.set(timer, to: server.loop.now + server.limits.writeTime)
        watch()
      case .writing: watch()
      case .closed: break
      }
    case .failed: close()
    }
  }

  /// Adds to the number of bytes of an incomplete body in memory.
  private func hold(_ count: Int) {
    held = state == .reading && parser.progress == .body ? held + count : 0
    if server.unfinished > server.limits.unfinishedBodies { refuse(.noRoom) }
  }

  /// Watches for the events that the present state can handle.
  private func watch() {
    guard state != .closed else { return }
    var interest: Readiness = []
    if !clientEnded, ahead.count < Self.maxAhead { interest.insert(.read) }
    if state == .writing || state == .streaming && unsentStart < unsent.count { interest.insert(.write) }
    server.loop.change(descriptor, to: interest)
  }

  // MARK: Requests

  /// Takes requests from bytes, until one is not answered at once.
  private func take(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    isTaking = true
    while state == .reading, offset < bytes.count {
      do throws(HTTPRefusal) {
        guard let incoming = try parser.take(bytes, from: &offset) else { break }
        hasMore = offset < bytes.count
        handOn(incoming)
      } catch {
        refuse(error)
      }
    }
    isTaking = false
    switch state {
    case .reading: awaitMore()
    case .answering, .writing:
      guard offset < bytes.count else { return }
      ahead = Array(bytes[offset...])
      watch()
    case .streaming, .lingering, .closed: break
    }
  }

  private func awaitMore() {
    let progress = parser.progress
    if progress == .nothing {
      guard !clientEnded, !server.isDraining else { return close() }
      timed = .nothing
      server.loop.set(timer, to: server.loop.now + server.limits.idleTime)
    } else {
      guard !clientEnded else { return close() }
      if progress != timed {
        timed = progress
        let time = progress == .head ? server.limits.headTime : server.limits.bodyTime
        server.loop.set(timer, to: server.loop.now + time)
      }
      if parser.isAwaitingContinue { sendContinue() }
    }
  }

  private func sendContinue() {
    guard parser.noteContinueSent() else { return }
    let text: StaticString = "HTTP/1.1 100 Continue\r\n\r\n"
    let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    // All earlier replies were sent, so the socket has room; otherwise the connection is lost anyway.
    guard case .moved(bytes.count) = Socket.write(descriptor, bytes) else { return close() }
    server.counters.bytesOut += bytes.count
  }

  private func handOn(_ request: HTTPIncoming) {
    var incoming = request
    incoming.peer = peer
    serial += 1
    version = incoming.version
    wantsBody = incoming.method != .head
    keepsAlive = incoming.keepsAlive
    lingers = false
    state = .answering
    timed = .nothing
    server.counters.requests += 1
    server.handler(incoming, HTTPReplySlot(connection: self, serial: serial))
  }

  /// Answers an invalid or refused request, and ends the connection.
  func refuse(_ refusal: HTTPRefusal) {
    serial += 1
    version = .http11
    wantsBody = true
    keepsAlive = false
    lingers = true
    state = .answering
    if refusal != .overloaded { server.counters.rejected += 1 }
    // The partial body is discarded.
    held = 0
    parser = HTTPRequestParser(limits: server.limits.request)
    send(server.refusalReply(refusal))
  }

  // MARK: Replies

  func isAwaitingReply(_ serial: UInt64) -> Bool { state == .answering && self.serial == serial }

  /// Sends the reply to the request that is being answered.
  func send(_ outgoing: HTTPOutgoing) {
    if keepsAlive, server.isDraining || (clientEnded && !(isTaking ? hasMore : !ahead.isEmpty)) {
      keepsAlive = false
      // A further request may be partly received. Its bytes must not make the system discard the reply.
      lingers = true
    }
    let output = server.output
    let share = output.compose(outgoing, version: version, keepsAlive: keepsAlive, withBody: wantsBody)
    let rest = wantsBody && !outgoing.isBodiless && share < outgoing.body.count
    var sent = 0
    switch Socket.write(descriptor, output.bytes) {
    case .moved(let count): sent = count
    case .wouldBlock: break
    case .ended, .failed: return close()
    }
    server.counters.bytesOut += sent
    if sent == output.count, !rest { return replySent() }

    unsent = sent < output.count ? Array(output.bytes[sent...]) : []
    unsentStart = 0
    replyBody = rest ? outgoing.body : []
    replyBodyStart = rest ? share : 0
    state = .writing
    server.loop.set(timer, to: server.loop.now + server.limits.writeTime)
    write()
  }

  /// Sends the rest of a reply, as far as the socket has room.
  private func write() {
    while state == .writing {
      let result: IOResult
      if unsentStart < unsent.count {
        result = write(unsent, from: unsentStart)
      } else if replyBodyStart < replyBody.count {
        result = write(replyBody, from: replyBodyStart)
      } else {
        unsent = []
        replyBody = []
        return replySent()
      }
      switch result {
      case .moved(let count):
        server.counters.bytesOut += count
        if unsentStart < unsent.count { unsentStart += count } else { replyBodyStart += count }
      case .wouldBlock: return watch()
      case .ended, .failed: return close()
      }
    }
  }

  private func write(_ bytes: [UInt8], from start: Int) -> IOResult {
    let end = min(bytes.count, start + Self.maxWrite)
    return bytes.withUnsafeBytes { Socket.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
  }

  private func replySent() {
    let waited = state == .writing
    guard keepsAlive else { return end() }
    state = .reading
    if isTaking { return }
    // Watches the socket for the events of the current state again.
    if waited || !ahead.isEmpty || clientEnded { resume() } else { awaitMore() }
  }

  /// Continues with the input that arrived while the reply was being sent.
  private func resume() {
    let bytes = ahead
    ahead = []
    if bytes.isEmpty {
      awaitMore()
    } else {
      bytes.withUnsafeBytes { take($0) }
    }
    watch()
  }

  /// Closes after the last reply. It does so in steps if input is still arriving, which would make the system discard
  /// the reply.
  private func end() {
    guard lingers || !ahead.isEmpty || (isTaking && hasMore), !clientEnded else { return close() }
    Socket.endWriting(descriptor)
    state = .lingering
    ahead = []
    server.loop.set(timer, to: server.loop.now + server.limits.lingerTime)
    watch()
  }

  // MARK: Streams

  func isStreaming(_ serial: UInt64) -> Bool { state == .streaming && self.serial == serial && !streamEnds }

  /// Begins a reply whose pieces come later; it ends with the connection.
  func beginStream(_ outgoing: HTTPOutgoing, whenGone: @escaping () -> Void) {
    keepsAlive = false
    _ = server.output.compose(outgoing, version: version, keepsAlive: false, withBody: false, hasLength: false)
    unsent = Array(server.output.bytes) + outgoing.body
    unsentStart = 0
    streamEnds = false
    self.whenGone = whenGone
    state = .streaming
    server.loop.set(timer, to: .max)
    writeStream()
  }

  /// Sends the next piece, which may be the last.
  func sendStream(_ bytes: [UInt8], isLast: Bool) {
    if unsentStart > 0 {
      unsent.removeFirst(unsentStart)
      unsentStart = 0
    }
    unsent += bytes
    if isLast { streamEnds = true }
    if unsent.count > Self.maxStreamed { return close() }
    writeStream()
  }

  private func writeStream() {
    while unsentStart < unsent.count {
      switch write(unsent, from: unsentStart) {
      case .moved(let count):
        server.counters.bytesOut += count
        unsentStart += count
      case .wouldBlock: return watch()
      case .ended, .failed: return close()
      }
    }
    guard streamEnds else { return watch() }
    whenGone = nil
    close()
  }

  // MARK: Draining

  /// Closes the connection if no request is being answered or waits in its socket.
  func closeIfIdle() {
    guard state == .reading, parser.progress == .nothing else { return }
    receive()
    if state == .reading, parser.progress == .nothing { close() }
  }
}
