import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

/// Values with correlations from a calibration.
struct JointDrawTests {
  private static let paths = ["returnNextDay", "returnSameDay"].map { "population.personas.a.habit.\($0)" }

  private static func scenario(_ correlation: Double) throws -> Scenario {
    try Scenario.parse(
      """
      {"uncertainty": {"factor": 1, "correlations": {"\(paths[0])": {"\(paths[1])": \(correlation)}}},
       "population": {"personas": [{"name": "a", "habit": {
         "returnNextDay": {"value": 0.5, "uncertainty": {"normal": {"mean": 0.5, "deviation": 0.05}}},
         "returnSameDay": {"value": 0.4, "uncertainty": {"normal": {"mean": 0.4, "deviation": 0.05}}}}}]}}
      """)
  }

  @Test(arguments: [-0.9, 0.0, 0.7])
  func drawsGoTogetherAsStated(correlation: Double) throws {
    for isStratified in [true, false] {
      let scenario = try Self.scenario(correlation)
      let draws = ParameterDraws(scenario, replications: 800, isStratified: isStratified)
      let scores = draws.values.indices.map { parameter in
        (0..<400).map { NormalDistribution.quantile(draws.uniform(parameter: parameter, set: $0)) }
      }
      #expect(draws.values.map(\.path).sorted() == Self.paths)
      let columns = scores.map(Orthogonal.centred)
      let norms = columns.map { Orthogonal.dot($0, $0) }
      let found = Orthogonal.dot(columns[0], columns[1]) / (norms[0] * norms[1]).squareRoot()
      // One standard error is a twentieth.
      #expect(abs(found - correlation) < 0.16, "\(found)")
      for norm in norms { #expect(abs(norm / 400 - 1) < 0.25) }
      // A token names a set, which is drawn again with its correlations.
      let set = DrawnSet(draws, set: 7)
      let named = try #require(DrawnSet(override: set.override))
      #expect(try named.scenario(of: scenario) == scenario.setting(draws.assignments(ofSet: 7)))
    }
  }

  @Test func inconsistentCorrelationsAreLessened() {
    let factor = CorrelationFactor(3, [(0, 1, 0.95), (1, 2, 0.95), (0, 2, -0.95)])
    func product(_ i: Int, _ j: Int) -> Double {
      zip(factor.rows[i], factor.rows[j]).reduce(0) { $0 + $1.0 * $1.1 }
    }
    for i in 0..<3 { #expect(abs(product(i, i) - 1) < 1e-9) }
    #expect(product(0, 1) > 0.3 && product(0, 2) < -0.3)
    let plain = CorrelationFactor(2, [(1, 0, 0.6)])
    #expect(plain.rows == [[1], [0.6, 0.8]])
  }

  @Test func correlationsReadBackAndProblemsAreNamed() throws {
    let scenario = try Self.scenario(0.25)
    #expect(scenario.uncertainty.correlations == [ValueCorrelation(Self.paths[0], Self.paths[1], value: 0.25)])
    #expect(try Scenario.parse(scenario.resolvedJSON).uncertainty == scenario.uncertainty)
    for (text, place) in [(#"{"a": {"b": 2}}"#, "a.b"), (#"{"a": 0.5}"#, "correlations.a"), ("[]", "correlations")] {
      let error = #expect(throws: ScenarioError.self) {
        try Scenario.parse(#"{"uncertainty": {"correlations": \#(text)}}"#)
      }
      #expect(error?.description.contains(place) == true, "\(error?.description ?? "")")
    }
  }

  /// A calibration with an error of a factor e in the odds adds this error to chance, whatever the replications show.
  @Test func aMisfitWidensEveryInterval() throws {
    let scenario = try Self.scenario(0)
    func section(misfit: Double, chanceAlone: Bool = false) throws -> ForecastSection.Indicator {
      var fold = ForecastFold(
        kpi: .acknowledgmentRate24h, targets: [], horizonSeconds: 86_400,
        draws: ParameterDraws(scenario, replications: 40, isStratified: true, chanceAlone: chanceAlone))
      fold.misfit = misfit
      for index in 0..<40 {
        var values = ReplicationValues(
          values: KPI.allCases.map { _ in nil }, changes: KPI.allCases.map { _ in nil }, curve: [], violations: 0)
        values.values[KPI.acknowledgmentRate24h.position] = 0.86 + 0.001 * Double(index % 7)
        fold.add([values])
      }
      let section = fold.section(stopping: .init(rule: "fixed", most: 40))
      return try #require(section.indicators.first { $0.id == "acknowledgment-rate-24h" })
    }
    let (sure, wide) = (try section(misfit: 0), try section(misfit: 1.6))
    #expect(try #require(sure.interval).low > 0.8)
    let interval = try #require(wide.interval)
    // 0.86 of odds 6.2 over five and times five.
    #expect(interval.low < 0.56 && interval.high > 0.96 && interval.high < 1)
    #expect(try #require(wide.targets.first?.interval).low < 0.05)
    #expect(try #require(sure.targets.first?.probability) == wide.targets.first?.probability)
    // All counted replications meet it, but the calibration's error may be larger than their distance from the bound.
    let counted = try section(misfit: 1.6, chanceAlone: true)
    #expect(counted.targets.first?.met == 40)
    #expect(counted.targets.first?.interval?.low == 0 && counted.targets.first?.interval?.high == 1)
  }
}

struct PlainForecastTests {
  /// The score of a forecast measures its error; of two that are equally good on average, the one with the smaller
  /// stated uncertainty is better.
  @Test func rightForecastHasTheSmallestScore() {
    #expect(PlainForecast.score([0.3], observed: 0.5) == 0.2)
    #expect(abs(PlainForecast.score([0, 1], observed: 0.5)) < 1e-12)
    let draws = (1..<200).map { NormalDistribution.quantile(Double($0) / 200) }
    let shifted = draws.map { $0 + 1 }
    // Gneiting and Raftery, Journal of the American Statistical Association 102 (2007): the score of a standard normal
    // at its mean.
    #expect(abs(PlainForecast.score(draws, observed: 0) - 0.2337) < 0.01)
    #expect(PlainForecast.score(shifted, observed: 0) > 0.5)
    #expect(PlainForecast.score(draws.map { 5 * $0 }, observed: 0) > 0.9)
  }

  /// A mean time that depends on a few people in an outage is uncertain in a world without them.
  @Test func aMeanThatAFewPeopleDecideHasNoIntervalFromFewPeople() {
    func result(_ people: Int, worlds: Int = 1) -> KPIResult {
      var (histogram, clusters) = (LogHistogram(), ClusterFold())
      for world in 0..<worlds {
        var own = ClusterFold()
        for person in 0..<people {
          let time = Int64(90 + (person * 7 + world) % 40)
          histogram.record(time * 1_000_000)
          var tally = TrialTally()
          (tally.trials, tally.counted) = (1, time)
          own.add(tally)
        }
        own.endWorld()
        clusters.merge(own)
      }
      return KPIResult(.photoUploadTime, .mean(histogram, clusters))
    }
    #expect(result(40).interval == nil && result(40).value != nil)
    #expect(result(320).interval != nil)
    #expect(result(40, worlds: 9).interval != nil)
  }
}
