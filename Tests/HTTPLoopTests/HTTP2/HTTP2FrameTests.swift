import Testing

@testable import HTTPLoop

struct HTTP2FrameTests {
  private static func read(_ bytes: [UInt8], piece: Int = .max) throws(HTTP2Problem) -> [HTTP2Frame] {
    var reader = HTTP2FrameReader()
    var frames: [HTTP2Frame] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + min(piece, bytes.count))
      Array(bytes[start..<end]).withUnsafeBytes { reader.append($0) }
      while let next = try reader.next() { frames.append(next.frame) }
      start = end
    }
    return frames
  }

  static let frames: [HTTP2Frame] = [
    .settings([HTTP2Setting(3, 100), HTTP2Setting(0xfff0, .max)]), .settings([]), .settingsReceived,
    .headers(stream: 1, [0x82], endsStream: true, endsFields: false),
    .continuation(stream: 1, [0x84, 0x86], endsFields: true),
    .headers(stream: 3, [], endsStream: false, endsFields: true),
    .data(stream: 1, [1, 2, 3], endsStream: false, padding: nil), .data(stream: 1, [], endsStream: true, padding: nil),
    .data(stream: 1, [9], endsStream: true, padding: 0), .data(stream: 1, [9], endsStream: false, padding: 255),
    .data(stream: 0x7fff_ffff, [UInt8](repeating: 7, count: 16_384), endsStream: false, padding: nil),
    .priority(stream: 5), .reset(stream: 5, .refusedStream), .pushPromise(stream: 1), .ping(.max), .pong(42),
    .goAway(last: 7, .enhanceYourCalm), .windowUpdate(stream: 0, 1), .windowUpdate(stream: 9, 0x7fff_ffff),
    .unknown(HTTP2FrameKind(rawValue: 0xbe)),
  ]

  @Test("Written frames are read back unchanged from pieces of any size", arguments: [1, 7, 8, 9, 10, 1_000, .max])
  func framesSurvive(piece: Int) throws {
    var bytes: [UInt8] = []
    for frame in Self.frames { bytes.append(frame) }
    #expect(try Self.read(bytes, piece: piece) == Self.frames)
  }

  @Test("A long block of fields is divided into frames, and only the last one ends it")
  func longBlocksAreCut() throws {
    for (count, frames) in [(0, 1), (10, 1), (11, 2), (30, 3), (31, 4)] {
      var bytes: [UInt8] = []
      bytes.appendFields([UInt8](repeating: 1, count: count), stream: 1, endsStream: true, limit: 10)
      let read = try Self.read(bytes)
      #expect(read.count == frames)
      for (index, frame) in read.enumerated() {
        switch frame {
        case .headers(_, _, let endsStream, let endsFields): #expect(endsStream && endsFields == (frames == 1))
        case .continuation(_, _, let endsFields): #expect(endsFields == (index == frames - 1))
        default: Issue.record("\(frame)")
        }
      }
    }
  }

  @Test("The reader drops padding and priority of HEADERS")
  func paddedFieldsAreRead() throws {
    // Two bytes of padding behind five of priority and one of fields.
    let frame: [UInt8] = [0, 0, 9, 1, 0x2d, 0, 0, 0, 1, 2, 0x80, 0, 0, 3, 15, 0x82, 0, 0]
    #expect(try Self.read(frame) == [.headers(stream: 1, [0x82], endsStream: true, endsFields: true)])
  }

  @Test(
    "A frame of a wrong form is refused with its kind and stream",
    arguments: [
      ("004001 00 00 00000001", .length(16_385), .data, 1), ("000001 00 00 00000000 61", .stream, .data, 0),
      ("000001 00 08 00000001 01", .padding, .data, 1), ("000000 00 08 00000001", .length(0), .data, 1),
      ("000001 01 04 00000000 82", .stream, .headers, 0), ("000004 01 24 00000003 00000000", .length(4), .headers, 3),
      ("000003 01 2c 00000003 02 0000", .length(3), .headers, 3), ("000000 09 04 00000000", .stream, .continuation, 0),
      ("000004 02 00 00000001 00000000", .length(4), .priority, 1),
      ("000003 03 00 00000001 000000", .length(3), .reset, 1),
      ("000004 03 00 00000000 00000000", .stream, .reset, 0),
      ("000005 04 00 00000000 0000000000", .length(5), .settings, 0),
      ("000000 04 00 00000001", .stream, .settings, 1),
      ("000006 04 01 00000000 000300000001", .length(6), .settings, 0),
      ("000007 06 00 00000000 00000000000000", .length(7), .ping, 0),
      ("000008 06 00 00000001 0000000000000000", .stream, .ping, 1),
      ("000007 07 00 00000000 00000000000000", .length(7), .goAway, 0),
      ("000008 07 00 00000001 0000000000000000", .stream, .goAway, 1),
      ("000003 08 00 00000001 000001", .length(3), .windowUpdate, 1),
    ] as [(String, HTTP2Problem.Fault, HTTP2FrameKind, UInt32)])
  func badFramesAreRefused(bytes: String, fault: HTTP2Problem.Fault, kind: HTTP2FrameKind, stream: UInt32) {
    let error = #expect(throws: HTTP2Problem.self) { try Self.read(HPACKTests.bytes(bytes)) }
    #expect(error?.fault == fault)
    #expect(error?.kind == kind && error?.stream == stream)
    #expect(error?.description.hasPrefix("\(kind.name) frame on ") == true)
  }

  @Test("A window cannot exceed its limit, and may be negative")
  func windowsHaveLimits() {
    var window = HTTP2Window(100)
    #expect(!window.take(101) && window.take(100) && window.left == 0)
    #expect(window.raise(by: -50) && window.left == -50 && !window.take(1))
    #expect(window.raise(by: HTTP2Window.most) && !window.raise(by: 51) && window.raise(by: 50))
    #expect(window.left == HTTP2Window.most)
  }
}
