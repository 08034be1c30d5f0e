import Foundation
import GTSDModel
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import InterleavingTesting

struct CalibratingTests {
  private static func text(users: Int, horizon: TimeSpan, seed: UInt64 = 1) -> String {
    KnownPopulation.lines(KnownPopulation.log(users: users, horizon: horizon, seed: seed)).joined(separator: "\n")
  }

  private static func calibration(jobs: Int) -> Calibration {
    var calibration = Calibration(CalibrationFitTests.blank, jobs: jobs)
    calibration.replications = 3
    calibration.maxUsers = 25
    return calibration
  }

  @Test func threadsChangeNothing() throws {
    let text = Self.text(users: 40, horizon: .hours(42))
    let one = try Self.calibration(jobs: 1).run(onEvents: text.utf8)
    let two = try Self.calibration(jobs: 3).run(onEvents: text.utf8)
    #expect(one.json == two.json)
    let section = try #require(one.calibration)
    #expect(
      section.checks.count >= 12 && section.checks.allSatisfy { $0.simulated.count == 3 })
    #expect(section.simulatedUsers == 25 && section.users == 40)
    let backTest = try #require(section.backTest)
    #expect(backTest.checks.count >= 10 && backTest.coverage != nil)
    let plain = try #require(backTest.plain)
    #expect(!plain.isEmpty && plain.allSatisfy { $0.plainScore.isFinite && $0.fittedScore.isFinite })
    #expect(plain.contains { $0.plain > 0 } && plain.allSatisfy { (0...1).contains($0.plain) })
    #expect(try SchemaCheck(ReportSchema.json).problems(in: one.json) == [])
    #expect(try Report(json: Data(one.json.utf8)) == one.report || one.json == Report(json: Data(one.json.utf8)).json)
  }

  /// The overlay is a scenario file: it equals the report's scenario, contains uncertainty, and runs.
  @Test func theOverlayIsAScenario() throws {
    var calibration = Self.calibration(jobs: 1)
    calibration.replications = nil
    let report = try calibration.run(onEvents: Self.text(users: 60, horizon: .hours(30)).utf8)
    let section = try #require(report.calibration)
    #expect(section.checks.isEmpty && section.backTest == nil)
    var scenario = try Scenario.parse(section.overlay)
    #expect(scenario.digest == report.scenario.digest && scenario.name == "blank-calibrated")
    #expect(scenario.population.size == section.users && scenario.population.personas.count == 1)
    let follow = try #require(section.parameters.first { $0.path == "decisions.followCard" })
    let probability = scenario.population.personas[0].decisions.followCard
    #expect(abs(probability.value - (follow.estimate ?? -1)) < 1e-5)
    guard case .normal(let mean, let deviation) = probability.uncertainty else {
      Issue.record("no uncertainty")
      return
    }
    #expect(mean == probability.value && abs(deviation - (follow.standardError ?? -1)) < 1e-5)
    #expect(scenario.population.personas[0].decisions.pullToRefresh.uncertainty == nil)
    #expect(section.overlay.contains("// Not identified, kept: A pull sends no event."))
    scenario.population.size = 5
    scenario.horizon = .hours(3)
    #expect(Simulation(scenario, jobs: 1).run().complete)
  }

  /// A fit to its own population agrees with it; a fit to another app's users does not.
  @Test func checksDistinguishAFitFromAMisfit() throws {
    let log = KnownPopulation.log(users: 60, horizon: .hours(30), seed: 9)
    var calibration = Self.calibration(jobs: 2)
    calibration.replications = 6
    calibration.maxUsers = 60
    let report = try calibration.run(
      on: (log, EventReader.Summary()), maxBad: 0, source: "events"
    ).report
    let section = try #require(report.calibration)
    #expect(section.inside >= section.checks.count - 4, "\(section.checks.filter { !$0.isInside }.map(\.id))")
    // All people tap cards that were never shown, as no person of the model does.
    var events = log.events
    for user in 0..<log.users {
      for second in 0..<20 {
        events.append(
          ObservedEvent(time: log.start + Int64(second) * 1_000, user: Int32(user), name: .cardTapped, detail: 0))
      }
    }
    let odd = try calibration.run(
      on: (EventLog(events, users: log.users, end: log.end), EventReader.Summary()), maxBad: 0, source: "events"
    ).report
    let taps = try #require(odd.calibration?.checks.first { $0.id == EventStatistic.cardTaps.rawValue })
    #expect(!taps.isInside && taps.p < 0.01)
  }

  @Test func tooManyBadLinesEndTheCalibration() {
    let text = "{}\n" + Self.text(users: 30, horizon: .hours(14)) + "\nnonsense\n"
    #expect(throws: Calibration.Failure.self) { try Self.calibration(jobs: 1).run(onEvents: text.utf8, maxBad: 1) }
    do {
      _ = try Self.calibration(jobs: 1).run(onEvents: text.utf8, maxBad: 1)
    } catch {
      #expect(error.description.contains("rejected lines: 2, more than the 1 that are allowed"))
      #expect(error.description.contains("line 1: `event_name` is missing"))
      #expect(error.description.hasSuffix("--max-bad N, or a share such as 2%, allows more of them."))
      #expect(error.studioText.contains("`gtsd-sim calibrate EVENTS --max-bad N --output FOLDER`"))
    }
    var calibration = Self.calibration(jobs: 1)
    calibration.replications = nil
    #expect(throws: Never.self) { try calibration.run(onEvents: text.utf8, maxBad: 2) }
    #expect(throws: Calibration.Failure.empty) { try calibration.run(onEvents: "".utf8) }
  }

  @Test("Lines that a map would make readable name the map once, in the words of the command or of the studio")
  func ambiguousDatesNameTheMap() {
    let lines = (1...3).map {
      "{\"event_name\": \"app_launched\", \"timestamp\": \"03/0\($0)/2026\", \"user_id\": \"a\"}"
    }
    do {
      _ = try Self.calibration(jobs: 1).run(onEvents: lines.joined(separator: "\n").utf8)
      Issue.record("dates whose month is not known are read")
    } catch {
      let map = "`{\"timeForm\": \"MM/dd/yyyy hh:mm:ss a\", \"zone\": \"America/Los_Angeles\"}`"
      #expect(error.description.components(separatedBy: map).count == 2)
      #expect(error.description.contains("A file of `--map` with \(map)"))
      #expect(!error.studioText.contains("A file of `--map`") && error.studioText.contains("A FILE with \(map)"))
    }
  }

  @Test func anInterruptionLeavesTheChecksOut() throws {
    let log = KnownPopulation.log(users: 20, horizon: .hours(20), seed: 1)
    let report = try Self.calibration(jobs: 1).run(
      on: (log, EventReader.Summary()), maxBad: 0, source: "events", isCancelled: { true }
    ).report
    #expect(!report.complete && report.calibration?.checks == [] && report.calibration?.parameters.isEmpty == false)
  }
}
