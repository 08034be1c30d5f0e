import HTTPTestSupport
import Testing

@testable import HTTPLoop
@testable import Randomness

struct HTTPResponseParserTests {
  private func parse(_ text: String, isBodiless: Bool = false) -> ParsedResponse {
    ParsedResponse(Array(text.utf8), cuts: [], isBodiless: isBodiless)
  }

  private func complete(_ text: String, isBodiless: Bool = false) throws -> (HTTPResponse, keepsAlive: Bool) {
    guard case .complete(let response, let taken, let keepsAlive) = parse(text, isBodiless: isBodiless)
    else { throw HTTPProblem.startLine }
    #expect(taken == text.utf8.count)
    return (response, keepsAlive)
  }

  @Test func corpusHasItsFiles() {
    #expect(HTTPCorpus.responses.count > 90)
  }

  @Test(arguments: HTTPCorpus.responses)
  func corpusIsParsedAsExpected(_ message: HTTPCorpus) {
    #expect(ParsedResponse(message.bytes, cuts: []).outcome == message.outcome)
  }

  /// However a response is cut into pieces, the result is the same response or the same error.
  @Test(arguments: HTTPCorpus.responses)
  func chunkSizesDoNotMatter(_ message: HTTPCorpus) {
    let whole = ParsedResponse(message.bytes, cuts: [])
    let count = message.bytes.count
    #expect(ParsedResponse(message.bytes, cuts: 0..<count) == whole)
    for cut in stride(from: 0, to: count, by: count < 1_000 ? 1 : 499) {
      #expect(ParsedResponse(message.bytes, cuts: [cut]) == whole, "cut at \(cut)")
    }
    guard count < 160 else { return }
    for first in 0..<count {
      for second in first..<count where ParsedResponse(message.bytes, cuts: [first, second]) != whole {
        Issue.record("cut at \(first) and \(second)")
      }
    }
  }

  @Test func parsedPartsEqualTheResponse() throws {
    let (response, keepsAlive) = try complete(
      "HTTP/1.1 429 Too Many Requests\r\nRetry-After:  \t7 \r\nSet-Cookie: a\r\nset-cookie: b\r\nContent-Length: 4\r\n\r\nwait"
    )
    #expect(response.status == 429)
    #expect(response.version == .http11)
    #expect(response.body == Array("wait".utf8))
    #expect(response.header("retry-after") == "7")
    #expect(response.header("RETRY-AFTER") == "7")
    #expect(response.head.values(of: "Set-Cookie") == ["a", "b"])
    #expect(response.header("Cookie") == nil)
    #expect(keepsAlive)
  }

  @Test(arguments: [
    ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false), ("HTTP/1.1", "Connection: Close\r\n", false),
    ("HTTP/1.1", "Connection: x, close ,y\r\n", false), ("HTTP/1.1", "Connection: closed\r\n", true),
    ("HTTP/1.1", "Connection: keep-alive\r\nConnection: close\r\n", false),
    ("HTTP/1.0", "", false), ("HTTP/1.0", "Connection: keep-alive\r\n", true),
    ("HTTP/1.0", "Connection: keep-alive, close\r\n", false),
  ])
  func connectionIsKeptWhereBothWantIt(version: String, field: String, isKept: Bool) throws {
    let (_, keepsAlive) = try complete("\(version) 200 OK\r\n\(field)Content-Length: 0\r\n\r\n")
    #expect(keepsAlive == isKept)
  }

  @Test(arguments: ["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", ""])
  func answersToHeadHaveNoBody(length: String) throws {
    let (response, keepsAlive) = try complete("HTTP/1.1 200 OK\r\n\(length)\r\n", isBodiless: true)
    #expect(response.body.isEmpty)
    #expect(keepsAlive)
  }

  @Test func interimResponsesAreSkipped() throws {
    let (response, _) = try complete(
      "HTTP/1.1 100 Continue\r\nX: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    )
    #expect(response.status == 200)
    #expect(response.header("X") == nil)
  }

  @Test func oneParserReadsOneResponseAfterTheOther() throws {
    var parser = HTTPResponseParser(limits: HTTPResponseParser.Limits())
    for length in [0, 3, 70_000, 1] {
      let body = [UInt8](repeating: UInt8(ascii: "x"), count: length)
      let bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n".utf8) + body
      parser.begin(isBodiless: false)
      let progress = try bytes.withUnsafeBytes { try parser.take($0) }
      #expect(progress == .done(taken: bytes.count))
      #expect(parser.takeResponse().body == body)
    }
  }

  /// The parser accepts the largest permitted values and refuses the next larger ones.
  @Test func limitsAreExact() {
    var limits = HTTPResponseParser.Limits()
    limits.head = 60
    limits.body = 10
    limits.fields = 2
    func outcome(_ text: String) -> String {
      let bytes = Array(text.utf8)
      let whole = ParsedResponse(bytes, cuts: [], limits: limits)
      #expect(whole == ParsedResponse(bytes, cuts: 0..<bytes.count, limits: limits))
      return whole.outcome
    }
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"
    let padding = 60 - head.utf8.count - "A: \r\n\r\n".utf8.count
    #expect(outcome(head + "A: \(String(repeating: "b", count: padding))\r\n\r\n") == "complete")
    #expect(outcome(head + "A: \(String(repeating: "b", count: padding + 1))\r\n\r\n") == "headTooLarge")
    #expect(outcome(head + "A:b\r\nC:d\r\n\r\n") == "headTooLarge")
    #expect(outcome("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789") == "complete")
    #expect(outcome("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n") == "bodyTooLarge")
    #expect(outcome("HTTP/1.1 200 OK\r\n\r\n0123456789") == "ended-by-close")
    #expect(outcome("HTTP/1.1 200 OK\r\n\r\n01234567890") == "bodyTooLarge")
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(outcome(chunked + "a\r\n0123456789\r\n0\r\n\r\n") == "complete")
    #expect(outcome(chunked + "b\r\n") == "bodyTooLarge")
    #expect(outcome(chunked + "9\r\n012345678\r\n1\r\n9\r\n0\r\n\r\n") == "complete")
    #expect(outcome(chunked + "9\r\n012345678\r\n2\r\n") == "bodyTooLarge")
  }
}

