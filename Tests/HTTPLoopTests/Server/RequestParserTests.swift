import Testing

@testable import HTTPLoop
@testable import Randomness

struct RequestParserTests {
  @Test func sampleRequestsExist() {
    #expect(ReceivedSample.all.count > 150)
    let statuses = Set(ReceivedSample.all.flatMap(\.statuses))
    #expect(statuses == [200, 400, 411, 413, 414, 417, 431, 501, 505])
  }

  @Test func samplesAreAnsweredAsTheirNamesSay() {
    for sample in ReceivedSample.all {
      let statuses = outcomes(of: sample.bytes, limits: ReceivedSample.limits).map(\.status)
      #expect(statuses == sample.statuses, "\(sample.name)")
    }
  }

  @Test func chunkSizesChangeNothing() {
    for sample in ReceivedSample.all {
      let whole = outcomes(of: sample.bytes, limits: ReceivedSample.limits)
      for cut in sample.bytes.indices {
        let halves = [sample.bytes[..<cut], sample.bytes[cut...]]
        #expect(outcomes(of: halves, limits: ReceivedSample.limits) == whole, "\(sample.name) cut at \(cut)")
      }
      let single = sample.bytes.indices.map { sample.bytes[$0...$0] }
      #expect(outcomes(of: single, limits: ReceivedSample.limits) == whole, "\(sample.name) byte by byte")
    }
  }

  @Test func writtenRequestIsRead() {
    var chance = SplitMix64(seed: 11)
    for _ in 0..<400 {
      let written = (0..<Int.random(in: 1...5, using: &chance)).map { _ in WrittenRequest(using: &chance) }
      let bytes = written.flatMap(\.bytes)
      var cuts = (0..<Int.random(in: 0...6, using: &chance)).map { _ in
        Int.random(in: 0...bytes.count, using: &chance)
      }
      cuts = [0] + cuts.sorted() + [bytes.count]
      var parser = HTTPRequestParser(limits: HTTPRequestLimits())
      var read: [HTTPIncoming] = []
      for (start, end) in zip(cuts, cuts.dropFirst()) {
        bytes[start..<end].withUnsafeBytes { piece in
          var offset = 0
          while let incoming = try? parser.take(piece, from: &offset) { read.append(incoming) }
        }
      }
      #expect(read.count == written.count)
      for (incoming, request) in zip(read, written) {
        #expect(incoming.method == request.method)
        #expect(incoming.target == request.target)
        #expect(incoming.body == request.body)
        for (name, value) in request.fields { #expect(incoming.header(name) == value) }
        #expect(incoming.header("x-none") == nil)
      }
    }
  }

  /// A request with the same meaning.
  struct WrittenRequest {
    var method: HTTPMethod
    var target: String
    var fields: [(String, String)]
    var body: [UInt8]
    var bytes: [UInt8]

    init(using chance: inout SplitMix64) {
      method = HTTPMethod.allCases.randomElement(using: &chance)!
      target = "/" + Self.word("abc/?&=%20._~", 0...40, &chance)
      fields = (0..<Int.random(in: 0...8, using: &chance)).map { index in
        let name = "X-" + Self.word("abcXYZ-_09", 1...12, &chance) + "\(index)"
        return (name, Self.word("abc xyz\t\"=;,:()/é", 0...30, &chance).trimmingBlanks)
      }
      body = (0..<Int.random(in: 0...300, using: &chance)).map { _ in UInt8.random(in: 0...255, using: &chance) }
      var lines = ["\(method.rawValue) \(target) HTTP/1.1", "Host: example.test"]
      lines += fields.map { "\(Bool.random(using: &chance) ? $0.0.uppercased() : $0.0):\($0.1)" }
      lines.shuffleTail(using: &chance)
      if Bool.random(using: &chance) {
        lines.append("Content-Length: \(body.count)")
        bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
      } else {
        lines.append("Transfer-Encoding: chunked")
        bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + Self.chunked(body, &chance)
      }
    }

    private static func word(
      _ letters: String, _ length: ClosedRange<Int>, _ chance: inout SplitMix64
    ) -> String {
      String((0..<Int.random(in: length, using: &chance)).map { _ in letters.randomElement(using: &chance)! })
    }

    private static func chunked(_ body: [UInt8], _ chance: inout SplitMix64) -> [UInt8] {
      var rest = body[...]
      var bytes: [UInt8] = []
      while !rest.isEmpty {
        let chunk = rest.prefix(Int.random(in: 1...100, using: &chance))
        rest = rest.dropFirst(chunk.count)
        let size = String(chunk.count, radix: 16, uppercase: Bool.random(using: &chance))
        bytes += Array("\(size)\(Bool.random(using: &chance) ? ";x=\"y\"" : "")\r\n".utf8) + chunk + Array("\r\n".utf8)
      }
      return bytes + Array("0\r\n\(Bool.random(using: &chance) ? "X-Sum: 1\r\n" : "")\r\n".utf8)
    }
  }

  @Test func waitingClientGets100Continue() throws {
    var parser = HTTPRequestParser(limits: HTTPRequestLimits())
    func take(_ text: String) throws -> HTTPIncoming? {
      var offset = 0
      return try Array(text.utf8).withUnsafeBytes { try parser.take($0, from: &offset) }
    }
    #expect(try take("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r") == nil)
    #expect(!parser.isAwaitingContinue)
    #expect(try take("\n") == nil)
    #expect(parser.isAwaitingContinue)
    let answers = [parser.noteContinueSent(), parser.noteContinueSent()]
    #expect(answers == [true, false])
    #expect(try take("hi")?.body == Array("hi".utf8))
    // A client that sends the body anyway does not wait.
    #expect(try take("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nh") == nil)
    #expect(!parser.isAwaitingContinue)
  }

  @Test func fieldsAreFoundByTheirNames() {
    let text =
      "GET /Find:me HTTP/1.1\r\nA:1\r\nAb: 2 \r\nFind: \t first\t\r\nX-Find: no\r\nFIND:second\r\nEmpty:\r\n"
      + "Of: Find: no\r\n\r\n"
    let head = HTTPHead(Array(text.utf8), fieldStart: 23)
    #expect(text.utf8.dropFirst(23).starts(with: "A:1".utf8))
    #expect(head["find"] == "first" && head["Find"] == "first")
    #expect(head.values(of: "fInD") == ["first", "second"])
    #expect(head["a"] == "1" && head["AB"] == "2" && head["empty"] == "" && head["of"] == "Find: no")
    #expect(head["b"] == nil && head[""] == nil && head["find: me"] == nil && head.values(of: "in").isEmpty)
    #expect(HTTPHead(Array("GET / HTTP/1.0\r\n\r\n".utf8), fieldStart: 16)["a"] == nil)
  }

  @Test func progressTellsWhatTheClientIsSlowAt() throws {
    var parser = HTTPRequestParser(limits: HTTPRequestLimits())
    var seen: [HTTPRequestParser.Progress] = []
    for byte in Array("\r\nPUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi".utf8) {
      var offset = 0
      _ = try [byte].withUnsafeBytes { try parser.take($0, from: &offset) }
      if seen.last != parser.progress { seen.append(parser.progress) }
    }
    #expect(seen == [.nothing, .head, .body, .nothing])
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while let first = text.first, first == " " || first == "\t" { text = text.dropFirst() }
    while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
    return String(text)
  }
}

extension [String] {
  /// Shuffles all but the first, since the order of fields has no meaning here.
  fileprivate mutating func shuffleTail(using chance: inout SplitMix64) {
    self = [self[0]] + dropFirst().shuffled(using: &chance)
  }
}
