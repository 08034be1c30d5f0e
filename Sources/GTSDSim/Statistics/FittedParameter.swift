import Foundation

/// A parameter fitted by maximum likelihood.
package struct FittedParameter: Hashable, Sendable {
  /// The estimate.
  package var value: Double
  /// Its standard error, from the observed information.
  package var standardError: Double
  /// Its interval.
  package var interval: Interval

  /// A parameter that may be any number: the interval is symmetric.
  static func real(_ value: Double, error: Double, level: Double) -> FittedParameter {
    let half = NormalDistribution.critical(level: level) * error
    return FittedParameter(
      value: value, standardError: error,
      interval: Interval(level: level, low: value - half, high: value + half, method: "likelihood-normal"))
  }

  /// A parameter above 0, whose logarithm has this error: the interval is symmetric on the logarithm.
  static func positive(_ value: Double, logError: Double, level: Double) -> FittedParameter {
    let factor = exp(NormalDistribution.critical(level: level) * logError)
    return FittedParameter(
      value: value, standardError: value * logError,
      interval: Interval(level: level, low: value / factor, high: value * factor, method: "likelihood-lognormal"))
  }
}
