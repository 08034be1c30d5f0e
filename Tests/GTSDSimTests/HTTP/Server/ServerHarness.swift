import Foundation
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import HTTPLoop
@testable import Interleaving

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

/// A response as a client reads it.
struct SeenReply: Hashable {
  var status: Int
  /// The fields by name in lower case.
  var fields: [String: String]
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  /// Parses the bytes of a connection strictly: an incomplete response ends the list with nil.
  static func all(in bytes: [UInt8], ofHead isHead: Bool = false) -> [SeenReply?] {
    var replies: [SeenReply?] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let end = rest.indices.dropLast(3).first(where: { rest[$0..<$0 + 4].elementsEqual("\r\n\r\n".utf8) }) else {
        return replies + [nil]
      }
      let lines = String(decoding: rest[..<end], as: UTF8.self).components(separatedBy: "\r\n")
      let words = lines[0].split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return replies + [nil] }
      var fields: [String: String] = [:]
      for line in lines.dropFirst() {
        let parts = line.components(separatedBy: ": ")
        let name = parts[0].lowercased()
        guard parts.count >= 2, fields[name] == nil else { return replies + [nil] }
        fields[name] = parts.dropFirst().joined(separator: ": ")
      }
      rest = rest[(end + 4)...]
      let length = isHead || status < 200 ? 0 : Int(fields["content-length"] ?? "0") ?? 0
      guard rest.count >= length else { return replies + [nil] }
      replies.append(SeenReply(status: status, fields: fields, body: Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    return replies
  }
}

extension LoopClient {
  /// The bytes received so far.
  var replies: [SeenReply?] { SeenReply.all(in: received) }
  var statuses: [Int?] { replies.map { $0?.status } }
}

/// A request without a body, as it is sent.
func get(_ target: String = "/", _ fields: String = "") -> String {
  "GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
}
