package import GTSDModel
import GTSDWorld
package import Statistics

extension LoadThreshold {
  /// The measured value and its verdict against the bound.
  package struct Finding: Equatable, Sendable {
    /// The value in the threshold's unit; nil if nothing was measured.
    package var value: Double?
    /// The interval of a share or a percentile, as if requests were independent.
    package var interval: Interval?
    /// The number of values or trials.
    package var count: Int64
    /// The verdict: whether the measured value meets the threshold. A threshold without values is missed, since a run
    /// that measures nothing proves nothing.
    package var verdict: Verdict
  }

  /// Compares the whole run except its warm-up with the threshold. `total` is the fold's sum over all endpoints.
  package func finding(in fold: LoadFold, total: EndpointLoad) -> Finding {
    let load = endpoint.map { fold.endpoints[Int($0.rawValue)].judged } ?? total
    switch metric {
    case .responseTime: return finding(fold.times(.response, of: endpoint))
    case .serviceTime: return finding(fold.times(.service, of: endpoint))
    case .timeToFirstByte: return finding(fold.times(.firstByte, of: endpoint))
    case .startLateness: return finding(CensoredTimes([.init(ended: fold.lateness, censored: LogHistogram())]))
    case .errorRate: return finding(share: load.errors, of: load.answered)
    case .droppedRate: return finding(share: fold.dropped, of: fold.offered)
    case .requests: return finding(count: load.answered, within: load.replies, of: fold.seconds)
    case .sessions: return finding(count: fold.completed, within: fold.completions, of: fold.seconds)
    }
  }

  /// Whether a slice breaks the threshold; nil if one slice cannot show this, as for numbers and rates of events, which
  /// need a whole run.
  package func isBroken(by measure: SliceMeasure) -> Bool? {
    guard measure.count > 0 else { return nil }
    let value: Double
    switch (metric.kind, aggregate) {
    case (.counter, _), (_, .count): return nil
    case (.share, _): value = Double(measure.hits) / Double(measure.count)
    case (.time, .mean): value = Nanoseconds.seconds(Double(measure.sum) / Double(measure.count))
    case (.time, .max): value = Nanoseconds.seconds(measure.maximum)
    case (.time, .min): value = Nanoseconds.seconds(measure.minimum)
    case (.time, _):
      guard let share = aggregate.share, let found = measure.percentile(share) else { return nil }
      value = found
    }
    return !comparison.holds(value, bound)
  }

  private func judged(_ value: Double?, _ interval: Interval? = nil, count: Int64) -> Finding {
    let holds = value.map { comparison.holds($0, bound) } ?? false
    return Finding(value: value, interval: interval, count: count, verdict: holds ? .met : .missed)
  }

  private func finding(_ times: CensoredTimes) -> Finding {
    let ended = times.ended
    if aggregate == .count { return judged(Double(ended.count), count: ended.count) }
    guard ended.count > 0 else { return judged(nil, count: 0) }
    if let share = aggregate.share {
      let interval = times.percentileInterval(share).map { interval in
        Interval(
          level: interval.level, low: Nanoseconds.seconds(interval.low), high: Nanoseconds.seconds(interval.high),
          method: interval.method)
      }
      return judged(times.percentile(share).map { Nanoseconds.seconds($0) }, interval, count: ended.count)
    }
    let nanoseconds =
      switch aggregate {
      case .max: Double(ended.maximum)
      case .min: Double(ended.minimum)
      default: times.mean ?? 0
      }
    return judged(Nanoseconds.seconds(nanoseconds), count: ended.count)
  }

  private func finding(share hits: Int64, of trials: Int64) -> Finding {
    if aggregate == .count { return judged(Double(hits), count: trials) }
    guard trials > 0 else { return judged(nil, count: 0) }
    return judged(
      Double(hits) / Double(trials), ProportionInterval.wilson(successes: Int(hits), trials: Int(trials)), count: trials
    )
  }

  /// The finding for a number, of everything measured, or for a rate, of the events within the measured window only,
  /// since later events are not throughput.
  private func finding(count: Int64, within: Int64, of seconds: Double) -> Finding {
    if aggregate == .count { return judged(Double(count), count: count) }
    return judged(seconds > 0 ? Double(within) / seconds : nil, count: within)
  }
}

/// The point at which a rising load breaks a threshold: three consecutive slices of the time series, after the warm-up.
package struct LoadBreach: Equatable, Sendable {
  /// The index of the broken threshold, from 0.
  package var threshold: Int
  /// The first time slice that breaks the threshold.
  package var slice: Int

  /// The number of consecutive slices over the threshold that count as a breach, since a single one may be chance.
  /// Slices without values are skipped.
  package static let sustained = 3

  /// The first breach within the slices that had ended at an instant. If several thresholds break in one slice, the
  /// first threshold counts.
  package static func first(in fold: LoadFold, _ thresholds: [LoadThreshold], until instant: Int64) -> LoadBreach? {
    let slices = fold.fullSlices(until: instant)
    let breaches = thresholds.indices.compactMap { index -> LoadBreach? in
      guard let place = fold.selectors.firstIndex(of: thresholds[index].selector) else { return nil }
      var run: [Int] = []
      for slice in slices {
        guard let isBroken = thresholds[index].isBroken(by: fold.series.slices[slice].measures[place]) else { continue }
        run = isBroken ? run + [slice] : []
        if run.count == sustained { return LoadBreach(threshold: index, slice: run[0]) }
      }
      return nil
    }
    return breaches.min { ($0.slice, $0.threshold) < ($1.slice, $1.threshold) }
  }
}

/// The highest load that the server handled without a breach: the greatest mean of the offered load over three
/// consecutive slices before the first breach.
package struct LoadKnee: Equatable, Sendable {
  /// The number of starts due per second.
  package var offered: Double
  /// The number of starts made per second in the same slices.
  package var started: Double
  /// The number of requests answered per second in the same slices.
  package var requests: Double
  /// The mean number of starts in progress at the ends of these slices.
  package var inFlight: Double
  /// The first of the slices at the knee.
  package var slice: Int

  /// The highest load before a breach, or the highest offered load if there is no breach. Nil if no whole slice
  /// precedes the breach.
  package static func find(in fold: LoadFold, before breach: LoadBreach?, until instant: Int64) -> LoadKnee? {
    let slices = fold.fullSlices(until: instant).prefix { $0 < breach?.slice ?? .max }
    guard let first = slices.first else { return nil }
    let size = min(LoadBreach.sustained, slices.count)
    let inFlight = fold.series.inFlight
    let windows = (first...(first + slices.count - size)).map { start in
      let part = fold.series.slices[start..<start + size]
      let seconds = Nanoseconds.seconds(Double(size) * Double(fold.series.width))
      func rate(_ count: (LoadSlice) -> Int64) -> Double { Double(part.reduce(0) { $0 + count($1) }) / seconds }
      return LoadKnee(
        offered: rate(\.offered), started: rate(\.started), requests: rate(\.replies),
        inFlight: Double(inFlight[start..<start + size].reduce(0, +)) / Double(size), slice: start)
    }
    // If several levels are equal, the last one is returned, since it was served longest.
    return windows.max { ($0.offered, Double($0.slice)) < ($1.offered, Double($1.slice)) }
  }
}

extension LoadFold {
  /// The slices after the warm-up that had ended at an instant.
  package func fullSlices(until instant: Int64) -> Range<Int> {
    let first = Int((warmUp + series.width - 1) / series.width)
    let end = min(series.slices.count, Int(instant / series.width))
    return first..<max(first, end)
  }
}
