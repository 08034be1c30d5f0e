import HTTPTestSupport
import TestSupport
import Testing

@testable import HTTPLoop

@Suite(.limitedWait)
struct ServerTests {
  private static func ok(_ text: String) -> HTTPOutgoing {
    HTTPOutgoing(status: 200, contentType: "text/plain", body: Array(text.utf8))
  }

  @Test func samplesAreAnsweredOverASocketAsWell() throws {
    var limits = HTTPServerLimits()
    limits.request = ReceivedSample.limits
    let harness = try ServerHarness(limits: limits) { Self.ok($0.target) }
    for sample in ReceivedSample.all {
      let client = try harness.exchange(sample.bytes)
      let replies = SeenReply.all(in: client.received, ofHead: sample.bytes.starts(with: "HEAD".utf8))
      let statuses: [Int?] = replies.map { reply in reply?.status }
      #expect(statuses.filter { status in status != 100 } == sample.statuses, "\(sample.name)")
      #expect(client.failure == nil, "\(sample.name)")
      for case .some(let reply) in replies where reply.status >= 400 {
        #expect(reply.fields["connection"] == "close", "\(sample.name)")
        #expect(reply.fields["content-type"] == "text/x-refusal" && !reply.body.isEmpty, "\(sample.name)")
      }
    }
    harness.loop.turn { harness.server.counters.open == 0 }
    #expect(harness.server.counters.accepted == ReceivedSample.all.count)
    let rejected = ReceivedSample.all.count { ($0.statuses.last ?? 0) >= 400 }
    #expect(harness.server.counters.rejected == rejected)
  }

  @Test func aConnectionServesManyRequests() throws {
    let harness = try ServerHarness { Self.ok("\($0.target) \($0.body.count) \($0.peer)") }
    let client = try harness.client()
    for number in 0..<50 {
      let body = String(repeating: "x", count: number)
      client.send("POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: \(number)\r\n\r\n\(body)")
      harness.loop.turn { client.replies.count == number + 1 && client.replies.last! != nil }
      #expect(client.replies.last!?.text == "/\(number) \(number) 127.0.0.1")
    }
    let counters = harness.server.counters
    #expect(counters.accepted == 1 && counters.open == 1 && counters.requests == 50)
    #expect(counters.bytesOut == client.received.count)
  }

  @Test func pipelinedRequestsAreHandedOnOneByOne() throws {
    let harness = try ServerHarness()
    let client = try harness.client()
    client.send((0..<5).map { get("/\($0)") }.joined() + "GET /cut")
    for number in 0..<5 {
      harness.loop.turn { harness.requests.count == number + 1 }
      harness.loop.settle()
      #expect(harness.requests.count == number + 1)
      #expect(client.replies.count == number)
      harness.slots[number].send(Self.ok("\(number)"))
    }
    client.send(" HTTP/1.1\r\nHost: a\r\n\r\n")
    harness.loop.turn { harness.requests.count == 6 }
    #expect(harness.requests.last?.target == "/cut")
    harness.slots[5].send(Self.ok("5"))
    harness.loop.turn { client.replies.count == 6 }
    #expect(client.replies.map { $0?.text } == (0..<6).map { "\($0)" })
  }

  @Test func aReplyGoesOutOnce() throws {
    let harness = try ServerHarness()
    let client = try harness.client()
    client.send(get() + get("/2"))
    harness.loop.turn { harness.slots.count == 1 }
    let first = harness.slots[0]
    #expect(first.isOpen)
    first.send(Self.ok("first"))
    #expect(!first.isOpen)
    harness.loop.turn { harness.slots.count == 2 }
    first.send(Self.ok("again"))
    first.abort()
    harness.slots[1].send(Self.ok("second"))
    harness.loop.turn { client.replies.count == 2 }
    harness.loop.settle()
    #expect(client.replies.map { $0?.text } == ["first", "second"])
    #expect(!client.isEnded)
  }

  @Test func anAbortedRequestIsNotAnswered() throws {
    let harness = try ServerHarness()
    let client = try harness.client()
    client.send(get())
    harness.loop.turn { harness.slots.count == 1 }
    harness.slots[0].abort()
    harness.loop.turn { client.isEnded }
    #expect(client.received.isEmpty)
    #expect(harness.server.counters.open == 0)
  }

