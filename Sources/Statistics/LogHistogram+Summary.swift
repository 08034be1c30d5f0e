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

  /// The value of a rank (from 1): the middle of its bucket, within the exact extremes; nil outside 1...count.
  package func value(rank: Int64) -> Int64? {
    bucket(rank: rank).map { min(max($0.middle, minimum), maximum) }
  }

  /// The least value that at least a share of the values does not exceed (the nearest rank), within 0.4 %.
  package func percentile(_ share: Double) -> Int64? {
    value(rank: rank(share))
  }

  /// Student's interval of the mean; nil for fewer than two values.
  package func meanInterval(level: Double = 0.95) -> Interval? {
    guard let mean, let variance else { return nil }
    return MeanInterval.student(mean: mean, variance: variance, count: Int(count), level: level)
  }

  private func rank(_ share: Double) -> Int64 {
    let exact = share * Double(count)
    let floor = Int64(exact)
    // 0.95 x 20 is 19.000000000000004 in binary, so values that are close to a whole rank are rounded to it.
    return max(1, exact - Double(floor) > 1e-9 * exact ? floor + 1 : floor)
  }

  /// The bucket of a rank (from 1); nil outside 1...count.
  func bucket(rank: Int64) -> Bucket? {
    guard rank >= 1, rank <= count else { return nil }
    var seen: Int64 = 0
    for bucket in buckets {
      seen += bucket.count
      if seen >= rank { return bucket }
    }
    return nil
  }
}
