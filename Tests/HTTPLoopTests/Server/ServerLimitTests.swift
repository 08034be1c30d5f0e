import HTTPTestSupport
import TestSupport
import Testing

@testable import HTTPLoop

@Suite(.limitedWait)
struct ServerLimitTests {
  /// A hundred seconds, longer than any test, so that only skipped time reaches it.
  private static let unit: Int64 = 100_000_000_000

  private static let limits: HTTPServerLimits = {
    var limits = HTTPServerLimits()
    limits.headTime = 10 * unit
    limits.bodyTime = 60 * unit
    limits.idleTime = 75 * unit
    limits.writeTime = 30 * unit
    limits.lingerTime = 2 * unit
    return limits
  }()

  private static func ok(_: HTTPIncoming) -> HTTPOutgoing { HTTPOutgoing(status: 200, body: [7]) }

  @Test func slowHeadIsRefusedInTime() throws {
    let harness = try ServerHarness(limits: Self.limits, answer: Self.ok)
    let client = try harness.client()
    client.send("GET / HTTP/1.1\r\n")
    harness.loop.turn { harness.server.counters.bytesIn > 0 }
    for number in 0..<4 {
      harness.loop.skip(2 * Self.unit)
      client.send("X-\(number): y\r\n")
      harness.loop.settle()
      #expect(!client.isEnded)
    }
    // Bytes that arrived meanwhile do not extend the time.
    harness.loop.skip(2 * Self.unit)
    harness.loop.turn { client.isEnded }
    #expect(client.statuses == [408])
  }

  @Test func everyRequestHasItsOwnTime() throws {
    let harness = try ServerHarness(limits: Self.limits, answer: Self.ok)
    let client = try harness.client()
    for number in 1...4 {
      client.send("GET / HTTP/1.1\r\nHo")
      harness.loop.settle()
      harness.loop.skip(8 * Self.unit)
      client.send("st: a\r\n\r\n")
      harness.loop.turn { client.replies.count == number }
      harness.loop.skip(50 * Self.unit)
      harness.loop.settle()
    }
    #expect(client.statuses == [200, 200, 200, 200] && !client.isEnded)
  }

  @Test func silentConnectionIsClosedWithoutAResponse() throws {
    let harness = try ServerHarness(limits: Self.limits, answer: Self.ok)
    let fresh = try harness.client()
    harness.loop.turn { harness.server.counters.open == 1 }
    harness.loop.skip(9 * Self.unit)
    harness.loop.settle()
    #expect(!fresh.isEnded)
    harness.loop.skip(2 * Self.unit)
    harness.loop.turn { fresh.isEnded }
    #expect(fresh.received.isEmpty)

    let idle = try harness.client()
    idle.send(get())
    harness.loop.turn { idle.statuses == [200] }
    harness.loop.skip(74 * Self.unit)
    harness.loop.settle()
    #expect(!idle.isEnded)
    harness.loop.skip(2 * Self.unit)
    harness.loop.turn { idle.isEnded }
    #expect(idle.statuses == [200])
  }

  @Test func slowBodyIsRefusedInTime() throws {
    let harness = try ServerHarness(limits: Self.limits, answer: Self.ok)
    let client = try harness.client()
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx")
    harness.loop.turn { harness.server.counters.bytesIn > 0 }
    for _ in 0..<5 {
      harness.loop.skip(11 * Self.unit)
      client.send("x")
      harness.loop.settle()
      #expect(!client.isEnded)
    }
    harness.loop.skip(6 * Self.unit)
    harness.loop.turn { client.isEnded }
    #expect(client.statuses == [408])
  }

  @Test func clientThatDoesNotReadIsDisconnected() throws {
    let harness = try ServerHarness(limits: Self.limits) { _ in
      HTTPOutgoing(status: 200, body: [UInt8](repeating: 1, count: 20_000_000))
    }
    let client = try harness.client()
    client.isReading = false
    client.send(get() + get("/2"))
    harness.loop.turn { harness.requests.count == 1 }
    harness.loop.skip(29 * Self.unit)
    harness.loop.settle()
    #expect(harness.server.counters.open == 1)
    // The second request waits for the end of the first reply.
    #expect(harness.requests.count == 1)
    #expect(harness.server.counters.bytesOut < 20_000_000)
    harness.loop.skip(2 * Self.unit)
    harness.loop.turn { harness.server.counters.open == 0 }
    client.close()
  }

  @Test func pausedReaderGetsAll() throws {
    let harness = try ServerHarness { _ in HTTPOutgoing(status: 200, body: [UInt8](repeating: 1, count: 8_000_000)) }
    let client = try harness.client()
    client.isReading = false
    client.send(get() + get("/2", "Connection: close\r\n"))
    harness.loop.turn { harness.requests.count == 1 }
    harness.loop.settle()
    client.isReading = true
    harness.loop.turn { client.isEnded }
    #expect(client.replies.map { $0?.body.count } == [8_000_000, 8_000_000])
  }

