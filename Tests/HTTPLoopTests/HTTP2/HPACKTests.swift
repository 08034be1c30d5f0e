import Testing

@testable import HTTPLoop

/// The published examples of RFC 7541, and blocks that no decoder may trust.
struct HPACKTests {
  /// The bytes of hexadecimal digits, in groups.
  static func bytes(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue ?? 0) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private static func decode(_ decoder: inout HPACKDecoder, _ bytes: [UInt8]) throws(HPACKProblem) -> [HPACKField] {
    try decoder.decode(bytes, size: 65_536, count: 100).fields
  }

  /// Blocks of one connection in a row, with the size of the table after each (appendix C.3 to C.6).
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var isCompact: Bool
    var limit: Int
    var blocks: [(bytes: String, fields: [(String, String)], size: Int)]

    var testDescription: String { name }

    static let requests: [[(String, String)]] = [
      [(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "www.example.com")],
      [
        (":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "www.example.com"),
        ("cache-control", "no-cache"),
      ],
      [
        (":method", "GET"), (":scheme", "https"), (":path", "/index.html"), (":authority", "www.example.com"),
        ("custom-key", "custom-value"),
      ],
    ]

    static func response(_ status: String, _ second: String) -> [(String, String)] {
      [
        (":status", status), ("cache-control", "private"), ("date", "Mon, 21 Oct 2013 20:13:\(second) GMT"),
        ("location", "https://www.example.com"),
      ]
    }

    static let responses = [
      response("302", "21"), response("307", "21"),
      response("200", "22") + [
        ("content-encoding", "gzip"), ("set-cookie", "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1"),
      ],
    ]

    init(_ name: String, isCompact: Bool, limit: Int, _ bytes: [String], _ fields: [[(String, String)]], _ sizes: [Int])
    {
      (self.name, self.isCompact, self.limit) = (name, isCompact, limit)
      blocks = bytes.indices.map { (bytes[$0], fields[$0], sizes[$0]) }
    }

    static let all = [
      Example(
        "C.3, requests without Huffman code", isCompact: false, limit: 4_096,
        [
          "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d", "8286 84be 5808 6e6f 2d63 6163 6865",
          "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65",
        ], requests, [57, 110, 164]),
      Example(
        "C.4, requests with Huffman code", isCompact: true, limit: 4_096,
        [
          "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff", "8286 84be 5886 a8eb 1064 9cbf",
          "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
        ], requests, [57, 110, 164]),
      Example(
        "C.5, responses without Huffman code", isCompact: false, limit: 256,
        [
          """
          4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3120 474d
          546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d
          """,
          "4803 3330 37c1 c0bf",
          """
          88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970 7738 666f
          6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 303b
          2076 6572 7369 6f6e 3d31
          """,
        ], responses, [222, 222, 215]),
      Example(
        "C.6, responses with Huffman code", isCompact: true, limit: 256,
        [
          """
          4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7
          8f0b 97c8 e9ae 82ae 43d3
          """,
          "4883 640e ffc1 c0bf",
          """
          88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335
          dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07
          """,
        ], responses, [222, 222, 215]),
    ]
  }

  @Test("The examples of RFC 7541 are decoded and encoded as published", arguments: Example.all)
  func publishedExamplesHold(example: Example) throws {
    var decoder = HPACKDecoder(tableLimit: example.limit)
    var encoder = HPACKEncoder(isCompact: example.isCompact)
    encoder.setLimit(example.limit)
    for block in example.blocks {
      let (bytes, fields) = (Self.bytes(block.bytes), block.fields.map { HPACKField($0, $1) })
      #expect(try Self.decode(&decoder, bytes) == fields)
      #expect(decoder.tableSize == block.size)
      var written: [UInt8] = []
      for field in fields { encoder.put(field, into: &written) }
      #expect(written == bytes)
      #expect(encoder.tableSize == block.size)
    }
  }

  @Test(
    "The four forms of a field are read (C.2)",
    arguments: [
      ("400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572", "custom-key", "custom-header", 55),
      ("040c 2f73 616d 706c 652f 7061 7468", ":path", "/sample/path", 0),
      ("1008 7061 7373 776f 7264 0673 6563 7265 74", "password", "secret", 0), ("82", ":method", "GET", 0),
    ])
  func everyFormIsRead(bytes: String, name: String, value: String, size: Int) throws {
    var decoder = HPACKDecoder()
    #expect(try Self.decode(&decoder, Self.bytes(bytes)) == [HPACKField(name, value)])
    #expect(decoder.tableSize == size)
  }

