import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Logs of which a part has another form, other names or half of a clock.
struct DroppedPartTests {
  private static let log = KnownPopulation.log(users: 60, horizon: .hours(60), seed: 4)
  private static let lines = KnownPopulation.lines(log)

  private static func read(_ text: String) -> (log: EventLog, summary: EventReader.Summary) {
    var reader = EventReader()
    reader.read(Array(text.utf8))
    return reader.finish()
  }

  private static func read(_ lines: [String]) -> (log: EventLog, summary: EventReader.Summary) {
    read(lines.joined(separator: "\n"))
  }

  private static let head = "user_id,event_name,timestamp,session_id"
  private static let rows = (0..<40).map { "u\($0 % 4),app_launched,2026-03-01T10:\(10 + $0):00Z,\($0)" }

  @Test("The log itself has none of these faults")
  func plain() {
    #expect(Self.read(Self.lines).summary.findings == [])
  }

  @Test(
    "Tables one after the other are read without a line break between them, and with marks of their encoding",
    arguments: ["", "\n\u{FEFF}", "\n", "\r\n\u{FEFF}"])
  func tables(between: String) {
    let first = ([Self.head] + Self.rows.prefix(20)).joined(separator: "\n")
    let other =
      (["user_id,timestamp,event_name,session_id"]
      + Self.rows.dropFirst(20).map { row in
        let cells = row.split(separator: ",")
        return [cells[0], cells[2], cells[1], cells[3]].joined(separator: ",")
      }).joined(separator: "\n")
    let (log, summary) = Self.read("\u{FEFF}" + first + between + other + "\n")
    #expect(log.count == 40 && log.users == 4 && summary.rejected == 0, "\(summary.examples)")
    #expect(log.events.map(\.session).sorted() == Array(0..<40))
  }

  @Test("Blanks around an id do not make it another one")
  func blanks() {
    let rows = Self.rows.enumerated().map {
      $0.offset % 2 == 0 ? $0.element.replacing(",app", with: "  ,app") : $0.element
    }
    #expect(Self.read([Self.head] + rows).log.users == 4)
  }

  @Test("A part of a log in another form is a fault, though it is less than one line in twenty")
  func part() throws {
    let count = Self.lines.count / 40
    #expect(count >= 20)
    let others = Self.lines.suffix(count).map { "2026-01-03 INFO \($0)" }
    let summary = Self.read(Self.lines.dropLast(count) + others).summary
    #expect(summary.rejected == count)
    let finding = try #require(summary.findings.first { $0.kind == .dropped })
    #expect(finding.isFault && finding.text.hasPrefix("\(count) lines in a row were dropped, from line "))
    // As many lines that are not in a row are single errors.
    let single = Self.lines.enumerated().map { $0.offset % 40 == 1 ? "nonsense" : $0.element }
    #expect(!Self.read(single).summary.findings.contains { $0.kind == .dropped })
  }

  @Test("A kind of event that is dropped is a fault, though it is less than one line in twenty")
  func kind() throws {
    let lines = Self.lines.map { line in
      line.contains(#""preferences_saved""#)
        ? line.replacing(#""preferences_count":"#, with: #""preferences_number":"#) : line
    }
    let summary = Self.read(lines).summary
    #expect(summary.rejected >= 10 && 20 * summary.rejected < summary.lines)
    let finding = try #require(summary.findings.first { $0.kind == .dropped })
    #expect(
      finding.isFault && finding.paths == ObservedEvent.Name.preferencesSaved.paths
        && finding.text.hasPrefix("\(summary.rejected) of \(summary.rejected) `preferences_saved` events (100%)"))
  }

  @Test("People who only send other forms of the names are missing from the log")
  func names() throws {
    let renamed = zip(Self.lines, Self.log.events).map { line, event in
      event.user % 3 == 0 ? line.replacing(event.name.text, with: event.name.text + "_v2") : line
    }
    let (log, summary) = Self.read(renamed)
    let finding = try #require(summary.findings.first { $0.kind == .stopped })
    #expect(
      log.users == 40 && finding.isFault && finding.text.hasPrefix("20 of 60 ids send only events with other names"))
    // Visitors of a website, whose events have names of their own, are not missing.
    let web = zip(Self.lines, Self.log.events).map { line, event in
      event.user % 3 == 0 ? line.replacing(event.name.text, with: "page_\(event.name.rawValue)") : line
    }
    #expect(!Self.read(web).summary.findings.contains { $0.text.contains("send only events") })
  }

  @Test("Times of a 12-hour clock without AM or PM are a fault")
  func halfDays() throws {
    let half = 12 * Milliseconds.hour
    let folded = EventLog(
      Self.log.events.map { event in
        var event = event
        let time = event.time % Milliseconds.day
        if time >= half { event.time -= half }
        return event
      }, users: Self.log.users)
    let finding = try #require(HalfDays.finding(folded))
    #expect(finding.isFault && finding.kind == .clocks && finding.text.contains("12-hour clock"))
    #expect(HalfDays.finding(Self.log) == nil)
    // People who use an app by day only come less often at both ends of the day.
    let day = EventLog(
      Self.log.events.filter { (8..<20).contains($0.time % Milliseconds.day / Milliseconds.hour) }.enumerated().filter {
        $0.offset % 9 == 0 || ![8, 19].contains($0.element.time % Milliseconds.day / Milliseconds.hour)
      }.map(\.element), users: Self.log.users)
    #expect(day.count > 500 && HalfDays.finding(day) == nil)
  }
}
