public import GTSDModel
import Synchronization

/// Answers how likely a scenario meets its targets, how sure that is, and what drives it.
///
/// Each replication is the whole population with draws of its own; values that the scenario states as distributions are
/// drawn too. Equal scenario and settings give an equal report, whatever the number of threads.
public struct Forecast: Sendable {
  /// What is forecast.
  public var scenario: Scenario
  /// Replications, 2 to 1,000,000; with ``precision`` the most there may be.
  public var replications: Int
  /// Threads, 1 or more; nil takes one for each processor.
  public var jobs: Int?
  /// The indicator that precision, sensitivity and goal are about.
  public var kpi: KPI = .acknowledgmentRate24h
  /// The half-width of the 95 % interval of the indicator's mean, in its unit, above 0; nil runs all replications.
  public var precision: Double?
  /// Whether to find out what moves the indicator: many more trials.
  public var analysesSensitivity = false
  /// A target for which one value of the scenario is sought.
  public var goal: Goal?
  /// How much the analysis of sensitivity tries.
  package var effort = SensitivityStudy.Effort()
  /// What made the scenario differ from its file, `PATH=VALUE` in order: for replay tokens.
  package var overrides: [String] = []
  /// Version of the program, for the report.
  package var version = GTSDSimVersion.current

  /// A value of the scenario to be found, and what for.
  public struct Goal: Sendable, Hashable {
    /// Path of a number, such as `population.personas.*.decisions.followCard`.
    public var path: String
    /// What the indicator's mean shall be, in its unit.
    public var target: Double
    /// Where to look; nil for 0 to 1 for probabilities, and a tenth to ten times the scenario's value for others.
    public var range: ClosedRange<Double>?

    /// A value to be found.
    public init(path: String, target: Double, range: ClosedRange<Double>? = nil) {
      self.path = path
      self.target = target
      self.range = range
    }
  }

  /// Why a forecast cannot be made.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The scenario has a story and no population.
    case hasNoPopulation
    /// The path of the goal, or what is wrong with it.
    case goal(path: String, reason: String)
    /// A value that the forecast would draw or try is refused by the scenario.
    case refused(String)

    /// What is wrong, and the remedy.
    public var description: String {
      switch self {
      case .hasNoPopulation: "has a `story`, which has no population to forecast; `gtsd-sim explore` searches it"
      case .goal(let path, let reason): "\(path): \(reason)"
      case .refused(let problems): "a value within the range of its uncertainty is refused: \(problems)"
      }
    }
  }

  /// A forecast of a scenario.
  public init(_ scenario: Scenario, replications: Int = 100, jobs: Int? = nil) {
    precondition(replications > 1, "a forecast needs at least two replications, not \(replications)")
    self.scenario = scenario
    self.replications = replications
    self.jobs = jobs
  }

  /// Runs to the end and reports.
  public func run() throws(Failure) -> Report {
    try run(progress: { _ in }, isCancelled: { false }).report
  }

  /// How far a forecast has come.
  package struct Progress: Sendable {
    /// What runs: `replications`, `sensitivity` or `goal`.
    package var phase: String
    package var work: Ensemble.Progress
  }

  /// What a forecast leaves beside its report.
  package struct Outcome: Sendable {
    package var report: Report
    package var events: Int
    package var jobs: Int
    package var users: Int
  }

  /// Finds what cannot be forecast or tried, without running anything.
  package func check() throws(Failure) {
    guard scenario.story == nil else { throw .hasNoPopulation }
    guard let goal else { return }
    let idle = TrialRunner(scenario, jobs: 1, progress: { _ in }, isCancelled: { true })
    _ = try GoalSeek(goal, of: kpi, runner: idle)
  }

  /// Runs to the end, or until `isCancelled` says so; then the report is marked incomplete and holds whole replications
  /// only.
  package func run(
    progress: @escaping @Sendable (Progress) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) throws(Failure) -> Outcome {
    try check()
    let runner = TrialRunner(scenario, jobs: jobs, progress: progress, isCancelled: isCancelled)
    let collected = try replicate(runner)
    var section = collected.section
    if analysesSensitivity, !isCancelled() {
      section.sensitivity = try SensitivityStudy(kpi: kpi, effort: effort, runner: runner).run()
    }
    if let goal, !isCancelled() {
      section.solution = try GoalSeek(goal, of: kpi, runner: runner).run(replications: section.replications)
    }
    let report = report(collected, section, isComplete: !isCancelled())
    let totals = runner.totals
    return Outcome(report: report, events: totals.events, jobs: totals.jobs, users: totals.users)
  }

  /// The replications of the scenario itself, reduced.
  private struct Collected {
    var total: RunFold
    var draws: ParameterDraws
    var section: ForecastSection
  }

  private func replicate(_ runner: TrialRunner) throws(Failure) -> Collected {
    let draws = ParameterDraws(scenario, replications: replications, isStratified: precision == nil)
    var fold = ForecastFold(
      kpi: kpi, targets: scenario.targets, horizonSeconds: scenario.horizon.seconds, draws: draws)
    var total = RunFold(arms: scenario.armCount)
    func run(_ range: Range<Int>) throws(Failure) {
      let trials = try range.map { number throws(Failure) in
        let assignments = draws.assignments(ofSet: draws.set(of: UInt32(number)))
        return Ensemble.Trial(try runner.variant(assignments), replication: UInt32(number))
      }
      let result = runner.run(trials, phase: "replications")
      fold.add(result.values)
      total.merge(result.total)
    }
    func collected(_ section: ForecastSection) -> Collected {
      var section = section
      section.rollout = fold.rollout(of: scenario, pooled: total.kpis.triggers)
      return Collected(total: total, draws: draws, section: section)
    }
    guard let precision else {
      let count = draws.filled(replications)
      try run(0..<count)
      return collected(fold.section(stopping: .init(rule: "fixed", most: count)))
    }
    let perUnit = draws.values.isEmpty ? 1 : ParameterDraws.replicationsPerDraw
    let rule = SequentialPrecision(halfWidth: precision, cap: max(2, replications / perUnit))
    try run(0..<(rule.pilot * perUnit))
    var pilot = fold.independentValues(of: kpi)
    var isReached = false
    if pilot.count == rule.pilot {
      let plan = rule.plan(pilots: [pilot])
      isReached = plan.isReached
      try run((rule.pilot * perUnit)..<(max(rule.pilot, plan.replications) * perUnit))
      pilot = fold.independentValues(of: kpi)
    }
    return collected(
      fold.section(
        stopping: .init(rule: "precision", precision: precision, most: replications, isReached: isReached),
        precise: rule.interval(pilot)))
  }

  private func report(_ collected: Collected, _ section: ForecastSection, isComplete: Bool) -> Report {
    let draws = collected.draws
    var report = SimulationReport.make(
      scenario: scenario, scenarioDigest: scenario.digest, overrides: overrides, replications: section.replications,
      total: collected.total, complete: isComplete, version: version, kind: .forecast,
      drawn: { replication in
        guard !draws.values.isEmpty else { return nil }
        let assignments = draws.assignments(ofSet: draws.set(of: replication))
        return (try? scenario.setting(assignments)).map { (assignments, $0.digest) }
      })
    report.forecast = section
    if !draws.values.isEmpty {
      // Counts pooled over drawn values are no binomial sample; what is sure is what the replications show.
      for index in report.kpis.indices {
        guard let interval = section.indicators[index].interval, report.kpis[index].unit != "count" else { continue }
        report.kpis[index].interval = interval
        report.kpis[index].judge(report.kpis[index].targets.map(\.demand))
      }
      report.notes.append(
        """
        The scenario states distributions for \(draws.values.count) values. Each pair of replications draws them anew; \
        intervals are Student's over independent draws, wider than those of counts.
        """)
    }
    return report
  }
}

