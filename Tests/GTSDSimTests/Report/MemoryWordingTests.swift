import Foundation
import GTSDModel
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The first paragraph of reports on people without a memory.
struct MemoryWordingTests {
  private static let said =
    "These people have no memory, sleep or habits. With them (`--set population.memory={}`) fewer "
    + "acknowledge. "

  private static func scenario(memory: Bool, users: Int = 6, horizon: String = "30h") throws -> Scenario {
    try Scenario.parse(
      #"{"horizon": "\#(horizon)", "population": {"size": \#(users)\#(memory ? #", "memory": {}"# : "")}}"#)
  }

  private static func reports(memory: Bool) throws -> [Report] {
    let scenario = try scenario(memory: memory)
    var calibration = Calibration(scenario, jobs: 1)
    calibration.replications = nil
    let log = KnownPopulation.log(users: 40, horizon: .hours(20), seed: 3)
    return [
      Simulation(scenario, jobs: 1).run(), try Forecast(scenario, replications: 2, jobs: 1).run().report,
      Comparison(scenario, scenario, replications: 2, jobs: 1).run().report,
      try calibration.run(on: (log, EventReader.Summary()), maxBad: 0, source: "events").report,
    ]
  }

  @Test("The first paragraph of every report says whose people have no memory, and which way the answer goes with one")
  func firstParagraph() throws {
    for report in try Self.reports(memory: false) {
      #expect(report.document.qualification.hasPrefix(Self.said), "\(report.kind)")
      #expect(report.html.contains("<code>--set population.memory={}</code>"), "\(report.kind)")
    }
    for report in try Self.reports(memory: true) {
      #expect(!report.document.qualification.contains("memory"), "\(report.kind)")
    }
  }

  @Test("Of two scenarios one of which has a memory, the other is meant")
  func oneOfTwo() throws {
    let report = Comparison(
      try Self.scenario(memory: false), try Self.scenario(memory: true), replications: 2, jobs: 1
    ).run().report
    #expect(report.document.qualification.hasPrefix("The people of some of these scenarios have no memory"))
  }

  @Test("People with a memory acknowledge less, as the sentence says")
  func direction() throws {
    func share(_ memory: Bool) throws -> Double {
      let scenario = try Self.scenario(memory: memory, users: 300, horizon: "48h")
      let report = Simulation(scenario, jobs: 2).run()
      return try #require(report[.acknowledgmentRate24h]?.value)
    }
    #expect(try share(true) < share(false) - 0.05)
  }

  @Test("A default persona's value has no source, whether the file lists it or not")
  func sources() throws {
    let scenario = try Scenario.parse("{}")
    let people = scenario.assumptions.filter { $0.path.hasPrefix("population.personas.") }
    #expect(people.count > 30 && people.allSatisfy { $0.source == "assumption, no source" })
    let listed = try Scenario.parse(scenario.resolvedJSON)
    #expect(listed.assumptions == scenario.assumptions)
    let changed = try scenario.setting(["population.personas.casual.decisions.followCard=0.123"])
    let own = changed.assumptions.filter { $0.source == "this scenario" }
    #expect(own.map(\.path) == ["population.personas.casual.decisions.followCard"])
  }

  @Test("Numbers of people are whole, and their intervals hold them")
  func wholePeople() throws {
    let result = KPIResult(.complaints24h, .people(3, of: 700, standingFor: 5_000))
    #expect(result.value == 21)
    let interval = try #require(result.interval)
    #expect(interval.low == interval.low.rounded() && interval.high == interval.high.rounded())
    #expect(interval.low <= 21 && 21 <= interval.high)
  }
}
