import HTTPTestSupport
import TestSupport
import Testing

@testable import HTTPLoop

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite(.limitedWait)
struct HTTPClientTests {
  private func bench(
    _ steps: [ScriptedServer.Step], _ limit: (inout HTTPClientLimits) -> Void = { _ in }
  ) throws -> (ScriptedServer, ClientBench) {
    let loop = try EventLoop()
    let server = try ScriptedServer(loop, steps)
    return (server, ClientBench(loop, [server.address], limit))
  }

  @Test func oneConnectionServesOneRequestAfterTheOther() throws {
    let (server, bench) = try bench([.receive, .send(.ok("a")), .again])
    for number in 0..<5 {
      let outcome = bench.send(.get, "/\(number)").outcome
      #expect(bench.settle())
      #expect(outcome.status == 200)
      #expect(try outcome.result?.get().body == Array("a".utf8))
      #expect(outcome.timing.reusedConnection == (number > 0))
      #expect((outcome.timing.connectedIn == nil) == (number > 0))
    }
    #expect(server.accepted == 1)
    #expect(server.requests == (0..<5).map { "GET /\($0) HTTP/1.1" })
    #expect(bench.client.idleCount == 1)
  }

  /// Runs in a process of its own, since all tests of a process share its descriptors.
  @Test func withoutDescriptorsARequestIsNeverSent() async {
    await #expect(processExitsWith: .success) {
      let loop = try EventLoop()
      let server = try ScriptedServer(loop, [.receive, .send(.ok("a")), .again])
      let bench = ClientBench(loop, [server.address])
      var limit = rlimit()
      let used = Int(dup(0))
      limit.rlim_cur = rlim_t(used + 1)
      limit.rlim_max = rlim_t(used + 64)
      #if canImport(Darwin)
        try #require(setrlimit(RLIMIT_NOFILE, &limit) == 0)
      #else
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      #endif
      // The start of the delay: the time at which the loop last read its clock.
      let began = loop.now
      let outcome = bench.send(.get, "/").outcome
      #expect(bench.settle())
      #expect(outcome.failure == .exhausted(errno: EMFILE))
      // A client that retries at once does not occupy the processor.
      #expect(loop.readClock() - began >= 100_000_000)
      #expect(DescriptorLimit.raise(to: used + 32) == used + 32)
      #expect(DescriptorLimit.raise(to: used + 1_000) == used + 64)
      let again = bench.send(.get, "/").outcome
      #expect(bench.settle())
      #expect(again.status == 200)
      _ = server
    }
  }

  @Test func timesAreInOrderAndBytesAreCounted() throws {
    let (_, bench) = try bench([.receive, .trickle(.ok("abc")), .again])
    let outcome = bench.send(.post, "/", body: HTTPBody([1, 2, 3])).outcome
    #expect(bench.settle())
    let timing = outcome.timing
    let sentAt = try #require(timing.sentAt)
    let firstByteAt = try #require(timing.firstByteAt)
    let connectedIn = try #require(timing.connectedIn)
    #expect(timing.queuedAt + connectedIn <= sentAt)
    // Sent in pieces, so that the first and the last byte arrive in different turns.
    #expect(sentAt < firstByteAt && firstByteAt < timing.endedAt)
    #expect(timing.bytesReceived == String.ok("abc").utf8.count)
    #expect(
      timing.bytesSent == "POST / HTTP/1.1\r\nHost: test:\(bench.client.origin.port)\r\nContent-Length: 3\r\n\r\n".utf8
        .count + 3)
  }

  @Test func requestsBeyondTheConnectionsWaitInTheirOrder() throws {
    let (server, bench) = try bench([.receive, .send(.ok("a")), .again]) { $0.maxConnections = 2 }
    var order: [Int] = []
    for number in 0..<10 { bench.send(.get, "/\(number)") { _ in order.append(number) } }
    #expect(bench.client.connectionCount == 2)
    #expect(bench.client.waitingCount == 8)
    #expect(bench.settle())
    #expect(server.accepted == 2)
    #expect(bench.client.waitingCount == 0)
    let asked: [String] = server.requests.map { String($0.dropFirst(5).prefix(1)) }.sorted()
    #expect(asked == (0..<10).map { "\($0)" })
    // At most two neighbouring connections are exchanged.
    for (place, number) in order.enumerated() { #expect(abs(place - number) <= 1) }
  }

  @Test func oneConnectionAnswersInOrder() throws {
    let (server, bench) = try bench([.receive, .send(.ok("a")), .again]) { $0.maxConnections = 1 }
    for number in 0..<20 { bench.send(.get, "/\(number)") }
    #expect(bench.settle())
    #expect(server.requests == (0..<20).map { "GET /\($0) HTTP/1.1" })
  }

  @Test func requestsBeyondTheQueueAreAbandoned() throws {
    let (_, bench) = try bench([.receive, .send(.ok("a")), .again]) {
      $0.maxConnections = 1
      $0.maxWaiting = 2
    }
    for _ in 0..<5 { bench.send() }
    // Never from within `send`.
    #expect(bench.outcomes.allSatisfy { $0.calls == 0 })
    #expect(bench.settle())
    #expect(bench.outcomes.map(\.status) == [200, 200, 200, nil, nil])
    #expect(bench.outcomes.suffix(2).map(\.failure) == [.abandoned, .abandoned])
  }

  /// The most recently used connection is used first, so that the others time out.
  @Test func mostRecentConnectionIsReusedFirst() throws {
    let (server, bench) = try bench([.receive, .send(.ok("a")), .again])
    for _ in 0..<4 { bench.send() }
    bench.settle()
    #expect(bench.client.idleCount == 4)
    for _ in 0..<6 {
      bench.send()
      bench.settle()
    }
    #expect(server.accepted == 4)
    #expect(bench.client.idleCount == 4)
  }

  @Test(arguments: [
    ("Connection: close\r\n", true), ("Connection: keep-alive\r\n", false), ("", false),
  ])
  func connectionsEndWhereTheServerSaysSo(field: String, isClosed: Bool) throws {
    let (server, bench) = try bench([.receive, .send(.ok("a", field)), .again])
    for _ in 0..<3 {
      bench.send()
      #expect(bench.settle())
    }
    #expect(server.accepted == (isClosed ? 3 : 1))
    #expect(bench.client.connectionCount == (isClosed ? 0 : 1))
  }

  @Test func bodiesMayEndWithTheConnection() throws {
    let (server, bench) = try bench([.receive, .trickle("HTTP/1.1 200 OK\r\n\r\nto the end"), .close])
    for _ in 0..<2 { bench.send() }
    #expect(bench.settle())
    for outcome in bench.outcomes { #expect(try outcome.result?.get().body == Array("to the end".utf8)) }
    #expect(server.accepted == 2)
  }

  @Test func interimResponsesAndHeadAreUnderstood() throws {
    let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n"
    let (server, bench) = try bench([
      .receive, .send(interim), .send("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n"), .receive, .send(.ok("b")),
    ])
    bench.send(.head)
    bench.settle()
    bench.send(.get)
    #expect(bench.settle())
    #expect(bench.outcomes.map(\.status) == [200, 200])
    #expect(try bench.outcomes[0].result?.get().body == [])
    #expect(server.accepted == 1)
  }

  /// Every byte of a body in pieces arrives in order, although the body is far larger than the system's buffers.
  @Test func largeBodiesArriveWhole() throws {
    let (server, bench) = try bench([.receive, .send(.ok("a")), .again])
    let large = [UInt8](repeating: UInt8(ascii: "x"), count: 8 << 20)
    let small = Array("--boundary".utf8)
    let body = HTTPBody(segments: [small, [], large, small, large, small])
    bench.send(.post, "/", body: body)
    bench.send(.post, "/", body: HTTPBody(segments: [small, small]))
    #expect(bench.settle())
    #expect(bench.outcomes.map(\.status) == [200, 200])
    #expect(bench.outcomes[0].timing.bytesSent > body.count)
    #expect(server.requests.count == 2)
    #expect(bench.client.idleCount == 2)
  }

  /// A server may answer before it has received everything; it then does not read the rest.
  @Test(arguments: [true, false])
  func responsesBeforeTheEndOfTheRequestAreDelivered(closes: Bool) throws {
    let answer = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n"
    let (_, bench) = try bench([.receiveHead, .send(answer)] + (closes ? [.close] : []))
    let body = HTTPBody([UInt8](repeating: 0, count: 16 << 20))
    bench.send(.post, "/", body: body)
    #expect(bench.settle())
    #expect(bench.outcomes[0].status == 413)
    #expect(bench.outcomes[0].timing.bytesSent < body.count)
    #expect(bench.client.connectionCount == 0)
  }

  @Test func closedIdleConnectionsCauseNoError() throws {
    // Closed by the server, by an unexpected byte, or because of their age.
    for (last, limit) in [
      (ScriptedServer.Step.close, Int64.max / 4), (.send(.ok("unasked")), .max / 4), (.receive, 20_000_000),
    ] {
      let (server, bench) = try bench([.receive, .send(.ok("a")), last]) { $0.idle = limit }
      bench.send()
      #expect(bench.settle())
      #expect(bench.turn { bench.client.connectionCount == 0 })
      #expect(bench.client.idleCount == 0)
      bench.send()
      #expect(bench.settle())
      #expect(bench.outcomes.map(\.status) == [200, 200])
      #expect(server.accepted == 2)
    }
  }

  @Test func bytesBehindAResponseEndTheConnection() throws {
    let (server, bench) = try bench([.receive, .send(.ok("a") + .ok("unasked"))])
    for _ in 0..<2 {
      bench.send()
      #expect(bench.settle())
    }
    #expect(bench.outcomes.map(\.status) == [200, 200])
    #expect(server.accepted == 2)
  }

  @Test func otherAddressesAreTriedAndRemembered() throws {
    let loop = try EventLoop()
    let gone = try ScriptedServer(loop, [])
    gone.stop()
    let server = try ScriptedServer(loop, [.receive, .send(.ok("a", "Connection: close\r\n"))])
    let bench = ClientBench(loop, [gone.address, server.address])
    for _ in 0..<3 {
      bench.send()
      #expect(bench.settle())
    }
    #expect(bench.outcomes.map(\.status) == [200, 200, 200])
  }

  // MARK: Ends

  @Test func closingTheClientEndsAllRequests() throws {
    let (_, bench) = try bench([.receive]) { $0.maxConnections = 2 }
    for _ in 0..<5 { bench.send() }
    bench.turn { bench.outcomes[0].timing.bytesSent == 0 && bench.client.connectionCount == 2 }
    bench.client.close()
    #expect(bench.outcomes.allSatisfy { $0.calls == 1 && $0.failure == .abandoned })
    #expect(bench.client.connectionCount == 0)
    let late = bench.send().outcome
    #expect(late.calls == 0)
    #expect(bench.settle())
    #expect(late.failure == .abandoned)
  }

  @Test func cancellationEndsOneRequest() throws {
    let (_, bench) = try bench([.receive, .send(.ok("a")), .again]) { $0.maxConnections = 1 }
    let connecting = bench.send()
    let waiting = bench.send()
    let other = bench.send()
    waiting.exchange.cancel()
    #expect(waiting.outcome.failure == .cancelled)
    #expect(bench.client.waitingCount == 1)
    connecting.exchange.cancel()
    #expect(connecting.outcome.failure == .cancelled)
    #expect(bench.settle())
    #expect(other.outcome.status == 200)
    // A request that has ended does not change.
    for (_, exchange) in [connecting, waiting, other] { exchange.cancel() }
    let running = bench.send()
    running.exchange.cancel()
    #expect(running.outcome.failure == .cancelled)
    #expect(bench.outcomes.allSatisfy { $0.calls == 1 })
    #expect(bench.client.connectionCount == 0)
  }

  @Test func cancelledWaitingRequestsAreReleased() throws {
    let (_, bench) = try bench([.receive]) { $0.maxConnections = 1 }
    // One connection with a request, and one ahead of all later ones.
    for _ in 0..<2 { bench.send() }
    var last: WeakExchange?
    for _ in 0..<10_000 {
      let exchange = bench.client.send(HTTPRequest(.get, "/"), ClientBench.Outcome())
      exchange.cancel()
      last = WeakExchange(exchange)
    }
    #expect(bench.client.waitingCount == 1)
    for _ in 0..<100 { bench.client.send(HTTPRequest(.get, "/"), ClientBench.Outcome()).cancel() }
    #expect(last?.exchange == nil)
    bench.client.close()
  }

  private struct WeakExchange {
    weak var exchange: HTTPExchange?
    init(_ exchange: HTTPExchange) { self.exchange = exchange }
  }

  /// Callbacks that send the next request, end another one, or close the client.
  @Test func callbacksMayUseTheClient() throws {
    let (server, bench) = try bench([.receive, .send(.ok("a")), .again]) { $0.maxConnections = 2 }
    var left = 50
    func next(_ outcome: ClientBench.Outcome) {
      left -= 1
      if left > 0 { bench.send(then: next) }
      if left == 25 { bench.send().exchange.cancel() }
      if left == 0 { bench.client.close() }
    }
    for _ in 0..<2 { bench.send(then: next) }
    #expect(bench.turn { left <= 0 })
    #expect(bench.settle())
    #expect(bench.client.connectionCount == 0)
    #expect(bench.outcomes.count { $0.failure == .cancelled } == 1)
    #expect(server.requests.count >= 50)
  }
}
