import Foundation
import GTSDModel
import GTSDModelTestSupport
import Testing

/// Replies are read independently of their layout: rewritten by Foundation, they give the same values.
struct ReplyReadingTests {
  @Test(arguments: Endpoint.allCases)
  func repliesInAnyLayoutAreReadAlike(endpoint: Endpoint) throws {
    var random = RandomValues(seed: 3000 + UInt64(endpoint.rawValue))
    for _ in 0..<60 {
      let (request, body) = random.reply(endpoint)
      guard let tree = FoundationJSON.parse(body) else { continue }
      let other = Self.written(tree, by: &random)
      #expect(FoundationJSON.parse(other) == tree)
      // The text of an error without a message is the body itself.
      for status in Self.hasMessage(tree) ? [200, 404, 500] : [200] {
        let expected = APIResponse(status: status, body: body, for: request)
        #expect(APIResponse(status: status, body: other, for: request) == expected)
      }
      #expect(APIResponse.uploadURL(in: other) == APIResponse.uploadURL(in: body))
    }
  }

  @Test(arguments: Endpoint.allCases)
  func damagedRepliesAreReadByWhatTheyStillSay(endpoint: Endpoint) throws {
    var random = RandomValues(seed: 4000 + UInt64(endpoint.rawValue))
    let alphabet = Array("{}[]\",:\\u0 tfn-.1\n".utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xFF]
    for _ in 0..<120 {
      var (request, body) = random.reply(endpoint)
      let length = body.count
      for _ in 0..<random.int(1...2) where !body.isEmpty {
        let at = random.int(0...body.count - 1)
        switch random.int(0...4) {
        case 0: body.insert(random.one(of: alphabet), at: at)
        case 1: body.remove(at: at)
        case 2: body.removeSubrange(at...)
        // Unknown names and words.
        default: body[at] = random.one(of: alphabet + Array("abcdeIT9".utf8))
        }
      }
      let text = String(decoding: body, as: UTF8.self)
      let response = APIResponse(status: 200, body: body, for: request)
      if let tree = JSONValue(parsing: body) {
        if case .failure = response, !Self.hasMessage(tree) { continue }
        let plain = try FoundationJSON.write(tree)
        #expect(response == APIResponse(status: 200, body: plain, for: request), "\(text)")
      } else if length > 0 {
        #expect(response == .undecodable || response == .done, "\(text)")
        guard case .failure(let error) = APIResponse(status: 409, body: body, for: request) else {
          Issue.record("no failure: \(text)")
          continue
        }
        let said = String(decoding: body.prefix(200), as: UTF8.self)
        #expect(error.reason == .conflict && error.message == (said.isEmpty ? error.reason.message : said))
      }
    }
  }

  private static func hasMessage(_ tree: JSONValue) -> Bool {
    tree["error"]["message"].string != nil || tree["error"].string != nil || tree["message"].string != nil
  }

  /// The same tree in another layout: members in any order, spaces, escapes, unknown members, later members with the
  /// same names.
  private static func written(_ tree: JSONValue, by random: inout RandomValues) -> [UInt8] {
    func blank() -> String { random.one(of: ["", "", " ", "\n\t", "\r\n"]) }
    func text(_ text: String) -> String {
      let units = text.utf16.map { unit in
        unit > 0x22 && unit < 0x5C && random.bool()
          ? String(decoding: [unit], as: UTF16.self) : "\\u" + String(0x1_0000 + Int(unit), radix: 16).dropFirst()
      }
      return "\"\(units.joined())\""
    }
    func value(_ tree: JSONValue) -> String {
      switch tree {
      case .string(let content): return text(content)
      case .array(let elements):
        return "[" + elements.map { blank() + value($0) + blank() }.joined(separator: ",") + "]"
      case .object(let object):
        var members = object.members.map { member in
          [text(member.key), ":", value(member.value)].map { blank() + $0 + blank() }.joined()
        }
        members.shuffle(using: &random)
        if let first = object.members.first { members.append("\(text(first.key)):[\"again\"]") }
        return "{" + members.joined(separator: ",") + "}"
      case .null, .bool, .number: return String(decoding: tree.bytes, as: UTF8.self)
      }
    }
    return Array((blank() + value(tree) + blank()).utf8)
  }
}

extension RandomValues {
  /// A request and the body of a reply to it, which may be an error.
  fileprivate mutating func reply(_ endpoint: Endpoint) -> (APIRequest, [UInt8]) {
    let request = request(endpoint)
    let response =
      int(0...3) == 0
      ? APIResponse.failure(APIErrorPayload(one(of: APIErrorPayload.Reason.allCases))) : response(to: request)
    let context = ResponseContext(
      wire: Generation.preset(bool() ? .correct : .head).wire, now: sampleNow, user: maybe { $0.user() },
      profile: maybe { $0.profile() }, baseURL: "http://127.0.0.1:3000")
    return (request, response.encoded(for: request, context: context).body)
  }
}
