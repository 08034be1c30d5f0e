import Foundation
package import GTSDModel
import GTSDWorld
package import Statistics

/// Compares the replications of sides that ran in pairs.
package struct PairedComparison: Sendable {
  package var kpi: KPI
  /// The targets of the scenario that is compared with the baseline.
  package var targets: [TargetOverride]
  package var level = 0.95
  /// The features that the side has and the baseline lacks. They decide which targets apply.
  package var contrasts: Set<KPIContrast>

  package init(
    kpi: KPI, targets: [TargetOverride], level: Double = 0.95,
    contrasts: Set<KPIContrast> = Set(KPIContrast.allCases)
  ) {
    self.kpi = kpi
    self.targets = targets
    self.level = level
    self.contrasts = contrasts
  }

  /// The rows of all indicators, without adjustment for their number.
  package func rows(of side: ComparisonFold, against baseline: ComparisonFold) -> [ComparisonSection.Row] {
    KPI.allCases.map { row($0, of: side, against: baseline) }
  }

  /// The row of one indicator, before adjustment for multiple comparisons.
  package func row(
    _ kpi: KPI, of side: ComparisonFold, against baseline: ComparisonFold
  ) -> ComparisonSection.Row {
    if kpi.isMedianOverReplications { return medians(kpi, of: side, against: baseline) }
    let pairs = zip(baseline.values(of: kpi), side.values(of: kpi)).compactMap { a, b in
      a.flatMap { a in b.map { (a, $0) } }
    }
    let (first, second) = (pairs.map(\.0), pairs.map(\.1))
    var row = ComparisonSection.Row(kpi, targets: targets)
    row.pairs = pairs.count
    row.baseline = first.isEmpty ? nil : SampleMoments(first).mean
    row.value = second.isEmpty ? nil : SampleMoments(second).mean
    guard let paired = PairedDifference(first: first, second: second, level: level) else { return row }
    row.difference = paired.mean
    guard paired.variance > 0 else {
      // All pairs agree. The possible difference of other pairs depends on the number of people in each.
      let people = units(of: kpi, side, baseline)
      let ofPeople = people.flatMap {
        BetaDistribution.agreementInterval(difference: paired.mean, units: $0, level: level)
      }
      row.interval = ofPeople ?? (paired.isNearlySame ? paired.interval : nil)
      if let base = row.baseline, base > 0, let interval = row.interval {
        row.lift = paired.mean / base
        row.liftInterval = Interval(
          level: level, low: max(-1, interval.low / base), high: interval.high / base, method: interval.method)
      }
      // The p-value that belongs to the interval. Without an interval, the p-value of the sign test: the probability
      // that all pairs differ in the same direction by chance.
      row.p =
        people.map { min(1, 2 * pow(max(0, 1 - abs(paired.mean)), $0)) }
        ?? (paired.isNearlySame ? paired.p : paired.mean == 0 ? 1 : min(1, 2 * exp2(-Double(paired.pairs))))
      row.judge(targets, contrasts: contrasts)
      return row
    }
    row.interval = paired.interval
    row.p = paired.p
    row.narrowing = paired.varianceReduction.map { $0.squareRoot() }
    if !paired.isNearlySame, let lift = Self.lift(first, second, level: level) {
      (row.lift, row.liftInterval) = (lift.value, lift.interval)
    } else if let base = row.baseline, base > 0 {
      // A ratio that is nearly the same in all pairs gives no estimate of its own error, so the error of the difference
      // is used.
      row.lift = paired.mean / base
      row.liftInterval = Interval(
        level: level, low: max(-1, paired.interval.low / base), high: paired.interval.high / base,
        method: "difference-over-baseline")
    }
    row.judge(targets, contrasts: contrasts)
    row.needed = needed(paired)
    return row
  }

  /// The row of a median of times. One pair in hundreds may differ by hours, which no mean of a few pairs shows, so the
  /// row has medians over pairs. A pair in which a side does not reach the time counts with the bounds of its difference.
  private func medians(
    _ kpi: KPI, of side: ComparisonFold, against baseline: ComparisonFold
  ) -> ComparisonSection.Row {
    let pairs = zip(baseline.bounds(of: kpi), side.bounds(of: kpi)).compactMap { a, b in
      a.flatMap { a in b.map { (first: a, second: $0) } }
    }
    var row = ComparisonSection.Row(kpi, targets: targets)
    row.pairs = pairs.count
    row.baseline = SampleMedian(bounds: pairs.map(\.first))?.value
    row.value = SampleMedian(bounds: pairs.map(\.second))?.value
    let differences = pairs.map { (low: $0.second.low - $0.first.high, high: $0.second.high - $0.first.low) }
    guard pairs.count >= 2, let difference = SampleMedian(bounds: differences) else { return row }
    row.difference = difference.value
    row.interval = difference.interval(level: level)
    guard row.isMeasured else { return row }
    row.p = difference.p
    let lifts = pairs.map { (low: $0.second.low / $0.first.high - 1, high: $0.second.high / $0.first.low - 1) }
    if pairs.allSatisfy({ $0.first.low > 0 }), let lift = SampleMedian(bounds: lifts) {
      row.lift = lift.value
      row.liftInterval = lift.interval(level: level)
    }
    row.judge(targets, contrasts: contrasts)
    // A few pairs that differ cannot bound the median at this level.
    if row.interval == nil, !difference.isConstant { row.isInconclusive = true }
    return row
  }

  /// The number of independent units of a share, that of the side with fewer. A cluster of similar trials counts as
  /// one.
  private func units(of kpi: KPI, _ side: ComparisonFold, _ baseline: ComparisonFold) -> Double? {
    let units = [side, baseline].map { fold -> Double in
      guard case .rate(_, let trials, _, let clusters) = fold.total.measurement(of: kpi) else { return 0 }
      return clusters.map { ClusteredRatio($0.people)?.effectiveClusters ?? 0 } ?? Double(trials)
    }
    return units.min().flatMap { $0 > 0 ? $0 : nil }
  }

  /// The relative change of means of pairs, with Fieller's interval: the ratios r at which the mean of second - r first
  /// may be zero. Ratio 1 is among them if and only if the interval of the difference contains zero, so the relative
  /// change and the difference never contradict each other. The upper end is infinite if the baseline may be zero.
  ///
  /// Fieller, Journal of the Royal Statistical Society B 16 (1954), 175-185.
  package static func lift(
    _ first: [Double], _ second: [Double], level: Double
  ) -> (value: Double, interval: Interval)? {
    let base = SampleMoments(first).mean
    guard first.count >= 2, base > 0 else { return nil }
    let ratio = SampleMoments(second).mean / base
    func mean(at ratio: Double) -> SkewedMean { SkewedMean(zip(first, second).map { $1 - ratio * $0 }) }
    // Pairs that all have the same ratio show no spread, apart from rounding, so they give no interval.
    guard mean(at: ratio).variance.squareRoot() > 1e-9 * base else { return nil }
    func isAbove(_ ratio: Double) -> Bool { mean(at: ratio).interval(level: level).high < 0 }
    let low = limit(from: ratio, to: 0) { mean(at: $0).interval(level: level).low > 0 }
    var most = 2 * max(ratio, 1)
    while !isAbove(most), most < largestRatio { most *= 2 }
    let high = isAbove(most) ? limit(from: ratio, to: most, where: isAbove) : .infinity
    return (ratio - 1, Interval(level: level, low: low - 1, high: high - 1, method: "fieller-skewed-t"))
  }

  /// The ratio beyond which an interval is said to have no upper end.
  private static let largestRatio = 1e6

  /// The ratio at which a condition begins to hold on the way from `start` to `end` (bisection); `end` if it does not
  /// hold there either.
  private static func limit(from start: Double, to end: Double, where holds: (Double) -> Bool) -> Double {
    guard holds(end) else { return end }
    var (without, with) = (start, end)
    for _ in 0..<60 {
      let middle = (without + with) / 2
      if holds(middle) { with = middle } else { without = middle }
    }
    return without
  }

  /// The number of replications that find a difference of the observed size with 80 % power: normal approximation, at
  /// least two.
  private func needed(_ paired: PairedDifference) -> Int? {
    guard paired.mean != 0, !paired.isNearlySame, paired.interval.low <= 0, paired.interval.high >= 0 else {
      return nil
    }
    let z = NormalDistribution.critical(level: level) + NormalDistribution.quantile(0.8)
    let count = z * z * paired.variance / (paired.mean * paired.mean)
    return count < 1e12 ? max(2, Int(count.rounded(.up))) : nil
  }
}
