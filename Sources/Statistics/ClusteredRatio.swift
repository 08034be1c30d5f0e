import Foundation
import Randomness

/// Intervals for a ratio of sums over independent clusters: a share of requests by person, a mean time of photos by
/// person.
///
/// The ratio estimator with its linearised variance: Cochran, Sampling Techniques, 3rd edition, sections 6.3 and 11.2.
package struct ClusteredRatio: Equatable, Sendable {
  /// The number of clusters with at least one trial.
  package let clusters: Int
  /// The ratio: counts per trial.
  package let value: Double
  /// The variance of the ratio; nil for fewer than two clusters.
  package let variance: Double?
  /// The number of clusters of equal size that would estimate the ratio equally well: Kish, Survey Sampling (1965),
  /// section 8.2.
  package let effectiveClusters: Double
  /// The effective number of clusters for the rarer outcome, successes or failures.
  package let rareClusters: Double
  /// The skewness of the clusters' contributions to the ratio's error.
  package let skewness: Double

  /// Computes the ratio over clusters; nil without a trial.
  package init?(_ sums: ClusterSums) {
    guard sums.count > 0 else { return nil }
    let parts = sums.sums.map { Double($0) }
    let (n, y) = (parts[0], parts[1])
    let (m, ratio) = (Double(sums.count), y / n)
    clusters = Int(sums.count)
    value = ratio
    effectiveClusters = n * n / parts[2]
    let isRare = y <= n - y
    let rare = isRare ? y : n - y
    let rareSquares = isRare ? parts[4] : parts[2] - 2 * parts[3] + parts[4]
    rareClusters = rareSquares > 0 ? rare * rare / rareSquares : 0
    let squares = max(0, parts[4] - 2 * ratio * parts[3] + ratio * ratio * parts[2])
    // The rounding error of sums of equal parts is not a variance.
    let isConstant = squares <= 1e-12 * max(parts[4], ratio * ratio * parts[2])
    variance = m < 2 ? nil : isConstant ? 0 : m / (m - 1) * squares / (n * n)
    let cubes = parts[8] - 3 * ratio * parts[7] + 3 * ratio * ratio * parts[6] - ratio * ratio * ratio * parts[5]
    let deviation = (squares / m).squareRoot()
    skewness = isConstant ? 0 : cubes / m / (deviation * deviation * deviation)
  }

  /// Student's critical value with the degrees of freedom of the effective clusters, at most.
  private func critical(_ level: Double, _ clusters: Double) -> Double {
    StudentDistribution.quantile(0.5 + level / 2, degrees: max(1, min(clusters, effectiveClusters) - 1))
  }

  /// The confidence interval of a share: Wilson's for the effective number of independent trials, with Student's
  /// critical value. If the share is 0 or 1, or all clusters agree, it is that of Clopper and Pearson for the effective
  /// number of clusters. Nil for a single cluster.
  ///
  /// Clusters are people. Intervals between replications that all agree are made in two other places.
  /// `PairedComparison` makes those of a difference of pairs, by
  /// ``BetaDistribution/agreementInterval(difference:units:level:)``. `ForecastFold` makes those of a mean over
  /// replications from the pooled indicator, and so from this interval.
  ///
  /// Franco, Little, Louis and Slud, Journal of Survey Statistics and Methodology 7 (2019): of the intervals for shares
  /// in surveys of clusters, this one keeps closest to its level.
  package func shareInterval(level: Double = 0.95) -> Interval? {
    guard let variance, clusters >= 2 else { return nil }
    guard value > 0, value < 1, variance > 0 else {
      return BetaDistribution.binomialInterval(share: value, units: effectiveClusters, level: level)
    }
    let units = value * (1 - value) / variance
    // A variance from few clusters is itself uncertain. For a share of one half, it is known well with a few clusters;
    // for a rare event, only as well as there are clusters with the event. Student's tail stops growing at ten.
    let rare = min(value, 1 - value)
    let lean = max(1e-3, 1 - 2 * rare)
    let t = critical(level, max(11, rareClusters * (1 - rare) / (lean * lean)))
    var interval = ProportionInterval.wilson(share: value, units: units, critical: t, level: level)
    interval.method = "clustered-wilson"
    return interval
  }

  /// The confidence interval of a mean of times, by Hall's transformation of Student's statistic, which allows for the
  /// skewness of heavy tails. Nil if nothing varies, and for a single cluster, which shows no variance between
  /// clusters.
  ///
  /// ``HallTransformation`` has the source.
  package func meanInterval(level: Double = 0.95) -> Interval? {
    guard let variance, variance > 0 else { return nil }
    let error = variance.squareRoot()
    let t = critical(level, effectiveClusters)
    let reach = HallTransformation(skewness: skewness, count: clusters).reach(t)
    return Interval(
      level: level, low: max(0, value - error * reach.below), high: value + error * reach.above,
      method: "clustered-hall")
  }
}

extension BetaDistribution {
  /// The largest number of units with which an interval is computed. For more, rounding errors of the quantiles are as
  /// large as the interval itself.
  package static let maxUnits = 1e6

  /// The name of the method of ``binomialInterval(share:units:level:)``.
  package static let effectiveMethod = "clopper-pearson-effective"

  /// Clopper and Pearson's interval of a share when the number of units need not be whole. The interval contains the
  /// share.
  package static func binomialInterval(share: Double, units: Double, level: Double = 0.95) -> Interval? {
    guard units > 0, share.isFinite else { return nil }
    let units = min(units, maxUnits)
    let alpha = 1 - level
    let share = min(1, max(0, share))
    let k = share * units
    let low = k < 1e-6 ? 0 : quantile(alpha / 2, k, units - k + 1)
    let high = units - k < 1e-6 ? 1 : quantile(1 - alpha / 2, k + 1, units - k)
    return Interval(
      level: level, low: min(low, share), high: max(high, share), method: effectiveMethod)
  }

  /// The interval of a difference of shares that has the same value in every pair, where the usual interval would have
  /// width 0. By the bound of Clopper and Pearson, if none of `units` pairs differs, few others do.
  package static func agreementInterval(difference: Double, units: Double, level: Double = 0.95) -> Interval? {
    guard let none = binomialInterval(share: 0, units: units, level: level) else { return nil }
    return Interval(
      level: level, low: max(-1, difference - none.high), high: min(1, difference + none.high), method: none.method)
  }
}

extension Interval {
  /// The wider of two intervals of one value.
  package func wider(_ other: Interval?) -> Interval {
    guard let other else { return self }
    return other.high - other.low > high - low ? other : self
  }
}
