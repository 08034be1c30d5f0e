import HTTPTestSupport
import TestSupport
import Testing

@testable import HTTPLoop

@Suite(.limitedWait)
struct ServerDrainTests {
  private static let reply = HTTPOutgoing(status: 200, body: Array("done".utf8))
  /// A time that no test lasts, so that only skipped time reaches it.
  private static let hour: Int64 = 3_600_000_000_000

  @Test func requestsUnderWayEndAndIdleConnectionsClose() throws {
    let harness = try ServerHarness()
    let (idle, busy, late) = (try harness.client(), try harness.client(), try harness.client())
    idle.send(get())
    harness.loop.turn { harness.slots.count == 1 }
    harness.slots[0].send(Self.reply)
    harness.loop.turn { idle.statuses == [200] }
    busy.send(get("/busy"))
    harness.loop.turn { harness.slots.count == 2 }
    late.send("GET /late HT")
    harness.loop.settle()

    var isDone = false
    harness.server.drain(until: harness.loop.now + Self.hour) { isDone = true }
    harness.loop.turn { idle.isEnded }
    #expect(!isDone && !busy.isEnded && !late.isEnded)
    late.send("TP/1.1\r\nHost: a\r\n\r\n")
    harness.loop.turn { harness.slots.count == 3 }
    harness.slots[1].send(Self.reply)
    harness.loop.turn { busy.isEnded }
    #expect(!isDone)
    harness.slots[2].send(Self.reply)
    harness.loop.turn { isDone }
    harness.loop.turn { late.isEnded }
    for client in [busy, late] {
      #expect(client.replies.map { $0?.text } == ["done"])
      #expect(client.replies.first??.fields["connection"] == "close")
    }
    let refused = try harness.client()
    harness.loop.turn { refused.isEnded }
    #expect(refused.failure != nil && refused.received.isEmpty)
  }

  @Test func waitingRequestIsServed() throws {
    let harness = try ServerHarness { _ in Self.reply }
    let kept = try harness.client()
    kept.send(get())
    harness.loop.turn { kept.statuses == [200] }
    // The system has both, and the loop has received neither.
    let request = Array(get().utf8)
    let address = harness.server.address
    let fresh = try Socket.connect(to: address)
    defer { _ = Socket.close(fresh) }
    #expect(request.withUnsafeBytes { Socket.write(fresh, $0) } == .moved(request.count))
    #expect(request.withUnsafeBytes { Socket.write(kept.descriptor, $0) } == .moved(request.count))
    var isDone = false
    harness.server.drain(until: .max) { isDone = true }
    #expect(harness.requests.count == 3)
    harness.loop.turn { kept.isEnded }
    #expect(kept.statuses == [200, 200])
    Socket.endWriting(fresh)
    harness.loop.turn { isDone }
  }

  @Test func deadlineEndsUnfinishedRequests() throws {
    let harness = try ServerHarness()
    let client = try harness.client()
    client.send(get())
    harness.loop.turn { harness.slots.count == 1 }
    var isDone = false
    harness.server.drain(until: harness.loop.now + 5 * Self.hour) { isDone = true }
    harness.loop.skip(4 * Self.hour)
    harness.loop.settle()
    #expect(!isDone && !client.isEnded)
    harness.loop.skip(2 * Self.hour)
    harness.loop.turn { isDone && client.isEnded }
    #expect(client.received.isEmpty && !harness.slots[0].isOpen)
  }

  @Test func aServerWithoutConnectionsEndsAtOnce() throws {
    let harness = try ServerHarness()
    var isDone = false
    harness.server.drain(until: .max) { isDone = true }
    #expect(isDone)
  }

  @Test func serverThatStopsAcceptingGoesOnServing() throws {
    let harness = try ServerHarness { _ in Self.reply }
    let client = try harness.client()
    client.send(get())
    harness.server.stopAccepting()
    harness.loop.turn { client.statuses == [200] }
    client.send(get())
    harness.loop.turn { client.statuses == [200, 200] }
    #expect(harness.server.counters.accepted == 1)
  }

  @Test func closingReleasesEverything() throws {
    weak var gone: HTTPServer?
    do {
      let harness = try ServerHarness()
      gone = harness.server
      let client = try harness.client()
      client.send(get())
      harness.loop.turn { harness.slots.count == 1 }
      client.close()
    }
    #expect(gone == nil)
  }
}
