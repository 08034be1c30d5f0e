import HTTPTestSupport
import TestSupport
import Testing

@testable import HTTPLoop

/// The client over HTTP/2, against a server in the same loop.
@Suite(.limitedWait)
struct HTTP2ClientTests {
  private func bench(
    _ settings: [HTTP2Setting] = [], firstByte: Int64 = 30_000_000_000, idle: Int64 = 30_000_000_000,
    handler: @escaping (HTTP2Server.Request, HTTP2Server.Connection) -> Void = { $1.reply(to: $0) }
  ) throws -> (HTTP2Server, ClientBench) {
    let loop = try EventLoop()
    let server = try HTTP2Server(loop, settings, handler: handler)
    let bench = ClientBench(loop, [server.address], speaks: .http2) {
      $0.firstByte = firstByte
      $0.idle = idle
    }
    return (server, bench)
  }

  private func stop(_ server: HTTP2Server, _ bench: ClientBench) {
    bench.client.close()
    server.stop()
  }

  @Test("Concurrent requests share one connection and keep their fields and bodies")
  func requestsShareAConnection() throws {
    let (server, bench) = try bench()
    defer { stop(server, bench) }
    let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    for number in 0..<50 {
      bench.send(
        .post, "/\(number) ü", body: HTTPBody(segments: number == 7 ? [body, [], [7], body] : [[UInt8(number)]]))
    }
    #expect(bench.settle())
    for (number, outcome) in bench.outcomes.enumerated() {
      let sent = number == 7 ? body + [7] + body : [UInt8(number)]
      let response = try #require(try outcome.result?.get())
      #expect(response.status == 200 && response.version == .http2)
      #expect(response.body == Array("/\(number)%20%C3%BC".utf8) + sent)
      #expect(response.header("Content-Length") == "\(response.body.count)")
      #expect(outcome.timing.bytesSent > sent.count && outcome.timing.bytesReceived > sent.count)
    }
    #expect(server.accepted == 1 && bench.client.connectionsMade == 1 && bench.client.connectionCount == 1)
    #expect(server.mostStreams > 10)
    let first = try #require(server.requests.first)
    #expect(
      first.fields.prefix(4).map { String(decoding: $0.name, as: UTF8.self) }
        == [":method", ":scheme", ":path", ":authority"])
    #expect(first.value(":authority") == "test:\(server.address.port)" && first.value("content-length") == "1")
    // Only requests that waited for the connection count its making.
    let later = bench.send(.head, "/later").outcome
    #expect(bench.settle())
    #expect(later.timing.reusedConnection && later.timing.bytesSent < 40)
    #expect(bench.outcomes.prefix(50).allSatisfy { $0.timing.connectedIn != nil })
  }

  @Test("Requests above the server's stream limit wait, and their wait is measured")
  func requestsBeyondTheLimitWait() throws {
    var held: [(HTTP2Server.Request, HTTP2Server.Connection)] = []
    let (server, bench) = try bench([HTTP2Setting(HTTP2Setting.maxStreams, 2)]) { held.append(($0, $1)) }
    defer { stop(server, bench) }
    for number in 0..<5 { bench.send(.get, "/\(number)") }
    #expect(bench.turn { held.count == 2 })
    #expect(bench.client.waitingCount == 3)
    for number in 0..<5 {
      bench.loop.skip(1_000_000_000)
      #expect(bench.turn { held.count > number })
      held[number].1.reply(to: held[number].0)
      #expect(bench.turn { bench.outcomes[number].calls == 1 })
    }
    #expect(server.mostStreams == 2 && server.accepted == 1)
    let last = bench.outcomes[4].timing
    let sentAt = try #require(last.sentAt)
    #expect(sentAt - last.queuedAt - (last.connectedIn ?? 0) >= 3_000_000_000)
  }

  @Test("Requests that a closing server has not processed are retried on a new connection")
  func requestsMoveToANewConnection() throws {
    var first: (HTTP2Server.Request, HTTP2Server.Connection)?
    let (server, bench) = try bench { request, connection in
      guard request.path != "/slow" else {
        first = (request, connection)
        return
      }
      if let first, first.1 === connection { return connection.goAway(last: first.0.stream, closes: false) }
      connection.reply(to: request)
    }
    defer { stop(server, bench) }
    let slow = bench.send(.get, "/slow").outcome
    #expect(bench.turn { first != nil })
    let moved = bench.send(.post, "/moved", body: HTTPBody([1, 2])).outcome
    #expect(bench.turn { moved.calls == 1 })
    #expect(moved.status == 200 && server.accepted == 2 && slow.calls == 0)
    #expect(bench.client.connectionCount == 2)
    first?.1.reply(to: try #require(first).0)
    #expect(bench.settle() && slow.status == 200)
    // The old connection is closed after its last request.
    #expect(bench.turn { server.connections.count == 1 } && bench.client.connectionCount == 1)
  }

  @Test("A request that servers never process is retried three times")
  func requestsAreNotMovedForEver() throws {
    let (server, bench) = try bench { _, connection in connection.goAway(last: 0, .enhanceYourCalm) }
    defer { stop(server, bench) }
    let outcome = bench.send(.get, "/").outcome
    #expect(bench.settle())
    #expect(outcome.failure == .reset(.enhanceYourCalm) && server.accepted == 4)
    // A server that closes each connection at once is not asked for ever either.
    let loop = bench.loop
    let rude = try HTTP2Server(loop)
    defer { rude.stop() }
    let other = ClientBench(loop, [rude.address], speaks: .http2)
    defer { other.client.close() }
    let refused = other.send(.get, "/").outcome
    #expect(other.turn { rude.connections.count == 1 })
    rude.connections[0].goAway(last: 0)
    #expect(other.settle() && refused.failure == .reset(.none) && refused.timing.sentAt == nil)
  }

  @Test("A refused stream fails only its own request")
  func aResetFailsOneRequest() throws {
    let (server, bench) = try bench { request, connection in
      if request.path == "/bad" { connection.reset(request, .refusedStream) } else { connection.reply(to: request) }
    }
    defer { stop(server, bench) }
    for path in ["/good", "/bad", "/better"] { bench.send(.get, path) }
    #expect(bench.settle())
    #expect(bench.outcomes.map(\.status) == [200, nil, 200])
    #expect(bench.outcomes[1].failure == .reset(.refusedStream))
    #expect("\(HTTPFailure.reset(.refusedStream))" == "the server ended the request: REFUSED_STREAM")
  }

  @Test("A cancelled or timed-out request ends its stream, and the connection stays open")
  func lateRequestsEndAlone() throws {
    let (server, bench) = try bench(firstByte: 5_000_000_000) { request, connection in
      if request.path == "/" { connection.reply(to: request) }
    }
    defer { stop(server, bench) }
    let late = bench.send(.get, "/late").outcome
    let (cancelled, exchange) = bench.send(.get, "/cancelled")
    #expect(bench.turn { server.requests.count == 2 })
    exchange.cancel()
    #expect(cancelled.failure == .cancelled)
    bench.loop.skip(5_000_000_000)
    #expect(bench.settle() && late.failure == .firstByteTimedOut)
    let good = bench.send().outcome
    #expect(bench.settle() && good.status == 200 && server.accepted == 1)
    #expect(server.connections[0].codes == [.cancel, .cancel])
  }

  @Test("A broken connection fails its requests, and the next request opens a new one")
  func endsOfConnectionsFailTheirRequests() throws {
    let (server, bench) = try bench { request, connection in
      switch request.path {
      case "/close": connection.close()
      case "/break": connection.send(.pushPromise(stream: request.stream))
      default: connection.reply(to: request)
      }
    }
    defer { stop(server, bench) }
    let closed = bench.send(.get, "/close").outcome
    #expect(bench.settle() && closed.failure == .closedUnanswered)
    let broken = bench.send(.get, "/break").outcome
    #expect(bench.settle())
    #expect(broken.failure == .http2(HTTP2Problem(.push, in: .pushPromise, stream: 1)))
    #expect(
      broken.failure.map { "\($0)" }
        == "the server does not speak HTTP/2: PUSH_PROMISE frame on stream 1: the server pushes although the client "
        + "has disabled pushes")
    let good = bench.send().outcome
    #expect(bench.settle() && good.status == 200 && server.accepted == 3)
  }

  @Test("Errors distinguish another protocol, no server and a slow server")
  func greetingsAreChecked() throws {
    let loop = try EventLoop()
    for (steps, failure) in [
      ([.receiveAnything, .send("HTTP/1.1 400 Bad Request\r\n\r\n"), .close], .http2(HTTP2Problem(.notHTTP2))),
      ([.receiveAnything, .close], .closedUnanswered), ([], .connectTimedOut),
    ] as [([ScriptedServer.Step], HTTPFailure)] {
      let server = try ScriptedServer(loop, steps)
      let bench = ClientBench(loop, [server.address], speaks: .http2) {
        // Only the silent server is to reach the limit, however busy this machine is.
        $0.connect = steps.isEmpty ? 20_000_000 : HangLimit.ofLoop
      }
      bench.send()
      bench.send()
      #expect(bench.settle())
      #expect(bench.outcomes.map(\.failure) == [failure, failure])
      #expect(bench.outcomes.allSatisfy { $0.timing.sentAt == nil } && bench.client.connectionCount == 0)
      server.stop()
    }
    let nobody = try HTTP2Server(loop)
    nobody.stop()
    let bench = ClientBench(loop, [nobody.address, nobody.address], speaks: .http2)
    bench.send()
    #expect(bench.settle() && bench.outcomes[0].failure == .refused)
  }

  @Test("Closing the client ends every request, including waiting ones")
  func closedClientsEndEverything() throws {
    let (server, bench) = try bench([HTTP2Setting(HTTP2Setting.maxStreams, 1)]) { _, _ in }
    defer { server.stop() }
    for _ in 0..<3 { bench.send() }
    #expect(bench.turn { server.requests.count == 1 })
    bench.client.close()
    #expect(bench.outcomes.map(\.failure) == [.abandoned, .abandoned, .abandoned])
    bench.send()
    #expect(bench.settle() && bench.outcomes[3].failure == .abandoned && bench.client.connectionCount == 0)
  }

  @Test("An idle connection is closed with GOAWAY after its time limit")
  func idleConnectionsAreClosed() throws {
    let (server, bench) = try bench(idle: 3_000_000_000)
    defer { server.stop() }
    bench.send()
    #expect(bench.settle())
    let connection = try #require(server.connections.first)
    bench.loop.skip(3_000_000_000)
    #expect(bench.turn { server.connections.isEmpty })
    #expect(connection.codes == [.none] && bench.client.connectionCount == 0)
  }
}
