import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import Documents
@testable import GTSDFields
@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// One world in the formats that product teams use.
struct ExportShapeTests {
  private static let world = ExportedWorld()

  static func read(_ bytes: [UInt8], map: EventMap = EventMap()) -> (log: EventLog, summary: EventReader.Summary) {
    var reader = EventReader(map: map)
    reader.read(bytes)
    return reader.finish()
  }

  private static let reference = CalibrationFit(
    read(Array(world.text(.specification).text.utf8)).log, scenario: CalibrationFitTests.blank)

  @Test("One world gives the same fit in each format", arguments: EventExport.allCases)
  func sameFit(export: EventExport) throws {
    let (text, json) = Self.world.text(export)
    let map = try json.map { try EventMap(json: Array($0.utf8)) } ?? EventMap()
    let (log, summary) = Self.read(Array(text.utf8), map: map)
    #expect(summary.format == export.title && summary.bad == 0, "\(summary.examples)")
    #expect(log.users == Self.world.log.users && log.events.count == Self.world.log.events.count)
    #expect(summary.resent == (export == .googleAnalytics ? 0 : summary.resent) && summary.zoneless == 0)
    #expect(summary.findings == [], "\(summary.findings)")
    let fit = CalibrationFit(log, scenario: CalibrationFitTests.blank)
    #expect(fit.parameters == Self.reference.parameters)
    #expect(try #require(fit["decisions.useSecondDevice"]?.estimate) > 0.1)
  }

  @Test(
    "Without ids of phones, second phones are recognised by session ids or by the time between launches",
    arguments: [true, false])
  func withoutPhones(hasSessions: Bool) throws {
    let text = Self.world.lines.map { line in
      let session: [(String, JSONNode)] = hasSessions ? [("session_id", .string(line.session))] : []
      return JSONNode.object([
        "event_name": .string(line.name), "timestamp": .string(line.iso), "user_id": .string(line.user),
        "properties": .object(line.properties + session),
      ]).text
    }.joined(separator: "\n")
    let fit = CalibrationFit(Self.read(Array(text.utf8)).log, scenario: CalibrationFitTests.blank)
    for path in ["decisions.useSecondDevice", "timings.sessionGap.median", "habit.returnSameDay"] {
      let (own, all) = (fit[path]?.estimate, Self.reference[path])
      let (estimate, error) = (try #require(all?.estimate), try #require(all?.standardError))
      #expect(abs(try #require(own) - estimate) < error, "\(path): \(own ?? 0), \(estimate) ± \(error)")
    }
  }

  private static func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Checkout.fixtures.appending(path: "Logs/\(name)")))
  }

  @Test(
    "Exports of real tools are read",
    arguments: [
      ("amplitude-user-id-null-before-sign-up.jsonl", "Amplitude", 15, 4),
      ("event-id-is-a-counter.csv", "CSV", 15, 4), ("json-array.json", "Mixpanel", 10, 2),
      ("plain.jsonl.gz", "JSON Lines", 40, 7), ("postgres-plus-00.csv", "CSV", 15, 4),
      ("posthog-properties-as-text.jsonl", "PostHog", 16, 4), ("rudder-tracks.csv", "RudderStack", 15, 4),
      ("segment-with-identify.jsonl", "Segment", 13, 3), ("semicolon.csv", "CSV", 15, 4),
    ])
  func realExports(name: String, format: String, events: Int, people: Int) throws {
    let (log, summary) = Self.read(try Self.fixture(name))
    #expect(summary.format == format && summary.rejected == 0, "\(summary.examples)")
    #expect(log.events.count == events && log.users == people)
    #expect(log.start == Timestamp(iso8601: "2026-01-01T00:03:02.334Z")?.milliseconds)
  }

  @Test("Dates with the month first need a stated form; without it, the error names the option")
  func monthFirst() throws {
    let bytes = try Self.fixture("us-times.csv")
    let refused = Self.read(bytes).summary
    #expect(
      refused.events == 0 && refused.examples.first?.advice.contains(#"`{"timeForm": "MM/dd/yyyy hh:mm:ss a""#) == true)
    let map = try EventMap(
      json: Array(#"{"timeForm": "MM/dd/yyyy hh:mm:ss a", "zone": "America/Los_Angeles"}"#.utf8))
    let (log, summary) = Self.read(bytes, map: map)
    #expect(summary.rejected == 0 && log.events.count == 15 && summary.findings == [])
    #expect(log.start == Timestamp(iso8601: "2026-01-01T08:03:02Z")?.milliseconds)
  }

  @Test("A fit of a log of people with memory, starting from their scenario, reproduces the log")
  func memory() throws {
    var scenario = KnownPopulation.scenario(users: 80, horizon: .hours(72), seed: 5)
    scenario.population.memory = PeopleMemory()
    let log = try #require(
      SimulatedEvents.log(
        of: scenario, replication: 0, keeping: ObservedEvent.Name.allCases, until: 72 * 3_600_000,
        isCancelled: { false }))
    var calibration = Calibration(scenario, jobs: 2)
    calibration.replications = 19
    let report = try calibration.run(on: (log, EventReader.Summary()), maxBad: 0, source: "events").report
    #expect(report.calibration?.joint?.verdict == .fits, "\(String(describing: report.calibration?.joint))")
  }
}
