import Foundation
import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness
@testable import Statistics

struct PairedComparisonTests {
  private func rows(
    _ a: [Int], _ b: [Int], targets: [TargetOverride] = []
  ) -> [ComparisonSection.Row] {
    PairedComparison(kpi: .acknowledgmentRate24h, targets: targets)
      .rows(of: SampleComparison.fold(acknowledged: b), against: SampleComparison.fold(acknowledged: a))
  }

  private func main(_ a: [Int], _ b: [Int], targets: [TargetOverride] = []) throws -> ComparisonSection.Row {
    try #require(rows(a, b, targets: targets).first { $0.id == KPI.acknowledgmentRate24h.id })
  }

  /// Differences 8, 16 and 24 of 800: mean 0.02, deviation 0.01, t(2, 0.975) = 4.302653.
  @Test func differenceAndIntervalAreThoseOfThePairs() throws {
    let row = try main([400, 480, 560], [408, 496, 584])
    #expect(abs(try #require(row.difference) - 0.02) < 1e-12)
    let interval = try #require(row.interval)
    #expect(abs(interval.low - (0.02 - 4.302_652_73 * 0.01 / 3.0.squareRoot())) < 1e-9)
    #expect(abs(interval.high - (0.02 + 4.302_652_73 * 0.01 / 3.0.squareRoot())) < 1e-9)
    // Variances of the sides 0.01 and 0.0121, of the differences 0.0001: the factor is the square root of 221.
    #expect(abs(try #require(row.narrowing) - 221.0.squareRoot()) < 1e-9)
    #expect(row.pairs == 3)
  }

  /// If the second side is always the same multiple of the first, three pairs do not prove that it always is.
  @Test func constantRatioStillHasAnInterval() throws {
    let row = try main([400, 480, 560], [440, 528, 616])
    #expect(abs(try #require(row.lift) - 0.1) < 1e-12)
    let interval = try #require(row.liftInterval)
    let difference = try #require(row.interval)
    #expect(interval.low < 0.1 && 0.1 < interval.high)
    #expect(abs(interval.low - difference.low / 0.6) < 1e-12 && abs(interval.high - difference.high / 0.6) < 1e-12)
  }

  @Test("A relative change is shown if and only if its difference is, in the same direction", arguments: 0..<60)
  func changesAgree(seed: UInt32) throws {
    let draws = Draws(seed: 11)
    let sides = (0..<2).map { side in
      (0..<6).map { pair -> Int in
        // A few skewed counts, as of an indicator that few people reach in a first answer of six replications.
        let u = draws.uniform(user: seed, purpose: UInt32(side), step: UInt32(pair))
        return Int(20 * u * u * u * 10) + (side == 1 ? Int(seed % 40) : 0)
      }
    }
    let (first, second) = (sides[0].map(Double.init), sides[1].map(Double.init))
    for level in [0.95, 0.998] {
      let difference = try #require(PairedDifference(first: first, second: second, level: level)).interval
      guard let lift = PairedComparison.lift(first, second, level: level)?.interval else { continue }
      #expect((difference.low > 0) == (lift.low > 1e-12) && (difference.high < 0) == (lift.high < -1e-12))
    }
  }

  @Test("The interval of a relative change holds the true one in 95 % of known worlds", arguments: [6, 20])
  func relativeChangesHold(pairs: Int) throws {
    let worlds: UInt32 = 300
    let held = (0..<worlds).count { world in
      let draws = Draws(seed: 12)
      func normal(_ purpose: UInt32, _ pair: Int) -> Double {
        NormalDistribution.quantile(draws.uniform(user: world, purpose: purpose, step: UInt32(pair)))
      }
      let first = (0..<pairs).map { 0.6 + 0.1 * normal(0, $0) }
      // Both sides of a pair vary together; the true change is a tenth.
      let second = first.indices.map { 1.1 * first[$0] + 0.08 * normal(1, $0) }
      return PairedComparison.lift(first, second, level: 0.95).map { $0.interval.low...$0.interval.high ~= 0.1 }
        ?? false
    }
    #expect((0.92...0.98).contains(Double(held) / Double(worlds)), "\(held)")
  }

