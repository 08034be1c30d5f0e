import Foundation
import TestSupport
import Testing

@testable import Randomness
@testable import Statistics

struct IntervalTests {
  /// Newcombe, Statistics in Medicine 17 (1998) 857-872, table I: methods 3 (Wilson) and 5 (Clopper-Pearson); more
  /// digits from scipy 1.17 `binomtest.proportion_ci`.
  @Test(arguments: [
    (81, 263, 0.2552885198782742, 0.36620957698280004, 0.25273674558504267, 0.36762192260134746),
    (15, 148, 0.06238639953073629, 0.16048724172330803, 0.05784401008344801, 0.16165049034947895),
    (0, 20, 0, 0.16112515805281935, 0, 0.16843347098308548),
    (1, 29, 0.006113214292762667, 0.17175521879320282, 0.0008726468835971072, 0.17764429548841465),
    (20, 20, 0.8388748419471808, 1, 0.8315665290169145, 1),
    (4_000, 5_000, 0.7886843227480311, 0.8108550560849346, 0.7886390254363731, 0.8110096221215647),
  ])
  func proportions(
    successes: Int, trials: Int, wilsonLow: Double, wilsonHigh: Double, exactLow: Double, exactHigh: Double
  ) throws {
    let wilson = try #require(ProportionInterval.wilson(successes: successes, trials: trials))
    let exact = try #require(ProportionInterval.clopperPearson(successes: successes, trials: trials))
    #expect(close(wilson.low, wilsonLow) && close(wilson.high, wilsonHigh))
    #expect(close(exact.low, exactLow, 1e-9) && close(exact.high, exactHigh, 1e-9))
  }

  @Test func nothingObservedHasNoInterval() {
    #expect(ProportionInterval.wilson(successes: 0, trials: 0) == nil)
    #expect(MeanInterval.student(mean: 1, variance: 0, count: 1) == nil)
    #expect(OrderStatisticInterval.ranks(share: 0.5, count: 0) == nil)
  }

  /// The usual table of ranks for the median at 95 %, such as Altman et al., Statistics with Confidence, table 18.4.
  @Test(arguments: [(6, 1, 6), (10, 2, 9), (20, 6, 15), (30, 10, 21), (50, 18, 33), (100, 40, 61)])
  func ranksOfTheMedian(count: Int, low: Int, high: Int) throws {
    let ranks = try #require(OrderStatisticInterval.ranks(share: 0.5, count: count))
    #expect(ranks == (low, high))
  }

  @Test func fiveValuesDoNotBoundTheirMedian() {
    #expect(OrderStatisticInterval.ranks(share: 0.5, count: 5) == nil)
  }

  /// The ends by hand for ten events; means whose counts are known hold with about the stated probability.
  @Test func poissonScoreInterval() {
    let ten = PoissonInterval.score(count: 10)
    #expect(close(ten.low, 5.4319, 1e-3) && close(ten.high, 18.4095, 1e-3))
    #expect(PoissonInterval.score(count: 0).low == 0 && close(PoissonInterval.score(count: 0).high, 3.8415, 1e-3))
    for mean in [2.0, 9.5, 40] {
      var (holds, weight) = (0.0, exp(-mean))
      for count in 0...150 {
        let interval = PoissonInterval.score(count: count)
        if interval.low <= mean, mean <= interval.high { holds += weight }
        weight *= mean / Double(count + 1)
      }
      #expect(0.93...0.975 ~= holds, "\(mean): \(holds)")
    }
  }

  /// Wilson's interval covers with the probability given by the binomial distribution, and the draws agree.
  @Test(arguments: [(0.05, 40), (0.3, 25), (0.8, 200)])
  func wilsonCoverage(probability: Double, trials: Int) throws {
    var exact = 0.0
    var holds: [Bool] = []
    for successes in 0...trials {
      let interval = try #require(ProportionInterval.wilson(successes: successes, trials: trials))
      holds.append(interval.low <= probability && probability <= interval.high)
      let mass =
        BinomialDistribution.cumulative(successes, trials: trials, probability: probability)
        - BinomialDistribution.cumulative(successes - 1, trials: trials, probability: probability)
      if holds[successes] { exact += mass }
    }
    #expect(exact > 0.92)
    var random = SplitMix64(seed: UInt64(trials))
    var covered = 0
    for _ in 0..<10_000 {
      let successes = (0..<trials).reduce(0) { sum, _ in sum + (random.uniform() < probability ? 1 : 0) }
      if holds[successes] { covered += 1 }
    }
    let low = BinomialDistribution.quantile(0.0005, trials: 10_000, probability: exact)
    let high = BinomialDistribution.quantile(0.9995, trials: 10_000, probability: exact)
    #expect((low...high).contains(covered))
  }

  /// For normal data Student's interval covers exactly at its level.
  @Test func studentCoverage() throws {
    var random = SplitMix64(seed: 7)
    var covered = 0
    for _ in 0..<10_000 {
      let draws = (0..<5).map { _ in 3 + 2 * NormalDistribution.quantile(random.uniform()) }
      let mean = draws.reduce(0, +) / 5
      let variance = draws.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 4
      // The quantile is the same for all draws, and computing it ten thousand times would only be slow.
      let half = Self.t4 * (variance / 5).squareRoot()
      if abs(mean - 3) <= half { covered += 1 }
    }
    let interval = try #require(MeanInterval.student(mean: 0, variance: 5, count: 5))
    #expect(close(interval.high, Self.t4))
    let low = BinomialDistribution.quantile(0.0005, trials: 10_000, probability: 0.95)
    let high = BinomialDistribution.quantile(0.9995, trials: 10_000, probability: 0.95)
    #expect((low...high).contains(covered))
  }

  private static let t4 = StudentDistribution.quantile(0.975, degrees: 4)
}
