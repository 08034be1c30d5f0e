package import GTSDModel
package import Statistics

/// The data of one indicator: counts and histograms that merge exactly. Times are nanoseconds.
///
/// Other types decide what counts for each indicator: ``KPIObserver`` for API errors, metrics load errors and state
/// violations, ``PersonRecord`` and its extensions for the behaviour of people, ``PhotoTally`` for photos, and
/// ``CrashTally`` for crashed sessions.
package enum KPIMeasurement: Equatable, Sendable {
  /// Successes among units whose window has closed; `censored` is the number of units whose window has not. Units are
  /// people, or people's actions if clusters give each person's share.
  case rate(successes: Int, trials: Int, censored: Int = 0, ClusterFold? = nil)
  /// A count among a number of units (users), so that arms can be compared. Clusters have the count of each user, who
  /// is one trial.
  case count(Int, units: Int, ClusterFold? = nil)
  /// The number of people with the event, each counted at most once. It is scaled to a population of another size, the
  /// scenario's `Population.describedSize`.
  case people(Int, of: Int, standingFor: Double)
  /// The mean of a histogram with one value per person, or of clusters in milliseconds.
  case mean(LogHistogram, ClusterFold? = nil)
  /// A percentile (0...1) of a histogram with one value per person, or of clusters.
  case percentile(LogHistogram, Double, QuantileFold? = nil)
  /// The median of times to an event, some of them censored.
  case medianSurvival(events: LogHistogram, censored: LogHistogram)
}

extension KPIMeasurement {
  /// The number of seconds that the median is known to exceed, if it has no value; otherwise nil. Nil as well if
  /// nothing was observed.
  package var medianIsAbove: Double? {
    guard case .medianSurvival(let events, let censored) = self else { return nil }
    guard KaplanMeier(events: events, censored: censored).median == nil else { return nil }
    let last = max(events.maximum, censored.maximum)
    return last < 0 ? nil : Nanoseconds.seconds(last)
  }
}

extension KPI {
  /// Whether the value is a number of people, which is whole.
  package var countsPeople: Bool { self == .complaints24h || self == .supportTickets }

  /// Whether the value is a number of events, of which one person may have many.
  package var countsEvents: Bool { definition.kind == .count && !countsPeople }

  /// Whether the median over replications stands for the indicator instead of the mean. It does for times that fewer
  /// than half of the people may reach.
  package var isMedianOverReplications: Bool { definition.kind == .medianSurvival }
}

extension KPIResult {
  /// Creates the result of an indicator with its default targets or a scenario's own.
  ///
  /// - Parameters:
  ///   - targets: the targets; by default those of the specifications.
  ///   - control: the same indicator in the control arm of an experiment.
  ///   - treated: the measurement that is compared with control if it is not this one. For indicators over everybody,
  ///     it is that of all arms but control.
  ///   - comparisons: the number of arms that are compared with the same control. Their intervals of change are
  ///     Bonferroni's, so that all of them together err no more often than one would.
  package init(
    _ kpi: KPI, _ measurement: KPIMeasurement, targets: [KPITarget]? = nil, control: KPIMeasurement? = nil,
    treated: KPIMeasurement? = nil, comparisons: Int = 1, level: Double = 0.95
  ) {
    let definition = kpi.definition
    id = kpi.id
    title = definition.title
    unit = definition.unit
    censored = 0
    switch measurement {
    case .rate(let successes, let trials, let censored, let clusters):
      numerator = successes
      denominator = trials
      self.censored = censored
      value = trials > 0 ? Double(successes) / Double(trials) : nil
      interval =
        clusters == nil
        ? ProportionInterval.wilson(successes: successes, trials: trials, level: level)
        : clusters?.shareInterval(level: level)
    case .count(let count, let units, let clusters):
      numerator = count
      denominator = units
      value = units > 0 ? Double(count) : nil
      interval = clusters?.meanInterval(level: level).map {
        Interval(
          level: level, low: ($0.low * Double(units)).rounded(.down), high: ($0.high * Double(units)).rounded(.up),
          method: $0.method)
      }
    case .people(let count, let people, let size):
      numerator = count
      denominator = people
      // The number of people is whole, and the interval contains the value.
      value = people > 0 ? (Double(count) * size / Double(people)).rounded() : nil
      interval = ProportionInterval.wilson(successes: count, trials: people, level: level).map {
        Interval(
          level: level, low: ($0.low * size).rounded(.down), high: ($0.high * size).rounded(.up), method: $0.method)
      }
    case .mean(let histogram, let clusters):
      denominator = Int(histogram.count)
      value = histogram.mean.map { Nanoseconds.seconds($0) }
      interval =
        clusters == nil
        ? histogram.meanInterval(level: level).map(Self.seconds)
        : clusters?.meanInterval(level: level, isHeavyTailed: kpi == .photoUploadTime).map {
          Interval(level: level, low: $0.low / 1_000, high: $0.high / 1_000, method: $0.method)
        }
      // If all values are equal, they do not show how far others may differ.
      if let ends = interval, ends.low >= ends.high { interval = nil }
    case .percentile(let histogram, let share, let clusters):
      denominator = Int(histogram.count)
      value = histogram.percentile(share).map { Nanoseconds.seconds($0) }
      let ends =
        if let clusters {
          histogram.percentileInterval(
            share, effective: clusters.effectiveValues(at: share, level: level) ?? 0, level: level)
        } else {
          histogram.percentileInterval(share, level: level)
        }
      interval = ends.map(Self.seconds)
    case .medianSurvival(let events, let censored):
      let estimate = KaplanMeier(events: events, censored: censored, level: level)
      denominator = Int(estimate.units)
      self.censored = Int(estimate.censored)
      value = estimate.median
      interval = estimate.medianInterval
    }
    let changeLevel = 1 - (1 - level) / Double(max(1, comparisons))
    let comparison = control.flatMap { Self.change(treated ?? measurement, against: $0, level: changeLevel) }
    change = comparison?.value
    changeInterval = comparison?.interval
    let apart = control.flatMap { Self.difference(treated ?? measurement, againstNothing: $0, level: changeLevel) }
    difference = apart?.value
    differenceInterval = apart?.interval
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
}
