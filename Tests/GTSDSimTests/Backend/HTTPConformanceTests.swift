import GTSDModel
import HTTPTestSupport
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import HTTPLoop
@testable import Interleaving

@Suite(.limitedWait) struct HTTPConformanceTests {
  /// The suite that the in-process backend passes, over sockets: once with a server with latencies, once with one that
  /// answers at once.
  @Test(arguments: Generation.Preset.allCases, BackendConformance.checks)
  func conforms(_ preset: Generation.Preset, _ check: BackendConformance.Check) throws {
    for isQuick in [false, true] {
      let harness = try HTTPHarness(preset) { scenario in
        guard isQuick else { return }
        scenario.backend.network = .constant(0)
        scenario.backend.service = .constant(0)
        scenario.generation.limits.mode = .off
      }
      harness.run { harness in
        try await check.run(
          BackendConformance(
            backend: harness.backend, generation: harness.scenario.generation,
            accessTokenLifetime: harness.scenario.backend.accessTokenLifetime, metricsDelay: .seconds(10),
            pausing: harness.pausing))
      }
    }
  }

  @Test func accountsOfARunHaveNamesOfTheirOwn() throws {
    let harness = try HTTPHarness(accounts: AccountNames(run: "r7"))
    harness.run { harness in
      let person = harness.person()
      try await person.signUp()
      guard case .me(let me) = try await person.send(.me).body else {
        throw UnexpectedReply(reply: try await person.send(.me))
      }
      #expect(me.email == person.email)
      let stranger = CallingPerson(
        backend: HTTPBackend(scheduler: harness.scheduler, client: harness.client), user: 0, pausing: harness.pausing)
      // The plain address is free, since the first account has another one.
      try await stranger.signUp()
      #expect(stranger.accessToken != person.accessToken)
      let other = try await harness.person().send(.logIn(email: person.email, password: "Passw0rd!"))
      #expect(other.status == 200)
    }
  }

  @Test func everyRequestIsMeasuredOnce() throws {
    let harness = try HTTPHarness()
    harness.run { harness in
      let person = harness.person()
      try await person.signUp()
      try await person.onboard()
      await person.pause(.seconds(5))
      _ = try await person.metrics()
      #expect(try await person.send(.deletePhoto(id: 77)).status == 404)
    }
    #expect(harness.samples.map(\.endpoint) == [.signUp, .onboard, .todayMetrics, .deletePhoto])
    #expect(harness.samples.map(\.outcome) == [.status(201), .status(201), .status(200), .status(404)])
    for sample in harness.samples {
      #expect(sample.scheduledAt <= sample.sentAt && sample.sentAt < sample.firstByteAt)
      // Two network legs of 25 ms and a service of 40 ms.
      #expect(sample.firstByteAt <= sample.endedAt && sample.endedAt - sample.sentAt >= 90_000_000)
      #expect(sample.bytesSent > 50 && sample.bytesReceived > 50)
    }
    #expect(harness.samples.map(\.reusedConnection) == [false, true, true, true])
  }

  @Test func stoppedServerIsUnreachable() throws {
    let harness = try HTTPHarness()
    harness.run { harness in
      harness.server.close()
      await #expect(throws: TransportError.unreachable) { try await harness.person().send(.health) }
    }
    #expect(harness.samples.map(\.outcome) == [.failure(.refused)])
  }

  @Test func cancelledRequestIsCountedWithoutReply() throws {
    let harness = try HTTPHarness { $0.backend.service = .constant(9) }
    harness.run { harness in
      let log = Log<TransportError?>()
      let task = harness.scheduler.spawn {
        do throws(TransportError) {
          _ = try await harness.person().send(.health)
          log.append(nil)
        } catch {
          log.append(error)
        }
      }
      await harness.pausing(.seconds(1))
      task.cancel()
      await harness.pausing(.seconds(1))
      #expect(log.items == [.cancelled])
    }
    #expect(harness.samples.map(\.outcome) == [.failure(.cancelled)])
  }

  @Test func anAnswerOutOfContractIsUndecodable() throws {
    let harness = try HTTPHarness()
    let loop = harness.loop
    let server = try HTTPServer(loop: loop, address: try SocketAddress.resolve(host: "127.0.0.1", port: 0)[0]) {
      $1.send(HTTPOutgoing(status: 200, contentType: "text/html", body: Array("<html>".utf8)))
    }
    let origin = HTTPOrigin(scheme: .http, host: "127.0.0.1", port: server.address.port, addresses: [server.address])
    let backend = HTTPBackend(scheduler: harness.scheduler, client: HTTPClient(loop: loop, origin: origin))
    let outcomes = Log<RequestSample.Outcome>()
    backend.observer = { outcomes.append($0.outcome) }
    harness.run { harness in
      let stranger = CallingPerson(backend: backend, user: 0, pausing: harness.pausing)
      let reply = try await stranger.send(.me)
      #expect(reply.body == .undecodable)
      backend.close()
    }
    server.close()
    #expect(outcomes.items == [.undecodable(200)])
  }

  @Test func aSwallowedReplyTimesOut() throws {
    let harness = try HTTPHarness { $0.faults = [Fault(kind: .timeout, probability: 1)] }
    harness.run { harness in
      await #expect(throws: TransportError.timedOut) { try await harness.person().send(.health) }
    }
    #expect(harness.samples.map(\.outcome) == [.failure(.firstByteTimedOut)])
  }
}

/// The replies that `serve` sends at once, for several requests in one turn of the loop.
@Suite(.limitedWait) struct RepliesInARowTests {
  @Test(arguments: [1, 7, 100]) func pipelinedRequestsAreAnsweredInOrder(connections: Int) throws {
    let harness = try HTTPHarness { scenario in
      scenario.backend.network = .constant(0)
      scenario.backend.service = .constant(0)
      scenario.backend.servers = nil
    }
    let clients = try (0..<connections).map { _ in try LoopClient(to: harness.server.address, on: harness.loop) }
    for (index, client) in clients.enumerated() {
      // Three requests in one piece: the second and third are answered while replies are being sent.
      let requests = (0..<3).map { "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-ID: \(index)-\($0)\r\n\r\n" }
      client.send(requests.joined())
    }
    var waiting = clients[...]
    let limit = harness.loop.readClock() + HangLimit.ofLoop
    while !waiting.isEmpty, harness.loop.readClock() < limit {
      harness.scheduler.run(until: harness.loop.readClock() + 2_000_000)
      while let client = waiting.first, Self.names(client).count >= 3 { waiting.removeFirst() }
    }
    for (index, client) in clients.enumerated() {
      #expect(Self.names(client) == (0..<3).map { "\(index)-\($0)" })
      client.close()
    }
    harness.server.close()
    harness.scheduler.shutdown()
  }

  private static func names(_ client: LoopClient) -> [String] {
    String(decoding: client.received, as: UTF8.self).split(separator: "\r\n").compactMap { line in
      line.hasPrefix("X-Request-ID: ") ? String(line.dropFirst(14)) : nil
    }
  }
}
