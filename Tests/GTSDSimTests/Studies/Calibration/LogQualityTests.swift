import Foundation
import GTSDModel
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Logs that would be fitted wrongly without a warning.
struct LogQualityTests {
  private static let log = KnownPopulation.log(users: 150, horizon: .hours(60), seed: 8)
  private static let lines = KnownPopulation.lines(log)

  private static func report(_ lines: [String], map: String = "{}") throws -> Report {
    var reader = EventReader(map: try EventMap(json: Array(map.utf8)))
    reader.read(Array(lines.joined(separator: "\n").utf8))
    var calibration = Calibration(CalibrationFitTests.blank, jobs: 1)
    calibration.replications = nil
    let input = reader.finish()
    return try calibration.run(on: input, maxBad: input.summary.mostBad, source: "events").report
  }

  private static func expectFault(_ report: Report, _ kind: LogFinding.Kind, _ path: String, _ text: String) {
    let section = report.calibration
    #expect(report.exitCode == 10 && section?.findings?.contains { $0.kind == kind && $0.isFault } == true)
    #expect(section?.parameters.first { $0.path == path }?.doubt != nil, "\(path)")
    let lead = report.document.findings.first
    #expect(lead?.verdict == .missed && lead?.finding.contains(text) == true, "\(lead?.finding ?? "")")
    #expect(section?.overlay.contains("THE LOG IS AT FAULT") == true && section?.overlay.contains("DOUBTFUL") == true)
    #expect(TerminalSummary(report).text.contains("! doubtful"))
    let again = try? Report(json: Data(report.json.utf8)).calibration
    #expect(again?.findings == section?.findings && again?.parameters.map(\.doubt) == section?.parameters.map(\.doubt))
  }

  @Test("A log without defects has no findings")
  func sound() throws {
    let report = try Self.report(Self.lines)
    #expect(report.exitCode == 0 && report.calibration?.findings == nil)
    #expect(report.calibration?.parameters.allSatisfy { $0.doubt == nil } == true)
  }

  @Test("Local times without a zone are a fault; for UTC times, the assumption is reported")
  func zones() throws {
    func moved(_ hours: Int64) -> [String] {
      zip(Self.log.events, Self.lines).map { event, line in
        let time = Timestamp(milliseconds: event.time).iso8601
        let local = Timestamp(milliseconds: event.time + hours * Milliseconds.hour).iso8601
        return line.replacing(time, with: String(local.dropLast()).replacing("T", with: " "))
      }
    }
    Self.expectFault(try Self.report(moved(-8)), .zone, "habit.returnNextDay", "days are those of UTC")
    let utc = try Self.report(moved(0))
    #expect(utc.exitCode == 0 && utc.calibration?.findings?.map(\.kind) == [.zone])
    #expect(try Self.report(moved(-8), map: #"{"zone": "-08:00"}"#).calibration?.findings == nil)
  }

  @Test("Events sent again later without ids are a fault", arguments: [true, false])
  func resent(hasSessions: Bool) throws {
    let own = hasSessions ? Self.lines : Self.lines.map { $0.replacing(/"session_id":\d+,?/, with: "") }
    let again = zip(Self.log.events, own).enumerated().filter { $0.offset % 10 == 3 }.map { index, entry in
      let late = entry.0.time + Int64(60_000 + index * 7_919 % 800_000)
      return entry.1.replacing(
        Timestamp(milliseconds: entry.0.time).iso8601, with: Timestamp(milliseconds: late).iso8601)
    }
    Self.expectFault(
      try Self.report(own + again), .resent, "decisions.useSecondDevice", "sent again under a later time")
  }

  @Test("A kind of event that stops, or begins, in the middle of a log is a fault", arguments: [true, false])
  func stopped(stops: Bool) throws {
    let times = Self.log.events.filter { $0.name == .acknowledged }.map(\.time).sorted()
    let middle = times[times.count / 2]
    let kept = zip(Self.log.events, Self.lines).filter { event, _ in
      event.name != .acknowledged || (event.time < middle) == stops
    }.map(\.1)
    Self.expectFault(
      try Self.report(kept), .stopped, "decisions.acknowledge",
      "`metrics_acknowledged` events \(stops ? "stop" : "begin only") at")
  }

