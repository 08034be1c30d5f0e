import Foundation

/// The mean of differences over pairs that share their randomness, such as two variants of a replication under common
/// random numbers, and the gain from pairing.
///
/// Law, Simulation Modeling and Analysis, 5th edition, section 10.2 (paired-t) and 11.2 (common random numbers).
package struct PairedDifference: Equatable, Sendable {
  /// The mean of the differences, second less first, and what its interval takes.
  private let difference: SkewedMean
  /// The unbiased variance of the first side.
  package let firstVariance: Double
  /// The unbiased variance of the second side.
  package let secondVariance: Double
  /// The interval of the mean difference.
  package let interval: Interval
  /// The interval that independent replications with the same values would give (Welch).
  package let unpaired: Interval
  /// The mean distance of two values from different pairs if all pairs have nearly the same difference, otherwise nil.
  private let rareDistance: Double?

  /// The tolerance for "nearly the same": the largest deviation of a pair's difference from the median difference,
  /// relative to the mean distance between values of different pairs.
  private static let sameness = 0.01

  /// Computes the differences of pairs, in order; nil for fewer than two.
  package init?(first: [Double], second: [Double], level: Double = 0.95) {
    precondition(first.count == second.count, "\(first.count) and \(second.count) values cannot be paired")
    guard first.count >= 2 else { return nil }
    let differences = zip(first, second).map { $1 - $0 }
    difference = SkewedMean(differences)
    let (one, two) = (SampleMoments(first), SampleMoments(second))
    let (a, b) = (one.variance, two.variance)
    let n = Double(first.count)
    // Welch and Satterthwaite; with equal counts the degrees lie between n - 1 and 2 (n - 1).
    let degrees = a + b > 0 ? (n - 1) * (a + b) * (a + b) / (a * a + b * b) : n - 1
    let half = StudentDistribution.quantile(0.5 + level / 2, degrees: degrees) * ((a + b) / n).squareRoot()
    let middle = differences.sorted()[differences.count / 2]
    let distance = max(Self.meanDistance(first), Self.meanDistance(second))
    let isSame = distance > 0 && differences.allSatisfy { abs($0 - middle) <= Self.sameness * distance }
    (firstVariance, secondVariance) = (a, b)
    rareDistance = isSame ? distance : nil
    interval = Self.interval(difference, rareDistance: rareDistance, level: level)
    unpaired = Interval(level: level, low: difference.mean - half, high: difference.mean + half, method: "welch-t")
  }

  /// The mean distance of two different values (Gini's mean difference).
  private static func meanDistance(_ values: [Double]) -> Double {
    let n = Double(values.count)
    let sum = values.sorted().enumerated().reduce(0) { $0 + (2 * Double($1.offset) - n + 1) * $1.element }
    return 2 * sum / (n * (n - 1))
  }

  /// The number of pairs.
  package var pairs: Int { difference.count }
  /// The mean of the differences, second less first.
  package var mean: Double { difference.mean }
  /// The unbiased variance of one difference.
  package var variance: Double { difference.variance }

  /// The interval of the mean difference at another level.
  package func interval(level: Double) -> Interval {
    Self.interval(difference, rareDistance: rareDistance, level: level)
  }

  /// The interval of a mean of skewed values, or the wider one of pairs that are nearly the same.
  ///
  /// Most pairs may differ by milliseconds, and one in hundreds by hours. If no such pair was seen, Student's interval
  /// is milliseconds wide and holds the mean of all pairs almost never. How many pairs are of the rare kind is bounded
  /// as for any event that never occurred (Clopper and Pearson, Biometrika 26 (1934)). Each of them may differ as much
  /// as unrelated replications do.
  private static func interval(_ difference: SkewedMean, rareDistance: Double?, level: Double) -> Interval {
    var interval = difference.interval(level: level)
    guard let rareDistance else { return interval }
    let most = (1 - pow((1 - level) / 2, 1 / Double(difference.count))) * rareDistance
    interval.low = min(interval.low, difference.mean - most)
    interval.high = max(interval.high, difference.mean + most)
    interval.method = "rare-pairs"
    return interval
  }

  /// Whether all pairs have nearly the same difference, so that the interval allows for a rare kind of pair that was
  /// not seen.
  package var isNearlySame: Bool { rareDistance != nil }

  /// The factor by which pairing reduces the necessary replications: var(A) + var(B) over var(B - A). Pairing helps if
  /// it is above 1; nil if pairs are nearly the same, since rare pairs may still differ.
  package var varianceReduction: Double? {
    variance > 0 && !isNearlySame ? (firstVariance + secondVariance) / variance : nil
  }

  /// The factor by which the interval would be wider without pairing; nil if all differences are equal.
  package var widthRatio: Double? {
    let width = interval.high - interval.low
    return variance > 0 && width > 0 ? (unpaired.high - unpaired.low) / width : nil
  }

  /// The two-sided p-value of no difference: the interval excludes zero at every level below 1 - p.
  package var p: Double {
    let rare = rareDistance.map { min(1, 2 * pow(max(0, 1 - abs(mean) / $0), Double(pairs))) } ?? 0
    return max(rare, difference.p)
  }
}
