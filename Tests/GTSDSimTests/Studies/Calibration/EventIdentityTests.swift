import Foundation
import GTSDModel
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import InterleavingTesting

/// Values in the field of ids that are ids, and values that are not.
struct EventIdentityTests {
  /// Sixty people who launch the app five times each and change a tab each time.
  private static func read(_ id: (_ line: Int, _ person: Int, _ name: String) -> String, again: Int = 0)
    -> (log: EventLog, summary: EventReader.Summary)
  {
    var lines: [String] = []
    for visit in 0..<5 {
      for person in 0..<60 {
        for (minute, name) in ["app_launched", "tab_changed"].enumerated() {
          let time = "2026-03-0\(1 + visit)T10:\(10 + minute):\(10 + person % 50)Z"
          let tab = name == "tab_changed" ? #","tab":"plans""# : ""
          lines.append(
            #"{"event_name":"\#(name)","properties":{"session_id":\#(visit)\#(tab)},"timestamp":"\#(time)","user_id":"u\#(person)","event_id":"\#(id(lines.count, person, name))"}"#
          )
        }
      }
    }
    // Sent again, with another property.
    lines += lines.prefix(again).map { $0.replacing(#""session_id""#, with: #""retry":true,"session_id""#) }
    var reader = EventReader(map: map)
    reader.read(Array(lines.joined(separator: "\n").utf8))
    return reader.finish()
  }

  private static let map: EventMap = {
    var map = EventMap()
    map.fields = ["id": "event_id"]
    return map
  }()

  @Test(
    "A value that repeats over people or other content is no id, and nothing is left out by it",
    arguments: ["counter of each person", "kind of event", "person", "constant", "counter that starts again"])
  func noIDs(kind: String) throws {
    var seen: [Int: Int] = [:]
    let (log, summary) = Self.read { line, person, name in
      seen[person, default: 0] += 1
      return switch kind {
      case "counter of each person": "\(seen[person] ?? 0)"
      case "kind of event": name
      case "person": "u\(person)"
      case "constant": "0"
      default: "\(line % 60)"
      }
    }
    #expect(log.events.count == 600 && summary.resent == 0 && summary.rejected == 0)
    let none = try #require(summary.noIDs)
    #expect(none.lines == 600 && none.values < 600)
  }

  @Test(
    "Events that are sent again with their id count once, be they few or as many as the others", arguments: [3, 600])
  func ids(again: Int) {
    let (log, summary) = Self.read({ line, _, _ in "id-\(line)" }, again: again)
    #expect(log.events.count == 600 && summary.resent == again && summary.noIDs == nil)
    #expect(summary.outOfOrder == 0)
  }

  @Test("One id shared by two people by mistake does not invalidate the other ids")
  func oneMistake() {
    let (log, summary) = Self.read({ line, _, _ in line == 599 ? "id-0" : "id-\(line)" }, again: 60)
    #expect(log.events.count == 600 && summary.resent == 60 && summary.noIDs == nil)
  }

  @Test("A log whose event ids are counters per person is fitted, and the first finding says that they are not ids")
  func calibration() throws {
    let events = KnownPopulation.lines(KnownPopulation.log(users: 80, horizon: .hours(30), seed: 4))
    var counter = 0
    let text = events.map { line in
      counter = (counter + 1) % 60
      return line.replacing(#"{"event_name""#, with: #"{"message_id":"\#(counter)","event_name""#, maxReplacements: 1)
    }.joined(separator: "\n")
    var calibration = Calibration(CalibrationFitTests.blank, jobs: 1)
    (calibration.replications, calibration.maxUsers) = (4, 25)
    let result = try calibration.run(onEvents: text.utf8)
    let section = try #require(result.report.calibration)
    let plain = try calibration.run(onEvents: events.joined(separator: "\n").utf8)
    #expect(section.events == plain.report.calibration?.events)
    #expect(section.resent ?? 0 == 0)
    #expect(section.fitted.count > 5)
    #expect(result.report.document.findings.first?.finding.contains("does not identify events: 60 values") == true)
    #expect(try Report(json: Data(result.report.json.utf8)).calibration?.noIDs == section.noIDs)
  }

  @Test("A log that determines no value is an error that states the reason")
  func nothingFitted() {
    let line =
      #"{"event_name":"tab_changed","timestamp":"2026-03-01T10:00:00Z","user_id":"a","properties":{"tab":"home"}}"#
    do {
      _ = try Calibration(CalibrationFitTests.blank, jobs: 1).run(onEvents: line.utf8)
      Issue.record("one event identified a value")
    } catch {
      guard case Calibration.Failure.nothingFitted(events: 1, users: 1, let why) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(why.contains { $0.hasPrefix("decisions.skipOnboarding: ") })
    }
  }

  @Test("With fewer than 19 simulated populations, the fit is not tested")
  func tooFewPopulations() throws {
    var calibration = Calibration(CalibrationFitTests.blank, jobs: 1)
    (calibration.replications, calibration.maxUsers) = (4, 25)
    let log = KnownPopulation.log(users: 60, horizon: .hours(20), seed: 5)
    let report = try calibration.run(on: (log, EventReader.Summary()), maxBad: 0, source: "events").report
    #expect(report.calibration?.joint?.verdict == .undecided && report.exitCode == 0)
    let text = TerminalSummary(report).text
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("reproduces its events: 4 simulated populations are too few, 19"))
    #expect(!text.contains("of their") && text.contains("fit not tested (exit 0)"))
  }

  @Test("A fit that does not reproduce its events exits with 10, says so, and mentions no target")
  func doesNotFit() throws {
    var report = SampleCalibration.report
    var joint = JointCheck.blank
    (joint.verdict, joint.figure, joint.distance) = (.doesNotFit, "Acknowledgments", 4)
    report.change(\.calibration, Report.Content.calibration) { $0.joint = joint }
    #expect(report.exitCode == 10 && report.outcome == "the fit does not reproduce its log")
  }
}
