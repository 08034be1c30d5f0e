/// Times of which some are censored, in groups of similar things. A censored time is known only to be longer than
/// observed.
///
/// Each group is estimated by the product-limit estimate of Kaplan and Meier, with Greenwood's variance. The groups are
/// combined by their shares, so that a group with much censoring is not estimated by the others. With nothing censored
/// this is the histogram of all times.
package struct CensoredTimes: Equatable, Sendable {
  /// Units with equal values.
  package struct Group: Equatable, Sendable {
    package var ended: LogHistogram
    package var censored: LogHistogram

    package init(ended: LogHistogram, censored: LogHistogram) {
      self.ended = ended
      self.censored = censored
    }
  }

  /// The share that has ended by a time, with its standard error.
  private struct Point: Equatable, Sendable {
    var time: Int64
    var share: Double
    var error: Double
  }

  /// The times of the spells that ended.
  package let ended: LogHistogram
  /// The number of censored times.
  package let censored: Int64
  /// The points of the curve; empty if no time was censored.
  private let curve: [Point]

  package init(_ groups: [Group]) {
    ended = groups.reduce(into: LogHistogram()) { $0.merge($1.ended) }
    censored = groups.reduce(0) { $0 + $1.censored.count }
    curve = censored == 0 ? [] : Self.curve(groups)
  }

  /// The number of all times, ended or censored.
  package var count: Int64 { ended.count + censored }

  /// The smallest time within which a share has ended; nil if too many times are censored.
  package func percentile(_ share: Double) -> Int64? {
    guard censored > 0 else { return ended.percentile(share) }
    return curve.first { $0.share >= share - 1e-12 }?.time
  }

  /// The confidence interval of a percentile: the times whose band contains the share. An unknown end is the greatest
  /// time.
  package func percentileInterval(_ share: Double, level: Double = 0.95) -> Interval? {
    guard censored > 0 else { return ended.percentileInterval(share, level: level) }
    let z = NormalDistribution.critical(level: level)
    guard percentile(share) != nil, let low = curve.first(where: { $0.share + z * $0.error >= share })
    else { return nil }
    let high = curve.first { $0.share - z * $0.error >= share }?.time ?? ended.maximum
    return Interval(level: level, low: Double(low.time), high: Double(high), method: "kaplan-meier")
  }

  /// The mean; if times were censored, the mean up to the greatest known time.
  package var mean: Double? {
    guard censored > 0 else { return ended.mean }
    guard let last = curve.last else { return nil }
    var (sum, before) = (0.0, 0.0)
    for point in curve {
      sum += Double(point.time) * (point.share - before)
      before = point.share
    }
    return sum + Double(last.time) * (1 - before)
  }

  private static func curve(_ groups: [Group]) -> [Point] {
    let all = groups.filter { $0.ended.count + $0.censored.count > 0 }
    let total = Double(all.reduce(0) { $0 + $1.ended.count + $1.censored.count })
    // By time: the group and the number of events. At equal times, events are before censored units.
    var steps: [(time: Int64, group: Int, ended: Int64, censored: Int64)] = []
    for (index, group) in all.enumerated() {
      let ended = group.ended
      steps += ended.buckets.map { (min(max($0.middle, ended.minimum), ended.maximum), index, $0.count, 0) }
      let censored = group.censored
      steps += censored.buckets.map { (min(max($0.middle, censored.minimum), censored.maximum), index, 0, $0.count) }
    }
    steps.sort { ($0.time, $0.censored, $0.group) < ($1.time, $1.censored, $1.group) }
    var atRisk = all.map { $0.ended.count + $0.censored.count }
    let weights = atRisk.map { Double($0) / total }
    var left = [Double](repeating: 1, count: all.count)
    var greenwood = [Double](repeating: 0, count: all.count)
    var points: [Point] = []
    for step in steps {
      let (n, d) = (Double(atRisk[step.group]), Double(step.ended))
      atRisk[step.group] -= step.ended + step.censored
      guard step.ended > 0 else { continue }
      left[step.group] *= (n - d) / n
      greenwood[step.group] += n > d ? d / (n * (n - d)) : 0
      var (share, variance) = (1.0, 0.0)
      for group in all.indices {
        share -= weights[group] * left[group]
        variance += weights[group] * weights[group] * left[group] * left[group] * greenwood[group]
      }
      if points.last?.time == step.time { points.removeLast() }
      points.append(Point(time: step.time, share: share, error: variance.squareRoot()))
    }
    return points
  }
}
