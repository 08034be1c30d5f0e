package import Statistics

/// A time-to-event curve: the share that has not yet had the event.
public struct SurvivalCurve: Hashable, Sendable {
  /// The id, such as `time-to-acknowledge`.
  public var id: String
  /// The unit of the times: `s`.
  public var unit: String
  /// `[time, share without the event, low, high]`, the ends of the pointwise 95 % interval.
  public var points: [[Double]]
  /// The number of people who were last observed without the event.
  public var censored: Int
  /// The number of all people.
  public var count: Int

  /// Computes the curve of an estimate, at every 5 minutes of the first 2 hours, every 15 minutes of the first day and
  /// every hour after it, up to the horizon in seconds.
  package init(id: String, estimate: KaplanMeier, horizonSeconds: Double) {
    self.id = id
    unit = "s"
    censored = Int(estimate.censored)
    count = Int(estimate.units)
    points = []
    var next = 0
    var current = [1.0, 1.0, 1.0]
    var time = 0.0
    while time <= horizonSeconds {
      while next < estimate.steps.count, estimate.steps[next].time <= time {
        let step = estimate.steps[next]
        current = [step.survival, step.low, step.high]
        next += 1
      }
      points.append([time] + current)
      time += time < 7_200 ? 300 : time < 86_400 ? 900 : 3_600
    }
  }
}
