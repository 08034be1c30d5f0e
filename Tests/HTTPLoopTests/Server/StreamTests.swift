import HTTPTestSupport
import Testing

@testable import HTTPLoop

/// Replies that the server sends in pieces, over time.
struct StreamTests {
  @Test func piecesComeInOrderAndTheEndIsTheConnections() throws {
    let harness = try ServerHarness()
    let client = try harness.client()
    client.send(get())
    harness.loop.turn { harness.slots.count == 1 }
    var isGone = false
    let slot = harness.slots[0]
    let head = HTTPOutgoing(status: 200, contentType: "text/plain", body: Array("a".utf8))
    let stream = try #require(slot.begin(head) { isGone = true })
    #expect(!slot.isOpen && slot.begin(HTTPOutgoing(status: 200), whenGone: {}) == nil)
    harness.loop.turn { client.received.last == UInt8(ascii: "a") }
    stream.send(Array("b".utf8))
    harness.loop.turn { client.received.last == UInt8(ascii: "b") }
    #expect(!client.isEnded && stream.isOpen)
    // More than a socket accepts at once.
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    stream.send(long)
    stream.send(Array("c".utf8), isLast: true)
    stream.send(Array("d".utf8))
    harness.loop.turn { client.isEnded }
    let text = String(decoding: client.received, as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && !text.contains("Content-Length"))
    #expect(text.contains("Connection: close\r\n") && text.hasSuffix("xc"))
    #expect(client.received.count { $0 == UInt8(ascii: "x") } >= long.count)
    #expect(!isGone && !stream.isOpen)
  }

  @Test(arguments: [true, false])
  func leavingClientIsNoticed(closes: Bool) throws {
    let harness = try ServerHarness()
    let client = try harness.client()
    client.send(get())
    harness.loop.turn { harness.slots.count == 1 }
    var gone = 0
    let stream = try #require(harness.slots[0].begin(HTTPOutgoing(status: 200)) { gone += 1 })
    harness.loop.turn { !client.received.isEmpty }
    #expect(gone == 0)
    if closes { client.close() } else { client.endWriting() }
    harness.loop.turn { gone == 1 }
    stream.send([1], isLast: true)
    #expect(gone == 1 && !stream.isOpen && harness.server.counters.open == 0)
  }

  @Test func serverShutdownIsReported() throws {
    let harness = try ServerHarness()
    let client = try harness.client()
    client.send(get())
    harness.loop.turn { harness.slots.count == 1 }
    var isGone = false
    _ = harness.slots[0].begin(HTTPOutgoing(status: 200)) { isGone = true }
    harness.server.close()
    #expect(isGone)
  }
}