  @Test func aReplyForAClientThatHasGoneIsDropped() throws {
    let harness = try ServerHarness()
    let client = try harness.client()
    client.send(get())
    harness.loop.turn { harness.slots.count == 1 }
    client.close()
    harness.loop.settle()
    harness.slots[0].send(Self.ok("too late"))
    harness.loop.turn { harness.server.counters.open == 0 }
    #expect(!harness.slots[0].isOpen)
  }

  @Test func clientThatStopsSendingIsStillAnswered() throws {
    let harness = try ServerHarness()
    let client = try harness.client()
    client.send(get() + get("/2"))
    client.endWriting()
    for number in 0..<2 {
      harness.loop.turn { harness.slots.count == number + 1 }
      harness.loop.settle()
      harness.slots[number].send(Self.ok("\(number)"))
    }
    harness.loop.turn { client.isEnded }
    #expect(client.replies.map { $0?.text } == ["0", "1"])
    #expect(client.replies.map { $0?.fields["connection"] } == [nil, "close"])
  }

  @Test func versionsAndMethodsDecideWhatIsSent() throws {
    let harness = try ServerHarness { incoming in
      incoming.target == "/nothing" ? HTTPOutgoing(status: 204) : Self.ok("hello")
    }
    func reply(to text: String, ofHead: Bool = false) throws -> (reply: SeenReply?, isEnded: Bool) {
      let client = try harness.client()
      client.send(text)
      harness.loop.turn { !client.received.isEmpty }
      harness.loop.settle()
      defer { client.close() }
      return (SeenReply.all(in: client.received, ofHead: ofHead).first ?? nil, client.isEnded)
    }
    let head = try reply(to: "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", ofHead: true)
    #expect(head.reply?.fields["content-length"] == "5" && !head.isEnded)
    let nothing = try reply(to: get("/nothing"))
    #expect(nothing.reply?.status == 204 && nothing.reply?.fields["content-length"] == nil && !nothing.isEnded)
    let old = try reply(to: "GET / HTTP/1.0\r\n\r\n")
    #expect(old.reply?.fields["connection"] == "close" && old.isEnded)
    let oldKept = try reply(to: "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
    #expect(oldKept.reply?.fields["connection"] == "keep-alive" && !oldKept.isEnded)
    let closed = try reply(to: get("/", "Connection: close\r\n"))
    #expect(closed.reply?.fields["connection"] == "close" && closed.isEnded)
  }

  @Test func clientThatWaitsGets100Continue() throws {
    let harness = try ServerHarness { Self.ok("\($0.body.count)") }
    let client = try harness.client()
    client.send("PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    harness.loop.turn { client.statuses == [100] }
    client.send("abc")
    harness.loop.turn { client.statuses == [100, 200] }
    #expect(client.replies.last!?.text == "3")
  }

  @Test func handlerTextCannotAddAHeaderField() throws {
    let harness = try ServerHarness { incoming in
      HTTPOutgoing(
        status: 200, contentType: "text/plain\r\nX-A: 1",
        headers: [("X-Request-Id", "7\r\nSet-Cookie: a=b\r\n\r\nHTTP/1.1 200 OK"), ("X-Path", incoming.target)])
    }
    let client = try harness.client()
    client.send(get("/p"))
    harness.loop.turn { !client.received.isEmpty }
    let reply = client.replies.first ?? nil
    #expect(client.replies.count == 1)
    #expect(reply?.fields["set-cookie"] == nil && reply?.fields["x-a"] == nil)
    #expect(reply?.fields["x-path"] == "/p")
  }

  @Test func manyFieldsAndALongBodyArriveWhole() throws {
    let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let fields = (0..<900).map { ("X-Field-\($0)", String(repeating: "v", count: 100)) }
    let harness = try ServerHarness { _ in HTTPOutgoing(status: 200, headers: fields, body: body) }
    let client = try harness.client()
    client.send(get() + get("/2"))
    harness.loop.turn { client.received.count >= 2 * body.count + 2 * 900 * 100 && client.replies.last! != nil }
    #expect(client.replies.count == 2)
    for reply in client.replies {
      #expect(reply?.body == body)
      #expect(reply?.fields.count == 900 + 2)
    }
  }

  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
    (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
  ])
  func datesAreWrittenAsHTTPWritesThem(seconds: Int, text: String) {
    #expect(HTTPDateLine.text(unixSeconds: seconds) == text)
  }
}
