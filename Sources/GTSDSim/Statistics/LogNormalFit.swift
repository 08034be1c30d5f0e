import Foundation

/// A log-normal distribution of waiting times, fitted by maximum likelihood to events and right-censored units.
///
/// In the parameters 1 / sigma and mu / sigma the likelihood is concave (Olsen, Econometrica 46 (1978); Burridge, Journal
/// of the Royal Statistical Society B 43 (1981)), so Newton's method finds its only maximum from anywhere. Errors come
/// from the observed information in mu and sigma.
package struct LogNormalFit: Hashable, Sendable {
  /// The mean of the logarithm.
  package let mu: FittedParameter
  /// The standard deviation of the logarithm.
  package let sigma: FittedParameter
  /// The covariance of the two estimates.
  package let covariance: Double
  /// The logarithm of the greatest likelihood, to compare distributions with.
  package let logLikelihood: Double

  /// The fit to times above 0; nil unless there are events at two times, and where a time of an event is not above 0.
  package init?(_ observations: [KaplanMeier.Observation], level: Double = 0.95) {
    guard let sample = LogTimes(observations) else { return nil }
    guard let (mu, sigma) = Self.maximise(sample) else { return nil }
    var information = (mm: 0.0, ms: 0.0, ss: 0.0)
    var value = 0.0
    for point in sample.points {
      let z = (point.y - mu) / sigma
      information.mm += point.events
      information.ms += point.events * 2 * z
      information.ss += point.events * (3 * z * z - 1)
      value -= point.events * (log(sigma) + 0.5 * z * z + 0.5 * log(2 * .pi))
      guard point.censored > 0 else { continue }
      let hazard = NormalDistribution.hazard(z)
      let slope = hazard * (hazard - z)
      information.mm += point.censored * slope
      information.ms += point.censored * (hazard + z * slope)
      information.ss += point.censored * (2 * z * hazard + z * z * slope)
      value += point.censored * NormalDistribution.logUpperTail(z)
    }
    let determinant = information.mm * information.ss - information.ms * information.ms
    guard determinant > 0 else { return nil }
    // The information is that of the standardised logarithms over sigma squared.
    let unit = sample.scale * sigma
    self.mu = .real(
      sample.shift + sample.scale * mu, error: unit * (information.ss / determinant).squareRoot(), level: level)
    self.sigma = .positive(unit, logError: (information.mm / determinant).squareRoot(), level: level)
    covariance = -unit * unit * information.ms / determinant
    logLikelihood = value - sample.jacobian
  }

  /// The median, exp(mu), with its interval on the logarithm.
  package var median: FittedParameter {
    .positive(exp(mu.value), logError: mu.standardError, level: mu.interval.level)
  }

  /// The probability of a time of at most `time`.
  package func cumulative(_ time: Double) -> Double {
    time > 0 ? NormalDistribution.cumulative((log(time) - mu.value) / sigma.value) : 0
  }

  private static func maximise(_ sample: LogTimes) -> (mu: Double, sigma: Double)? {
    // delta = mu / sigma, gamma = 1 / sigma; of the standardised events alone the maximum is at 0 and 1.
    var (delta, gamma) = (0.0, 1.0)
    var best = likelihood(sample, delta, gamma)
    for _ in 0..<100 {
      var (gd, gg, dd, dg, hg) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for point in sample.points {
        let z = gamma * point.y - delta
        if point.events > 0 {
          gd += point.events * z
          gg += point.events * (1 / gamma - z * point.y)
          dd += point.events
          dg -= point.events * point.y
          hg += point.events * (1 / (gamma * gamma) + point.y * point.y)
        }
        if point.censored > 0 {
          let hazard = NormalDistribution.hazard(z)
          let slope = point.censored * hazard * (hazard - z)
          gd += point.censored * hazard
          gg -= point.censored * hazard * point.y
          dd += slope
          dg -= slope * point.y
          hg += slope * point.y * point.y
        }
      }
      let determinant = dd * hg - dg * dg
      guard determinant > 0 else { return nil }
      let step = ((hg * gd - dg * gg) / determinant, (dd * gg - dg * gd) / determinant)
      var length = 1.0
      while length > 1e-12 {
        let next = (delta + length * step.0, gamma + length * step.1)
        let value = next.1 > 0 ? likelihood(sample, next.0, next.1) : -.infinity
        if value >= best {
          (delta, gamma) = next
          best = value
          break
        }
        length /= 2
      }
      if abs(step.0) <= 1e-10 * (1 + abs(delta)) && abs(step.1) <= 1e-10 * gamma || length <= 1e-12 { break }
    }
    return (delta / gamma, 1 / gamma)
  }

  private static func likelihood(_ sample: LogTimes, _ delta: Double, _ gamma: Double) -> Double {
    sample.points.reduce(0) { sum, point in
      let z = gamma * point.y - delta
      let seen = point.events > 0 ? point.events * (log(gamma) - 0.5 * z * z) : 0
      return sum + seen + (point.censored > 0 ? point.censored * NormalDistribution.logUpperTail(z) : 0)
    }
  }
}
