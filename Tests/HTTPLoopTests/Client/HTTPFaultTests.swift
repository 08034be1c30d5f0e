import Foundation
import HTTPTestSupport
import TestSupport
import Testing

@testable import HTTPLoop
@testable import Randomness

/// Faults of servers and networks: each request ends once with the right failure, and nothing remains in memory.
@Suite(.limitedWait)
struct HTTPFaultTests {
  private typealias Step = ScriptedServer.Step

  private func bench(
    _ steps: [ScriptedServer.Step], _ limit: (inout HTTPClientLimits) -> Void = { _ in }
  ) throws -> (ScriptedServer, ClientBench) {
    let loop = try EventLoop()
    let server = try ScriptedServer(loop, steps)
    return (server, ClientBench(loop, [server.address], limit))
  }

  /// The server's behaviour, and the expected failure of the request.
  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var steps: @Sendable () -> [ScriptedServer.Step]
    var isExpected: @Sendable (HTTPFailure) -> Bool
    var testDescription: String { name }

    init(_ name: String, _ failure: HTTPFailure, _ steps: @escaping @Sendable () -> [ScriptedServer.Step]) {
      self.name = name
      self.steps = steps
      isExpected = { $0 == failure }
    }
  }

  /// The time for which a client waits for the first byte. No test lasts as long, so only skipped time reaches it.
  private static let limit: Int64 = 10_000_000_000_000

  static let half = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345"
  static let faults = [
    Fault("closes unanswered", .closedUnanswered) { [.receive, .close] },
    Fault("closes at once", .closedUnanswered) { [.receiveHead, .close] },
    Fault("closes in the head", .closedEarly) { [.receive, .send("HTTP/1.1 200 OK\r\nConte"), .close] },
    Fault("closes in the body", .closedEarly) { [.receive, .trickle(half), .close] },
    Fault("closes in a chunk", .closedEarly) {
      [.receive, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"), .close]
    },
    Fault("closes after an interim response", .closedEarly) {
      [.receive, .send("HTTP/1.1 100 Continue\r\n\r\n"), .close]
    },
    Fault("resets unanswered", .broken(errno: ECONNRESET)) { [.receive, .reset] },
    Fault("stalls", .firstByteTimedOut) { [.receive] },
    Fault("stalls in the head", .totalTimedOut) { [.receive, .send("HTTP/1.1 200")] },
    Fault("stalls in the body", .totalTimedOut) { [.receive, .send(half)] },
    Fault("stalls after an interim response", .totalTimedOut) { [.receive, .send("HTTP/1.1 100 Continue\r\n\r\n")] },
    Fault("sends garbage", .malformed(.startLine)) { [.receive, .send("\u{16}\u{3}\u{1}garbage")] },
    Fault("speaks first", .malformed(.startLine)) { [.send("220 mail.example.org ESMTP\r\n")] },
    Fault("sends a bad chunk", .malformed(.chunk)) {
      [.receive, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n")]
    },
    Fault("sends both lengths", .malformed(.length)) {
      [.receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")]
    },
    Fault("promises two gigabytes", .malformed(.bodyTooLarge)) {
      [.receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 2147483648\r\n\r\nabc")]
    },
    Fault("sends without end", .malformed(.bodyTooLarge)) {
      [.receive, .send("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 2 << 20))]
    },
    Fault("sends a head without end", .malformed(.headTooLarge)) {
      [.receive, .send("HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 20_000))]
    },
  ]

  /// The request ends with the right failure, its connection is closed, and the next request gets another connection.
  /// The same holds in the middle of a connection's life.
  @Test(arguments: faults, [0, 1])
  func everyFaultHasItsName(_ fault: Fault, served: Int) throws {
    let (server, bench) = try bench(
      Array(repeatElement([Step.receive, .send(.ok("a"))], count: served).joined()) + fault.steps()
    ) {
      ($0.firstByte, $0.total) = (Self.limit, 2 * Self.limit)
      $0.response.body = 1 << 20
    }
    // A server that sends first closes an idle connection, but no request fails.
    if fault.name == "speaks first", served > 0 { return }
    for _ in 0..<served {
      bench.send()
      bench.settle()
    }
    let before = bench.outcomes.count { $0.status == 200 }
    let outcome = bench.send(.post, "/", body: HTTPBody([1, 2, 3])).outcome
    if fault.name.hasPrefix("stalls") {
      // All bytes of the server have arrived before the limits are reached.
      bench.turn { server.connections.allSatisfy(\.isAtEnd) && server.requests.count == served + 1 }
      bench.loop.settle()
      for _ in 0..<2 where outcome.calls == 0 {
        bench.loop.skip(Self.limit)
        bench.loop.settle()
      }
    }
    #expect(bench.settle())
    let failure = try #require(outcome.failure)
    #expect(fault.isExpected(failure), "\(failure)")
    #expect(bench.client.connectionCount == 0)
    #expect(before == served)
    #expect(server.accepted == 1)
    #expect(outcome.timing.sentAt != nil)
    #expect(outcome.timing.endedAt >= outcome.timing.queuedAt)
  }

  @Test func refusalIsReportedOnceAndLater() throws {
    let (server, bench) = try bench([])
    server.stop()
    for _ in 0..<100 { bench.send() }
    #expect(bench.settle())
    #expect(bench.outcomes.allSatisfy { $0.failure == .refused && $0.timing.sentAt == nil })
    #expect(bench.client.connectionCount == 0)
    #expect(bench.client.waitingCount == 0)
  }

  #if os(Linux)
    /// A listener that accepts nobody and has room for few: later clients get no answer.
    @Test func connectingTimesOut() throws {
      let loop = try EventLoop()
      let listener = try Socket.listen(at: SocketAddress.resolve(host: "127.0.0.1", port: 0)[0], backlog: 0)
      let address = try Socket.localAddress(of: listener)
      let crowd = try (0..<4).map { _ in try Socket.connect(to: address) }
      defer { for descriptor in crowd + [listener] { _ = Socket.close(descriptor) } }
      for (connect, total, failure) in [
        (20_000_000, 10_000_000_000, HTTPFailure.connectTimedOut), (10_000_000_000, 20_000_000, .totalTimedOut),
      ] as [(Int64, Int64, HTTPFailure)] {
        let bench = ClientBench(loop, [address]) {
          $0.connect = connect
          $0.total = total
        }
        bench.send()
        #expect(bench.settle())
        #expect(bench.outcomes[0].failure == failure)
        #expect(bench.outcomes[0].timing.bytesSent == 0)
      }
    }
  #endif

  @Test func waitingForAConnectionTimesOut() throws {
    let (_, bench) = try bench([.receive]) {
      $0.maxConnections = 1
      $0.total = 30_000_000
    }
    for _ in 0..<4 { bench.send() }
    #expect(bench.settle())
    #expect(bench.outcomes.allSatisfy { $0.failure == .totalTimedOut })
    // The first request has the connection. How many of the others get it depends on the machine's delays.
    #expect(bench.outcomes[0].timing.sentAt != nil)
    #expect(bench.client.waitingCount == 0)
  }

  /// No byte could be written to a connection that the server had closed, so another connection sends the request.
  @Test func unsentRequestsUseAnotherConnection() throws {
    let (server, bench) = try bench([.receive, .send(.ok("a")), .again])
    for _ in 0..<3 { bench.send() }
    bench.settle()
    #expect(bench.client.idleCount == 3)
    for connection in server.connections { connection.end(breaking: true) }
    // Before the loop could notice.
    let outcome = bench.send(.post).outcome
    #expect(bench.settle())
    #expect(outcome.status == 200)
    #expect(outcome.timing.connectedIn != nil)
    #expect(server.accepted == 4)
    #expect(bench.client.connectionCount == 1)
  }

  /// Once a byte was sent, the server's action is unknown, so nothing is sent twice.
  @Test func sentRequestsAreNotRepeated() throws {
    let (server, bench) = try bench([.receive, .send(.ok("a")), .again])
    bench.send()
    bench.settle()
    for connection in server.connections { connection.end(breaking: false) }
    let outcome = bench.send(.post).outcome
    #expect(bench.settle())
    #expect([.closedUnanswered, .broken(errno: EPIPE), .broken(errno: ECONNRESET)].contains(outcome.failure))
    #expect(server.accepted == 1)
    #expect(server.requests.count == 1)
  }

  @Test func serverRestartsInTheMiddle() throws {
    let loop = try EventLoop()
    let script: (Int) -> [Step] = { _ in [.receive, .send(.ok("a")), .again] }
    var server = try ScriptedServer(loop, script: script)
    let address = server.address
    let bench = ClientBench(loop, [address]) { $0.maxConnections = 8 }
    var sent = 0
    func next(_ outcome: ClientBench.Outcome) {
      guard sent < 600 else { return }
      sent += 1
      bench.send(then: next)
    }
    for _ in 0..<8 { next(ClientBench.Outcome()) }
    bench.turn { sent > 200 }
    server.stop(breaking: true)
    bench.turn { sent > 220 }
    server = try ScriptedServer(loop, at: address, script: script)
    #expect(bench.settle())
    #expect(sent == 600)
    let good = bench.outcomes.count { $0.status == 200 }
    let refused = bench.outcomes.count { $0.failure == .refused }
    let cut = bench.outcomes.count { outcome in
      switch outcome.failure {
      case .broken, .closedUnanswered, .closedEarly: true
      default: false
      }
    }
    #expect(good + refused + cut == 600)
    #expect(refused > 0 && good > 300)
    #expect(bench.client.connectionCount <= 8)
  }

  /// Thousands of requests against a server that behaves differently on each connection: each request ends exactly
  /// once, and all memory is released.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func everyRequestIsAccountedForOnce(seed: UInt64) throws {
    let loop = try EventLoop()
    var random = SplitMix64(seed: seed)
    let quick = Self.faults.filter { !$0.name.hasPrefix("stalls") && !$0.name.hasSuffix("without end") }
    let server = try ScriptedServer(loop) { _ in
      let good = Array(repeatElement([Step.receive, .send(.ok("a"))], count: random.below(6)).joined())
      return random.below(4) == 0 ? good + [.close] : good + quick[random.below(quick.count)].steps()
    }
    var choices = SplitMix64(seed: ~seed)
    var tracked: [Weak] = []
    do {
      let bench = ClientBench(loop, [server.address]) {
        $0.maxConnections = 6
        $0.maxWaiting = 20
      }
      var sent = 0
      func next(_ outcome: ClientBench.Outcome) {
        // Nothing takes the place of a request for which the queue had no room. Otherwise such requests would fill the
        // turns in which a busy machine has no reply yet, and leave none for replies.
        guard sent < 1_500, outcome.failure != .abandoned else { return }
        sent += 1
        let large = [UInt8](repeating: 0, count: choices.below(50) == 0 ? 1 << 20 : choices.below(100))
        let (_, exchange) = bench.send(.post, "/\(sent)", body: HTTPBody(segments: [[1, 2], large]), then: next)
        tracked.append(Weak(exchange))
        if choices.below(10) == 0 { exchange.cancel() }
      }
      for _ in 0..<30 { next(ClientBench.Outcome()) }
      #expect(bench.settle())
      #expect(bench.outcomes.count == 1_500)
      let good = bench.outcomes.count { $0.status == 200 }
      let bad = bench.outcomes.count { $0.failure != nil }
      #expect(good + bad == 1_500)
      #expect(good > 300 && bad > 300)
      #expect(bench.client.waitingCount == 0)
      #expect(bench.client.connectionCount == bench.client.idleCount)
      bench.client.close()
      #expect(bench.client.connectionCount == 0)
    }
    server.stop()
    #expect(tracked.allSatisfy { $0.exchange == nil })
  }

  /// A request that is cancelled while it waits, with no other behind it, is released together with its client.
  @Test func cancelledWaitingRequestIsNeverSent() throws {
    let loop = try EventLoop()
    let server = try ScriptedServer(loop) { _ in [.receive, .send(.ok("a"))] }
    var tracked: [Weak] = []
    weak var client: HTTPClient?
    do {
      let bench = ClientBench(loop, [server.address]) { $0.maxConnections = 1 }
      client = bench.client
      for number in 0..<2 {
        let (_, exchange) = bench.send(.get, "/\(number)", body: HTTPBody()) { _ in }
        tracked.append(Weak(exchange))
        if number == 1 { exchange.cancel() }
      }
      #expect(bench.settle())
      #expect(bench.outcomes.count { $0.status == 200 } == 1)
      bench.client.close()
    }
    server.stop()
    #expect(client == nil && tracked.allSatisfy { $0.exchange == nil })
  }

  private struct Weak {
    weak var exchange: HTTPExchange?
    init(_ exchange: HTTPExchange) { self.exchange = exchange }
  }

  /// A closed client is released together with its connections.
  @Test func closedClientsReleaseEverything() throws {
    let (server, bench) = try bench([.receive, .send(.ok("a")), .again])
    weak var client: HTTPClient?
    do {
      let other = ClientBench(bench.loop, [server.address])
      client = other.client
      for _ in 0..<3 { other.send() }
      other.settle()
      other.send()
      other.client.close()
      // The handler is called even if only the loop still refers to the client.
      other.send()
      other.settle()
      #expect(other.outcomes.last?.failure == .abandoned)
    }
    #expect(client == nil)
  }
}
