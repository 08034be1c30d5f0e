import Foundation
import GTSDModel
import GTSDModelTestSupport
import Testing

private let valid = [
  "{}", "[]", "null", "true", "false", "0", "-0", "1", "-1", "12.5", "-0.0", "1E2", "1e+2", "1e-2", "1.5E-3", "\"\"",
  " 1", "1 ", "\t\r\n [ \n]\t", "[ ]", "{ }", "[null]", "[1,2,3]", "[[],[[]],{}]", "{\"a\":1}",
  "{ \"a\" : [ ] , \"b\" : { } }",
  "[true , false]", "{\"a\":{\"b\":[{\"c\":null}]}}", "{\"\":0}", "{\"a b\":1}", "{\"\\u0061\":1}", "{\"\\\"\":1}",
  "{\"b\":1,\"a\":2}", "{\"a\":1,\"a\":2}", "{\"a\":1,\"b\":2,\"a\":3}", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
  "\"\\u0041\\u00e9\\u6F22\"", "\"\\ud83d\\ude42\"", "\"\\uD83D\\uDE42x\"", "\"\\u0000\"", "\"\u{7F}\"",
  "\"\u{80}é漢🙂\u{10FFFF}\"", "\"\\u2028\u{2028}\"", "\"a\\u0301\"", "\"12345678\"", "\"1234567\\n9\"",
  "\"12345678é\"", "\u{FEFF}{}", "\u{FEFF} [1]", "123456789012345678", "1234567890123456789012", "9007199254740993",
  "0.1", "0.30000000000000004", "123.456e20", "1.7976931348623157e308", "5e-324", "2.2250738585072011e-308",
  "0.000000000000000000000000000000000001", "100000000000000000000000", "[0,-1,1.25,-3e2]", "\"//\"",
  #"{"error":{"message":"down","requestId":"r"}}"#,
]

private let invalid = [
  "", " ", "\u{FEFF}", "[", "]", "{", "}", "[1", "[1,", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "[]]", "{}}",
  "[}", "{]", "[1}", "{\"a\":1]", "[1 2]", "[,]", "[,1]", "[1,,2]", "{,}", "{\"a\" 1}", "{\"a\",1}", "{a:1}", "{1:1}",
  "{'a':1}", "'a'", "nul", "nulL", "tru", "truth", "fals", "nullx", "True", "NULL", "NaN", "Infinity", "-Infinity", "-",
  "+1", "01", "-01", "00", "1.", ".5", "-.5", "1.e1", "1e", "1e+", "1e-", "1.5e", "0x10", "1_000", "1a", "--1", "1 2",
  "1,2", "1e400", "-1e400", "\"", "\"a", "\"\\", "\"\\\"", "\"\\x\"", "\"\\u\"", "\"\\u12\"", "\"\\u123g\"",
  "\"\\u12 4\"", "\"\\U0041\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800x\"", "\"\\ud800\\n\"", "\"\\ud800\\u0041\"",
  "\"\\ud800\\ud800\"", "\"\\ud83d\\ude4", "\"a\nb\"", "\"a\tb\"", "\"\u{0}\"", "\"\u{1F}\"", "\"12345678\u{1F}\"",
  "// a\n1", "/* a */1", "1 // a", "#", "\u{A0}1", "\u{C}1", "\u{B}[]", "1\u{FEFF}", "<html></html>", "undefined",
  "\"a\" \"b\"", "{\"a\":\"\\ud800\"}", "[\"a\",\n4\n,1,", "{\"a\":1 \"b\":2}", "[1:2]", "\\", "a", "é", "🙂",
]

private let invalidBytes: [[UInt8]] = [
  [0x22, 0xFF, 0x22], [0x22, 0x80, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x22, 0xC0, 0x80, 0x22],
  [0x22, 0xE0, 0x80, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF0, 0x80, 0x80, 0x80, 0x22],
  [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0xFF, 0x22],
  [0xFF], [0x20, 0xFF], [0x31, 0xFF], [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], [0x22, 0xC3], [0x5B, 0x80, 0x5D],
]

