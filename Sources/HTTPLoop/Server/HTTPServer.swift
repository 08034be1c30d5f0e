/// Serves HTTP/1.1 on a loop.
///
/// The loop keeps it alive until ``close()`` or the end of ``drain(until:whenDone:)``.
package final class HTTPServer: EventHandler, DeadlineHandler {
  /// The greatest number of connections over the limit that are being refused at one time.
  private static let maxRefusing = 64
  /// The number of connections accepted in one turn of the loop.
  private static let acceptBatch = 64
  /// The length of the queue of new connections, larger than the system's limit.
  private static let maxWaiting = 4_096
  /// The pause, in nanoseconds, after the system had no descriptor for a new connection.
  private static let acceptPause: Int64 = 100_000_000

  let loop: EventLoop
  let limits: HTTPServerLimits
  let handler: (HTTPIncoming, HTTPReplySlot) -> Void
  let refusalReply: (HTTPRefusal) -> HTTPOutgoing
  /// The buffer that every connection receives into. Each connection takes its bytes out before the next one is read.
  let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
  let output = HTTPReplyBuffer()
  private(set) var isDraining = false

  /// The address on which the server listens. For port 0, contains the port that the system chose.
  package let address: SocketAddress
  package internal(set) var counters = HTTPServerCounters()
  /// The number of bytes in bodies that are not complete yet.
  var unfinished = 0

  private var listener: Int32?
  private var connections: [HTTPServerConnection] = []
  private lazy var pause = DeadlineTimer(handler: self)
  private lazy var drainTimer = DeadlineTimer(handler: drainEnd)
  private let drainEnd = DrainEnd()
  private var whenDrained: (() -> Void)?

  /// Listens at an address.
  ///
  /// - Parameters:
  ///   - handler: receives every request with the slot for its reply; called on the loop's thread.
  ///   - refusalReply: the server's own reply to a refused request; the status is that of the refusal.
  /// - Throws: `SocketError` if it cannot listen there.
  package init(
    loop: EventLoop, address: SocketAddress, limits: HTTPServerLimits = HTTPServerLimits(),
    refusalReply: @escaping (HTTPRefusal) -> HTTPOutgoing = HTTPServer.plainReply,
    handler: @escaping (HTTPIncoming, HTTPReplySlot) -> Void
  ) throws(SocketError) {
    self.loop = loop
    self.limits = limits
    self.refusalReply = refusalReply
    self.handler = handler
    let listener = try Socket.listen(at: address)
    do throws(SocketError) {
      self.address = try Socket.localAddress(of: listener)
    } catch {
      _ = Socket.close(listener)
      throw error
    }
    self.listener = listener
    drainEnd.server = self
    try loop.add(listener, for: .read, self)
  }

  deinit { input.deallocate() }

  /// A reply with a refusal as one line of text.
  package static func plainReply(_ refusal: HTTPRefusal) -> HTTPOutgoing {
    HTTPOutgoing(
      status: refusal.status, contentType: "text/plain; charset=utf-8", body: Array("\(refusal.message)\n".utf8))
  }

  // MARK: Connections

  package func ready(_ readiness: Readiness) {
    accept(atMost: Self.acceptBatch)
  }

  package func deadlineReached() {
    if let listener { loop.change(listener, to: .read) }
  }

  private func accept(atMost limit: Int) {
    guard let listener else { return }
    for _ in 0..<limit {
      do throws(SocketError) {
        guard let descriptor = try Socket.accept(from: listener) else { return }
        take(descriptor)
      } catch {
        // The process is probably out of descriptors. Waiting clients are accepted when some are free.
        loop.change(listener, to: [])
        loop.set(pause, to: loop.now + Self.acceptPause)
        return
      }
    }
  }

  private func take(_ descriptor: Int32) {
    let isOver = connections.count >= limits.connections
    if isOver {
      counters.refused += 1
      guard connections.count < limits.connections + Self.maxRefusing else {
        _ = Socket.close(descriptor)
        return
      }
    } else {
      counters.accepted += 1
    }
    let connection = HTTPServerConnection(descriptor, of: self)
    do throws(SocketError) {
      try connection.open()
    } catch {
      _ = Socket.close(descriptor)
      return
    }
    connection.index = connections.count
    connections.append(connection)
    counters.open += 1
    if isOver { connection.refuse(.overloaded) }
  }

  func connectionClosed(_ connection: HTTPServerConnection) {
    let last = connections.removeLast()
    if last !== connection {
      connections[connection.index] = last
      last.index = connection.index
    }
    counters.open -= 1
    if isDraining, connections.isEmpty { drained() }
  }

  // MARK: The end

  /// Accepts no more connections, except those that are already waiting.
  package func stopAccepting() {
    accept(atMost: Self.maxWaiting)
    guard let listener else { return }
    self.listener = nil
    loop.set(pause, to: .max)
    loop.remove(listener)
    _ = Socket.close(listener)
  }

  /// Shuts down gracefully: accepts no more connections, closes idle ones, and lets current requests finish until the
  /// deadline.
  ///
  /// - Parameters:
  ///   - deadline: the time on the loop's clock at which remaining requests are cut off.
  ///   - whenDone: called when all connections are closed; at once, if there are none.
  package func drain(until deadline: Int64, whenDone: @escaping () -> Void) {
    precondition(!isDraining, "a server ends once")
    stopAccepting()
    isDraining = true
    whenDrained = whenDone
    for connection in connections { connection.closeIfIdle() }
    if connections.isEmpty {
      drained()
    } else {
      loop.set(drainTimer, to: deadline)
    }
  }

  /// Shuts down at once and breaks off all requests.
  package func close() {
    stopAccepting()
    for connection in connections { connection.close() }
  }

  private func drained() {
    loop.set(drainTimer, to: .max)
    let done = whenDrained
    whenDrained = nil
    done?()
  }

  private final class DrainEnd: DeadlineHandler {
    weak var server: HTTPServer?
    func deadlineReached() { server?.close() }
  }
}
