import Foundation

/// Logarithms of times, standardised by the mean and the spread of the events, so that fits do not depend on the unit.
struct LogTimes {
  struct Point {
    var y: Double
    var events: Double
    var censored: Double
  }

  let points: [Point]
  let shift: Double
  let scale: Double
  /// How many events.
  let events: Double
  /// What the density of the times has more than that of the standardised logarithms, as a sum over the events.
  let jacobian: Double

  /// Nil unless there are events at two times, all above 0. Whoever is censored at 0 says nothing.
  init?(_ observations: [KaplanMeier.Observation]) {
    guard observations.allSatisfy({ $0.events == 0 || $0.time > 0 }) else { return nil }
    let raw = observations.filter { $0.time > 0 && $0.events + $0.censored > 0 }
      .map { Point(y: log($0.time), events: Double($0.events), censored: Double($0.censored)) }
    let events = raw.reduce(0) { $0 + $1.events }
    guard events > 0 else { return nil }
    let mean = raw.reduce(0) { $0 + $1.events * $1.y } / events
    let squares = raw.reduce(0) { $0 + $1.events * ($1.y - mean) * ($1.y - mean) }
    let spread = (squares / events).squareRoot()
    guard spread > 1e-9 * max(1, abs(mean)) else { return nil }
    shift = mean
    scale = spread
    self.events = events
    points = raw.map { Point(y: ($0.y - mean) / spread, events: $0.events, censored: $0.censored) }
    jacobian = events * (log(spread) + mean)
  }
}
