import Foundation

/// A test of a difference that stays valid however often, and whenever, its result is looked at: the mixture sequential
/// probability ratio test.
///
/// Johari, Koomen, Pekelis and Walsh, Operations Research 70 (2022) 1806-1821, after Robbins, Annals of Mathematical
/// Statistics 41 (1970). With an estimated difference d of variance v, and effects mixed over a normal distribution
/// with mean 0 and variance tau2, the likelihood ratio is sqrt(v / (v + tau2)) exp(tau2 d2 / (2 v (v + tau2))). Without
/// an effect, the probability that it ever reaches 1 / alpha is at most alpha. Therefore 1 over its greatest value so
/// far is a p-value at any time, and the differences that it does not reject are an interval that may be read at any
/// time.
///
/// The mixing variance decides how fast the test is, not whether it is valid. With tau equal to the expected effect
/// (``init(detectable:alpha:)``), the test is within a few per cent of the best for effects of half to twice that size.
///
/// The variance is plugged in. For shares, one success and one failure are added to each group (Agresti and Caffo, The
/// American Statistician 54 (2000)). Otherwise a share of 0 or 1 among the first few units would count as certainty.
package struct AlwaysValidTest: Equatable, Sendable {
  /// The probability of ever rejecting without an effect; the interval's level is 1 - alpha.
  package let alpha: Double
  /// The variance of the effects that the test mixes over.
  package let mixingVariance: Double
  /// The smallest p-value so far; it never rises.
  package private(set) var p: Double
  /// The differences that no analysis so far has rejected. Later data may contradict earlier ones; then `low` exceeds
  /// `high`.
  package private(set) var interval: Interval
  /// The number of times that the data were analysed.
  package private(set) var looks = 0

  /// Creates a test with a mixing variance.
  package init(mixingVariance: Double, alpha: Double = 0.05) {
    precondition(mixingVariance > 0 && alpha > 0 && alpha < 1, "no test with \(mixingVariance) and \(alpha)")
    self.mixingVariance = mixingVariance
    self.alpha = alpha
    p = 1
    interval = Interval(level: 1 - alpha, low: -.infinity, high: .infinity, method: Self.method)
  }

  /// Creates a test tuned to the least effect worth finding, in the unit of the difference.
  package init(detectable effect: Double, alpha: Double = 0.05) {
    self.init(mixingVariance: effect * effect, alpha: alpha)
  }

  /// Whether any look has rejected "no difference".
  package var isSignificant: Bool { p <= alpha }

  /// Adds a look at the data: an estimated difference with its variance. The data must be normal, or so many that their
  /// mean is.
  package mutating func look(difference: Double, variance: Double) {
    guard variance > 0, variance < .infinity else { return }
    looks += 1
    p = min(p, 1 / Self.ratio(difference, variance, mixing: mixingVariance))
    let half = Self.halfWidth(variance: variance, mixing: mixingVariance, alpha: alpha)
    interval.low = max(interval.low, difference - half)
    interval.high = min(interval.high, difference + half)
  }

  /// Adds a look at the shares of two groups with all units so far. Does nothing while a group is empty.
  package mutating func look(treated: TwoProportionTest.Group, control: TwoProportionTest.Group) {
    guard treated.trials > 0, control.trials > 0 else { return }
    look(
      difference: treated.share - control.share,
      variance: Self.smoothedVariance(treated) + Self.smoothedVariance(control))
  }

  /// The half-width of the interval that one look gives.
  package static func halfWidth(variance v: Double, mixing: Double, alpha: Double) -> Double {
    (v * (v + mixing) / mixing * (log((v + mixing) / v) - 2 * log(alpha))).squareRoot()
  }

  private static func ratio(_ d: Double, _ v: Double, mixing: Double) -> Double {
    (v / (v + mixing)).squareRoot() * exp(mixing * d * d / (2 * v * (v + mixing)))
  }

  /// The variance of a group's share after adding one success and one failure.
  package static func smoothedVariance(_ group: TwoProportionTest.Group) -> Double {
    let n = Double(group.trials) + 2
    let share = (Double(group.successes) + 1) / n
    return share * (1 - share) / n
  }

  private static let method = "mixture-sprt"
}