  /// Differences y - r x of Fieller's interval, whose mean may be zero at the ends.
  @Test("The ends of a relative change are the ratios that the pairs just allow")
  func fieller() throws {
    let (a, b) = ([40.0, 44, 52, 47, 39, 50], [61.0, 70, 69, 75, 58, 83])
    let lift = try #require(PairedComparison.lift(a, b, level: 0.95))
    func interval(at ratio: Double) -> Interval { SkewedMean(zip(a, b).map { $1 - ratio * $0 }).interval(level: 0.95) }
    #expect(abs(lift.value - (416.0 / 272 - 1)) < 1e-12)
    #expect(abs(interval(at: 1 + lift.interval.low).low) < 1e-6)
    #expect(abs(interval(at: 1 + lift.interval.high).high) < 1e-6)
    // A baseline that may be zero bounds no ratio from above.
    let open = try #require(PairedComparison.lift([0, 0, 0, 3], [5, 6, 5, 7], level: 0.95))
    #expect(open.interval.high == .infinity)
  }

  @Test func swappingTheSidesFlipsEverySign() {
    let (a, b) = ([400, 480, 560, 431], [431, 470, 602, 477])
    for (one, other) in zip(rows(a, b), rows(b, a)) {
      #expect(one.difference.map { -$0 } == other.difference)
      #expect(one.interval.map { -$0.low } == other.interval?.high)
      #expect(one.p == other.p && one.narrowing == other.narrowing)
    }
  }

  @Test func betterDirectionFollowsFromTheTargets() throws {
    #expect(KPIDirection(KPI.acknowledgmentRate24h.definition.targets) == .higherIsBetter)
    #expect(KPIDirection(KPI.dismissalRate.definition.targets) == .lowerIsBetter)
    #expect(KPIDirection(KPI.summaryTimeOnScreen.definition.targets) == .none)
    #expect(KPIDirection(KPI.timeToAcknowledge.definition.targets) == .none)
    #expect(ComparisonVerdict(difference: -0.1, isSignificant: true, direction: .higherIsBetter) == .worse)
    #expect(ComparisonVerdict(difference: -0.1, isSignificant: true, direction: .lowerIsBetter) == .better)
    #expect(ComparisonVerdict(difference: -0.1, isSignificant: true, direction: .none) == .lower)
    #expect(ComparisonVerdict(difference: -0.1, isSignificant: false, direction: .lowerIsBetter) == .noDifference)
  }

