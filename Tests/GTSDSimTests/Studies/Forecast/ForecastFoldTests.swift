import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness
@testable import Statistics

struct ForecastFoldTests {
  private static let uncertain = """
    {"uncertainty": {"factor": 1}, "population": {"personas": [{"name": "a", "decisions": {
      "followCard": {"uniform": {"low": 0.2, "high": 0.6}},
      "acknowledge": {"value": 0.9, "uncertainty": {"normal": {"mean": 0.9, "deviation": 0.02}}}}}]}}
    """

  private static func scenario(_ text: String = #"{"uncertainty": {"factor": 1}}"#) throws -> Scenario {
    try Scenario.parse(text)
  }

  /// Replications of which only the acknowledgment rate is used.
  private static func values(_ rates: [Double]) -> [ReplicationValues] {
    rates.map { rate in
      var values = [Double?](repeating: nil, count: KPI.allCases.count)
      values[KPI.acknowledgmentRate24h.position] = rate
      return ReplicationValues(
        values: values, changes: [Double?](repeating: nil, count: KPI.allCases.count), curve: [0, rate],
        violations: rate > 0.5 ? 1 : 0)
    }
  }

  private static func fold(_ rates: [Double], _ scenario: Scenario, isStratified: Bool = true) -> ForecastFold {
    var fold = ForecastFold(
      kpi: .acknowledgmentRate24h, targets: scenario.targets, horizonSeconds: 900,
      draws: ParameterDraws(scenario, replications: rates.count, isStratified: isStratified))
    fold.add(values(rates))
    return fold
  }

  @Test func aFixedScenarioCountsReplications() throws {
    let section = Self.fold([0.7, 0.8, 0.9, 0.85, 0.4], try Self.scenario()).section(
      stopping: .init(rule: "fixed", most: 5))
    #expect(section.parameters == nil)
    #expect(section.replicationsWithViolations == 4)
    let rate = try #require(section.indicators.first { $0.id == "acknowledgment-rate-24h" })
    #expect(abs((rate.mean ?? 0) - 0.73) < 1e-12)
    #expect(rate.quantiles.first == [0, 0.4] && rate.quantiles.last == [1, 0.9])
    #expect(rate.quantiles.contains([0.5, 0.8]))
    let target = try #require(rate.targets.first)
    #expect(target.met == 3 && target.replications == 5)
    #expect(target.interval == ProportionInterval.clopperPearson(successes: 3, trials: 5))
    // Student's interval of five values: 0.73 plus or minus 2.776 standard errors.
    let deviation = try #require(rate.deviation)
    #expect(abs((rate.interval?.high ?? 0) - 0.73 - 2.7764 * deviation / 5.0.squareRoot()) < 1e-4)
    #expect(section.indicators.first { $0.id == "crash-rate" }?.mean == nil)
  }

  @Test func anIntervalOfAShareStaysAShare() throws {
    let section = Self.fold([0.999, 0.99, 0.9, 0.1, 0.02, 0.01], try Self.scenario()).section(
      stopping: .init(rule: "fixed", most: 6))
    let rate = try #require(section.indicators.first { $0.id == "acknowledgment-rate-24h" })
    #expect(rate.interval.map { $0.low == 0 && $0.high <= 1 } == true || rate.interval?.high == 1)
  }

  @Test("With too few replications, the interval of a mean is left out, and the report says how many are needed")
  func fewReplications() throws {
    let section = Self.fold([0.7, 0.8, 0.9, 0.85], try Self.scenario(Self.uncertain)).section(
      stopping: .init(rule: "fixed", most: 4))
    let rate = try #require(section.indicators.first { $0.id == "acknowledgment-rate-24h" })
    #expect(rate.interval == nil && rate.mean != nil)
    #expect(rate.targets.allSatisfy { $0.verdict == .undecided })
    #expect(section.stoppingText.hasSuffix("needs at least 9, so none is given."))
  }

  @Test func quantilesAreStraightBetweenNeighbours() {
    #expect(ForecastFold.quantile(0.5, of: [1, 2]) == 1.5)
    #expect(ForecastFold.quantile(0.25, of: [0, 1, 2, 3, 4]) == 1)
    #expect(ForecastFold.quantile(0.9, of: [7]) == 7)
  }