/// Runs trials of variants of one scenario and reduces each; the studies of a forecast share it.
package struct TrialRunner: Sendable {
  let scenario: Scenario
  private let ensemble: Ensemble
  private let progress: @Sendable (Forecast.Progress) -> Void
  private let counts = Counts()

  /// Work done so far.
  struct Totals {
    var events = 0
    var jobs = 0
    var users = 0
  }

  private final class Counts: Sendable {
    let totals = Mutex(Totals())
  }

  init(
    _ scenario: Scenario, jobs: Int?, progress: @escaping @Sendable (Forecast.Progress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.scenario = scenario
    self.progress = progress
    var ensemble = Ensemble(jobs: jobs)
    ensemble.isCancelled = isCancelled
    self.ensemble = ensemble
  }

  var totals: Totals { counts.totals.withLock { $0 } }

  /// The scenario with some values set.
  func variant(_ assignments: [String]) throws(Forecast.Failure) -> Scenario {
    guard !assignments.isEmpty else { return scenario }
    do {
      return try scenario.setting(assignments)
    } catch {
      throw .refused(error.problems.map(\.description).joined(separator: "; "))
    }
  }

  /// What trials leave: each reduced to its values, in order, and all of them pooled.
  struct Result: Sendable {
    var values: [ReplicationValues] = []
    var total: RunFold
  }

  /// Runs trials; fewer than all after a cancellation.
  func run(_ trials: [Ensemble.Trial], phase: String) -> Result {
    let horizon = scenario.horizon.seconds
    let monitor = RolloutMonitor(scenario)
    var ensemble = ensemble
    ensemble.progress = { [progress] in progress(Forecast.Progress(phase: phase, work: $0)) }
    let collected = Collector(Result(total: RunFold(arms: scenario.armCount)))
    ensemble.run(trials) { [counts] index, fold in
      counts.totals.withLock { totals in
        totals.events += fold.events
        totals.jobs += fold.jobs
        totals.users += trials[index].scenario.population.size
      }
      var values = ReplicationValues(fold.kpis, violations: fold.violations.episodes, horizonSeconds: horizon)
      values.rollout = monitor?.observation(fold.kpis.triggers)
      collected.result.withLock { [values] result in
        result.values.append(values)
        result.total.merge(fold)
      }
    }
    return collected.result.withLock { $0 }
  }

  private final class Collector: Sendable {
    let result: Mutex<Result>
    init(_ result: Result) { self.result = Mutex(result) }
  }

  /// The values of one indicator over trials, nil where it has none; shorter after a cancellation.
  func values(_ trials: [Ensemble.Trial], of kpi: KPI, phase: String) -> [Double?] {
    run(trials, phase: phase).values.map { $0.value(of: kpi) }
  }
}
