import GTSDModel
import GTSDWorld
import Statistics

/// The median of one figure over replications, and its precision.
///
/// The time in which half of the people do something is minutes in most populations, hours in a few, and in some it is
/// not reached. A few dozen replications may contain none of the slow ones, so the mean of such times is not known from
/// them. The median is, and it exists where some times are not reached.
struct DrawnMedian {
  /// The median; infinite if half of the replications do not reach the event, and nil without values.
  let median: Double?
  /// The interval of the median, whose ends may be infinite; nil if there are fewer than ``DrawnMeans/minSets``
  /// sets, or if all values agree.
  ///
  /// Woodruff's method, Journal of the American Statistical Association 47 (1952), 635-646: the share of replications
  /// below the median has an interval, and the values at its two ends bound the median.
  let interval: Interval?

  /// Computes the median of drawn sets.
  ///
  /// - Parameter values: the value of each replication; infinite if its event was not reached, nil without data.
  init(_ values: [Double?], _ draws: ParameterDraws) {
    let sorted = values.compactMap(\.self).sorted()
    guard !sorted.isEmpty else {
      (median, interval) = (nil, nil)
      return
    }
    let middle = ForecastFold.quantile(0.5, of: sorted)
    median = middle
    let below = DrawnMeans(values.map { $0.map { $0 < middle ? 1 : $0 > middle ? 0 : 0.5 } }, draws)
    guard let share = below.interval else {
      interval = nil
      return
    }
    // The distance of the two ends from the middle, as a share of the way from the smallest to the greatest value.
    let reach = (share.high - share.low) / 2 * Double(sorted.count) / Double(sorted.count - 1)
    // Beyond the smallest and the greatest value nothing is known of the values.
    let isOpen = reach > 0.5
    let low = isOpen ? -.infinity : ForecastFold.quantile(0.5 - reach, of: sorted)
    let high = isOpen ? .infinity : ForecastFold.quantile(0.5 + reach, of: sorted)
    interval =
      low < high || low == .infinity ? Interval(level: share.level, low: low, high: high, method: "woodruff") : nil
  }
}

extension KPI {
  /// The mean of the indicator's changes over replications, or their median, with its interval; nil without changes.
  func centre(ofChanges changes: [Double?], _ draws: ParameterDraws) -> (value: Double, interval: Interval?)? {
    if isMedianOverReplications {
      let middle = DrawnMedian(changes, draws)
      return middle.median.map { ($0, middle.interval.flatMap { $0.high.isFinite ? $0 : nil }) }
    }
    let means = DrawnMeans(changes, draws)
    return means.count > 0 ? (means.mean, means.interval) : nil
  }
}
