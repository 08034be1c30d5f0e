/// The distribution-free interval for a percentile: two ranks of the sorted values.
package enum OrderStatisticInterval {
  /// The ranks (from 1) of the two sorted values between which the percentile lies with a probability of at least
  /// `level`; nil if `count` is too small for such an interval.
  ///
  /// Conover, Practical Nonparametric Statistics, 3rd edition, section 3.2. The percentile is below the value at `low`,
  /// or above the value at `high`, each with a probability of at most `(1 - level) / 2`.
  package static func ranks(share: Double, count: Int, level: Double = 0.95) -> (low: Int, high: Int)? {
    guard count > 0 else { return nil }
    let alpha = 1 - level
    // The largest rank l with P(X <= l - 1) <= alpha / 2.
    var low = BinomialDistribution.quantile(alpha / 2, trials: count, probability: share)
    if BinomialDistribution.cumulative(low, trials: count, probability: share) <= alpha / 2 { low += 1 }
    // The smallest rank u with P(X <= u - 1) >= 1 - alpha / 2.
    let high = BinomialDistribution.quantile(1 - alpha / 2, trials: count, probability: share) + 1
    guard low >= 1, high <= count else { return nil }
    return (low, high)
  }
}

extension LogHistogram {
  /// The interval of a percentile by binomial order statistics, its ends widened to the bounds of their buckets; nil
  /// for too few values.
  package func percentileInterval(_ share: Double, level: Double = 0.95) -> Interval? {
    guard let ranks = OrderStatisticInterval.ranks(share: share, count: Int(count), level: level),
      let low = bucket(rank: Int64(ranks.low)), let high = bucket(rank: Int64(ranks.high))
    else { return nil }
    return Self.interval(
      level: level, Double(max(low.low, minimum)), Double(min(high.high, maximum)), low, high, "order-statistics")
  }

  /// The interval of a percentile if the values of one person are similar; nil for too few values.
  ///
  /// Woodruff, Journal of the American Statistical Association 47 (1952): the interval of the share of values up to the
  /// percentile, here by Jeffreys, converted to values. Within a bucket, values are assumed to be evenly distributed.
  ///
  /// - Parameter effective: the number of independent values with the same information.
  package func percentileInterval(_ share: Double, effective: Double, level: Double = 0.95) -> Interval? {
    let units = min(Double(count), effective, BetaDistribution.maxUnits)
    guard units >= 1, OrderStatisticInterval.ranks(share: share, count: Int(units), level: level) != nil,
      let value = percentile(share)
    else { return nil }
    let tail = (1 - level) / 2
    let ends = [tail, 1 - tail].map {
      BetaDistribution.quantile($0, share * units + 0.5, (1 - share) * units + 0.5) * Double(count)
    }
    guard let low = bucket(rank: Int64(ends[0].rounded(.up))), let high = bucket(rank: Int64(ends[1].rounded(.up)))
    else { return nil }
    // The percentile is taken as the middle of its bucket.
    return Self.interval(
      level: level, min(Double(value), evenly(ends[0])), max(Double(value), evenly(ends[1])), low, high,
      "clustered-order-statistics")
  }

  /// The interval. Values in one bucket cannot be distinguished beyond the bucket's bounds.
  private static func interval(
    level: Double, _ from: Double, _ to: Double, _ low: Bucket, _ high: Bucket, _ method: String
  ) -> Interval {
    guard from == to else { return Interval(level: level, low: from, high: to, method: method) }
    return Interval(
      level: level, low: Double(low.low), high: Double(max(high.high, low.low + 1)), method: method)
  }

  /// The value of a fractional rank, if the values of a bucket are spread evenly over it.
  private func evenly(_ rank: Double) -> Double {
    var seen = 0.0
    for bucket in buckets {
      let next = seen + Double(bucket.count)
      if next >= rank {
        let part = (rank - seen) / Double(bucket.count)
        let value = Double(bucket.low) + part * Double(bucket.high - bucket.low + 1)
        return min(Double(maximum), max(Double(minimum), value))
      }
      seen = next
    }
    return Double(maximum)
  }
}
