import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import GTSDFields
@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness
@testable import gtsd_sim

/// Logs of which only a part is in memory, and readings that were interrupted.
struct LogMemoryTests {
  private static let world = ExportedWorld()

  private typealias Input = (log: EventLog, summary: EventReader.Summary)

  private static func read(_ bytes: [UInt8], _ map: EventMap = EventMap(), memory: LogMemory = .unlimited) -> Input {
    var reader = EventReader(map: map, memory: memory)
    for start in stride(from: 0, to: bytes.count, by: 10_000) {
      reader.read(bytes[start..<min(bytes.count, start + 10_000)])
    }
    let input = reader.finish()
    #expect(reader.failure == nil)
    return input
  }

  private static func expectEqual(_ one: Input, _ other: Input) {
    #expect(one.summary == other.summary)
    #expect(one.log.events == other.log.events && one.log.exposures == other.log.exposures)
    #expect((one.log.users, one.log.start, one.log.end) == (other.log.users, other.log.start, other.log.end))
    #expect(one.log.names == other.log.names && Calibration.digest(one.log) == Calibration.digest(other.log))
  }

  /// A log with everything that reading corrects: repeated ids and lines, shared phones, names in place of accounts,
  /// phones of many, people under several ids, wrong clocks, arms, unknown events, and lines that are no events.
  private static func messy(hasIDs: Bool = true) -> [UInt8] {
    let draws = Draws(seed: 63)
    var lines: [String] = []
    var step = UInt32(0)
    func next(_ below: Int) -> Int {
      step += 1
      return Int(draws.uniform(user: step, purpose: 1) * Double(below))
    }
    let names = [
      "app_launched", "signup_completed", "onboarding_skipped", "tab_changed", "other_event", "app_launched",
    ]
    for number in 0..<1_200 {
      guard next(20) > 0 || lines.isEmpty else {
        lines.append(lines[next(lines.count)])
        continue
      }
      guard next(200) > 0 else {
        lines.append("nonsense")
        continue
      }
      let name = names[next(names.count)]
      let phone = next(20) == 0 ? 5 : next(90)
      let account =
        switch phone {
        case 5: "u\(200 + next(12))"
        case ..<30: "u\(phone)"
        case ..<60: "u\(next(2) == 0 ? phone : 100 + phone / 3)"
        default: next(3) == 0 ? "guest" : "u\(phone)"
        }
      // Phones whose dates are wrong by three years, and a few events long before all others.
      let day = next(100) == 0 ? 900 : next(400) == 0 ? -40 : next(9)
      let time = Int64(day) * Milliseconds.day + Int64(next(86_400_000)) + 1_767_225_600_000
      let id = hasIDs ? number : next(400)
      var properties = [#""session_id":\#(next(9))"#]
      if name == "tab_changed" { properties.append(#""tab":"plans""#) }
      if name == "app_launched" { properties.append(#""experiment":"copy","variant":"\#(phone % 2)""#) }
      lines.append(
        #"{"event":"\#(name)","userId":\#(next(3) == 0 ? "null" : "\"\(account)\""),"anonymousId":"a\#(phone)","#
          + #""messageId":"m\#(id)","type":"track","properties":{\#(properties.joined(separator: ","))},"#
          + #""timestamp":"\#(Timestamp(milliseconds: time).iso8601)"}"#)
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  @Test("A log reads the same in every format, however few events are in memory", arguments: EventExport.allCases)
  func formats(export: EventExport) throws {
    let (text, json) = Self.world.text(export)
    let map = try json.map { try EventMap(json: Array($0.utf8)) } ?? EventMap()
    let whole = Self.read(Array(text.utf8), map)
    #expect(whole.log.count > 1_000)
    let parts = Self.read(Array(text.utf8), map, memory: LogMemory(events: 100))
    Self.expectEqual(whole, parts)
  }

  @Test("A log with all kinds of faults reads the same, however few events are in memory", arguments: [3, 10, 500])
  func faults(events: Int) {
    let whole = Self.read(Self.messy())
    let (found, people) = (whole.summary, whole.summary.identities)
    #expect(found.resent > 0 && found.rejected > 0 && found.unknown > 0 && found.outOfOrder > 0, "\(found)")
    #expect(people.sharedDevices > 0 && people.crowdedPhones > 0 && people.merged > 0, "\(people)")
    #expect(found.placeholders.events > 0 && !whole.log.exposures.isEmpty && found.noIDs == nil)
    #expect(found.kinds.contains { $0.name == "wrong value" } && found.quarantined > 0, "\(found)")
    Self.expectEqual(whole, Self.read(Self.messy(), memory: LogMemory(events: events)))
    let others = Self.read(Self.messy(hasIDs: false))
    #expect(others.summary.noIDs != nil && others.summary.repeated > 0)
    Self.expectEqual(others, Self.read(Self.messy(hasIDs: false), memory: LogMemory(events: events)))
  }

  @Test("All that follows from a log is the same, however few events are in memory")
  func study() throws {
    let text = Array(Self.world.text(.segment).text.utf8)
    var calibration = Calibration(CalibrationFitTests.blank, jobs: 1)
    calibration.replications = 2
    let reports = try [LogMemory.unlimited, LogMemory(events: 100)].map { memory in
      let report = try calibration.run(on: Self.read(text, memory: memory), maxBad: 0, source: "events")
      return report.report.calibration
    }
    #expect(reports[0] == reports[1] && reports[0]?.backTest != nil)
  }

  @Test("The check of a log is the same, however few events are in memory")
  func check() {
    func problems(_ memory: LogMemory) -> [EventCheck.Problem] {
      var check = EventCheck(memory: memory)
      check.read(Self.messy())
      check.finish()
      return check.problems
    }
    let all = problems(.unlimited)
    #expect(all.contains { $0.kind == "session" && $0.count > 10 } && all == problems(LogMemory(events: 5)))
  }

  @Test("An array of which a part is in a file is like one in memory", arguments: [1, 2, 10, 99, 1_000])
  func array(limit: Int) {
    let draws = Draws(seed: 8)
    let values = (0..<500).map { UInt64(draws.uniform(user: UInt32($0), purpose: 1) * 300) << 32 | UInt64($0) }
    var array = SpilledArray<UInt64>(LogMemory(events: limit))
    for value in values { array.append(value) }
    #expect(array.count == 500 && Array(array[from: 0]) == values && Array(array[from: 123]) == Array(values[123...]))
    for range in [0..<0, 0..<500, 10..<11, 400..<500, 3..<140] { #expect(Array(array[range]) == Array(values[range])) }
    let copy = array
    array.keep { index, value in
      value += 1
      return index % 3 != 0
    }
    var kept = values.enumerated().filter { $0.offset % 3 != 0 }.map { $0.element + 1 }
    #expect(Array(array[from: 0]) == kept && Array(copy[from: 0]) == values)
    array.sort { $0 > $1 }
    kept.sort { $0 > $1 }
    #expect(Array(array[from: 0]) == kept && (0..<array.count).allSatisfy { array[$0] == kept[$0] })
  }

  @Test("A folder that cannot take the events is named with the remedy")
  func fullDisk() {
    var reader = EventReader(memory: LogMemory(events: 10, folder: "/nowhere/at/all"))
    reader.read(Self.messy())
    #expect(reader.failure?.hasPrefix("/nowhere/at/all: No such file or directory: events beyond the first 10") == true)
    #expect(reader.failure?.contains("free some space") == true)
    // The log ends with what was there.
    #expect(reader.finish().log.count <= 10)
  }

  // MARK: Interrupted readings

  /// Reads a file that is interrupted after each of these numbers of bytes.
  private static func read(
    _ bytes: [UInt8], _ map: EventMap, in folder: EventReader.Folder, stops: [Int]
  ) throws -> (input: Input, continued: [Int]) {
    var continued: [Int] = []
    func reader() throws -> EventReader {
      let reader = try EventReader(map: map, memory: LogMemory(events: 200, folder: NSTemporaryDirectory()), in: folder)
      continued.append(reader.continuesAfter)
      return reader
    }
    for stop in stops {
      var reader = try reader()
      for start in stride(from: 0, to: stop, by: 3_000) { reader.read(bytes[start..<min(stop, start + 3_000)]) }
    }
    var last = try reader()
    last.read(bytes)
    let input = last.finish()
    #expect(last.failure == nil)
    return (input, continued)
  }

  /// Packed, a table of two tables with headers, an array over many lines, UTF-16, and a log with faults.
  private static let interrupted: [(name: String, bytes: [UInt8], map: EventMap)] = {
    let rows = world.text(.rudderStack).text.split(separator: "\n", omittingEmptySubsequences: true)
    let twice = (rows + rows.reversed().dropLast() + [rows[0]] + rows.dropFirst()).joined(separator: "\r\n")
    let array = world.text(.mixpanel).text
    let utf16: [UInt8] = [0xFF, 0xFE] + array.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    return [
      ("faults", messy(), EventMap()), ("tables", Array(twice.utf8), EventMap()),
      ("array", Array(array.utf8), EventMap()),
      ("UTF-16", utf16, EventMap()),
    ]
  }()

  @Test("An interrupted reading continues, and gives what an uninterrupted one gives", arguments: 0..<4)
  func resumes(index: Int) throws {
    let scratch = try Scratch()
    let (name, bytes, map) = Self.interrupted[index]
    let whole = Self.read(bytes, map)
    #expect(whole.log.count > 500, "\(name)")
    let folder = EventReader.Folder(scratch.url.path, identity: ["size": "\(bytes.count)"], interval: 50)
    let stops = [bytes.count / 50, bytes.count / 3, bytes.count / 2 + 1, bytes.count - 5]
    let (input, continued) = try Self.read(bytes, map, in: folder, stops: stops)
    Self.expectEqual(whole, input)
    #expect(continued == continued.sorted() && continued[0] == 0 && continued[4] > continued[2] && continued[2] > 0)
    // The whole reading is kept: nothing needs to be read again.
    var again = try EventReader(map: map, memory: LogMemory(folder: scratch.url.path), in: folder)
    #expect(again.isAtEnd)
    Self.expectEqual(whole, again.finish())
    folder.remove()
    #expect(scratch.files.isEmpty)
  }

  @Test("A reading does not continue with another file, and begins anew without its events")
  func refusesOthers() throws {
    let scratch = try Scratch()
    let folder = EventReader.Folder(scratch.url.path, identity: ["size": "1 bytes"], interval: 50)
    _ = try Self.read(Self.messy(), EventMap(), in: folder, stops: [30_000])
    let other = EventReader.Folder(scratch.url.path, identity: ["size": "2 bytes"])
    #expect {
      _ = try EventReader(map: EventMap(), memory: .unlimited, in: other)
    } throws: { error in
      "\(error)".hasSuffix(
        "keeps the reading of another file: its size is `1 bytes`, not `2 bytes`; name another directory")
    }
    try Data().write(to: scratch.url.appending(path: "reading-events"))
    let (input, continued) = try Self.read(Self.messy(), EventMap(), in: folder, stops: [])
    #expect(continued == [0])
    Self.expectEqual(Self.read(Self.messy()), input)
  }

  @Test("`calibrate --checkpoint` continues an interrupted reading, and keeps nothing of it after the report")
  func command() throws {
    let scratch = try Scratch()
    let events = try scratch.write(Self.world.text(.specification).text, "events.jsonl")
    let place = scratch.path("kept")
    let command = ["calibrate", events, "-n", "2", "-j", "1", "--json", "--no-fail"]
    let plain = CommandResult(command)
    guard case .command(_, let arguments) = try Invocation.parse(command + ["--checkpoint", place]) else {
      Issue.record("no command")
      return
    }
    let folder = try #require(try ReadingFolder(events, arguments, Collector().console()))
    do {
      var reader = try folder.reader(EventMap(), Collector().console())
      reader.read(try Data(contentsOf: URL(filePath: events)).prefix(200_000))
      reader.keep()
    }
    let result = CommandResult(command + ["--checkpoint", place])
    #expect(
      result.error.contains("kept: continues after ") && result.error.contains(" lines of the log"), "\(result.error)")
    #expect(result.code == plain.code && result.out == plain.out)
    let left = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
    #expect(left == ["checkpoint.json", "finished"])
    try (Self.world.text(.segment).text).write(toFile: events, atomically: true, encoding: .utf8)
    #expect(CommandResult(command + ["--checkpoint", place]).code == .invalidInput)
  }
}