  /// The other questions do not affect the main question's level; they share their error among themselves.
  @Test func onlyFurtherQuestionsAreAdjusted() throws {
    var contrasts = [
      ComparisonSection.Contrast(
        side: "B", baseline: "A", rows: rows([400, 480, 560, 431], [431, 490, 602, 477]), timeToEvent: [])
    ]
    contrasts.adjust(main: .acknowledgmentRate24h)
    let measured = contrasts[0].rows.filter { $0.p != nil }
    #expect(measured.count > 4)
    for row in measured {
      let (p, adjusted) = (try #require(row.p), try #require(row.adjustedP))
      if row.id == KPI.acknowledgmentRate24h.id { #expect(p == adjusted) } else { #expect(adjusted >= p) }
    }
    #expect(contrasts[0].rows.first { $0.id == KPI.photoUploadTime.id }?.verdict == .notMeasured)
  }

  /// Before the fix, "+7.8 (+3.7 to +11.8), none shown" contained an interval without the adjustment.
  @Test("The verdict uses the adjusted interval that the report prints")
  func adjustedIntervalsDecide() throws {
    for seed in 0..<40 as Range<UInt64> {
      let draws = Draws(seed: seed)
      func counts(_ side: UInt32) -> [Int] {
        (0..<6 as Range<UInt32>).map {
          400 + Int(60 * draws.uniform(user: $0, purpose: 1)) + Int(side)
            * Int(30 * draws.uniform(user: $0, purpose: 2))
        }
      }
      let (a, b) = (counts(0), counts(1))
      var contrasts = [ComparisonSection.Contrast(side: "B", baseline: "A", rows: rows(a, b), timeToEvent: [])]
      contrasts.adjust(main: .acknowledgmentRate24h) { _, kpi, level in
        PairedComparison(kpi: .acknowledgmentRate24h, targets: [], level: level).row(
          kpi, of: SampleComparison.fold(acknowledged: b), against: SampleComparison.fold(acknowledged: a))
      }
      for row in contrasts[0].rows {
        guard let interval = row.interval, let adjusted = row.adjustedP else { continue }
        let isShown = interval.low > 0 || interval.high < 0
        #expect(isShown == (row.verdict != .noDifference), "\(row.id) of seed \(seed)")
        #expect(isShown == (adjusted <= 0.05), "\(row.id) of seed \(seed): \(adjusted)")
      }
    }
  }

  /// Differences of 100, -60, 100 and -70 of 800: no effect is shown, and the normal formula gives the number that
  /// would show it.
  @Test func anEmptyIntervalSaysWhatWouldFillIt() throws {
    let row = try main([400, 480, 560, 431], [500, 420, 660, 361])
    #expect(row.isInconclusive)
    let moments = SampleMoments([100, -60, 100, -70].map { $0 / 800 })
    let z = 1.959_963_985 + 0.841_621_234
    let exact = z * z * moments.variance / (moments.mean * moments.mean)
    #expect(row.needed == Int(exact.rounded(.up)))
  }

  /// Half of the people acknowledge if at least 400 do. Before the fix, pairs in which one side does not get there were
  /// left out, so a side that alone gets there in all ten pairs was "not measured".
  @Test("A median that one side never reaches is later by at least what is left of the run")
  func oneSideDoesNotReachTheMedian() throws {
    func row(_ a: Int, _ b: Int, unreached: Int = 0) throws -> ComparisonSection.Row {
      let (a, b) = ((0..<10).map { $0 < unreached ? 200 : a + $0 }, (0..<10).map { b + 2 * $0 })
      var contrasts = [ComparisonSection.Contrast(side: "B", baseline: "A", rows: rows(a, b), timeToEvent: [])]
      contrasts.adjust(main: .timeToAcknowledge)
      return try #require(contrasts[0].rows.first { $0.id == KPI.timeToAcknowledge.id })
    }
    // B gets there in 14 hours or later, and A not in 48.
    let alone = try row(200, 600)
    let interval = try #require(alone.interval)
    #expect(alone.pairs == 10 && alone.difference == nil && interval.low == -.infinity)
    #expect(interval.high <= -20 * 3_600 && interval.high >= -34 * 3_600 && alone.verdict == .lower)
    #expect(alone.baselineText == "not reached" && alone.intervalText.hasPrefix("below −"))
    let finding = alone.finding(.init(side: "B", baseline: "A", rows: [], timeToEvent: []))
    #expect(finding.contains("B, time to acknowledge (median): at least ") && finding.contains(" less than A, "))
    #expect(alone.shiftText == alone.intervalText && alone.changeText == alone.intervalText)
    // The other way round it is as much later, with the same p-value.
    let reversed = try row(600, 200)
    #expect(reversed.verdict == .higher && reversed.interval?.high == .infinity && reversed.p == alone.p)
    // One pair of ten moves an end of the interval, not the median.
    let (some, both) = (try row(500, 600, unreached: 1), try row(500, 600))
    #expect(some.pairs == 10 && some.difference != nil && some.difference == both.difference)
    // Where neither side gets there, nothing is known, and nothing is claimed.
    let neither = try row(200, 220)
    #expect(!neither.isMeasured && neither.p == nil && neither.verdict == .notMeasured)
  }

  @Test func bindingTargetOfTheChangeIsJudged() throws {
    let demand = TargetOverride(
      kpi: KPI.acknowledgmentRate24h.id, comparison: ">=", value: [0.2], level: .criterion, versus: .control)
    let row = try main([400, 480, 560], [440, 528, 616], targets: [demand])
    #expect(row.isBinding && row.misses)
    #expect(try main([400, 480, 560], [440, 528, 616]).isBinding == false)
  }
}

struct UnpairedComparisonTests {
  private func result(_ successes: Int, _ trials: Int) -> [KPIResult] {
    [KPIResult(.acknowledgmentRate24h, .rate(successes: successes, trials: trials))]
  }

  /// Newcombe (1998), Table II, example (a), method 10: 56 of 70 against 48 of 80.
  @Test func sharesAreComparedAsPublished() throws {
    let rows = UnpairedComparison(targets: []).rows(of: result(56, 70), against: result(48, 80))
    let row = try #require(rows.first { $0.id == KPI.acknowledgmentRate24h.id })
    let interval = try #require(row.interval)
    #expect(abs(interval.low - 0.0524) < 5e-5 && abs(interval.high - 0.3339) < 5e-5)
    let test = TwoProportionTest(
      treated: .init(successes: 56, trials: 70), control: .init(successes: 48, trials: 80))
    #expect(row.p == test?.p)
    #expect(row.pairs == nil && row.narrowing == nil)
  }

  @Test func valuesAreComparedByTheirIntervals() throws {
    func times(_ seconds: Int64) -> [KPIResult] {
      var histogram = LogHistogram()
      for step in 0..<400 { histogram.record(seconds * 1_000_000_000 + Int64(step) * 10_000_000) }
      return [KPIResult(.bannerVisibleTime, .mean(histogram))]
    }
    let (slow, fast) = (times(60), times(50))
    let row = try #require(
      UnpairedComparison(targets: []).rows(of: fast, against: slow).first { $0.id == KPI.bannerVisibleTime.id })
    let interval = try #require(row.interval)
    let (one, two) = (try #require(slow[0].interval), try #require(fast[0].interval))
    // Equal and symmetric intervals: the half-width grows by the square root of two.
    let half = (one.high - one.low) / 2
    #expect(abs(half - (two.high - two.low) / 2) < half * 0.02)
    #expect(abs((interval.high - interval.low) / 2 - half * 2.0.squareRoot()) < half * 0.03)
    #expect(abs(try #require(row.difference) + 10) < 1e-6 && row.p == 0)
  }

  @Test func countsAreForEqualNumbersOfUsers() throws {
    func count(_ count: Int, _ users: Int) -> [KPIResult] { [KPIResult(.stateViolations, .count(count, units: users))] }
    let row = try #require(
      UnpairedComparison(targets: []).rows(of: count(200, 2_000), against: count(100, 1_000))
        .first { $0.id == KPI.stateViolations.id })
    #expect(row.difference == 0 && row.value == 100 && row.p == 1)
  }

  /// A tenth of the people have nine tenths of the violations, so the count varies nine times as much as a Poisson count.
  @Test("Intervals of counts hold in 95 % of known worlds in which few people have most of the events")
  func countsThatClusterHold() throws {
    var random = SplitMix64(seed: 5)
    func side(mean: Double) -> [KPIResult] {
      var (clusters, total) = (ClusterFold(), 0)
      for _ in 0..<400 {
        let own = Double.random(in: 0..<1, using: &random) < 0.1 ? 9 * mean : mean / 9
        let count = Int((own * -log(1 - Double.random(in: 0..<1, using: &random))).rounded())
        clusters.add(TrialTally(trials: 1, counted: Int64(count)))
        total += count
      }
      return [KPIResult(.stateViolations, .count(total, units: 400, clusters))]
    }
    /// The mean of a rounded exponential value, summed over its distribution.
    func rounded(_ mean: Double) -> Double { exp(-0.5 / mean) / (1 - exp(-1 / mean)) }
    func truth(_ mean: Double) -> Double { 0.1 * rounded(9 * mean) + 0.9 * rounded(mean / 9) }
    var (differences, changes) = (0, 0)
    for _ in 0..<1_000 {
      let rows = UnpairedComparison(targets: []).rows(of: side(mean: 3), against: side(mean: 2))
      let row = try #require(rows.first { $0.id == KPI.stateViolations.id })
      let (interval, lift) = (try #require(row.interval), try #require(row.liftInterval))
      let (difference, change) = (1_000 * (truth(3) - truth(2)), truth(3) / truth(2) - 1)
      if interval.low <= difference, difference <= interval.high { differences += 1 }
      if lift.low <= change, change <= lift.high { changes += 1 }
      #expect((interval.low <= 0 && interval.high >= 0) == (lift.low <= 0 && lift.high >= 0))
    }
    #expect(930...970 ~= differences && 930...970 ~= changes, "\(differences) \(changes)")
  }
}
