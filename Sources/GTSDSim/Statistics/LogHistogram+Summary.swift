extension LogHistogram {
  /// The exact mean, or nil while empty.
  package var mean: Double? {
    count > 0 ? Double(sum) / Double(count) : nil
  }

  /// The unbiased variance, from the middles of the buckets; nil for fewer than two values.
  package var variance: Double? {
    guard count > 1, let mean else { return nil }
    let squares = buckets.reduce(0.0) { total, bucket in
      let distance = Double(bucket.middle) - mean
      return total + Double(bucket.count) * distance * distance
    }
    return squares / Double(count - 1)
  }

  /// The value of a rank (from 1): the middle of its bucket, inside the exact extremes; nil outside 1...count.
  package func value(rank: Int64) -> Int64? {
    bucket(rank: rank).map { min(max($0.middle, minimum), maximum) }
  }

  /// The least value that at least a share of the values does not exceed (the nearest rank), within 0.4 %.
  package func percentile(_ share: Double) -> Int64? {
    value(rank: rank(share))
  }

  /// The interval of a percentile by binomial order statistics, its ends widened to the bounds of their buckets; nil
  /// for too few values.
  package func percentileInterval(_ share: Double, level: Double = 0.95) -> Interval? {
    guard let ranks = OrderStatisticInterval.ranks(share: share, count: Int(count), level: level),
      let low = bucket(rank: Int64(ranks.low)), let high = bucket(rank: Int64(ranks.high))
    else { return nil }
    return Self.interval(
      level: level, Double(max(low.low, minimum)), Double(min(high.high, maximum)), low, high, "order-statistics")
  }

  /// The interval of a percentile where the values of one person are alike; nil for too few values.
  ///
  /// Woodruff, Journal of the American Statistical Association 47 (1952): the interval of the share of values up to the
  /// percentile, here of Jeffreys, read off at the values. Within a bucket values are taken to lie evenly.
  ///
  /// - Parameter effective: as many independent values as tell as much.
  package func percentileInterval(_ share: Double, effective: Double, level: Double = 0.95) -> Interval? {
    let units = min(Double(count), effective, BetaDistribution.mostUnits)
    guard units >= 1, OrderStatisticInterval.ranks(share: share, count: Int(units), level: level) != nil,
      let value = percentile(share)
    else { return nil }
    let tail = (1 - level) / 2
    let ends = [tail, 1 - tail].map {
      BetaDistribution.quantile($0, share * units + 0.5, (1 - share) * units + 0.5) * Double(count)
    }
    guard let low = bucket(rank: Int64(ends[0].rounded(.up))), let high = bucket(rank: Int64(ends[1].rounded(.up)))
    else { return nil }
    // The percentile itself is the middle of its bucket.
    return Self.interval(
      level: level, min(Double(value), evenly(ends[0])), max(Double(value), evenly(ends[1])), low, high,
      "clustered-order-statistics")
  }

  /// Values that are all alike are told apart no further than by the bounds of their bucket.
  private static func interval(
    level: Double, _ from: Double, _ to: Double, _ low: Bucket, _ high: Bucket, _ method: String
  ) -> Interval {
    guard from == to else { return Interval(level: level, low: from, high: to, method: method) }
    return Interval(
      level: level, low: Double(low.low), high: Double(max(high.high, low.low + 1)), method: method)
  }

  /// The value of a rank that need not be whole, with those of a bucket spread evenly over it.
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

  /// Student's interval of the mean; nil for fewer than two values.
  package func meanInterval(level: Double = 0.95) -> Interval? {
    guard let mean, let variance else { return nil }
    return MeanInterval.student(mean: mean, variance: variance, count: Int(count), level: level)
  }

  private func rank(_ share: Double) -> Int64 {
    let exact = share * Double(count)
    let floor = Int64(exact)
    // 0.95 x 20 is 19.000000000000004 in binary: what is that close to a whole rank is meant to be it.
    return max(1, exact - Double(floor) > 1e-9 * exact ? floor + 1 : floor)
  }

  private func bucket(rank: Int64) -> Bucket? {
    guard rank >= 1, rank <= count else { return nil }
    var seen: Int64 = 0
    for bucket in buckets {
      seen += bucket.count
      if seen >= rank { return bucket }
    }
    return nil
  }
}
