import GTSDModel

/// The level of a load run over time: straight lines between stages, with what has accumulated under them.
struct LoadLevels: Sendable {
  struct Segment: Sendable {
    /// Seconds.
    var start: Double
    var duration: Double
    var from: Double
    var to: Double
    /// The area under all segments before this one.
    var before: Double

    var area: Double { (from + to) / 2 * duration }

    /// The area from the segment's start to `x` seconds after it.
    func area(after x: Double) -> Double { from * x + (to - from) / (2 * duration) * x * x }

    /// The seconds after the segment's start at which the area is `area`, which is at most the segment's.
    func time(of area: Double) -> Double {
      // The root that stays exact where the slope is small or the level is 0.
      let slope = (to - from) / duration
      let square = max(0, from * from + 2 * slope * area)
      let divisor = from + square.squareRoot()
      return divisor > 0 ? min(duration, 2 * area / divisor) : duration
    }
  }

  private(set) var segments: [Segment] = []
  /// Seconds.
  private(set) var length = 0.0
  /// The area under the whole run: how many starts are expected where levels are rates.
  private(set) var total = 0.0

  /// The levels of stages, cut off at a time.
  init(_ stages: [LoadStage], until end: Double) {
    var level = 0.0
    for stage in stages {
      let duration = stage.duration.seconds
      let rest = min(duration, end - length)
      if rest > 0 {
        let to = rest < duration ? level + (stage.level - level) * rest / duration : stage.level
        let segment = Segment(start: length, duration: rest, from: level, to: to, before: total)
        segments.append(segment)
        length += rest
        total += segment.area
      }
      level = stage.level
    }
  }

  /// The level at a time; at a jump the one after it, 0 after the end.
  func level(at time: Double) -> Double {
    guard let segment = segments.last(where: { $0.start <= time }), time < segment.start + segment.duration else {
      return 0
    }
    return segment.from + (segment.to - segment.from) * (time - segment.start) / segment.duration
  }

  /// The area until a time.
  func accumulated(until time: Double) -> Double {
    guard let segment = segments.last(where: { $0.start <= time }) else { return 0 }
    return segment.before + segment.area(after: min(segment.duration, time - segment.start))
  }
}
