/// The median of a sample, with the interval and the test of the population's median by binomial order statistics. They
/// hold for any distribution.
///
/// A value may be known by bounds only, such as a time that was not reached. Every result then holds wherever the value
/// lies between its bounds.
package struct SampleMedian: Equatable, Sendable {
  private let lows: [Double]
  private let highs: [Double]

  /// Takes the values of a sample; nil if there are none.
  package init?(_ values: [Double]) { self.init(bounds: values.map { ($0, $0) }) }

  /// Takes the bounds of a sample's values, which may be infinite; nil if there are none.
  package init?(bounds: [(low: Double, high: Double)]) {
    guard !bounds.isEmpty else { return nil }
    lows = bounds.map(\.low).sorted()
    highs = bounds.map(\.high).sorted()
  }

  private static func middle(of sorted: [Double]) -> Double {
    (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The middle value, or the mean of the middle two; nil if the bounds leave it open.
  package var value: Double? {
    let low = Self.middle(of: lows)
    return low == Self.middle(of: highs) ? low : nil
  }

  /// Whether all values are known and equal.
  package var isConstant: Bool { lows.first == highs.last }

  /// The interval of the median; nil if there are too few values or bounds, or if its ends are equal. One end may be
  /// infinite.
  package func interval(level: Double) -> Interval? {
    guard let ranks = OrderStatisticInterval.ranks(share: 0.5, count: lows.count, level: level) else { return nil }
    let (low, high) = (lows[ranks.low - 1], highs[ranks.high - 1])
    guard low.isFinite || high.isFinite else { return nil }
    return low < high ? Interval(level: level, low: low, high: high, method: "order-statistics") : nil
  }

  /// The two-sided p-value of the hypothesis that the median is zero: that of the sign test, where values that may be
  /// zero speak for the hypothesis. The interval excludes zero at every level below 1 - p.
  package var p: Double {
    let against = min(lows.count { $0 <= 0 }, highs.count { $0 >= 0 })
    return min(1, 2 * BinomialDistribution.cumulative(against, trials: lows.count, probability: 0.5))
  }
}