struct HTTPPartsTests {
  @Test func tokensAreThoseOfTheStandard() {
    let token = Set("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    for byte in UInt8.min...UInt8.max {
      #expect(HTTPCharacter.isToken(byte) == token.contains(byte))
      #expect(HTTPCharacter.isValue(byte) == (byte == 9 || (byte >= 32 && byte != 127)))
    }
  }

  /// A body cut into random chunks, with extensions and trailers, is decoded completely, however it arrives.
  @Test func chunksFormTheBody() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      let body = (0..<random.below(300)).map { _ in UInt8(random.below(256)) }
      var encoded: [UInt8] = []
      var start = 0
      while start < body.count {
        let end = min(body.count, start + 1 + random.below(40))
        let size = String(end - start, radix: 16, uppercase: random.below(2) == 0)
        encoded += Array("\(random.below(3) == 0 ? "00" : "")\(size)\(random.below(3) == 0 ? ";x=\"y\"" : "")\r\n".utf8)
        encoded += body[start..<end] + Array("\r\n".utf8)
        start = end
      }
      encoded += Array("0\r\n\(random.below(2) == 0 ? "A: b\r\n" : "")\r\n".utf8)
      let next = Array("HTTP".utf8)

      var decoder = HTTPChunkDecoder()
      var decoded: [UInt8] = []
      var taken = 0
      while !decoder.isDone {
        let count = 1 + random.below(encoded.count)
        let piece = Array((encoded + next)[taken...].prefix(count))
        taken += try piece.withUnsafeBytes { try decoder.take($0, into: &decoded, limit: body.count) }
      }
      #expect(decoded == body)
      #expect(taken == encoded.count)
    }
  }

  @Test(arguments: [
    ("A", "b\r\nInjected: yes"), ("A", "b\n"), ("A", "b\r"), ("A", "b\0"), ("A b", "c"), ("", "c"), ("A:", "c"),
    ("A\r\nB", "c"), ("Ä", "c"),
  ])
  func fieldsCannotBeSmuggledIn(name: String, value: String) {
    #expect(throws: HTTPProblem.field) { try HTTPFields([(name, value)]) }
  }

  @Test func requestsAreWhatTheServerReads() throws {
    func head(_ request: HTTPRequest) -> String {
      var output: [UInt8] = []
      request.encodeHead(into: &output, suffix: Array(" HTTP/1.1\r\nHost: a:8080\r\n".utf8))
      return String(decoding: output, as: UTF8.self)
    }
    let fields = try HTTPFields([("Accept", "application/json")])
    #expect(
      head(HTTPRequest(.get, "/v1/a?b=c", fields: fields))
        == "GET /v1/a?b=c HTTP/1.1\r\nHost: a:8080\r\nAccept: application/json\r\n\r\n")
    #expect(
      head(HTTPRequest(.post, "/", body: HTTPBody(segments: [[1, 2], [], [3]])))
        == "POST / HTTP/1.1\r\nHost: a:8080\r\nContent-Length: 3\r\n\r\n")
    #expect(head(HTTPRequest(.put, "/")).contains("Content-Length: 0\r\n"))
    #expect(!head(HTTPRequest(.delete, "/")).contains("Content-Length"))
    // No content of a target ends its line.
    #expect(head(HTTPRequest(.get, "/a b\r\nX: é")).hasPrefix("GET /a%20b%0D%0AX:%20%C3%A9 HTTP/1.1\r\n"))
    #expect(head(HTTPRequest(.get, "")).hasPrefix("GET / HTTP/1.1\r\n"))
  }

  @Test(arguments: [
    ("http://localhost:8080/", "localhost", 8_080, ""), ("HTTP://example.org", "example.org", 80, ""),
    ("https://example.org/v2/", "example.org", 443, "/v2"), ("https://[::1]:8443/a/b", "::1", 8_443, "/a/b"),
    ("http://[::1]", "::1", 80, ""), ("http://10.0.0.1:", "10.0.0.1", 80, ""),
  ])
  func addressesAreTakenApart(text: String, host: String, port: Int, path: String) throws {
    let address = try HTTPOrigin.Address(text)
    #expect(address.host == host && address.port == port && address.path == path)
  }

  @Test(arguments: [
    "localhost:8080", "ftp://a", "http://", "http:///a", "http://a:0", "http://a:65536", "http://a:b", "http://[::1",
    "http://[::1]x", "http://user:secret@a", "http://a/?b", "http://a/#b", "http://a b",
  ])
  func textThatIsNoAddressIsRefused(text: String) {
    #expect(throws: HTTPOrigin.AddressError.self) { try HTTPOrigin.Address(text) }
  }
}
