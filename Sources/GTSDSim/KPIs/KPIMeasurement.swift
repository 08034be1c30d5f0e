package import GTSDModel

/// What the fold hands over for one indicator: counts and histograms that merge exactly. Times are nanoseconds.
///
/// What counts for which indicator is decided by ``PersonRecord``.
package enum KPIMeasurement: Hashable, Sendable {
  /// Successes among units whose window has closed; `censored` units have not got that far.
  case rate(successes: Int, trials: Int, censored: Int = 0)
  /// A plain count, out of so many units (users), which lets arms be compared.
  case count(Int, units: Int)
  /// The mean of a histogram.
  case mean(LogHistogram)
  /// A percentile (0...1) of a histogram.
  case percentile(LogHistogram, Double)
  /// The median of times to an event, some of them censored.
  case medianSurvival(events: LogHistogram, censored: LogHistogram)
}

extension KPIResult {
  /// The result of an indicator with its default or a scenario's own targets.
  ///
  /// - Parameters:
  ///   - targets: the demands; by default those of the specifications.
  ///   - control: the same indicator in the control arm of an experiment.
  ///   - treated: what is compared with control where that is not the measurement itself: in the indicators over
  ///     everybody, all arms but control.
  package init(
    _ kpi: KPI, _ measurement: KPIMeasurement, targets: [KPITarget]? = nil, control: KPIMeasurement? = nil,
    treated: KPIMeasurement? = nil, level: Double = 0.95
  ) {
    let definition = kpi.definition
    id = kpi.id
    title = definition.title
    unit = definition.unit
    censored = 0
    switch measurement {
    case .rate(let successes, let trials, let censored):
      numerator = successes
      denominator = trials
      self.censored = censored
      value = trials > 0 ? Double(successes) / Double(trials) : nil
      interval = ProportionInterval.wilson(successes: successes, trials: trials, level: level)
    case .count(let count, let units):
      numerator = count
      denominator = units
      value = units > 0 ? Double(count) : nil
    case .mean(let histogram):
      denominator = Int(histogram.count)
      value = histogram.mean.map { Nanoseconds.seconds($0) }
      interval = histogram.meanInterval(level: level).map(Self.seconds)
    case .percentile(let histogram, let share):
      denominator = Int(histogram.count)
      value = histogram.percentile(share).map { Nanoseconds.seconds($0) }
      interval = histogram.percentileInterval(share, level: level).map(Self.seconds)
    case .medianSurvival(let events, let censored):
      let estimate = KaplanMeier(events: events, censored: censored, level: level)
      denominator = Int(estimate.units)
      self.censored = Int(estimate.censored)
      value = estimate.median
      if estimate.units > 0 {
        let ends = estimate.medianInterval
        interval = Interval(
          level: level, low: ends.low ?? -.infinity, high: ends.high ?? .infinity, method: "brookmeyer-crowley")
        // More than half still without the event at the end of the data: the median is later than all of them.
        if ends.low == nil, let last = estimate.steps.last { interval?.low = last.time }
        if estimate.steps.isEmpty { interval = nil }
      }
    }
    let comparison = control.flatMap { Self.change(treated ?? measurement, against: $0, level: level) }
    change = comparison?.value
    changeInterval = comparison?.interval
    self.targets = []
    verdict = .none
    judge(targets ?? definition.targets)
  }

  private static func seconds(_ interval: Interval) -> Interval {
    var result = interval
    result.low = Nanoseconds.seconds(result.low)
    result.high = Nanoseconds.seconds(result.high)
    return result
  }

  private static func change(
    _ treated: KPIMeasurement, against control: KPIMeasurement, level: Double
  ) -> (value: Double, interval: Interval)? {
    switch (treated, control) {
    case (.rate(let a, let n, _), .rate(let b, let m, _)), (.count(let a, let n), .count(let b, let m)):
      // More tickets than users would break the binomial error term; counts are compared as shares of units at most 1.
      ProportionInterval.relativeChange((min(a, n), n), against: (min(b, m), m), level: level)
    default:
      nil
    }
  }
}
