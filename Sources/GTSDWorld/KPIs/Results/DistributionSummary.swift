package import Statistics

/// A distribution in a report: figures for people, coarse buckets for charts.
public struct DistributionSummary: Hashable, Sendable {
  /// The id, such as `api-response-time`; for requests, the endpoint.
  public var id: String
  /// `s` or `count`: the unit of every figure but ``count``.
  public var unit: String
  /// The number of values.
  public var count: Int
  /// The exact mean.
  public var mean: Double?
  /// The least value, exact.
  public var min: Double?
  /// The median. Percentiles are within 0.4 % of the value.
  public var p50: Double?
  /// The 90th percentile.
  public var p90: Double?
  /// The 95th percentile.
  public var p95: Double?
  /// The 99th percentile.
  public var p99: Double?
  /// The 99.9th percentile.
  public var p999: Double?
  /// The greatest value, exact.
  public var max: Double?
  /// `[from, to, count]`, at most four for each doubling of the value; `to` is exclusive.
  public var buckets: [[Double]]

  /// Computes the report's figures of a histogram, divided by `scale`: 1e9 for nanoseconds shown in seconds, 1 for
  /// counts.
  package init(id: String, unit: String, histogram: LogHistogram, scale: Double = 1e9) {
    func figure(_ value: Int64?) -> Double? { value.map { Double($0) / scale } }
    self.id = id
    self.unit = unit
    count = Int(histogram.count)
    mean = histogram.mean.map { $0 / scale }
    min = histogram.count > 0 ? figure(histogram.minimum) : nil
    p50 = figure(histogram.percentile(0.5))
    p90 = figure(histogram.percentile(0.9))
    p95 = figure(histogram.percentile(0.95))
    p99 = figure(histogram.percentile(0.99))
    p999 = figure(histogram.percentile(0.999))
    max = histogram.count > 0 ? figure(histogram.maximum) : nil
    buckets = histogram.coarseBuckets.map { [Double($0.low) / scale, Double($0.high) / scale, Double($0.count)] }
  }
}

extension DistributionSummary {
  package static var blank: Self { Self(id: "", unit: "", histogram: LogHistogram()) }

  /// Summarises times of which some are censored. Mean and percentiles are then estimates, and nil if they cannot be
  /// estimated. Count, extremes and buckets cover only the times that ended.
  package init(id: String, unit: String, times: CensoredTimes, scale: Double = 1e9) {
    self.init(id: id, unit: unit, histogram: times.ended, scale: scale)
    guard times.censored > 0 else { return }
    func figure(_ share: Double) -> Double? { times.percentile(share).map { Double($0) / scale } }
    mean = times.mean.map { $0 / scale }
    (p50, p90, p95, p99, p999) = (figure(0.5), figure(0.9), figure(0.95), figure(0.99), figure(0.999))
  }
}

extension LogHistogram {
  /// The buckets, merged to at most four for each doubling of the value; `high` is exclusive.
  var coarseBuckets: [Bucket] {
    var result: [Bucket] = []
    for bucket in buckets {
      let width: Int64 = bucket.low < 4 ? 1 : 1 << Int64(61 - bucket.low.leadingZeroBitCount)
      let low = bucket.low / width * width
      if let last = result.last, last.low == low {
        result[result.count - 1].count += bucket.count
      } else {
        result.append(Bucket(low: low, high: low &+ width < low ? .max : low + width, count: bucket.count))
      }
    }
    return result
  }
}
