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
  ///
  /// - Parameter effective: as many independent values as tell as much, where those of one person are alike; nil for all.
  package func percentileInterval(_ share: Double, effective: Double? = nil, level: Double = 0.95) -> Interval? {
    let units = min(Double(count), effective ?? Double(count)).rounded(.down)
    guard units >= 1, let ranks = OrderStatisticInterval.ranks(share: share, count: Int(units), level: level)
    else { return nil }
    let scale = Double(count) / units
    let lowRank = max(1, Int64((Double(ranks.low - 1) * scale).rounded(.down)) + 1)
    let highRank = min(count, Int64((Double(ranks.high) * scale).rounded(.up)))
    guard let low = bucket(rank: lowRank), let high = bucket(rank: highRank) else { return nil }
    let method = effective == nil ? "order-statistics" : "clustered-order-statistics"
    let (from, to) = (max(low.low, minimum), min(high.high, maximum))
    guard from == to else { return Interval(level: level, low: Double(from), high: Double(to), method: method) }
    // Values that are all alike are told apart no further than by the bounds of their bucket.
    return Interval(
      level: level, low: Double(low.low), high: Double(max(high.high, low.low + 1)), method: method)
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
