import Foundation

/// A correlation coefficient with its interval and its p-value.
package struct Correlation: Equatable, Sendable {
  /// The coefficient, from -1 to 1.
  package let value: Double
  /// The interval, formed on Fisher's scale atanh r.
  package let interval: Interval
  /// The two-sided p-value of no correlation, by Student's distribution.
  package let p: Double

  /// Computes a coefficient from `samples` points after `controlled` other variables were removed; nil for too few
  /// points.
  ///
  /// On Fisher's scale the variance is 1 / (samples - controlled - 3): Fisher, Metron 1 (1921) and 3 (1924).
  init?(_ value: Double, samples: Int, controlled: Int, level: Double, method: String) {
    let degrees = Double(samples - controlled - 2)
    guard degrees > 1 else { return nil }
    let r = min(1, max(-1, value))
    let half = NormalDistribution.critical(level: level) * (1 / (degrees - 1)).squareRoot()
    self.value = r
    interval = Interval(level: level, low: tanh(atanh(r) - half), high: tanh(atanh(r) + half), method: method)
    p =
      abs(r) < 1
      ? 2 * StudentDistribution.cumulative(-abs(r) * (degrees / (1 - r * r)).squareRoot(), degrees: degrees) : 0
  }
}
