/// The mean of differences over pairs that share their randomness, such as two variants of a replication under common
/// random numbers, and the gain from pairing.
///
/// Law, Simulation Modeling and Analysis, 5th edition, section 10.2 (paired-t) and 11.2 (common random numbers).
package struct PairedDifference: Equatable, Sendable {
  /// The number of pairs.
  package let pairs: Int
  /// The mean of the differences, second less first.
  package let mean: Double
  /// The unbiased variance of one difference.
  package let variance: Double
  /// The unbiased variance of the first side.
  package let firstVariance: Double
  /// The unbiased variance of the second side.
  package let secondVariance: Double
  /// Student's interval of the mean difference.
  package let interval: Interval
  /// The interval that independent replications with the same values would give (Welch).
  package let unpaired: Interval

  /// Computes the differences of pairs, in order; nil for fewer than two.
  package init?(first: [Double], second: [Double], level: Double = 0.95) {
    precondition(first.count == second.count, "\(first.count) and \(second.count) values are no pairs")
    guard first.count >= 2 else { return nil }
    let moments = SampleMoments(zip(first, second).map { $1 - $0 })
    let (one, two) = (SampleMoments(first), SampleMoments(second))
    let (a, b) = (one.variance, two.variance)
    let n = Double(first.count)
    // Welch and Satterthwaite; with equal counts the degrees lie between n - 1 and 2 (n - 1).
    let degrees = a + b > 0 ? (n - 1) * (a + b) * (a + b) / (a * a + b * b) : n - 1
    let half = StudentDistribution.quantile(0.5 + level / 2, degrees: degrees) * ((a + b) / n).squareRoot()
    guard
      let interval = MeanInterval.student(
        mean: moments.mean, variance: moments.variance, count: first.count, level: level)
    else { return nil }
    pairs = first.count
    mean = moments.mean
    variance = moments.variance
    (firstVariance, secondVariance) = (a, b)
    self.interval = interval
    unpaired = Interval(level: level, low: moments.mean - half, high: moments.mean + half, method: "welch-t")
  }

  /// The factor by which pairing reduces the necessary replications: var(A) + var(B) over var(B - A). Pairing helps if
  /// it is above 1; nil if all differences are equal.
  package var varianceReduction: Double? {
    variance > 0 ? (firstVariance + secondVariance) / variance : nil
  }

  /// The factor by which the interval would be wider without pairing; nil where all differences are equal.
  package var widthRatio: Double? {
    let width = interval.high - interval.low
    return variance > 0 && width > 0 ? (unpaired.high - unpaired.low) / width : nil
  }

  /// The two-sided p-value of no difference (paired t-test).
  package var p: Double {
    guard variance > 0 else { return mean == 0 ? 1 : 0 }
    let t = abs(mean) / (variance / Double(pairs)).squareRoot()
    return 2 * StudentDistribution.cumulative(-t, degrees: Double(pairs - 1))
  }
}
