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
    case .count: counts(own, other, &row)
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

  /// Compares counts per 1,000 users, with the interval of two Poisson counts.
  private func counts(_ own: KPIResult, _ other: KPIResult, _ row: inout ComparisonSection.Row) {
    guard let a = own.numerator, let n = own.denominator, let b = other.numerator, let m = other.denominator, n > 0,
      m > 0
    else { return }
    let (value, base) = (Double(a) / Double(n) * 1_000, Double(b) / Double(m) * 1_000)
    row.baseline = base
    row.value = value
    let error =
      1_000 * (Double(a) / (Double(n) * Double(n)) + Double(b) / (Double(m) * Double(m))).squareRoot()
    normal(value - base, error, method: "poisson-normal", &row)
    guard a > 0, b > 0 else { return }
    let factor = exp(NormalDistribution.critical(level: level) * (1 / Double(a) + 1 / Double(b)).squareRoot())
    row.lift = value / base - 1
    row.liftInterval = Interval(
      level: level, low: value / base / factor - 1, high: value / base * factor - 1, method: "poisson-log")
  }

  /// Compares values by their intervals: the squares of the half-widths add up on each side.
  ///
  /// Zou and Donner, Statistics in Medicine 27 (2008).
  private func values(_ own: KPIResult, _ other: KPIResult, _ row: inout ComparisonSection.Row) {
    row.baseline = other.value
    row.value = own.value
    guard let value = own.value, let base = other.value, let one = own.interval, let two = other.interval else {
      return
    }
    let difference = value - base
    let below = ((value - one.low) * (value - one.low) + (two.high - base) * (two.high - base)).squareRoot()
    let above = ((one.high - value) * (one.high - value) + (base - two.low) * (base - two.low)).squareRoot()
    guard below + above > 0 else { return }
    // The reports contain their intervals at one level. For another level, the interval is scaled by the ratio of the
    // normal quantiles.
    let z = NormalDistribution.critical(level: one.level)
    let reach = NormalDistribution.critical(level: level) / z
    let interval = Interval(
      level: level, low: difference - reach * below, high: difference + reach * above, method: "mover")
    row.difference = difference
    row.interval = interval
    // The test uses the half-width in the direction of zero.
    let error = (difference > 0 ? below : above) / z
    row.p = Self.p(difference, error)
    guard base > 0, value > 0, one.low > 0, two.low > 0 else { return }
    let (low, high) = (log(value / one.low), log(one.high / value))
    let (baseLow, baseHigh) = (log(base / two.low), log(two.high / base))
    row.lift = value / base - 1
    row.liftInterval = Interval(
      level: level, low: value / base * exp(-reach * (low * low + baseHigh * baseHigh).squareRoot()) - 1,
      high: value / base * exp(reach * (high * high + baseLow * baseLow).squareRoot()) - 1, method: "mover-log")
  }

  private func normal(
    _ difference: Double, _ error: Double, method: String, _ row: inout ComparisonSection.Row
  ) {
    let half = NormalDistribution.critical(level: level) * error
    row.difference = difference
    row.interval = Interval(level: level, low: difference - half, high: difference + half, method: method)
    row.p = Self.p(difference, error)
  }

  private static func p(_ difference: Double, _ error: Double) -> Double {
    guard error > 0 else { return difference == 0 ? 1 : 0 }
    return 2 * NormalDistribution.cumulative(-abs(difference) / error)
  }
}

extension KPIResult {
  /// Whether the interval contains more information than the counts.
  fileprivate var isClustered: Bool { interval.map { $0.method != "wilson" } ?? true }

  /// The result as successes among trials; nil without trials.
  fileprivate var group: TwoProportionTest.Group? {
    guard let numerator, let denominator, denominator > 0 else { return nil }
    return .init(successes: numerator, trials: denominator)
  }
}
