import Foundation
import GTSDModel
import GTSDModelTestSupport
import TestSupport
import Testing

struct ReplyProblemTests {
  /// Every document that differs from another in one member that is left out, null, or of another type.
  private static func damaged(_ value: JSONValue) -> [JSONValue] {
    switch value {
    case .object(let object):
      return object.members.indices.flatMap { index -> [JSONValue] in
        func with(_ new: JSONValue?) -> JSONValue {
          var members = object.members
          if let new { members[index].value = new } else { members.remove(at: index) }
          return .object(JSONObject(members))
        }
        return [with(nil), with(.null), with(.string("x")), with(.array([]))]
          + damaged(object.members[index].value).map { with($0) }
      }
    case .array(let elements):
      return elements.indices.flatMap { index in
        damaged(elements[index]).map { new in
          var changed = elements
          changed[index] = new
          return .array(changed)
        }
      }
    case .null, .bool, .number, .string: return []
    }
  }

  @Test("Reply problems name every cause of an unreadable reply, and nothing else", arguments: Endpoint.allCases)
  func problemsAgreeWithTheDecoder(endpoint: Endpoint) throws {
    var random = RandomValues(seed: 77 + UInt64(endpoint.rawValue))
    for metrics in Generation.Wire.Metrics.allCases {
      for ack in Generation.Wire.Ack.allCases {
        var wire = Generation.preset(.correct).wire
        (wire.metrics, wire.ack) = (metrics, ack)
        let request = random.request(endpoint)
        let context = ResponseContext(wire: wire, now: sampleNow, user: random.user(), profile: random.profile())
        let body = random.response(to: request).encoded(for: request, context: context).body
        guard let whole = JSONValue(parsing: body) else { continue }
        for document in [whole] + Self.damaged(whole) where document["success"].bool != false {
          let isReadable = APIResponse(status: 200, body: document.bytes, for: request) != .undecodable
          let problem = ReplyProblem.first(in: document.bytes, for: endpoint)
          #expect(
            (problem == nil) == isReadable,
            "\(String(decoding: document.bytes, as: UTF8.self)): \(problem?.text ?? "fine")")
        }
      }
    }
  }

  @Test("A token under another name is reported with its field, its path and the reply's name")
  func anotherNameIsFound() {
    let body = Array(
      #"{"data":{"user":{"id":1,"email":"a@b.c"},"access_token":"x","refresh-token":"y"}}"#.utf8)
    let problems = ReplyProblem.all(in: body, for: .signUp)
    #expect(
      problems.map(\.text) == [
        "accessToken is missing at $.data.accessToken; the reply has $.data.access_token",
        "refreshToken is missing at $.data.refreshToken; the reply has $.data.refresh-token",
      ])
    #expect(problems.compactMap(\.similarName) == ["access_token", "refresh-token"])
  }

  @Test(
    "A body that is no document, or says no, is named as that",
    arguments: [
      ("", "the body is empty, where JSON is expected"), ("<html>", "the body is HTML or XML, where JSON is expected"),
      ("nonsense", "the body is no JSON"),
      (#"{"success":false}"#, "success is false in a reply with a success status at $.success"),
      (#"{"data":{"user":{"id":"u7","email":3}}}"#, "id is a text, no whole number, at $.data.user.id"),
    ])
  func unreadableBodiesAreNamed(body: String, text: String) {
    #expect(ReplyProblem.first(in: Array(body.utf8), for: .signUp)?.text == text)
  }

  @Test("The sample of a bad reply is one short line") func samplesAreShort() {
    #expect(ReplyProblem.sample(of: Array("{\n  \"a\": 1\n}".utf8)) == "{ \"a\": 1 }")
    let long = ReplyProblem.sample(of: [UInt8](repeating: 0x61, count: 9_999))
    #expect(long.count == 161 && long.hasSuffix("…"))
  }

  @Test("Every name in a request or reply can be renamed") func namesAreComplete() throws {
    func names(_ value: JSONValue) -> Set<String> {
      switch value {
      case .object(let object): object.members.reduce(into: []) { $0.formUnion(names($1.value).union([$1.key])) }
      case .array(let elements): elements.reduce(into: []) { $0.formUnion(names($1)) }
      case .null, .bool, .number, .string: []
      }
    }
    var random = RandomValues(seed: 3)
    for endpoint in Endpoint.allCases {
      for _ in 0..<20 {
        guard case .bytes(let bytes) = random.request(endpoint).wire.body, let body = JSONValue(parsing: bytes) else {
          break
        }
        #expect(names(body).subtracting(ContractFields.inRequests).isEmpty, "\(endpoint.name)")
      }
    }
    for file in ["ResponseDecoding.swift", "ResponseDecoding+Payloads.swift", "ResponseDecoding+Errors.swift"] {
      let url = Checkout.root.appending(path: "Sources/GTSDModel/Contract/\(file)")
      let read = try String(contentsOf: url, encoding: .utf8).matches(of: /\["([A-Za-z]+)"\]/).map { String($0.1) }
      #expect(!read.isEmpty && Set(read).subtracting(ContractFields.inReplies).isEmpty, "\(file)")
    }
  }
}
