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
    + "acknowledge."

  private static func scenario(memory: Bool, users: Int = 6, horizon: String = "30h") throws -> Scenario {
    try Scenario.parse(
      #"{"horizon": "\#(horizon)", "population": {"size": \#(users)\#(memory ? "" : #", "memory": null"#)}}"#)
  }

  private static func lead(_ report: Report) -> [String] { report.document.findings.map(\.finding) }

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

  @Test("The first paragraph of every report says if people have no memory, and how the answer would change with one")
  func firstParagraph() throws {
    for report in try Self.reports(memory: false) {
      #expect(report.document.qualification.hasPrefix(Self.said), "\(report.kind)")
      #expect(report.html.contains("<code>--set population.memory={}</code>"), "\(report.kind)")
    }
    for report in try Self.reports(memory: true) {
      #expect(!report.document.qualification.contains("memory"), "\(report.kind)")
    }
  }

  @Test("A search of people without a memory says so first, and a search of others does not")
  func searches() throws {
    let said = "These people have no memory, sleep or habits; `--set population.memory={}` gives them some. A search"
    for memory in [false, true] {
      var search = Exploration(try Self.scenario(memory: memory, users: 2, horizon: "1h"), schedules: 1, jobs: 1)
      search.minimizes = false
      let report = try search.run().report
      #expect(report.document.qualification.hasPrefix(memory ? "A search" : said))
      #expect(report.html.contains("<code>--set population.memory={}</code>") != memory)
    }
  }

  @Test("A load of people without a memory says so first. A load of single requests has no people")
  func loads() {
    var report = SampleLoad.report
    let load = #""rate": 1, "duration": "10s""#
    for (text, isSaid) in [
      (#"{"population": {"memory": null}, "load": {\#(load)}}"#, true), (#"{"load": {\#(load)}}"#, false),
      (#"{"population": {"memory": null}, "load": {\#(load), "unit": "request"}}"#, false),
    ] {
      report.scenario.resolved = text
      #expect(report.document.qualification.contains("These people have no memory") == isSaid, "\(text)")
    }
  }

  @Test("If only one of two scenarios has memory, the sentence describes the other one")
  func oneOfTwo() throws {
    let report = Comparison(
      try Self.scenario(memory: false), try Self.scenario(memory: true), replications: 2, jobs: 1
    ).run().report
    #expect(report.document.qualification.hasPrefix("The people of some of these scenarios have no memory"))
  }

  @Test("People with a memory acknowledge less, as the report's sentence says")
  func direction() throws {
    func share(_ memory: Bool) throws -> Double {
      let scenario = try Self.scenario(memory: memory, users: 300, horizon: "48h")
      let report = Simulation(scenario, jobs: 2).run()
      return try #require(report[.acknowledgmentRate24h]?.value)
    }
    #expect(try share(true) < share(false) - 0.05)
  }

  @Test("A default persona's value has no source, even if the file lists it")
  func sources() throws {
    let scenario = try Scenario.parse("{}")
    let people = scenario.assumptions.filter { $0.path.hasPrefix("population.personas.") }
    #expect(people.count > 30 && people.allSatisfy { $0.source.hasSuffix("no source") })
    let listed = try Scenario.parse(scenario.resolvedJSON)
    #expect(listed.assumptions == scenario.assumptions)
    let changed = try scenario.setting(["population.personas.casual.decisions.followCard=0.123"])
    let own = changed.assumptions.filter { $0.source == "this scenario" }
    #expect(own.map(\.path) == ["population.personas.casual.decisions.followCard"])
  }

  @Test("The first sentences of a forecast give the answer without sleep and memory, and say if the verdict differs")
  func alternative() throws {
    let scenario = try Self.scenario(memory: true, users: 60, horizon: "48h")
    let report = try Forecast(scenario, replications: 20, jobs: 2).run().report
    let other = try #require(report.forecast?.alternative)
    #expect(other.assignment == "population.memory=null" && other.replications == 10)
    let change = try #require(other.changeInterval)
    #expect(change.low > 0.05, "people without a memory acknowledge more: \(change)")
    let lead = try #require(Self.lead(report).first { $0.contains("population.memory=null") })
    let mean = try #require(other.indicators.first { $0.id == "acknowledgment-rate-24h" }?.mean)
    #expect(lead.hasPrefix("Without sleep and memory") && lead.contains(Wording.mean(mean, unit: "share")), "\(lead)")
    #expect(lead.contains("undecided instead of missed"), "\(lead)")
    // The same people and values, run separately without a memory, give the same figure.
    var own = Forecast(try scenario.setting(["population.memory=null"]), replications: 10, jobs: 2)
    own.chanceAlone = true
    var paired = Forecast(scenario, replications: 20, jobs: 2)
    paired.chanceAlone = true
    let alone = try own.run().report.forecast?.indicators[0].mean
    #expect(try paired.run().report.forecast?.alternative?.indicators[0].mean == alone)
  }

  @Test("A forecast of people without a memory gives the answer with one")
  func otherWay() throws {
    let report = try Forecast(try Self.scenario(memory: false, users: 20, horizon: "48h"), replications: 4, jobs: 1)
      .run().report
    #expect(report.forecast?.alternative?.assignment == "population.memory={}")
    #expect(Self.lead(report).contains { $0.hasPrefix("With sleep and memory (`--set population.memory={}`)") })
  }

  @Test("The lead says if a question exceeds the days of the calibration's log")
  func beyondTheLog() throws {
    var scenario = try Self.scenario(memory: true, users: 6, horizon: "8d")
    func lead() -> String { Simulation(scenario, jobs: 1).run().document.qualification }
    #expect(!lead().contains("extrapolated"))
    scenario.uncertainty.observed = .days(4)
    #expect(
      lead().hasPrefix("The events behind these values follow people for 4 days at most: ")
        && lead().contains("“Back on day 7”") && lead().contains("is extrapolated"), "\(lead())")
    var forecast = Forecast(scenario, replications: 2, jobs: 1)
    forecast.kpi = .retentionRate7d
    #expect(try forecast.run().report.document.qualification.contains("4 days at most: “Back on day 7” and everything"))
    scenario.horizon = .days(4)
    #expect(!lead().contains("extrapolated"))
  }

  @Test("Numbers of people are whole and lie within their intervals")
  func wholePeople() throws {
    let result = KPIResult(.complaints24h, .people(3, of: 700, standingFor: 5_000))
    #expect(result.value == 21)
    let interval = try #require(result.interval)
    #expect(interval.low == interval.low.rounded() && interval.high == interval.high.rounded())
    #expect(interval.low <= 21 && 21 <= interval.high)
  }
}
