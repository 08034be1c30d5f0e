import Foundation
package import GTSDModel
package import GTSDWorld
import Statistics

/// Compares two reports by their figures alone: shares by their counts, everything else by its interval.
package struct UnpairedComparison: Sendable {
  package var targets: [TargetOverride]
  package var level = 0.95
  /// The features in which the sides differ. They decide which targets apply.
  package var contrasts = Set(KPIContrast.allCases)

  package init(targets: [TargetOverride], level: Double = 0.95) {
    self.targets = targets
    self.level = level
  }

  /// The rows of all indicators, without adjustment for their number.
  package func rows(of side: [KPIResult], against baseline: [KPIResult]) -> [ComparisonSection.Row] {
    KPI.allCases.map { row($0, of: side, against: baseline) }
  }

  /// The row of one indicator, before adjustment for multiple comparisons.
  package func row(
    _ kpi: KPI, of side: [KPIResult], against baseline: [KPIResult]
  ) -> ComparisonSection.Row {
    var row = ComparisonSection.Row(kpi, targets: targets)
    guard let own = side.first(where: { $0.id == kpi.id }), let other = baseline.first(where: { $0.id == kpi.id })
    else { return row }
    switch kpi.definition.kind {
    case .rate where own.isClustered || other.isClustered: values(own, other, &row)
    case .rate: shares(own, other, &row)
    case .count where kpi.countsEvents: counts(own, other, &row)
    case .count: people(own, other, &row)
    case .mean, .percentile, .medianSurvival: values(own, other, &row)
    }
    row.judge(targets, contrasts: contrasts)
    return row
  }

  private func shares(_ own: KPIResult, _ other: KPIResult, _ row: inout ComparisonSection.Row) {
    row.baseline = other.value
    row.value = own.value
    guard let treated = own.group, let control = other.group,
      let test = TwoProportionTest(treated: treated, control: control)
    else { return }
    row.difference = test.difference
    row.interval = test.differenceInterval(level: level)
    row.p = test.p
    if control.successes > 0 {
      let lift = test.relativeLift(level: level)
      (row.lift, row.liftInterval) = (lift.value, lift.interval)
    }
    guard let interval = row.interval, interval.low <= 0, interval.high >= 0, test.difference != 0 else { return }
    let power = TwoProportionPower(
      alpha: 1 - level, ratio: Double(treated.trials) / Double(control.trials))
    row.needed = power.requiredUnits(control: control.share, treated: treated.share)?.control
  }

  /// Compares numbers of people per 1,000 users as shares.
  private func people(_ own: KPIResult, _ other: KPIResult, _ row: inout ComparisonSection.Row) {
    shares(own, other, &row)
    (row.value, row.baseline) = (own.group.map { $0.share * 1_000 }, other.group.map { $0.share * 1_000 })
    row.difference = row.difference.map { $0 * 1_000 }
    row.interval = row.interval.map {
      Interval(level: $0.level, low: $0.low * 1_000, high: $0.high * 1_000, method: $0.method)
    }
  }

  /// Compares counts per 1,000 users by their intervals.
  private func counts(_ own: KPIResult, _ other: KPIResult, _ row: inout ComparisonSection.Row) {
    guard let one = own.perThousand, let two = other.perThousand else { return }
    estimates(IndependentEstimates(one, two), level: 0.95, &row)
  }

  /// Compares values by their intervals.
  private func values(_ own: KPIResult, _ other: KPIResult, _ row: inout ComparisonSection.Row) {
    row.baseline = other.value
    row.value = own.value
    guard let value = own.value, let base = other.value, let one = own.interval, let two = other.interval else {
      return
    }
    estimates(
      IndependentEstimates((value, one.low, one.high), (base, two.low, two.high)), level: one.level, &row)
  }

  /// Compares estimates by their intervals of a level. For another level, half-widths are scaled by the ratio of the
  /// normal quantiles.
  private func estimates(_ both: IndependentEstimates, level stated: Double, _ row: inout ComparisonSection.Row) {
    (row.value, row.baseline) = (both.first.value, both.second.value)
    let (below, above) = both.reach
    guard below + above > 0 else { return }
    let z = NormalDistribution.critical(level: stated)
    let scale = NormalDistribution.critical(level: level) / z
    row.difference = both.difference
    row.interval = Interval(
      level: level, low: both.difference - scale * below, high: both.difference + scale * above, method: "mover")
    // The test uses the half-width in the direction of zero.
    row.p = Self.p(both.difference, (both.difference > 0 ? below : above) / z)
    guard both.second.value > 0, both.first.value >= 0 else { return }
    let change = both.relativeChange(level: level, scale: scale)
    (row.lift, row.liftInterval) = (change.value, change.interval)
  }

  private static func p(_ difference: Double, _ error: Double) -> Double {
    guard error > 0 else { return difference == 0 ? 1 : 0 }
    return 2 * NormalDistribution.cumulative(-abs(difference) / error)
  }
}

extension KPIResult {
  /// Whether the interval contains more information than the counts.
  fileprivate var isClustered: Bool { interval.map { $0.method != "wilson" } ?? true }

  /// A count per 1,000 users, with its interval at 95 %: by user, or Poisson's if all users have the same count. Nil
  /// without users.
  fileprivate var perThousand: IndependentEstimates.Estimate? {
    guard let numerator, let denominator, denominator > 0 else { return nil }
    let thousands = Double(denominator) / 1_000
    guard let interval else { return PoissonInterval.estimate(count: numerator, units: thousands) }
    return (Double(numerator) / thousands, interval.low / thousands, interval.high / thousands)
  }

  /// The result as successes among trials; nil without trials.
  fileprivate var group: TwoProportionTest.Group? {
    guard let numerator, let denominator, denominator > 0 else { return nil }
    return .init(successes: numerator, trials: denominator)
  }
}