/// The deliberate differences between the reader of bodies and Foundation's decoder.
private let refusedHereAlone = [
  // Trailing commas, which no standard allows.
  "[1,]", "{\"a\":1,}", "[[],]",
  // Foundation takes text with a leading or trailing zero byte for UTF-16.
  "1\u{0}", "\u{0}1", "0\u{0}\u{0}\u{0}",
]
private let readHereAlone: [(String, JSONValue)] = [
  // A zero in any notation, and a number too small to distinguish from it.
  ("0e5", 0), ("0.0E-5", 0), ("1e-400", 0),
]

struct JSONBodyTests {
  @Test func readsWhatFoundationReads() {
    for text in valid {
      let expected = FoundationJSON.parse(text.utf8)
      #expect(expected != nil, "\(text.debugDescription)")
      #expect(JSONValue(parsing: Array(text.utf8)) == expected, "\(text.debugDescription)")
    }
  }

  @Test func refusesWhatFoundationRefuses() {
    for bytes in invalid.map({ Array($0.utf8) }) + invalidBytes {
      let shown = String(decoding: bytes, as: UTF8.self).debugDescription
      #expect(FoundationJSON.parse(bytes) == nil, "\(shown)")
      #expect(JSONValue(parsing: Array(bytes)) == nil, "\(shown)")
    }
  }

