import Foundation
import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness
@testable import Statistics

/// The interval of a forecast's mean, over forecasts with a known truth.
struct DrawnMeansTests {
  private static func means(
    _ replications: Int, seed: UInt64, ignorance: Double, chance: Double, isStratified: Bool = true
  ) throws -> DrawnMeans {
    let known = try KnownReplications(
      replications, seed: seed, ignorance: ignorance, chance: chance, isStratified: isStratified)
    return DrawnMeans(known.values, known.draws)
  }

  /// The bounds contain 99.9 % of counts around 95 %, and around 97.3 %, the exact value for chance alone.
  @Test(
    "The interval of a mean holds the truth in 95 to 97 of 100 forecasts",
    arguments: [(20, 0.0, 1.0), (20, 1.0, 0.1), (20, 1.0, 1.0), (40, 1.0, 0.1), (100, 1.0, 0.1), (100, 1.0, 1.0)])
  func coverage(replications: Int, ignorance: Double, chance: Double) throws {
    let count = 400
    let held = try (0..<count).count { seed in
      let interval = try #require(
        try Self.means(replications, seed: UInt64(seed), ignorance: ignorance, chance: chance).interval)
      return interval.low <= 0 && 0 <= interval.high
    }
    #expect(held >= BinomialDistribution.quantile(0.0005, trials: count, probability: 0.95), "\(held) of \(count)")
    #expect(held <= BinomialDistribution.quantile(0.9995, trials: count, probability: 0.973), "\(held) of \(count)")
  }

  @Test("The width of an interval from twenty replications hardly depends on the seed")
  func widths() throws {
    let widths = try (0..<60).map { seed in
      let interval = try #require(try Self.means(20, seed: UInt64(seed), ignorance: 0.5, chance: 1).interval)
      return interval.high - interval.low
    }.sorted()
    // Student's critical value of ten sets, at the root of a tenth of the variance of a pair's mean.
    let expected = 2 * 2.262 * (0.75 / 10).squareRoot()
    #expect(abs(widths[30] / expected - 1) < 0.25, "\(widths[30]) against \(expected)")
    #expect(widths[54] < 2 * widths[5], "\(widths[5]) to \(widths[54])")
    #expect(widths[59] < 4 * widths[0], "\(widths[0]) to \(widths[59])")
  }

  @Test("If pairs happen to have equal means, the interval uses the variation within pairs")
  func chanceWithinPairsIsTheLeast() throws {
    let draws = try ParameterDraws(#require(KnownReplications.scenario), replications: 12, isStratified: true)
    // Every pair is 0.1 on either side of one half.
    let means = DrawnMeans((0..<12).map { $0.isMultiple(of: 2) ? 0.4 : 0.6 }, draws)
    let interval = try #require(means.interval)
    // Student's critical value of the eleven differences within and between pairs.
    let half = 2.2010 * (0.02 / 12).squareRoot()
    #expect(abs(interval.high - 0.5 - half) < 1e-4 && abs(0.5 - interval.low - half) < 1e-4)
  }

  @Test("No interval of a mean is wider than the range of single replications allows")
  func rangeOfReplicationsIsTheMost() throws {
    let draws = try ParameterDraws(#require(KnownReplications.scenario), replications: 10, isStratified: true)
    for seed in 0..<40 as Range<UInt64> {
      let values = (0..<10 as Range<UInt32>).map { Draws(seed: seed).uniform(user: $0, purpose: 1) }
      let interval = try #require(DrawnMeans(values.map { $0 }, draws).interval)
      let sorted = values.sorted()
      let range = ForecastFold.quantile(0.95, of: sorted) - ForecastFold.quantile(0.05, of: sorted)
      #expect(interval.high - interval.low <= range * 2 / (5.0 / 2).squareRoot() + 1e-12)
    }
  }

  @Test("The first replications of a larger forecast get an interval from their sets of assumptions")
  func partOfAForecast() throws {
    let draws = try ParameterDraws(#require(KnownReplications.scenario), replications: 100, isStratified: true)
    let values = (0..<20 as Range<UInt32>).map { Draws(seed: 3).uniform(user: $0, purpose: 1) }
    #expect(draws.perBlock == 5)
    #expect(DrawnMeans(values.map { $0 }, draws).interval != nil)
  }

  @Test("Fewer than five sets, or equal values, give no interval", arguments: [2, 8])
  func tooFew(replications: Int) throws {
    #expect(try Self.means(replications, seed: 1, ignorance: 1, chance: 1).interval == nil)
    let draws = try ParameterDraws(#require(KnownReplications.scenario), replications: 20, isStratified: true)
    let alike = DrawnMeans(Array(repeating: 0.225, count: 20), draws)
    #expect(alike.interval == nil && alike.mean == 0.225)
  }

  // MARK: The verdict

  private static func target(_ probability: Double, _ low: Double, _ high: Double) -> ForecastSection.Target {
    var target = ForecastSection.Target(
      demand: KPITarget(comparison: .atLeast, value: 0.8, source: "test"), met: 1, replications: 20)
    target.expected = probability
    target.interval = Interval(level: 0.95, low: low, high: high, method: "test")
    return target
  }

  @Test("A target is met at 95 % or more and missed at 5 % or less, if the interval excludes one half")
  func verdicts() {
    #expect(Self.target(0.95, 0.51, 1).verdict == .met)
    #expect(Self.target(0.95, 0.49, 1).verdict == .undecided)
    #expect(Self.target(0.94, 0.9, 0.97).verdict == .undecided)
    #expect(Self.target(0.546, 0.2, 0.85).verdict == .undecided)
    #expect(Self.target(0.05, 0, 0.49).verdict == .missed)
    #expect(Self.target(0.05, 0, 0.5).verdict == .undecided)
    var none = Self.target(0.5, 0, 1)
    (none.expected, none.replications) = (nil, 0)
    #expect(none.verdict == .none)
  }

  @Test("A probability for another number of people is not reported as a share of replications")
  func probabilityOfOthers() {
    let text = Self.target(0.000_04, 0, 0.2).likelihood(of: 20)
    #expect(text == "probability under 1% (0.0–20.0%) for the people that the scenario describes")
    // No interval from finite data is printed with two equal ends.
    #expect(Self.target(1 - 1e-9, 0.999_99, 1).probabilityText == "over 99% (at least 99.9%)")
    #expect(Self.target(1e-9, 0, 0.000_01).probabilityText == "under 1% (at most 0.1%)")
    var counted = Self.target(0.05, 0, 0.445)
    counted.expected = nil
    #expect(counted.likelihood(of: 20) == "probability 5.0% (0.0–44.5%), met in 1 of 20 replications")
  }

  @Test("If replications have the described number of people, the probability is the share of replications")
  func probabilityIsTheShare() throws {
    for (simulated, isShare) in [(5_000, true), (500, false)] {
      var fold = ForecastFold(
        kpi: .acknowledgmentRate24h, targets: [], horizonSeconds: 900,
        draws: try ParameterDraws(#require(KnownReplications.scenario), replications: 20, isStratified: true),
        size: 5_000,
        simulated: simulated)
      fold.add(
        (0..<20).map { index in
          var values = [Double?](repeating: nil, count: KPI.allCases.count)
          values[KPI.acknowledgmentRate24h.position] = index == 7 ? 0.801 : 0.7 + 0.002 * Double(index)
          return ReplicationValues(values: values, changes: values.map { _ in nil }, curve: [], violations: 0)
        })
      let section = fold.section(stopping: .init(rule: "fixed", most: 20))
      let target = try #require(section.indicators.first { $0.id == "acknowledgment-rate-24h" }?.targets.first)
      let probability = try #require(target.probability)
      let interval = try #require(target.interval)
      #expect((probability == 0.05) == isShare, "\(probability)")
      #expect(interval.low <= probability && probability <= interval.high && interval.low < interval.high)
    }
  }
}
