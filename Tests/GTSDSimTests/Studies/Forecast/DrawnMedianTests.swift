import Foundation
import GTSDModel
import Testing

@testable import GTSDStudies
@testable import Statistics

/// The median of times over replications, of which few are very long or not reached at all.
struct DrawnMedianTests {
  /// A time for a normal value: a minute in the middle, hundreds of minutes in one of ten, and never in one of twenty.
  private static func time(_ value: Double, deviation: Double) -> Double {
    let score = value / deviation
    if score > 1.645 { return .infinity }
    return 60 * exp(score) * (score > 1.282 ? 100 : 1)
  }

  /// The bounds contain 99.9 % of counts around 94 % and around 98 %: the ends are values of replications, and ten sets
  /// have few of them.
  @Test(
    "The interval of a median of times holds the truth in 94 to 98 of 100 forecasts",
    arguments: [(20, 0.0, 1.0), (20, 1.0, 0.1), (20, 1.0, 1.0), (100, 1.0, 0.1), (100, 1.0, 1.0)])
  func coverage(replications: Int, ignorance: Double, chance: Double) throws {
    let count = 400
    let deviation = (ignorance * ignorance + chance * chance).squareRoot()
    let held = try (0..<count).count { seed in
      let known = try KnownReplications(replications, seed: UInt64(seed), ignorance: ignorance, chance: chance)
      let median = DrawnMedian(known.values.map { Self.time($0, deviation: deviation) }, known.draws)
      let interval = try #require(median.interval)
      return interval.low <= 60 && 60 <= interval.high
    }
    #expect(held >= BinomialDistribution.quantile(0.0005, trials: count, probability: 0.94), "\(held) of \(count)")
    #expect(held <= BinomialDistribution.quantile(0.9995, trials: count, probability: 0.98), "\(held) of \(count)")
  }

  @Test("A median does not depend on how long the longest times are")
  func longestTimesDoNotMatter() throws {
    let known = try KnownReplications(40, seed: 3, ignorance: 0.5, chance: 1)
    let times = known.values.map { 60 * exp($0) }
    let longest = times.sorted()[36]
    let plain = DrawnMedian(times, known.draws)
    let never = DrawnMedian(times.map { $0 >= longest ? .infinity : $0 }, known.draws)
    #expect(plain.median == never.median && plain.interval == never.interval)
    #expect(try #require(plain.interval).low < #require(plain.median))
  }

  @Test("Where most replications never reach the time, the interval has no upper end")
  func neverReached() throws {
    let known = try KnownReplications(20, seed: 4, ignorance: 0, chance: 1)
    let few = DrawnMedian(known.values.indices.map { $0 < 6 ? 60 : .infinity }, known.draws)
    #expect(few.median == .infinity)
    #expect(try #require(few.interval).high == .infinity)
    #expect(DrawnMedian([nil, nil], known.draws).median == nil)
  }

  @Test("A quantile between two values that were not reached is not reached, and one before them is exact")
  func quantilesWithUnreachedValues() {
    let values = [1, 2, 3, .infinity, .infinity]
    #expect(ForecastFold.quantile(0.5, of: values) == 3)
    #expect(ForecastFold.quantile(0.9, of: values) == .infinity)
    #expect(ForecastFold.quantile(0.6, of: values) == .infinity)
  }

  @Test("With as many sets as an interval needs, all of which agree within themselves, nothing bounds the median")
  func fewSets() throws {
    let draws = try ParameterDraws(#require(KnownReplications.scenario), replications: 10, isStratified: false)
    let interval = try #require(DrawnMedian([1, 1, 2, 2, 3, 3, 4, 4, 5, 5], draws).interval)
    #expect(interval.low == -.infinity && interval.high == .infinity)
  }

  @Test("A forecast states the median of a time to something, and a mean of everything else")
  func whichIndicators() throws {
    var forecast = try ForecastTests.small("first-day", users: 40, hours: 26, replications: 20)
    let indicators = try forecast.outcome().section.indicators
    let time = try #require(indicators.first { $0.id == KPI.timeToAcknowledge.id })
    #expect(time.mean == nil && time.median != nil && time.interval?.method == "woodruff")
    let rate = try #require(indicators.first { $0.id == KPI.acknowledgmentRate24h.id })
    #expect(rate.mean != nil && rate.median == nil)
    forecast.kpi = .timeToAcknowledge
    forecast.precision = 60
    #expect(throws: Forecast.Failure.precisionOfMedian(.timeToAcknowledge)) { try forecast.check() }
  }
}
