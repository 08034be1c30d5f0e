import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDLogs

/// Bytes, layouts and times of log files.
struct LogInputTests {
  private static let lines = (0..<30).map { index in
    #"{"event_name":"app_launched","timestamp":"2026-01-0\#(1 + index % 9)T10:00:00Z","user_id":"ü\#(index)","properties":{}}"#
  }

  private static func read(_ bytes: [UInt8], piece: Int = 1 << 20) -> (log: EventLog, summary: EventReader.Summary) {
    var reader = EventReader()
    for start in stride(from: 0, to: bytes.count, by: piece) {
      reader.read(bytes[start..<min(bytes.count, start + piece)])
    }
    return reader.finish()
  }

  private static func packed() throws -> [UInt8] {
    Array(try Data(contentsOf: Checkout.fixtures.appending(path: "Logs/plain.jsonl.gz")))
  }

  @Test(
    "gzip is unpacked in pieces of any size, and so are several files one after the other", arguments: [1, 7, 5_000])
  func gzip(piece: Int) throws {
    let once = try Self.packed()
    #expect(Self.read(once, piece: piece).summary.lines == 40)
    let twice = Self.read(once + once, piece: piece).summary
    #expect(twice.lines == 80 && twice.repeated == 40 && twice.unreadable == nil)
  }

  @Test("Damaged, truncated and unsupported compressed files are refused with a remedy")
  func refused() throws {
    var damaged = try Self.packed()
    damaged[300] ^= 0x10
    #expect(Self.read(damaged).summary.unreadable?.contains("damaged") == true)
    #expect(Self.read(Array(try Self.packed().dropLast(20))).summary.unreadable?.contains("ends before") == true)
    for (magic, command) in [
      ([0x50, 0x4B, 3, 4], "unzip -p FILE"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd -dc FILE"),
      ([0x42, 0x5A, 0x68, 0x39], "bzip2"),
      (Array("PAR1".utf8), "duckdb"),
    ] as [([UInt8], String)] {
      #expect(Self.read(magic + [1, 2, 3]).summary.unreadable?.contains(command) == true, "\(command)")
    }
  }

  @Test("UTF-16 is read, with a mark or without, in pieces of any size", arguments: [true, false], [1, 3, 4_096])
  func utf16(isLittle: Bool, piece: Int) {
    let text = Self.lines.joined(separator: "\n")
    for mark in ["\u{FEFF}", ""] {
      let bytes = (mark + text).utf16.flatMap { unit in
        isLittle ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      }
      let (log, summary) = Self.read(bytes, piece: piece)
      #expect(log.users == 30 && summary.rejected == 0)
    }
  }

  @Test(
    "JSON is read whether or not it keeps to lines",
    arguments: ["lines", "array", "pretty", "wrapped", "one after the other", "array of lines"])
  func layouts(kind: String) {
    let lines = Self.lines
    let text =
      switch kind {
      case "lines": lines.joined(separator: "\n")
      case "array": "[" + lines.joined(separator: ",") + "]"
      case "pretty": "[\n" + lines.map { $0.replacing(",", with: ",\n  ") }.joined(separator: ",\n") + "\n]\n"
      case "wrapped": #"{"next": null, "results": ["# + lines.joined(separator: ", ") + #"], "count": {"all": 30}}"#
      case "array of lines": "[" + lines.joined(separator: ",\n") + "]"
      default: lines.map { $0.replacing("{", with: "{\n") }.joined(separator: "\n")
      }
    for piece in [11, 1 << 20] {
      let (log, summary) = Self.read(Array(text.utf8), piece: piece)
      #expect(log.users == 30 && summary.lines == 30 && summary.rejected == 0, "\(summary.examples)")
    }
  }

  @Test("A bad first line does not hide the lines after it")
  func badFirstLine() {
    let (log, summary) = Self.read(Array((["{broken"] + Self.lines).joined(separator: "\n").utf8))
    #expect(log.users == 30 && summary.rejected == 1 && summary.examples.first?.line == 1)
  }

  @Test(
    "Times are read as databases and tools write them",
    arguments: [
      "2026-03-01 10:00:00+00", "2026-03-01 10:00:00 +0000", "2026-03-01T11:00:00+0100", "2026-03-01 10:00:00.000 UTC",
      "2026-03-01 02:00:00-08:00", "2026/03/01 10:00:00", "2026-03-01 10:00", "20260301T100000Z",
      "2026-03-01 10:00:00,000",
      "1772359200", "2026-03-01t10:00:00z",
    ])
  func times(text: String) {
    #expect(EventTime.milliseconds(text.uppercased(), zone: .gmt)?.value == 1_772_359_200_000)
  }

  @Test(
    "A form says how times are read",
    arguments: [
      ("MM/dd/yyyy hh:mm:ss a", "03/01/2026 10:00:00 AM"), ("M/d/yy h:mm a", "3/1/26 10:00 am"),
      ("dd.MM.yyyy HH:mm:ss", "01.03.2026 10:00:00"), ("MMM d, yyyy HH:mm:ss", "Mar 1, 2026 10:00:00"),
      ("EEE", ""), ("yyyy-MM-dd'T'HH:mm:ssZ", "2026-03-01T12:00:00+0200"),
      ("dd/MMM/yyyy:HH:mm:ss Z", "01/Mar/2026:10:00:00 +0000"),
    ])
  func forms(pattern: String, text: String) throws {
    guard let form = TimeForm(pattern) else {
      #expect(text.isEmpty)
      return
    }
    #expect(EventTime.milliseconds(text, zone: .gmt, form: form)?.value == 1_772_359_200_000)
    #expect(EventTime.milliseconds("2026-13-45 10:00:00", zone: .gmt, form: form) == nil)
  }

  @Test("Noon and midnight are read correctly from twelve-hour clocks")
  func noon() throws {
    let form = try #require(TimeForm("yyyy-MM-dd h a"))
    let day = try #require(Timestamp(iso8601: "2026-03-01")).milliseconds
    #expect(form.read("2026-03-01 12 AM")?.milliseconds == day)
    #expect(form.read("2026-03-01 12 PM")?.milliseconds == day + 12 * Milliseconds.hour)
    #expect(form.read("2026-03-01 13 PM") == nil)
  }
}
