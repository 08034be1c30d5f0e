import TestSupport
import Testing

@testable import Randomness
@testable import Statistics

struct AlwaysValidTests {
  /// The formula of Johari et al. (2022), section 5, for n pairs of normal values with variance s2 and a mean
  /// difference d: sqrt(2 s2 / (2 s2 + n tau2)) exp(n2 tau2 d2 / (4 s2 (2 s2 + n tau2))).
  @Test func formulaForPairs() {
    let (s2, tau2, n, d) = (1.3, 0.04, 400.0, 0.21)
    let base = 2 * s2 + n * tau2
    let ratio = (2 * s2 / base).squareRoot() * PortableMath.exp(n * n * tau2 * d * d / (4 * s2 * base))
    var test = AlwaysValidTest(mixingVariance: tau2)
    test.look(difference: d, variance: 2 * s2 / n)
    #expect(close(test.p, min(1, 1 / ratio)) && test.p < 0.5)
  }

  /// The likelihood ratio equals its definition, the ratio against the mixture, integrated numerically.
  @Test(arguments: [(0.1, 0.001, 0.01), (0.02, 0.0004, 0.0009), (-0.3, 0.01, 0.0025)])
  func ratioIsTheMixtureIntegral(d: Double, v: Double, tau2: Double) {
    func density(_ x: Double, _ variance: Double) -> Double {
      PortableMath.exp(-x * x / (2 * variance)) / (2 * .pi * variance).squareRoot()
    }
    let steps = 20_000
    let reach = 12 * tau2.squareRoot() + 12 * v.squareRoot()
    let width = 2 * reach / Double(steps)
    let mixture = (0..<steps).reduce(0.0) { sum, step in
      let effect = -reach + (Double(step) + 0.5) * width
      return sum + density(d - effect, v) * density(effect, tau2) * width
    }
    var test = AlwaysValidTest(mixingVariance: tau2)
    test.look(difference: d, variance: v)
    #expect(close(test.p, min(1, density(d, v) / mixture), 1e-9))
  }

  /// The interval contains exactly the differences that are not rejected.
  @Test func intervalAndTestAgree() {
    let (v, tau2) = (0.0004, 0.0025)
    let half = AlwaysValidTest.halfWidth(variance: v, mixing: tau2, alpha: 0.05)
    var edge = AlwaysValidTest(mixingVariance: tau2)
    edge.look(difference: half, variance: v)
    #expect(close(edge.p, 0.05, 1e-10) && abs(edge.interval.low) < 1e-12)
    #expect(half > NormalDistribution.critical(level: 0.95) * v.squareRoot())
  }

  @Test func looksOnlyEverLowerP() {
    var test = AlwaysValidTest(detectable: 0.05)
    test.look(treated: .init(successes: 0, trials: 0), control: .init(successes: 1, trials: 1))
    #expect(test.looks == 0 && test.p == 1 && test.interval.low == -.infinity)
    test.look(difference: 0.2, variance: 0.0005)
    let best = test.p
    test.look(difference: 0, variance: 0.0005)
    #expect(test.looks == 2 && test.p == best && best < 1e-6 && test.isSignificant)
  }

  /// A few units with equal outcomes give no certainty.
  @Test func aFewEqualUnitsProveNothing() {
    var test = AlwaysValidTest(detectable: 0.05)
    test.look(treated: .init(successes: 5, trials: 5), control: .init(successes: 0, trials: 5))
    #expect(test.p > 0.05)
  }

  /// Shares without a difference, 10,000 experiments of 40 looks: the sequential test is wrong in at most 5 % of them,
  /// and its interval always contains the truth in at least 95 %. A test for a single look is wrong far more often.
  @Test(arguments: [(0.8, 25, 10_000), (0.05, 40, 3_000)])
  func peekingKeepsTheLevel(share: Double, batch: Int, experiments: Int) throws {
    let sample = Batches(trials: batch, share: share)
    let draws = Draws(seed: 400)
    var (always, naive, missed) = (0, 0, 0)
    for experiment in 0..<UInt32(experiments) {
      var test = AlwaysValidTest(detectable: 0.05)
      var rejected = false
      var (treated, control) = (
        TwoProportionTest.Group(successes: 0, trials: 0), TwoProportionTest.Group(successes: 0, trials: 0)
      )
      for look in 0..<40 as Range<UInt32> {
        treated.trials += batch
        control.trials += batch
        treated.successes += sample.successes(draws.uniform(user: experiment, purpose: 1, step: look))
        control.successes += sample.successes(draws.uniform(user: experiment, purpose: 2, step: look))
        test.look(treated: treated, control: control)
        let once = try #require(TwoProportionTest(treated: treated, control: control))
        if abs(once.z) > 1.959963984540054 { rejected = true }
      }
      if test.isSignificant { always += 1 }
      if rejected { naive += 1 }
      if test.interval.low > 0 || test.interval.high < 0 { missed += 1 }
    }
    #expect(Double(always) <= 0.05 * Double(experiments))
    #expect(Double(missed) <= 0.05 * Double(experiments))
    #expect(Double(naive) > 0.2 * Double(experiments))
  }

  /// With a difference of the size for which it is tuned, the test finds it in the end, and its interval still contains
  /// the truth.
  @Test func findsWhatIsThere() {
    let (better, worse) = (Batches(trials: 50, share: 0.85), Batches(trials: 50, share: 0.8))
    let draws = Draws(seed: 401)
    var (found, held) = (0, 0)
    for experiment in 0..<500 as Range<UInt32> {
      var test = AlwaysValidTest(detectable: 0.05)
      var (one, two) = (0, 0)
      for look in 0..<60 as Range<UInt32> {
        one += better.successes(draws.uniform(user: experiment, purpose: 1, step: look))
        two += worse.successes(draws.uniform(user: experiment, purpose: 2, step: look))
        let trials = 50 * (Int(look) + 1)
        test.look(treated: .init(successes: one, trials: trials), control: .init(successes: two, trials: trials))
      }
      if test.isSignificant { found += 1 }
      if test.interval.low <= 0.05, 0.05 <= test.interval.high { held += 1 }
    }
    #expect(found > 450)
    #expect(held >= 475)
  }

  /// Binomial draws by the inverse of a table: one uniform number a batch.
  private struct Batches {
    let below: [Double]

    init(trials: Int, share: Double) {
      below = (0..<trials).map { BinomialDistribution.cumulative($0, trials: trials, probability: share) }
    }

    func successes(_ u: Double) -> Int {
      var (low, high) = (0, below.count)
      while low < high {
        let middle = (low + high) / 2
        if below[middle] < u { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}
