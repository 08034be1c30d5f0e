/// The median of a sample, with the interval and the test of the population's median by binomial order statistics. They
/// hold for any distribution.
package struct SampleMedian: Equatable, Sendable {
  private let sorted: [Double]

  /// Takes the values of a sample; nil if there are none.
  package init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    sorted = values.sorted()
  }

  /// The middle value, or the mean of the middle two.
  package var value: Double { (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2 }

  /// Whether all values are equal.
  package var isConstant: Bool { sorted.first == sorted.last }

  /// The interval of the median; nil if there are too few values, or if its ends are equal.
  package func interval(level: Double) -> Interval? {
    guard let ranks = OrderStatisticInterval.ranks(share: 0.5, count: sorted.count, level: level) else { return nil }
    let (low, high) = (sorted[ranks.low - 1], sorted[ranks.high - 1])
    return low < high ? Interval(level: level, low: low, high: high, method: "order-statistics") : nil
  }

  /// The two-sided p-value of the hypothesis that the median is zero: that of the sign test, where zeros speak for the
  /// hypothesis. The interval excludes zero at every level below 1 - p.
  package var p: Double {
    let against = min(sorted.count { $0 <= 0 }, sorted.count { $0 >= 0 })
    return min(1, 2 * BinomialDistribution.cumulative(against, trials: sorted.count, probability: 0.5))
  }
}
