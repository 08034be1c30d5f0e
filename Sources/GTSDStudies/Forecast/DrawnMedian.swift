import GTSDModel
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
    let middle = Self.value(atRank: Double(sorted.count + 1) / 2, of: sorted)
    median = middle
    let below = DrawnMeans(values.map { $0.map { $0 < middle ? 1 : $0 > middle ? 0 : 0.5 } }, draws)
    guard let share = below.interval else {
      interval = nil
      return
    }
    let reach = Double(sorted.count) * (share.high - share.low) / 2
    let centre = Double(sorted.count + 1) / 2
    // Beyond the smallest and the greatest value nothing is known of the values.
    let isOpen = centre - reach < 1
    let low = isOpen ? -.infinity : Self.value(atRank: centre - reach, of: sorted)
    let high = isOpen ? .infinity : Self.value(atRank: centre + reach, of: sorted)
    interval =
      low < high || low == .infinity ? Interval(level: share.level, low: low, high: high, method: "woodruff") : nil
  }

  /// The value at a rank, 1 being the smallest; between two ranks by linear interpolation.
  private static func value(atRank rank: Double, of sorted: [Double]) -> Double {
    let below = Int(rank - 1)
    let part = rank - 1 - Double(below)
    guard part > 0 else { return sorted[below] }
    let (first, second) = (sorted[below], sorted[below + 1])
    return first == second ? first : first + part * (second - first)
  }
}

extension KPI {
  /// Whether the median over replications stands for the indicator instead of the mean. It does for times that fewer
  /// than half of the people may reach.
  var isMedianOverReplications: Bool { definition.kind == .medianSurvival }

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
