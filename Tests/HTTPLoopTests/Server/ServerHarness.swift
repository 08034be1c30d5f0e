import Foundation
import HTTPTestSupport
import Testing

@testable import HTTPLoop

/// A server and its clients on one loop. Requests are stored until a test answers them, unless the test sets an
/// immediate answer.
final class ServerHarness {
  let loop: EventLoop
  private(set) var server: HTTPServer!
  private(set) var requests: [HTTPIncoming] = []
  private(set) var slots: [HTTPReplySlot] = []
  var answer: ((HTTPIncoming) -> HTTPOutgoing)?

  init(limits: HTTPServerLimits = HTTPServerLimits(), answer: ((HTTPIncoming) -> HTTPOutgoing)? = nil) throws {
    loop = try EventLoop()
    self.answer = answer
    server = try HTTPServer(
      loop: loop, address: .loopback(), limits: limits,
      refusalReply: { HTTPOutgoing(status: $0.status, contentType: "text/x-refusal", body: Array($0.message.utf8)) },
      handler: { [unowned self] incoming, slot in
        requests.append(incoming)
        if let answer = self.answer { slot.send(answer(incoming)) } else { slots.append(slot) }
      })
  }

  deinit { server.close() }

  func client() throws -> LoopClient { try LoopClient(to: server.address, on: loop) }

  /// Sends bytes, possibly followed by the end of sending, and returns everything that is received until the end.
  func exchange(_ bytes: [UInt8]) throws -> LoopClient {
    let client = try client()
    client.send(bytes)
    client.endWriting()
    loop.turn { client.isEnded }
    return client
  }
}

/// A request without a body, as it is sent.
func get(_ target: String = "/", _ fields: String = "") -> String {
  "GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
}
