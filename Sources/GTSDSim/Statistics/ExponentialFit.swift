import Foundation

/// An exponential distribution of waiting times, fitted by maximum likelihood to events and right-censored units: the
/// time spent waiting by all, over the number of events.
package struct ExponentialFit: Hashable, Sendable {
  /// The mean time. Its interval is that of the chi-square distribution with 2 degrees of freedom an event, exact where
  /// observation ends with an event: Epstein and Sobel, Journal of the American Statistical Association 48 (1953).
  package let mean: FittedParameter
  /// The logarithm of the greatest likelihood, to compare distributions with.
  package let logLikelihood: Double

  /// The fit; nil without events or without any time spent.
  package init?(_ observations: [KaplanMeier.Observation], level: Double = 0.95) {
    let events = Double(observations.reduce(0) { $0 + $1.events })
    let spent = observations.reduce(0.0) { $0 + Double($1.events + $1.censored) * max(0, $1.time) }
    guard events > 0, spent > 0 else { return nil }
    let value = spent / events
    let alpha = 1 - level
    mean = FittedParameter(
      value: value, standardError: value / events.squareRoot(),
      interval: Interval(
        level: level,
        low: 2 * spent / ChiSquareDistribution.quantile(1 - alpha / 2, degrees: 2 * events),
        high: 2 * spent / ChiSquareDistribution.quantile(alpha / 2, degrees: 2 * events),
        method: "chi-square"))
    logLikelihood = -events * (log(value) + 1)
  }

  /// The probability of a time of at most `time`.
  package func cumulative(_ time: Double) -> Double {
    time > 0 ? -expm1(-time / mean.value) : 0
  }
}
