import GTSDModel
import Statistics

/// Searches for the value of one parameter at which an indicator's mean reaches a target, with the same people at every
/// value. Common random numbers make the mean as smooth a function of the value as the model allows.
struct GoalSeek {
  /// The largest number of replications at each value. With the same people at every value, few are enough.
  private static let maxReplications = 20
  /// The largest number of values to try.
  private static let maxEvaluations = 24

  private let goal: Forecast.Goal
  private let kpi: KPI
  private let runner: TrialRunner
  private let values: [ScenarioValue]
  private let range: ClosedRange<Double>

  /// Prepares the search for a value.
  ///
  /// - Throws: the problem with the path, the range or its ends.
  init(_ goal: Forecast.Goal, of kpi: KPI, runner: TrialRunner) throws(Forecast.Failure) {
    self.goal = goal
    self.kpi = kpi
    self.runner = runner
    values = runner.scenario.values(at: goal.path)
    guard let first = values.first else {
      throw .goal(
        path: goal.path,
        reason: "is not a number of this scenario; "
          + (runner.scenario.nearestNumber(to: goal.path).map { "did you mean `\($0)`?" }
            ?? "name one such as population.personas.*.decisions.followCard"))
    }
    if let range = goal.range {
      self.range = range
    } else if values.allSatisfy({ $0.kind == .probability }) {
      range = 0...1
    } else if first.base > 0 {
      range = (first.base / 10)...(first.base * 10)
    } else {
      throw .goal(path: goal.path, reason: "is 0 in this scenario; give a range, as in PATH=LOW..HIGH")
    }
    guard range.lowerBound < range.upperBound else {
      throw .goal(path: goal.path, reason: "a range needs two different ends, the lower one first")
    }
    for end in [range.lowerBound, range.upperBound] {
      do {
        _ = try runner.scenario.setting(values.map { $0.assignment(end) })
      } catch {
        let problems = error.problems.map(\.description).joined(separator: "; ")
        throw .goal(path: goal.path, reason: "\(end) is refused (\(problems)); give a range, as in PATH=LOW..HIGH")
      }
    }
  }

  /// Runs a shard's part of the search: first for both ends of the range, then for each value whose predecessors are
  /// known.
  ///
  /// - Returns: whether the search has ended.
  func runPart(replications: Int) throws(Forecast.Failure) -> Bool {
    let count = min(replications, Self.maxReplications)
    let ends = try trials(at: range.lowerBound, count) + trials(at: range.upperBound, count)
    guard runner.prepare(ends, phase: "goal") else { return false }
    var search = search
    while let x = search.next() {
      guard runner.prepare(try trials(at: x, count), phase: "goal") else { return false }
      guard try step(&search, at: x, count) else { return true }
    }
    return true
  }

  private func trials(at x: Double, _ count: Int) throws(Forecast.Failure) -> [Ensemble.Trial] {
    let variant = try runner.variant(values.map { $0.assignment(x) })
    return (0..<count).map { Ensemble.Trial(variant, replication: UInt32($0)) }
  }

  private var search: RootBracket {
    let isWhole = values.allSatisfy { $0.kind == .number && $0.base == $0.base.rounded() && $0.base >= 1 }
    return RootBracket(
      range: range, target: goal.target, tolerance: 0.002, step: isWhole ? 1 : nil, limit: Self.maxEvaluations)
  }

  /// Passes the indicator at a value to the search.
  ///
  /// - Returns: false if the indicator has no data, or after a cancellation.
  private func step(_ search: inout RootBracket, at x: Double, _ count: Int) throws(Forecast.Failure) -> Bool {
    let found = runner.values(try trials(at: x, count), of: kpi, phase: "goal").compactMap(\.self)
    guard found.count > 1 else { return false }
    let moments = SampleMoments(found)
    let interval = MeanInterval.student(mean: moments.mean, variance: moments.variance, count: moments.count)
    search.record(moments.mean, low: interval?.low, high: interval?.high)
    return true
  }

  /// Runs the search.
  ///
  /// - Parameter replications: the number of the forecast's replications. The search uses as many for each value, up to
  ///   its own limit.
  func run(replications: Int) throws(Forecast.Failure) -> ForecastSection.Solution {
    let count = min(replications, Self.maxReplications)
    var search = search
    while let x = search.next(), try step(&search, at: x, count) {}
    var solution = ForecastSection.Solution(
      path: goal.path, kpi: kpi.id, target: goal.target, low: range.lowerBound, high: range.upperBound,
      evaluations: search.points.map { [$0.x, $0.value, $0.low, $0.high] }, replications: count)
    if case .reached(let x, let low, let high)? = search.outcome {
      solution.value = x
      solution.interval = Interval(
        level: 0.95, low: low ?? -.infinity, high: high ?? .infinity, method: "inverse band, common random numbers")
    }
    return solution
  }
}