  @Test func latinHypercubeFillsEverySliceOnce() throws {
    let draws = ParameterDraws(try Self.scenario(Self.uncertain), replications: 200, isStratified: true)
    #expect(draws.values.count == 2)
    #expect(draws.blocks == 10 && draws.perBlock == 10)
    #expect(draws.filled(200) == 200 && draws.filled(209) == 200)
    for block in 0..<10 {
      for parameter in 0..<2 {
        let slices = (0..<10).map { Int(draws.uniform(parameter: parameter, set: block * 10 + $0) * 10) }
        #expect(slices.sorted() == Array(0..<10))
      }
    }
    // Hypercubes are independent of each other.
    #expect(draws.uniform(parameter: 0, set: 0) != draws.uniform(parameter: 0, set: 10))
  }

  @Test func pairsOfReplicationsShareTheirDraws() throws {
    let scenario = try Self.scenario(Self.uncertain)
    for isStratified in [true, false] {
      let draws = ParameterDraws(scenario, replications: 40, isStratified: isStratified)
      #expect(draws.set(of: 6) == draws.set(of: 7))
      #expect(draws.set(of: 7) != draws.set(of: 8))
      let assignments = draws.assignments(ofSet: 3)
      let variant = try scenario.setting(assignments)
      let follow = variant.population.personas[0].decisions.followCard.value
      #expect((0.2...0.6).contains(follow) && variant.uncertainValues.isEmpty)
    }
    // Too few sets for ten hypercubes of more than one point.
    #expect(ParameterDraws(scenario, replications: 38, isStratified: true).blocks == nil)
    let uneven = ParameterDraws(scenario, replications: 58, isStratified: true)
    #expect(uneven.blocks == 14 && uneven.perBlock == 2 && uneven.filled(58) == 56)
    #expect(ParameterDraws(try Self.scenario(), replications: 200, isStratified: true).values.isEmpty)
  }

  @Test func chanceAndParametersAreSeparated() throws {
    let scenario = try Self.scenario(Self.uncertain)
    func share(between: Double, within: Double, of count: Int = 200) throws -> ForecastSection.Indicator {
      let draws = Draws(seed: 5)
      let rates = (0..<count).map { index in
        let set = Double(index / 2 % 20) / 20 - 0.475
        return 0.5 + between * set + within * (draws.uniform(user: UInt32(index), purpose: 1) - 0.5)
      }
      let section = Self.fold(rates, scenario).section(stopping: .init(rule: "fixed", most: count))
      #expect(section.parameters?.draws == count / 2)
      return try #require(section.indicators.first { $0.id == "acknowledgment-rate-24h" })
    }
    let parameters = try share(between: 0.4, within: 0.001)
    #expect(try #require(parameters.parameterShare) > 0.99)
    #expect(parameters.neededReplications == nil)
    let chance = try share(between: 0, within: 0.1)
    #expect(try #require(chance.parameterShare) < 0.2)
    #expect(chance.parameterShareInterval?.low == 0)
    // Four sets leave almost everything open: no figure, but the number of replications that would be enough.
    let few = try share(between: 0.1, within: 0.1, of: 8)
    #expect(few.parameterShare == nil && few.parameterShareInterval == nil)
    let enough = try #require(few.neededReplications?.replications)
    #expect(enough > 8 && enough < 400)
    // A target that a few draws all meet is not met for certain.
    for target in few.targets { #expect(try #require(target.interval?.low) < 0.5) }
  }

  /// Twenty replications with ten drawn sets of values count as at most ten independent trials.
  @Test func aTargetsIntervalCountsDrawsRatherThanReplications() throws {
    let rates = (0..<20).map { $0 < 10 ? 0.9 : 0.3 }
    let section = Self.fold(rates, try Self.scenario(Self.uncertain), isStratified: false).section(
      stopping: .init(rule: "fixed", most: 20))
    let rate = try #require(section.indicators.first { $0.id == "acknowledgment-rate-24h" })
    let target = try #require(rate.targets.first)
    let interval = try #require(target.interval)
    let exact = try #require(ProportionInterval.clopperPearson(successes: 5, trials: 10))
    let naive = try #require(ProportionInterval.clopperPearson(successes: 10, trials: 20))
    #expect(target.probability == 0.5 && target.expected == nil)
    #expect(interval.high - interval.low > naive.high - naive.low)
    #expect(interval.low == exact.low && interval.high == exact.high)
  }
}
