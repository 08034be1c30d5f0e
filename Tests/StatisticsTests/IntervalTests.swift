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

  /// The aspirin trial (Physicians' Health Study, NEJM 321 (1989)): 104 of 11,037 against 189 of 11,034 heart attacks;
  /// ratio 0.55 (Agresti, Categorical Data Analysis, 3.1.1: 1.82 the other way, interval 1.43 to 2.31).
  @Test func relativeChangeOfTheAspirinTrial() throws {
    let (value, interval) = try #require(
      ProportionInterval.relativeChange((189, 11_034), against: (104, 11_037)))
    #expect(close(value, 0.82, 0.005))
    #expect(close(interval.low, 0.43, 0.005) && close(interval.high, 1.31, 0.005))
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
