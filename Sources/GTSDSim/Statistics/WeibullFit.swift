import Foundation

/// A Weibull distribution of waiting times, fitted by maximum likelihood to events and right-censored units.
///
/// The profile likelihood has one maximum, the root of an increasing function of the shape; errors come from the observed
/// information of the logarithms. Lawless, Statistical Models and Methods for Lifetime Data, 2nd edition, section 5.2.
package struct WeibullFit: Hashable, Sendable {
  /// The shape: below 1 events come ever more rarely, at 1 evenly, above 1 ever more often.
  package let shape: FittedParameter
  /// The time by which a share of 1 - 1/e has had its event.
  package let scale: FittedParameter
  /// The logarithm of the greatest likelihood, to compare distributions with.
  package let logLikelihood: Double

  /// The fit to times above 0; nil unless there are events at two times, and where a time of an event is not above 0.
  package init?(_ observations: [KaplanMeier.Observation], level: Double = 0.95) {
    guard let sample = LogTimes(observations) else { return nil }
    let greatest = sample.points.reduce(-Double.infinity) { max($0, $1.y) }
    /// The sums over all units of t^k, in units of the greatest, and of t^k log t.
    func sums(_ k: Double) -> (power: Double, weighted: Double) {
      sample.points.reduce((0, 0)) { sum, point in
        let power = (point.events + point.censored) * exp(k * (point.y - greatest))
        return (sum.0 + power, sum.1 + power * point.y)
      }
    }
    // The mean logarithm of the standardised events is 0.
    func slope(_ k: Double) -> Double {
      let (power, weighted) = sums(k)
      return weighted / power - 1 / k
    }
    var (low, high) = (1e-6, 1.0)
    while slope(high) < 0 {
      low = high
      high *= 2
      guard high < 1e9 else { return nil }
    }
    for _ in 0..<200 where high - low > 1e-15 * high {
      let middle = (low + high) / 2
      if slope(middle) < 0 { low = middle } else { high = middle }
    }
    let k = (low + high) / 2
    let location = greatest + log(sums(k).power / sample.events) / k
    var (first, second, value) = (0.0, 0.0, 0.0)
    for point in sample.points {
      let z = k * (point.y - location)
      let share = (point.events + point.censored) * exp(z)
      first += z * share
      second += z * z * share
      value += point.events * (log(k) + z) - share
    }
    let determinant = sample.events * (sample.events + second) - first * first
    guard determinant > 0 else { return nil }
    shape = .positive(k / sample.scale, logError: (sample.events / determinant).squareRoot(), level: level)
    scale = .positive(
      exp(sample.shift + sample.scale * location),
      logError: sample.scale / k * ((sample.events + second) / determinant).squareRoot(), level: level)
    logLikelihood = value - sample.jacobian
  }

  /// The probability of a time of at most `time`.
  package func cumulative(_ time: Double) -> Double {
    time > 0 ? -expm1(-exp(shape.value * log(time / scale.value))) : 0
  }
}