  @Test func senderOfATooLargeBodySeesWhy() throws {
    var limits = Self.limits
    limits.request.body = 1_000_000
    let harness = try ServerHarness(limits: limits, answer: Self.ok)
    let client = try harness.client()
    // Like many clients, this one reads only after it has sent everything. Its bytes must neither be served nor undo
    // the reply.
    client.isReading = false
    client.send(
      Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 12000000\r\n\r\n".utf8)
        + [UInt8](repeating: 1, count: 12_000_000))
    harness.loop.turn { client.hasSentAll }
    client.isReading = true
    harness.loop.turn { client.isEnded }
    #expect(client.statuses == [413] && client.failure == nil)
    #expect(harness.requests.isEmpty)
    harness.loop.turn { harness.server.counters.open == 0 }
  }

  @Test func refusedConnectionIsClosedAfterAWhile() throws {
    let harness = try ServerHarness(limits: Self.limits, answer: Self.ok)
    let client = try harness.client()
    client.isReading = false
    client.send("nonsense\r\n")
    harness.loop.turn { harness.server.counters.rejected == 1 }
    for _ in 0..<3 {
      client.send("more\r\n")
      harness.loop.settle()
    }
    #expect(harness.server.counters.open == 1)
    harness.loop.skip(3 * Self.unit)
    harness.loop.turn { harness.server.counters.open == 0 }
    client.close()
  }

  @Test func connectionsAboveTheLimitGet503() throws {
    var limits = Self.limits
    limits.connections = 3
    let harness = try ServerHarness(limits: limits, answer: Self.ok)
    let served = try (0..<3).map { _ in try harness.client() }
    for client in served { client.send(get()) }
    harness.loop.turn { served.allSatisfy { $0.statuses == [200] } }
    let refused = try harness.client()
    refused.send(get())
    harness.loop.turn { refused.isEnded }
    #expect(refused.statuses == [503] && refused.failure == nil)
    harness.loop.turn { harness.server.counters.open == 3 }

    served[1].close()
    harness.loop.turn { harness.server.counters.open == 2 }
    let next = try harness.client()
    next.send(get())
    harness.loop.turn { next.statuses == [200] }
    let counters = harness.server.counters
    #expect(counters.accepted == 4 && counters.refused == 1 && counters.rejected == 0)
    // A flood of connections costs no more than the fixed number of refused ones.
    let flood = try (0..<200).map { _ in try harness.client() }
    harness.loop.turn { harness.server.counters.refused == 201 }
    #expect(harness.server.counters.open <= 3 + 64)
    harness.loop.turn { flood.allSatisfy(\.isEnded) }
    #expect(flood.contains { $0.statuses == [503] } && flood.contains { $0.received.isEmpty })
  }

  @Test func unfinishedBodiesOfAllTogetherAreLimited() throws {
    var limits = Self.limits
    limits.unfinishedBodies = 1_000
    let harness = try ServerHarness(limits: limits, answer: Self.ok)
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n"
    let (first, second) = (try harness.client(), try harness.client())
    first.send(head + String(repeating: "x", count: 600))
    harness.loop.turn { harness.server.counters.bytesIn >= 600 }
    second.send(head + String(repeating: "x", count: 600))
    harness.loop.turn { second.isEnded }
    #expect(second.statuses == [503])
    // Refused bodies use no memory, and complete ones no longer do.
    for _ in 0..<3 {
      let third = try harness.client()
      third.send(head + String(repeating: "x", count: 300))
      let before = harness.server.counters.bytesIn
      harness.loop.turn { harness.server.counters.bytesIn > before }
      third.send(String(repeating: "x", count: 600))
      harness.loop.turn { third.statuses == [200] }
    }
    first.send(String(repeating: "x", count: 300))
    harness.loop.turn { first.statuses == [200] }
    #expect(harness.server.counters.rejected == 1)
  }

  @Test func readingAheadIsLimitedToOnePiece() throws {
    let harness = try ServerHarness(limits: Self.limits)
    let client = try harness.client()
    let request = Array(get("/" + String(repeating: "a", count: 1_000)).utf8)
    client.send(Array(repeatElement(request, count: 1_000).joined()))
    harness.loop.turn { harness.slots.count == 1 }
    harness.loop.settle()
    #expect(harness.server.counters.bytesIn <= 4 * 65_536)
    #expect(!client.hasSentAll || harness.server.counters.bytesIn < 1_000 * request.count)
    harness.answer = Self.ok
    harness.slots[0].send(HTTPOutgoing(status: 200, body: [7]))
    harness.loop.turn { harness.requests.count == 1_000 && client.hasSentAll }
    harness.loop.turn { client.received.suffix(1) == [7] && client.replies.count == 1_000 }
  }

  @Test func aRequestThatNobodyAnswersEndsWithItsClient() throws {
    let harness = try ServerHarness(limits: Self.limits)
    let client = try harness.client()
    client.send(get())
    client.endWriting()
    harness.loop.turn { harness.slots.count == 1 }
    harness.loop.skip(100 * Self.unit)
    harness.loop.settle()
    harness.loop.skip(31 * Self.unit)
    harness.loop.turn { client.isEnded }
    #expect(client.received.isEmpty && !harness.slots[0].isOpen)
  }
}
