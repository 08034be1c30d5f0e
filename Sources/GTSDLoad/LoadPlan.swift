package import GTSDModel
import GTSDWorld
import Randomness

/// The times of all starts of a load run: a pure function of its settings and the seed, known before the run.
package struct LoadPlan: Sendable {
  /// A start that is due.
  package struct Start: Equatable, Sendable {
    /// The start's number among all of the run, from 0.
    package var index: Int
    /// The time of the start, in nanoseconds since the run began.
    package var at: Int64
  }

  /// The model of load: starts on a schedule, or a constant number of users.
  package let model: LoadSettings.Level
  /// The time during which starts are made, in nanoseconds.
  package let length: Int64
  /// The greatest number of starts.
  package let iterations: Int?
  private let levels: LoadLevels
  private let arrivals: LoadArrivals
  private let draws: Draws

  /// Creates the plan of the settings; nil if they state no load.
  package init?(_ settings: LoadSettings, seed: UInt64) {
    guard let model = settings.model else { return nil }
    self.model = model
    length = settings.length.nanoseconds
    iterations = settings.iterations
    levels = LoadLevels(settings.levels, until: settings.length.seconds)
    arrivals = settings.arrivals
    draws = Draws(seed: seed)
  }

  /// The planned starts per second, or concurrent users, at a time; 0 after the end, and for recorded starts.
  package func level(at nanoseconds: Int64) -> Double { levels.level(at: Nanoseconds.seconds(nanoseconds)) }

  /// The expected number of starts until a time, for an open model that is not recorded.
  package func expectedStarts(until nanoseconds: Int64) -> Double {
    levels.accumulated(until: Nanoseconds.seconds(nanoseconds))
  }

  /// The pairs `(seconds, level)` at both ends of every segment, for charts.
  package var outline: [(seconds: Double, level: Double)] {
    levels.segments.flatMap { [($0.start, $0.from), ($0.start + $0.duration, $0.to)] }
  }

  // MARK: Open model

  /// The starts of an open model that belong to one of several loops, in order: every n-th start.
  package func starts(loop: Int = 0, of loops: Int = 1) -> Starts {
    precondition((0..<loops).contains(loop), "loop \(loop) of \(loops)")
    return Starts(self, loop: loop, of: loops)
  }

  /// The planned starts in order. Every loop computes all of them, so that the plan does not depend on the number of
  /// loops.
  package struct Starts: Sequence, IteratorProtocol, Sendable {
    private let plan: LoadPlan
    private let loop: Int
    private let loops: Int
    private let recorded: [TimeSpan]
    private var count = 0
    private var area = 0.0
    private var segment = 0

    init(_ plan: LoadPlan, loop: Int, of loops: Int) {
      self.plan = plan
      self.loop = loop
      self.loops = loops
      if case .recorded(let instants) = plan.arrivals { recorded = instants } else { recorded = [] }
    }

    package mutating func next() -> Start? {
      while let start = nextOfAll() {
        if start.index % loops == loop { return start }
      }
      return nil
    }

    private mutating func nextOfAll() -> Start? {
      let index = count
      guard index < plan.iterations ?? .max, let at = instant(of: index), at < plan.length else { return nil }
      count += 1
      return Start(index: index, at: at)
    }

    private mutating func instant(of index: Int) -> Int64? {
      switch plan.arrivals {
      case .recorded: return index < recorded.count ? recorded[index].nanoseconds : nil
      // Placed in the middle of its unit of area, so that the number of starts is the rounded expected number.
      case .constant: area = Double(index) + 0.5
      case .poisson:
        let u = plan.draws.uniform(
          user: UInt32(truncatingIfNeeded: index >> 32), purpose: DrawPurpose.loadStart.rawValue,
          step: UInt32(truncatingIfNeeded: index))
        area += Sampling.exponential(u, mean: 1)
      }
      let segments = plan.levels.segments
      while segment < segments.count, area >= segments[segment].before + segments[segment].area { segment += 1 }
      guard segment < segments.count else { return nil }
      let stretch = segments[segment]
      return Int64(((stretch.start + stretch.time(of: area - stretch.before)) * 1e9).rounded(.down))
    }
  }

  // MARK: Closed model

  /// A change of the number of concurrent users.
  package struct UserStep: Equatable, Sendable {
    /// The time of the change, in nanoseconds since the run began.
    package var at: Int64
    package var users: Int
  }

  /// The number of users of one of several loops at a time: its share of the level, rounded to whole users.
  package func users(at nanoseconds: Int64, loop: Int = 0, of loops: Int = 1) -> Int {
    Self.share(of: Int(level(at: nanoseconds).rounded()), loop: loop, of: loops)
  }

  /// Every change of the number of users of a loop, in order, ending with 0 at the end of the run.
  package func userSteps(loop: Int = 0, of loops: Int = 1) -> [UserStep] {
    var steps: [UserStep] = []
    var users = 0
    func add(_ seconds: Double, _ level: Int) {
      let share = Self.share(of: level, loop: loop, of: loops)
      guard share != users else { return }
      users = share
      let at = Int64((seconds * 1e9).rounded())
      if steps.last?.at == at {
        steps[steps.count - 1].users = share
      } else {
        steps.append(UserStep(at: at, users: share))
      }
    }
    for segment in levels.segments {
      let (from, to) = (Int(segment.from.rounded()), Int(segment.to.rounded()))
      add(segment.start, from)
      let slope = (segment.to - segment.from) / segment.duration
      // The number of users changes when the level is halfway between two whole numbers.
      for step in stride(from: 0, to: abs(to - from), by: 1) {
        let half = from < to ? Double(from + step) + 0.5 : Double(from - step) - 0.5
        let x = min(segment.duration, max(0, (half - segment.from) / slope))
        add(segment.start + x, from < to ? from + step + 1 : from - step - 1)
      }
    }
    add(Nanoseconds.seconds(length), 0)
    return steps
  }

  /// The greatest number of iterations that a loop may begin; nil for no limit.
  package func iterations(loop: Int, of loops: Int) -> Int? {
    iterations.map { Self.share(of: $0, loop: loop, of: loops) }
  }

  /// The share of a loop in a total: the number of values in `0..<total` with the remainder `loop` modulo `loops`.
  static func share(of total: Int, loop: Int, of loops: Int) -> Int {
    (total + loops - 1 - loop) / loops
  }
}

/// The level of a load run over time: straight lines between stages, and the area under them.
struct LoadLevels: Sendable {
  struct Segment: Sendable {
    /// The segment's start in seconds.
    var start: Double
    var duration: Double
    var from: Double
    var to: Double
    /// The area under all segments before this one.
    var before: Double

    var area: Double { (from + to) / 2 * duration }

    /// The area from the segment's start to `x` seconds after it.
    func area(after x: Double) -> Double { from * x + (to - from) / (2 * duration) * x * x }

    /// The seconds after the segment's start at which the area under it reaches `area`.
    func time(of area: Double) -> Double {
      // The form of the quadratic root that stays exact if the slope is small or the level is 0.
      let slope = (to - from) / duration
      let square = max(0, from * from + 2 * slope * area)
      let divisor = from + square.squareRoot()
      return divisor > 0 ? min(duration, 2 * area / divisor) : duration
    }
  }

  private(set) var segments: [Segment] = []
  /// The length in seconds.
  private(set) var length = 0.0
  /// The area under the whole run: the expected number of starts where levels are rates.
  private(set) var total = 0.0

  /// Creates the levels of stages, cut off at a time.
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

  /// The level at a time; at a jump the new one, and 0 after the end.
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
