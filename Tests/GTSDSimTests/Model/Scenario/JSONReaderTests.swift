import GTSDModel
import Testing

@testable import GTSDFields
@testable import InterleavingTesting

struct JSONReaderTests {
  @Test func readsCommentsAndTrailingCommas() throws {
    let root = try JSONReader.read(
      """
      // A comment before everything.
      {
        "a": [1, 2.5e3, -0.1,], /* in the
        middle */ "b": {"c": "\\u00e9\\n\\ud83d\\ude00"}, // at the end
        "d": [true, false, null],
      }
      """)
    #expect(root.text == #"{"a":[1,2.5e3,-0.1],"b":{"c":"é\n😀"},"d":[true,false,null]}"#)
  }

  @Test func keepsPositionsInScalars() throws {
    let root = try JSONReader.read("{\n  \"é\": 1, \"b\": [\n    2]\n}")
    #expect(root.members?[0].origin == .file(line: 2, column: 3))
    #expect(root["é"]?.origin == .file(line: 2, column: 8))
    #expect(root.members?[1].origin == .file(line: 2, column: 11))
    #expect(root["b"]?.elements?[0].origin == .file(line: 3, column: 5))
  }

  @Test(arguments: [
    ("", 1, 1, "the end of the text"),
    ("{", 1, 2, "expected a key"),
    ("{\"a\" 1}", 1, 6, "expected `:`"),
    ("{\"a\": 1\n \"b\": 2}", 2, 2, "expected `,` or `}`"),
    ("{\"a\": 01}", 1, 7, "leading 0"),
    ("{\"a\": 1.}", 1, 9, "digit after the point"),
    ("{\"a\": 1e}", 1, 9, "digit of the exponent"),
    ("{\"a\": +1}", 1, 7, "expected a value"),
    ("{\"a\": yes}", 1, 7, "double quotes"),
    ("{\"a\": 'b'}", 1, 7, "expected a value"),
    ("{a: 1}", 1, 2, "expected a key"),
    ("[1,,2]", 1, 4, "expected a value"),
    ("[,]", 1, 2, "expected a value"),
    ("{} {}", 1, 4, "the document ends here"),
    ("{\"a\": \"b\n\"}", 1, 7, "never closed"),
    ("{\"a\": \"\t\"}", 1, 8, "control character"),
    ("\"\\x\"", 1, 2, "unknown escape"),
    ("\"\\ud800\"", 1, 2, "surrogate"),
    ("\"\\u12g4\"", 1, 4, "four hexadecimal"),
    ("{} /* open", 1, 4, "never closed"),
    ("{} / 1", 1, 4, "comments are"),
  ])
  func saysWhereTextIsNoJSON(text: String, line: Int, column: Int, message: String) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONReader.read(text) }
    #expect(error.line == line)
    #expect(error.column == column)
    #expect(error.message.contains(message), "\(error.message)")
  }

  @Test func boundsDepthAndSize() throws {
    let deep = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(throws: Never.self) { try JSONReader.read(deep(64)) }
    let error = try #require(throws: JSONSyntaxError.self) { try JSONReader.read(deep(65)) }
    #expect(error.column == 65)
    let long = [UInt8](repeating: UInt8(ascii: " "), count: JSONReader.maximumBytes + 1)
    #expect(throws: JSONSyntaxError.self) { try JSONReader.read(bytes: long) }
  }

  @Test func refusesBytesThatAreNotUTF8() {
    #expect(throws: JSONSyntaxError.self) { try JSONReader.read(bytes: [0x22, 0xFF, 0x22]) }
  }

  @Test func findsRepeatedKeysAtAnyDepth() throws {
    let root = try JSONReader.read("{\"a\": 1, \"b\": [{\"c\": 1,\n \"c\": 2}], \"a\": 3}")
    let found = root.duplicateKeys()
    #expect(found.map(\.path) == ["$.b[0].c", "$.a"])
    #expect(found.map(\.origin) == [.file(line: 2, column: 2), .file(line: 2, column: 12)])
  }

  @Test func writesWhatItReads() throws {
    let text = #"{"a":[1,2.5],"b":{"c":"\"\\\u0001"},"d":[]}"#
    let root = try JSONReader.read(text)
    #expect(root.text == text)
    #expect(try JSONReader.read(root.prettyText).text == text)
  }
}

struct DurationTextTests {
  @Test(
    arguments: [
      ("24h", 86_400_000_000_000), ("1h30m", 5_400_000_000_000), ("300ms", 300_000_000), ("15d", 1_296_000_000_000_000),
      ("2.5s", 2_500_000_000), ("0s", 0), ("7us3ns", 7003), ("1e-3s", 1_000_000),
    ] as [(String, Int64)])
  func readsSpans(text: String, nanoseconds: Int64) throws {
    let span = try DurationText.span(text)
    #expect(span.nanoseconds == nanoseconds)
    #expect(try DurationText.span(DurationText.text(span)) == span)
    #expect(try abs(DurationText.seconds(text) * 1e9 - Double(nanoseconds)) <= 1)
  }

  @Test(arguments: ["", "5", "h", "1 h", "1x", "1.h", ".5s", "1hm", "+1s", "1e9", "1h-30m"])
  func refusesWhatIsNoDuration(text: String) {
    #expect(throws: DurationText.Failure.malformed) { try DurationText.span(text) }
  }

  @Test func errorsDistinguishNegativeAndOverlongSpans() {
    #expect(throws: DurationText.Failure.negative) { try DurationText.span("-5s") }
    #expect(throws: DurationText.Failure.tooLong) { try DurationText.span("999999999999d") }
    #expect(throws: DurationText.Failure.tooLong) { try DurationText.span("1e300s") }
  }
}

struct NearestNameTests {
  @Test func findsTheFewestEdits() {
    #expect(NearestName.of("folowCard", in: ["dismissCard", "followCard"]) == "followCard")
    #expect(NearestName.of("seeed", in: ["size", "seed"]) == "seed")
    #expect(NearestName.of("--user", in: ["--seed", "--users"]) == "--users")
    #expect(NearestName.of("xyz", in: ["seed", "size"]) == nil)
    // A part of a name stands for the shortest name that begins with it or contains it.
    let names = ["slow-stale-get", "stale-get-overwrites-ack", "stale-get-again", "A", "B"]
    #expect(NearestName.of("stale-get", in: names) == "stale-get-again")
    #expect(NearestName.of("Overwrites", in: names) == "stale-get-overwrites-ack")
    #expect(NearestName.of("st", in: names) == nil)
    // A letter that has nothing in common with a name does not stand for it.
    #expect(NearestName.of("Z", in: names) == nil && NearestName.of("", in: names) == nil)
    #expect(NearestName.of("a", in: names) == "A")
  }
}
