import Foundation

/// The product-limit estimate of the share that has not yet had an event, with censoring.
///
/// Kaplan and Meier, Journal of the American Statistical Association 53 (1958); variance by Greenwood (1926); the band
/// on the scale log(-log S), which keeps it inside 0...1 (Kalbfleisch and Prentice, 1980).
package struct KaplanMeier: Equatable, Sendable {
  /// The estimate from one event time up to the next.
  package struct Step: Equatable, Sendable {
    /// The time of the events.
    package var time: Double
    /// The number of units with neither event nor censoring before that time.
    package var atRisk: Int64
    /// The number of events at that time.
    package var events: Int64
    /// The share without an event after the step.
    package var survival: Double
    /// The lower end of the pointwise interval.
    package var low: Double
    /// The upper end of the pointwise interval.
    package var high: Double
  }

  /// The numbers of events and censorings at one time. Events count as earlier than censorings.
  package struct Observation: Equatable, Sendable {
    /// The time of the observation.
    package var time: Double
    /// The number of units with the event.
    package var events: Int64
    /// The number of units last seen without the event.
    package var censored: Int64

    /// Creates the observation of one time.
    package init(time: Double, events: Int64, censored: Int64) {
      self.time = time
      self.events = events
      self.censored = censored
    }
  }

  /// One step per time with events, in order of time.
  package let steps: [Step]
  /// The level of the intervals.
  package let level: Double
  /// The number of units.
  package let units: Int64
  /// The number of censored units.
  package let censored: Int64
  /// The last time at which any unit was observed; 0 without units. Beyond it nothing is known, unless no unit is left.
  package let end: Double

  /// Computes the estimate from observations in order of time.
  package init(_ observations: [Observation], level: Double = 0.95) {
    let z = NormalDistribution.critical(level: level)
    units = observations.reduce(0) { $0 + $1.events + $1.censored }
    censored = observations.reduce(0) { $0 + $1.censored }
    end = observations.last { $0.events + $0.censored > 0 }?.time ?? 0
    self.level = level
    var atRisk = units
    var survival = 1.0
    var greenwood = 0.0
    var steps: [Step] = []
    for observation in observations {
      if observation.events > 0 {
        let n = Double(atRisk)
        let d = Double(observation.events)
        survival *= (n - d) / n
        greenwood += n > d ? d / (n * (n - d)) : 0
        let band = Self.band(survival: survival, greenwood: greenwood, z: z)
        steps.append(
          Step(
            time: observation.time, atRisk: atRisk, events: observation.events, survival: survival, low: band.low,
            high: band.high))
      }
      atRisk -= observation.events + observation.censored
    }
    self.steps = steps
  }

  /// Computes the estimate from histograms of event and of censoring times, in units of `scale` (1e9 turns nanoseconds
  /// into seconds). A value counts at the upper end of its bucket, so the curve never shows events too early.
  package init(events: LogHistogram, censored: LogHistogram, scale: Double = 1e9, level: Double = 0.95) {
    let happened = events.buckets
    let ended = censored.buckets
    var observations: [Observation] = []
    var (i, j) = (0, 0)
    while i < happened.count || j < ended.count {
      let first = i < happened.count ? happened[i].low : .max
      let second = j < ended.count ? ended[j].low : .max
      let bound: Int64
      var observation = Observation(time: 0, events: 0, censored: 0)
      if first <= second {
        bound = min(happened[i].high, events.maximum)
        observation.events = happened[i].count
        i += 1
      } else {
        bound = min(ended[j].high, censored.maximum)
      }
      if second <= first {
        observation.censored = ended[j].count
        j += 1
      }
      observation.time = Double(bound) / scale
      observations.append(observation)
    }
    self.init(observations, level: level)
  }

  /// The first time at which at most half have no event yet; nil while more than half have none.
  package var median: Double? {
    steps.first { $0.survival <= 0.5 }?.time
  }

  /// The interval of the median by Brookmeyer and Crowley, Biometrics 38 (1982): all times at which the band contains
  /// one half; nil without an event.
  ///
  /// An upper end beyond the data is infinite. An interval of one instant is extended to the events on either side of
  /// it.
  package var medianInterval: Interval? {
    guard let last = steps.last else { return nil }
    // More than half have not had the event at the end of the data, so the median is later than all data.
    let low = steps.first { $0.low <= 0.5 }?.time ?? last.time
    let high = steps.first { $0.high <= 0.5 }?.time ?? .infinity
    var interval = Interval(level: level, low: low, high: high, method: "brookmeyer-crowley")
    if low == high {
      interval.low = steps.last { $0.time < low }?.time ?? 0
      interval.high = steps.first { $0.time > high }?.time ?? .infinity
    }
    return interval
  }

  /// The estimate at a time: the last step at or before it, or nil before the first.
  package func step(at time: Double) -> Step? {
    steps.last { $0.time <= time }
  }

  private static func band(survival: Double, greenwood: Double, z: Double) -> (low: Double, high: Double) {
    guard survival > 0, survival < 1 else { return (survival, survival) }
    let half = z * greenwood.squareRoot() / abs(log(survival))
    return (pow(survival, exp(half)), pow(survival, exp(-half)))
  }
}
