import Foundation

/// The interval and the test of a mean whose values may be skewed.
///
/// Student's interval is too narrow on the side of the long tail: at 99.8 %, the interval of 20 exponential values
/// misses the mean in 1.5 % of samples instead of 0.2 %. The interval here is the smallest that contains Student's and
/// Hall's, which allows for skewness; no end is farther from the mean than twice Student's.
package struct SkewedMean: Equatable, Sendable {
  /// The number of values.
  package let count: Int
  /// The mean of the values.
  package let mean: Double
  /// The unbiased variance of a value.
  package let variance: Double
  /// The third central moment over the cube of the standard deviation, both with the divisor n; 0 if all values are
  /// equal.
  package let skewness: Double

  /// Computes the moments of values.
  package init(_ values: [Double]) {
    let moments = SampleMoments(values)
    (count, mean, variance) = (moments.count, moments.mean, moments.variance)
    let n = Double(values.count)
    let square = moments.variance * (n - 1) / n
    let cube = values.reduce(0) { sum, value in
      let deviation = value - moments.mean
      return sum + deviation * deviation * deviation
    }
    skewness = square > 0 ? cube / n / (square * square.squareRoot()) : 0
  }

  private var degrees: Double { Double(count - 1) }
  private var standardError: Double { (variance / Double(count)).squareRoot() }
  private var hall: HallTransformation { HallTransformation(skewness: skewness, count: count) }

  /// The interval of the mean. It is Student's if the values are symmetric, and otherwise at least as wide.
  ///
  /// - Precondition: at least two values.
  package func interval(level: Double) -> Interval {
    precondition(count >= 2, "one value has no interval")
    let t = StudentDistribution.quantile(0.5 + level / 2, degrees: degrees)
    let reach = hall.reach(t)
    let (below, above) = (max(t, reach.below) * standardError, max(t, reach.above) * standardError)
    return Interval(level: level, low: mean - below, high: mean + above, method: "skewed-t")
  }

  /// The two-sided p-value of the hypothesis that the mean is zero: the interval excludes zero at every level below
  /// 1 - p.
  package var p: Double {
    guard variance > 0, mean != 0 else { return mean == 0 ? 1 : 0 }
    let t = mean / standardError
    let transformed = hall.value(t)
    // Hall's interval may exclude the mean itself, and zero beyond it.
    let towardsZero = t * transformed > 0 ? abs(transformed) : 0
    let bounded = max(towardsZero, abs(t) / HallTransformation.farthest)
    return 2 * StudentDistribution.cumulative(-min(abs(t), bounded), degrees: degrees)
  }
}

/// Hall's cubic transformation, which removes the skewness of values from Student's statistic of their mean.
///
/// Hall, Journal of the Royal Statistical Society B 54 (1992), 221-228, the transformation g1.
struct HallTransformation: Equatable {
  /// The largest distance between an end of an interval and the mean, relative to Student's.
  ///
  /// The transformation has a flat point, where the skewness times the statistic is -3. Near and beyond it, small
  /// differences in skewness move an end to five times its distance. The bound hardly changes how often intervals hold
  /// the mean: of 10 to 40 exponential or lognormal values, by at most 0.5 points at 95 % and 0.2 points at 99.8 %.
  static let farthest = 2.0

  /// The skewness of the mean: that of the values over the square root of their number.
  private let skewness: Double

  init(skewness: Double, count: Int) { self.skewness = skewness / Double(count).squareRoot() }

  /// The transformed statistic. It grows with the statistic.
  func value(_ t: Double) -> Double {
    t + skewness * t * t / 3 + skewness * skewness * t * t * t / 27 + skewness / 6
  }

  /// The distances of an interval's ends from the mean, in standard errors, for Student's quantile.
  func reach(_ t: Double) -> (below: Double, above: Double) {
    let most = Self.farthest * t
    return (min(most, inverse(t)), min(most, -inverse(-t)))
  }

  /// The statistic with a transformed value.
  func inverse(_ value: Double) -> Double {
    guard abs(skewness) > 1e-9 else { return value }
    return 3 / skewness * (cbrt(1 + skewness * (value - skewness / 6)) - 1)
  }
}
