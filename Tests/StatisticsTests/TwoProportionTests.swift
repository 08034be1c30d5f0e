import TestSupport
import Testing

@testable import Randomness
@testable import Statistics

struct TwoProportionTests {
  private func test(_ a: Int, _ n: Int, _ b: Int, _ m: Int) throws -> TwoProportionTest {
    try #require(
      TwoProportionTest(treated: .init(successes: a, trials: n), control: .init(successes: b, trials: m)))
  }

  /// Newcombe, Statistics in Medicine 17 (1998) 873-890, table II, method 10 (four decimals; more from statsmodels 0.15
  /// `confint_proportions_2indep`).
  @Test(arguments: [
    (56, 70, 48, 80, 0.05243147240236498, 0.33387265403690614),
    (9, 10, 3, 10, 0.1705227239345029, 0.809017973535488),
    (10, 10, 0, 10, 0.6075093504305241, 1),
  ])
  func newcombe(a: Int, n: Int, b: Int, m: Int, low: Double, high: Double) throws {
    let interval = try test(a, n, b, m).differenceInterval()
    #expect(close(interval.low, low) && close(interval.high, high))
    // With the groups exchanged, the signs are exchanged.
    let mirrored = try test(b, m, a, n).differenceInterval()
    #expect(close(mirrored.low, -high) && close(mirrored.high, -low))
  }

  /// statsmodels 0.15 `proportions_ztest`; the square of z is Pearson's chi-square of the table.
  @Test func pooledTest() throws {
    let test = try test(56, 70, 48, 80)
    #expect(close(test.z, 2.6501719512585336) && close(test.p, 0.00804508136819656))
    let (total, hits) = (150.0, 104.0)
    let cells: [(Double, Double)] = [
      (56, 70 * hits / total), (14, 70 * (total - hits) / total), (48, 80 * hits / total),
      (32, 80 * (total - hits) / total),
    ]
    let pearson = cells.reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) / $1.1 }
    #expect(close(test.z * test.z, pearson))
  }

  /// The aspirin trial (Physicians' Health Study, NEJM 321 (1989)): 104 of 11,037 against 189 of 11,034 heart attacks;
  /// ratio 1.82, interval 1.43 to 2.31 (Agresti, Categorical Data Analysis, 3.1.1).
  @Test func relativeLiftOfTheAspirinTrial() throws {
    let lift = try test(189, 11_034, 104, 11_037).relativeLift()
    #expect(close(lift.value, 0.82, 0.005))
    #expect(close(lift.interval.low, 0.43, 0.01) && close(lift.interval.high, 1.31, 0.01))
  }

  @Test("A relative change and a difference agree on zero, and a ratio and its reciprocal on their ends")
  func ratiosAgree() throws {
    for (n, m) in [(12, 12), (40, 25), (7, 90)] {
      for a in 0...n {
        for b in 1...m {
          let both = try test(a, n, b, m)
          let (lift, difference) = (both.relativeLift().interval, both.differenceInterval())
          #expect((lift.low <= 0 && lift.high >= 0) == (difference.low <= 0 && difference.high >= 0), "\(a) \(b)")
          guard a > 0 else { continue }
          let other = try test(b, m, a, n).relativeLift().interval
          #expect(close((1 + lift.low) * (1 + other.high), 1, 1e-9) || lift.low == -1, "\(a) \(b)")
        }
      }
    }
  }

  @Test("A ratio and a difference of any two estimates agree on zero, at every level")
  func estimatesAgree() {
    var random = SplitMix64(seed: 7)
    func draw(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func estimate() -> IndependentEstimates.Estimate {
      let value = draw(0.1...3)
      // An interval of order statistics may begin or end at its estimate.
      let (isLow, isHigh) = (draw(0...1) < 0.3, draw(0...1) < 0.3)
      return (value, isLow ? value : value - draw(0...value), isHigh ? value : value + draw(0...4))
    }
    var sides: Set<Bool> = []
    for _ in 0..<2_000 {
      let (both, scale) = (IndependentEstimates(estimate(), estimate()), draw(0.5...1.5))
      let (change, reach) = (both.relativeChange(level: 0.95, scale: scale), both.reach)
      #expect(change.interval.low <= change.value + 1e-9 && change.value - 1e-9 <= change.interval.high)
      let low = both.difference - scale * reach.below > 1e-9
      let high = both.difference + scale * reach.above < -1e-9
      #expect(low == (change.interval.low > 1e-9) && high == (change.interval.high < -1e-9))
      sides.insert(low || high)
    }
    #expect(sides.count == 2)
  }

  /// The control has a success in all but a billionth of these pairs.
  @Test(arguments: [(0.3, 0.3, 80, 80), (0.5, 0.2, 120, 120), (0.05, 0.6, 100, 60), (0.9, 0.8, 60, 150)])
  func relativeLiftHolds(treated: Double, control: Double, n: Int, m: Int) throws {
    var holds = 0.0
    for a in 0...n {
      for b in 1...m {
        let weight = mass(a, n, treated) * mass(b, m, control)
        guard weight > 1e-9 else { continue }
        let interval = try test(a, n, b, m).relativeLift().interval
        let truth = treated / control - 1
        if interval.low <= truth, truth <= interval.high { holds += weight }
      }
    }
    #expect(0.935...0.97 ~= holds, "\(holds)")
  }

  @Test func groupsWithoutContrast() throws {
    #expect(TwoProportionTest(treated: .init(successes: 0, trials: 0), control: .init(successes: 1, trials: 2)) == nil)
    #expect(try test(0, 10, 0, 20).p == 1)
    #expect(try test(10, 10, 20, 20).p == 1)
  }

  /// R's documentation of `power.prop.test`: n = 50, p1 = 0.50, p2 = 0.75 has power 0.740; power 0.90 needs n = 76.7;
  /// n = 50 and power 0.90 finds p2 = 0.8026. More digits from the formula in scipy.
  @Test func powerAsInR() throws {
    let plan = TwoProportionPower()
    #expect(close(plan.power(controlUnits: 50, control: 0.5, treated: 0.75), 0.7401671934536111))
    let needed = try #require(plan.requiredControlUnits(control: 0.5, treated: 0.75, power: 0.9))
    #expect(close(needed, 76.70691611581715, 1e-9))
    let found = try #require(plan.detectable(controlUnits: 50, control: 0.5, power: 0.9))
    #expect(close(found, 0.8026305679884238, 1e-9))
    let mirrored = try #require(plan.detectable(controlUnits: 50, control: 0.5, power: 0.9, below: true))
    #expect(close(mirrored, 1 - found, 1e-9))
    #expect(close(plan.power(controlUnits: 1_000, control: 0.5, treated: 0.52), 0.14545967356814496))
    #expect(try #require(plan.requiredUnits(control: 0.5, treated: 0.75, power: 0.9)) == (77, 77))
  }

  private func mass(_ k: Int, _ n: Int, _ p: Double) -> Double {
    BinomialDistribution.cumulative(k, trials: n, probability: p)
      - BinomialDistribution.cumulative(k - 1, trials: n, probability: p)
  }

  /// The approximation compared with the sum over all outcomes of the exact test.
  @Test func powerByEnumeration() throws {
    let (a, b) = ((0...80).map { mass($0, 80, 0.5) }, (0...80).map { mass($0, 80, 0.7) })
    var exact = 0.0
    for (i, first) in a.enumerated() {
      for (j, second) in b.enumerated() where try test(j, 80, i, 80).p < 0.05 { exact += first * second }
    }
    #expect(abs(TwoProportionPower().power(controlUnits: 80, control: 0.5, treated: 0.7) - exact) < 0.02)
  }

  /// The probability that Newcombe's interval contains the truth, as a sum over all outcomes.
  @Test(arguments: [(0.3, 0.5), (0.1, 0.1), (0.9, 0.6)])
  func newcombeCoverage(share: Double, other: Double) throws {
    let (a, b) = ((0...30).map { mass($0, 30, share) }, (0...30).map { mass($0, 30, other) })
    var covered = 0.0
    for (i, first) in a.enumerated() {
      for (j, second) in b.enumerated() {
        let interval = try test(i, 30, j, 30).differenceInterval()
        if interval.low <= share - other, share - other <= interval.high { covered += first * second }
      }
    }
    #expect(covered > 0.935 && covered < 0.985)
  }

  @Test func unequalGroupsAndLimits() throws {
    let even = try #require(TwoProportionPower().requiredControlUnits(control: 0.1, treated: 0.12))
    let double = try #require(TwoProportionPower(ratio: 2).requiredControlUnits(control: 0.1, treated: 0.12))
    #expect(close(even, 3840.8381709803766, 1e-9) && close(double, 2910.5087461808594, 1e-9))
    #expect(try #require(TwoProportionPower(ratio: 2).requiredUnits(control: 0.1, treated: 0.12)) == (2_911, 5_822))
    #expect(close(TwoProportionPower().power(controlUnits: 1_000, control: 0.8, treated: 0.8), 0.05))
    #expect(TwoProportionPower().requiredControlUnits(control: 0.8, treated: 0.8) == nil)
    #expect(TwoProportionPower().detectable(controlUnits: 10, control: 0.9) == nil)
  }

  /// Benjamini and Hochberg (1995), section 4: of these 15, Bonferroni's method finds three at 5 %, theirs four. The
  /// adjusted values are those of R `p.adjust` and statsmodels `multipletests`.
  @Test func adjustments() {
    let p = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1,
    ]
    let holm = [0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213, 1, 1, 1, 1, 1, 1]
    let rate = [
      0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.06385714285714286, 0.06385714285714286, 0.0645, 0.0765, 0.486,
      0.5811818181818182, 0.714875, 0.7532307692307693, 0.8132142857142857, 1,
    ]
    #expect(zip(MultipleComparisons.holm(p), holm).allSatisfy { close($0, $1) })
    #expect(zip(MultipleComparisons.benjaminiHochberg(p), rate).allSatisfy { close($0, $1) })
    let shuffled = [7, 0, 14, 3, 9, 1, 12, 5, 2, 13, 4, 11, 8, 6, 10]
    let moved = MultipleComparisons.holm(shuffled.map { p[$0] })
    #expect(zip(moved, shuffled).allSatisfy { close($0, holm[$1]) })
    #expect(MultipleComparisons.holm([]).isEmpty && MultipleComparisons.benjaminiHochberg([0.04]) == [0.04])
  }
}