  @Test("More than one dropped line in twenty is a fault, and fewer are counted")
  func dropped() throws {
    let few = try Self.report(
      Self.lines.enumerated().flatMap { $0.offset % 30 == 1 ? ["nonsense", $0.element] : [$0.element] })
    #expect(few.exitCode == 0 && few.calibration?.findings == nil)
    let many = try Self.report(Self.lines + Array(repeating: "nonsense", count: Self.lines.count / 10))
    Self.expectFault(many, .dropped, "decisions.followCard", "were dropped: ")
  }

  @Test("Automated clients are left out as a separate group")
  func programs() throws {
    let bot = (0..<300).map { index in
      let time = Timestamp(milliseconds: Self.log.start + Int64(index) * 600_000).iso8601
      return
        #"{"event_name":"app_launched","timestamp":"\#(time)","user_id":"monitor","properties":{"session_id":\#(index + 1)}}"#
    }
    let report = try Self.report(Self.lines + bot)
    let plain = try Self.report(Self.lines)
    #expect(report.calibration?.findings?.map(\.kind) == [.bots] && report.exitCode == 0)
    #expect(report.calibration?.parameters == plain.calibration?.parameters)
  }

  @Test("Events that arrived at the service before they happened are reported")
  func early() throws {
    let lines = Self.lines.enumerated().map { index, line in
      let received = index % 100 == 0 ? "2025-12-31T00:00:00Z" : "2026-02-01T00:00:00Z"
      return line.replacing(#"{"event_name""#, with: #"{"received_at":"\#(received)","event_name""#)
    }
    let findings = try Self.report(lines).calibration?.findings
    #expect(findings?.map(\.kind) == [.early] && findings?.first?.isFault == false)
  }
}

/// Ids, people and phones.
struct IdentityGraphTests {
  private static func read(_ lines: [String]) -> (log: EventLog, summary: EventReader.Summary) {
    var reader = EventReader()
    reader.read(Array(lines.joined(separator: "\n").utf8))
    return reader.finish()
  }

  private static func line(_ minute: Int, phone: String, user: String? = nil, name: String = "app_launched") -> String {
    let account = user.map { "\"\($0)\"" } ?? "null"
    let time = minute < 10 ? "0\(minute)" : "\(minute)"
    return
      #"{"type":"track","event":"\#(name)","anonymousId":"\#(phone)","userId":\#(account),"messageId":"m\#(phone)\#(minute)","timestamp":"2026-03-01T10:\#(time):00Z","properties":{}}"#
  }

  @Test("Ids on one line, in an identify call or in an alias call belong to one person")
  func merges() {
    let (log, summary) = Self.read([
      Self.line(0, phone: "p1"), Self.line(1, phone: "p1", user: "a"), Self.line(2, phone: "p2"),
      #"{"type":"identify","anonymousId":"p2","userId":"a","messageId":"x1"}"#, Self.line(3, phone: "p3"),
      #"{"type":"alias","previousId":"p3","userId":"a","messageId":"x2"}"#, Self.line(4, phone: "p4"),
    ])
    #expect(log.users == 2 && summary.rejected == 0 && summary.links == 2)
    var counts = IdentityCounts()
    (counts.ids, counts.people, counts.anonymous) = (5, 2, 1)
    #expect(summary.identities == counts)
  }

  @Test("On a shared phone, events before a sign-in belong to the account that signs in")
  func sharedPhone() {
    let (log, summary) = Self.read([
      Self.line(0, phone: "tablet"), Self.line(1, phone: "tablet", user: "a"), Self.line(20, phone: "tablet"),
      Self.line(21, phone: "tablet", user: "b"), Self.line(40, phone: "tablet"),
    ])
    #expect(log.users == 2 && summary.identities.sharedDevices == 1)
    #expect(log.events(of: 0).count == 2 && log.events(of: 1).count == 3)
  }

  @Test("Overlapping sessions count as two phones, a short pause as one")
  func phones() {
    func event(_ seconds: Int64, session: Int32, _ name: ObservedEvent.Name = .launched) -> ObservedEvent {
      ObservedEvent(time: seconds * 1_000, user: 0, session: ObservedEvent.namedSessions | session, name: name)
    }
    let events = [
      event(0, session: 5), event(600, session: 9), event(700, session: 5, .tabChanged), event(9_000, session: 7),
      event(9_040, session: 7), event(9_060, session: 7, .tabChanged),
    ]
    let sessions = ObservedSession.sessions(of: events[...], hasLaunches: true)
    #expect(sessions.map(\.usesSecondDevice) == [true, false])
  }
}