  @Test("Integers are encoded as in RFC 7541, C.1", arguments: [(10, 5, "0a"), (1_337, 5, "1f9a0a"), (42, 8, "2a")])
  func numbersAreWritten(number: Int, bits: Int, bytes: String) throws {
    var written: [UInt8] = []
    HPACKEncoder.put(number, prefix: 0, bits: bits, into: &written)
    #expect(written == Self.bytes(bytes))
    var input = written[...]
    #expect(try HPACKDecoder.number(&input, bits: bits) == number && input.isEmpty)
  }

  @Test("The Huffman code encodes and decodes every byte")
  func everyByteSurvives() throws {
    let all = (0...255).map { UInt8($0) }
    let texts: [[UInt8]] = all.map { [$0] } + all.map { [$0, 0x61, $0] } + [all, Array(all.reversed()), []]
    for text in texts {
      var bytes: [UInt8] = []
      HPACKHuffman.encode(text, into: &bytes)
      #expect(bytes.count == HPACKHuffman.encodedCount(text))
      #expect(try HPACKHuffman.decode(bytes[...]) == text)
    }
  }

  @Test(
    "A block that cannot be decompressed has a problem with a name",
    arguments: [
      ("80", .index(0)), ("be", .index(62)), ("ff80 8080 8001", .number), ("ffff ffff ff7f", .number),
      ("ff", .cutShort), ("7f", .cutShort), ("40", .cutShort), ("4001", .cutShort), ("0401", .cutShort),
      ("007f ffff ff0f", .cutShort), ("0481 ff", .huffman), ("0482 1fff", .huffman), ("0484 ffff ffff", .huffman),
      ("0481 18", .huffman), ("3fe2 1f", .tableSize(4_097)), ("8220", .tableSize(0)), ("7e01 61", .index(62)),
    ] as [(String, HPACKProblem)])
  func badBlocksAreRefused(bytes: String, problem: HPACKProblem) {
    var decoder = HPACKDecoder()
    #expect(throws: problem) { try Self.decode(&decoder, Self.bytes(bytes)) }
    #expect(!problem.words.isEmpty)
  }

  @Test("A block that decodes to too many bytes is discarded, but its table changes are kept")
  func bombsAreDefused() throws {
    var decoder = HPACKDecoder()
    var block: [UInt8] = []
    HPACKEncoder.put(0, prefix: 0x40, bits: 6, into: &block)
    let value = [UInt8](repeating: 0x61, count: 4_000)
    for text in [[0x78], value] {
      HPACKEncoder.put(text.count, prefix: 0, bits: 7, into: &block)
      block += text
    }
    block += [UInt8](repeating: 0xbe, count: 16_000)
    let decoded = try decoder.decode(block, size: 65_536, count: 1_000)
    #expect(decoded.isTooLarge && decoded.fields.count == 16)
    #expect(try Self.decode(&decoder, [0xbe]) == [HPACKField([0x78], value)])
    // Many small ones are too many as well.
    #expect(try decoder.decode([UInt8](repeating: 0x82, count: 101), size: 65_536, count: 100).isTooLarge)
  }

  @Test("A smaller table size is announced and used by both sides")
  func tablesShrinkOnBothSides() throws {
    var (encoder, decoder) = (HPACKEncoder(), HPACKDecoder())
    func send(_ value: String) throws -> Int {
      var block: [UInt8] = []
      encoder.begin(into: &block)
      encoder.put(HPACKField("x-key", value), into: &block)
      #expect(try Self.decode(&decoder, block) == [HPACKField("x-key", value)])
      #expect(encoder.tableSize == decoder.tableSize)
      return block.count
    }
    _ = try send("a")
    #expect(try send("a") == 1)
    // It is emptied for a moment: neither side may still know the field.
    encoder.setLimit(0)
    encoder.setLimit(100)
    #expect(try send("a") > 1)
    #expect(try send("a") == 1)
    encoder.setLimit(1_000_000)
    for number in 0..<300 { _ = try send("value \(number % 150)") }
    #expect(encoder.tableSize <= 4_096 && encoder.tableSize > 3_900)
  }

  @Test("Random blocks are decoded or refused, and never trap")
  func randomBlocksDoNoHarm() {
    var state: UInt64 = 1
    for _ in 0..<3_000 {
      let block = (0..<40).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
      var decoder = HPACKDecoder()
      _ = try? decoder.decode(block, size: 4_096, count: 10)
      #expect(decoder.tableSize <= 4_096)
    }
  }
}
