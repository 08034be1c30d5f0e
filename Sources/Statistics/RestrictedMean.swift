import Foundation

/// The mean time without an event, counted up to a horizon: the area under the curve of Kaplan and Meier.
///
/// It does not assume proportional hazards and is stated in units of time: "over 24 hours, 40 minutes earlier". Royston
/// and Parmar, BMC Medical Research Methodology 13 (2013); variance as in Klein and Moeschberger, Survival Analysis,
/// 2nd edition, section 4.5.
package struct RestrictedMean: Equatable, Sendable {
  /// The horizon, in the curve's unit of time.
  package let horizon: Double
  /// The restricted mean: the area under the curve up to the horizon.
  package let value: Double
  /// The variance of the mean: the Greenwood terms, weighted with the squared remaining areas.
  package let variance: Double

  /// Computes the mean up to a horizon; nil if the curve ends before the horizon while units remain, since the rest is
  /// unknown.
  package init?(_ curve: KaplanMeier, horizon: Double) {
    guard curve.units > 0, horizon > 0 else { return nil }
    guard horizon <= curve.end || curve.steps.last?.survival == 0 else { return nil }
    let steps = curve.steps.prefix { $0.time <= horizon }
    var behind = 0.0
    var variance = 0.0
    var upTo = horizon
    for step in steps.reversed() {
      behind += step.survival * (upTo - step.time)
      upTo = step.time
      let (n, d) = (Double(step.atRisk), Double(step.events))
      if n > d { variance += behind * behind * d / (n * (n - d)) }
    }
    self.horizon = horizon
    self.value = behind + upTo
    self.variance = variance
  }

  /// The normal interval of the mean.
  package func interval(level: Double = 0.95) -> Interval {
    Self.normal(value, variance, level: level)
  }

  /// The difference to an independent group's mean up to the same horizon, with its interval and two-sided p-value.
  package func difference(
    from other: RestrictedMean, level: Double = 0.95
  ) -> (value: Double, interval: Interval, p: Double) {
    precondition(horizon == other.horizon, "means up to \(horizon) and up to \(other.horizon) cannot be compared")
    let value = value - other.value
    let variance = variance + other.variance
    let z = variance > 0 ? abs(value) / variance.squareRoot() : value == 0 ? 0 : .infinity
    return (value, Self.normal(value, variance, level: level), 2 * NormalDistribution.cumulative(-z))
  }

  /// The ratio to an independent group's mean up to the same horizon, its interval formed on the logarithm; nil
  /// where a mean is 0.
  package func ratio(to other: RestrictedMean, level: Double = 0.95) -> (value: Double, interval: Interval)? {
    precondition(horizon == other.horizon, "means up to \(horizon) and up to \(other.horizon) cannot be compared")
    guard value > 0, other.value > 0 else { return nil }
    let ratio = value / other.value
    let error = (variance / (value * value) + other.variance / (other.value * other.value)).squareRoot()
    let factor = exp(NormalDistribution.critical(level: level) * error)
    return (ratio, Interval(level: level, low: ratio / factor, high: ratio * factor, method: "log-normal"))
  }

  private static func normal(_ value: Double, _ variance: Double, level: Double) -> Interval {
    let half = NormalDistribution.critical(level: level) * variance.squareRoot()
    return Interval(level: level, low: value - half, high: value + half, method: "normal")
  }
}