  @Test func differsFromFoundationWhereItSays() {
    for text in refusedHereAlone {
      #expect(FoundationJSON.parse(text.utf8) != nil, "\(text.debugDescription)")
      #expect(JSONValue(parsing: Array(text.utf8)) == nil, "\(text.debugDescription)")
    }
    for (text, value) in readHereAlone { #expect(JSONValue(parsing: Array(text.utf8)) == value, "\(text)") }
    // Deeply nested arrays are rejected before they could use up the stack of a thread.
    for (depth, isRead) in [(64, true), (65, false), (100_000, false)] {
      let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect((JSONValue(parsing: Array(nested.utf8)) != nil) == isRead)
      let objects = String(repeating: "{\"a\":", count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
      #expect((JSONValue(parsing: Array(objects.utf8)) != nil) == isRead)
    }
    // The limit applies to the arrays that are open at the same time.
    #expect(JSONValue(parsing: Array("[\(String(repeating: "[],", count: 100))[]]".utf8)) != nil)
  }

  @Test func everyTreeIsWrittenAsFoundationWritesItAndComesBack() throws {
    var random = RandomValues(seed: 11)
    for _ in 0..<400 {
      let tree = random.json(levels: 4)
      let bytes = tree.bytes
      #expect(bytes == (try FoundationJSON.write(tree)))
      #expect(JSONValue(parsing: bytes) == tree)
      #expect(FoundationJSON.parse(bytes) == tree)
    }
    for number in [Double.nan, .infinity, -.infinity, -0.0, 0x1p53, -0x1p53, 0x1p53 + 2, 0x1p54, 1e15, 1e16, 1e21] {
      #expect(JSONValue.number(number).bytes == (try FoundationJSON.write(.number(number))))
    }
    let controls: JSONValue = .string(String(String.UnicodeScalarView((0...0x80).compactMap(Unicode.Scalar.init))))
    #expect(controls.bytes == (try FoundationJSON.write(controls)))
  }

  @Test(arguments: Endpoint.allCases)
  func bodiesOfTheContractAreThoseOfFoundation(endpoint: Endpoint) throws {
    var random = RandomValues(seed: 2000 + UInt64(endpoint.rawValue))
    for preset in [Generation.Preset.head, .correct] {
      for _ in 0..<20 {
        let request = random.request(endpoint)
        let context = ResponseContext(
          wire: Generation.preset(preset).wire, now: sampleNow, user: random.maybe { $0.user() })
        let reply = random.response(to: request).encoded(for: request, context: context).body
        var bodies = [reply]
        if case .bytes(let data) = request.wire.body { bodies.append(data) }
        for body in bodies {
          let tree = try #require(FoundationJSON.parse(body))
          #expect(JSONValue(parsing: body) == tree)
          #expect(Array(body) == (try FoundationJSON.write(tree)))
        }
      }
    }
  }

  @Test func numbersAreThoseOfStrtod() {
    var random = RandomValues(seed: 12)
    for index in 0..<3000 {
      var text = (0..<random.int(1...(index % 3 == 0 ? 25 : 17))).map { _ in String(random.int(0...9)) }.joined()
      while text.count > 1, text.hasPrefix("0") { text.removeFirst() }
      if random.bool() { text += "." + (0..<random.int(1...20)).map { _ in String(random.int(0...9)) }.joined() }
      let largestExponent = index % 2 == 0 ? 30 : 280
      if random.bool() { text += random.one(of: ["e", "E", "e+", "e-"]) + String(random.int(0...largestExponent)) }
      if random.bool() { text = "-" + text }
      let expected = strtod(text, nil)
      guard expected.isFinite else {
        #expect(JSONValue(parsing: Array(text.utf8)) == nil, "\(text)")
        continue
      }
      guard case .number(let number) = JSONValue(parsing: Array(text.utf8)) else {
        Issue.record("\(text) is not read as a number")
        continue
      }
      #expect(number.bitPattern == expected.bitPattern, "\(text)")
    }
  }

  /// Documents that only this reader accepts would be a hole; those that only it rejects have trailing commas.
  @Test func damagedDocumentsAreReadAsFoundationReadsThemOrRefused() {
    var random = RandomValues(seed: 13)
    let alphabet = Array("{}[]\",:\\u0 tfn-.1\n".utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xA9, 0xFF]
    var accepted = 0
    for round in 0..<3000 {
      var bytes = Array(valid[round % valid.count].utf8)
      for _ in 0..<random.int(1...3) {
        let at = random.int(0...bytes.count)
        switch random.int(0...3) {
        case 0: bytes.insert(random.one(of: alphabet), at: at)
        case 1 where at < bytes.count: bytes.remove(at: at)
        case 2 where at < bytes.count: bytes[at] = random.one(of: alphabet)
        default: bytes.removeSubrange(at...)
        }
      }
      let shown = String(decoding: bytes, as: UTF8.self).debugDescription
      let read = JSONValue(parsing: Array(bytes))
      let expected = FoundationJSON.parse(bytes)
      if read != nil {
        accepted += 1
        #expect(read == expected, "\(shown)")
      } else if expected != nil {
        let hasTrailingComma = bytes.contains { $0 == UInt8(ascii: ",") }
        #expect(hasTrailingComma || bytes.contains(0), "\(shown)")
      }
    }
    #expect(accepted > 100)
  }

  @Test func everyPrefixOfADocumentIsRefused() {
    let text = #"{"a":[1,-2.5e3,"é\n\ud83d\ude42"],"b":{"c":null,"d":true}}"#
    let bytes = Array(text.utf8)
    #expect(JSONValue(parsing: Array(bytes)) != nil)
    for count in bytes.indices { #expect(JSONValue(parsing: Array(bytes[..<count])) == nil, "\(count)") }
  }
}

struct JSONObjectTests {
  @Test func membersAreFoundWhateverTheirNumber() {
    for count in [0, 1, 15, 16, 17, 100] {
      let object = JSONObject((0..<count).reversed().map { ("k\($0)", JSONValue($0)) })
      #expect(object.members.count == count)
      for index in 0..<count { #expect(object["k\(index)"] == JSONValue(index)) }
      #expect(object["k"] == .null)
      #expect(object["k\(count)"] == .null)
      #expect(object["z"] == .null)
    }
  }

  @Test func firstOfMembersWithOneKeyCounts() {
    let object = JSONObject([("b", 1), ("a", 2), ("b", 3), ("a", 4)])
    #expect(object == ["a": 2, "b": 1])
    #expect(JSONObject([("a", 1), ("a", 2)]) == ["a": 1])
  }

  @Test func mergingKeepsItsOwnMembers() {
    var random = RandomValues(seed: 14)
    for _ in 0..<300 {
      var sides: [JSONObject] = []
      for side in 0..<2 {
        sides.append(JSONObject((0..<random.int(0...8)).map { _ in ("k\(random.int(0...9))", JSONValue(side)) }))
      }
      let merged = sides[0].merging(sides[1])
      #expect(merged == JSONObject(sides[0].members + sides[1].members))
      #expect(JSONValue.object(merged).withoutNulls == .object(merged))
    }
    #expect(JSONValue.object(["a": nil, "b": 1]).withoutNulls == ["b": 1])
  }
}
