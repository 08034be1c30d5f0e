import Foundation

/// Intervals for a share of successes, and for the ratio of two shares.
package enum ProportionInterval {
  /// Wilson's score interval.
  ///
  /// Wilson, Journal of the American Statistical Association 22 (1927).
  package static func wilson(successes: Int, trials: Int, level: Double = 0.95) -> Interval? {
    guard trials > 0 else { return nil }
    let z = NormalDistribution.critical(level: level)
    var interval = wilson(
      share: Double(successes) / Double(trials), units: Double(trials), critical: z, level: level)
    // The ends are exactly 0 and 1 for no and for only successes. Rounding errors are removed.
    if successes == 0 { interval.low = 0 }
    if successes == trials { interval.high = 1 }
    return interval
  }

  /// Wilson's score interval of a share over a number of units, which need not be whole.
  ///
  /// - Parameter critical: the critical value of the statistic.
  static func wilson(share p: Double, units n: Double, critical z: Double, level: Double) -> Interval {
    let square = z * z
    let scale = 1 + square / n
    let centre = (p + square / (2 * n)) / scale
    let half = z / scale * (p * (1 - p) / n + square / (4 * n * n)).squareRoot()
    return Interval(level: level, low: max(0, centre - half), high: min(1, centre + half), method: "wilson")
  }

  /// The exact interval of Clopper and Pearson, Biometrika 26 (1934): never too narrow, often too wide.
  package static func clopperPearson(successes: Int, trials: Int, level: Double = 0.95) -> Interval? {
    guard trials > 0 else { return nil }
    let alpha = 1 - level
    let k = Double(successes)
    let n = Double(trials)
    return Interval(
      level: level,
      low: successes == 0 ? 0 : BetaDistribution.quantile(alpha / 2, k, n - k + 1),
      high: successes == trials ? 1 : BetaDistribution.quantile(1 - alpha / 2, k + 1, n - k),
      method: "clopper-pearson")
  }
}
