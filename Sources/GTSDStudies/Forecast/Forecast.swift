public import GTSDModel
import GTSDWorld
import Statistics

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
  /// Whether nothing is drawn, not even what the scenario states as a distribution.
  public var chanceAlone = false
  /// Whether a cancelled forecast is thrown away: nobody waits for what can be said of a part, which takes seconds.
  package var dropsWhenCancelled = false
  /// How much the analysis of sensitivity tries.
  package var effort = SensitivityStudy.Effort()
  /// What made the scenario differ from its file, `PATH=VALUE` in order: for replay tokens.
  package var overrides: [String] = []
  /// Where finished units are kept, and taken from instead of run; nil for nowhere.
  package var checkpoint: (any WorkStore)?
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

  /// How far a forecast has come.
  package struct Progress: Sendable {
    /// What runs: `replications`, `sensitivity` or `goal`.
    package var phase: String
    package var work: Ensemble.Progress
  }

  /// What a forecast found, and what it took.
  package struct Outcome: Sendable {
    /// All replications pooled.
    package var pooled: SimulationResult
    package var section: ForecastSection
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

  /// Runs to the end, or until `isCancelled` says so; then the outcome is incomplete and holds whole replications only.
  package func outcome(
    progress: @escaping @Sendable (Progress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(Failure) -> Outcome {
    try check()
    let runner = TrialRunner(
      scenario, jobs: jobs, checkpoint: checkpoint, progress: progress, isCancelled: isCancelled)
    let isDropped: @Sendable () -> Bool = { [dropsWhenCancelled] in dropsWhenCancelled && isCancelled() }
    let collected = try replicate(runner, isDropped: isDropped)
    var section = collected.section
    if analysesSensitivity, !isCancelled() {
      section.sensitivity = try SensitivityStudy(kpi: kpi, effort: effort, runner: runner).run()
    }
    if let goal, !isCancelled() {
      section.solution = try GoalSeek(goal, of: kpi, runner: runner).run(replications: section.replications)
    }
    if isDropped() { throw .refused("cancelled") }
    let totals = runner.totals
    return Outcome(
      pooled: pooled(collected, section, isComplete: !isCancelled()), section: section, events: totals.events,
      jobs: totals.jobs, users: totals.users)
  }

  /// Runs this shard's part of all that is known to be needed: the replications (with ``precision`` the pilot), the first
  /// two steps of the sensitivity and both ends of what is sought; and, where the store knows what other parts have done of
  /// these, of what follows from them.
  ///
  /// - Returns: whether nothing follows from what other parts find, or all of it has been done.
  @discardableResult
  package func runPart(
    progress: @escaping @Sendable (Progress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(Failure) -> Bool {
    try check()
    let runner = TrialRunner(
      scenario, jobs: jobs, checkpoint: checkpoint, progress: progress, isCancelled: isCancelled)
    var (count, isWhole) = try prepareReplications(runner)
    if analysesSensitivity, try !SensitivityStudy(kpi: kpi, effort: effort, runner: runner).runPart() {
      isWhole = false
    }
    if let goal, try !GoalSeek(goal, of: kpi, runner: runner).runPart(replications: count) { isWhole = false }
    return isWhole || rounds == 1
  }

  /// How often shards have to be run for all that a forecast needs: what follows from what all of them found has a round
  /// of its own. Of a goal those that a search takes as a rule; more are for whoever merges.
  package var rounds: Int {
    let isRollingBack = RolloutMonitor(scenario) != nil
    var rounds = 1
    if precision != nil { rounds += 1 }
    if isRollingBack { rounds += precision == nil ? 1 : 2 }
    if analysesSensitivity { rounds = max(rounds, 2) }
    if goal != nil { rounds = max(rounds, 12) }
    return rounds
  }

  /// - Returns: how many replications there will be, as far as that is known, and whether all can be had.
  private func prepareReplications(_ runner: TrialRunner) throws(Failure) -> (count: Int, isWhole: Bool) {
    let draws = parameterDraws
    func prepare(_ range: Range<Int>) throws(Failure) -> Bool {
      runner.prepareRollingBack(try trials(range, draws, runner), phase: "replications")
    }
    guard let precision else {
      let count = draws.filled(replications)
      return (count, try prepare(0..<count))
    }
    let perUnit = Self.perUnit(draws)
    let rule = rule(halfWidth: precision, draws)
    let pilot = rule.pilot * perUnit
    guard try prepare(0..<pilot) else { return (pilot, false) }
    var fold = fold(draws)
    fold.add(runner.runRollingBack(try trials(0..<pilot, draws, runner), phase: "replications").values)
    guard let plan = plan(rule, fold) else { return (pilot, true) }
    let count = max(rule.pilot, plan.replications) * perUnit
    return (count, try prepare(pilot..<count))
  }

  private func fold(_ draws: ParameterDraws) -> ForecastFold {
    ForecastFold(
      kpi: kpi, targets: scenario.targets, horizonSeconds: scenario.horizon.seconds, draws: draws,
      size: Double(scenario.population.describedSize), simulated: scenario.population.size)
  }

  /// What the pilot's values ask for; nil where some have none.
  private func plan(_ rule: SequentialPrecision, _ fold: ForecastFold) -> SequentialPrecision.Plan? {
    let values = fold.independentValues(of: kpi)
    return values.count == rule.pilot ? rule.plan(pilots: [values]) : nil
  }

  private var parameterDraws: ParameterDraws {
    ParameterDraws(scenario, replications: replications, isStratified: precision == nil, chanceAlone: chanceAlone)
  }

  private static func perUnit(_ draws: ParameterDraws) -> Int {
    draws.values.isEmpty ? 1 : ParameterDraws.replicationsPerDraw
  }

  private func rule(halfWidth: Double, _ draws: ParameterDraws) -> SequentialPrecision {
    SequentialPrecision(halfWidth: halfWidth, cap: max(2, replications / Self.perUnit(draws)))
  }

  private func trials(
    _ range: Range<Int>, _ draws: ParameterDraws, _ runner: TrialRunner
  ) throws(Failure) -> [Ensemble.Trial] {
    var trials: [Ensemble.Trial] = []
    // Of a million replications it takes minutes to set the values alone; whoever gives up shall not wait for them.
    for number in range where !runner.isCancelled {
      let assignments = draws.assignments(ofSet: draws.set(of: UInt32(number)))
      trials.append(Ensemble.Trial(try runner.variant(assignments), replication: UInt32(number)))
    }
    return trials
  }

  /// The replications of the scenario itself, reduced.
  private struct Collected {
    var total: RunFold
    var draws: ParameterDraws
    var section: ForecastSection
    /// By ``KPI``: the mean relative change against control.
    var changes: [(mean: Double, interval: Interval)?]
    /// The full hour at which a replication's roll-out was stopped and rolled back.
    var rollbacks: [UInt32: Int]
  }

  private func replicate(_ runner: TrialRunner, isDropped: () -> Bool) throws(Failure) -> Collected {
    let draws = parameterDraws
    var fold = fold(draws)
    if !scenario.uncertainty.misfit.isEmpty { fold.misfit = scenario.uncertainty.error }
    var total = RunFold(arms: scenario.armCount)
    var triggers = TriggerFold()
    var rollbacks: [UInt32: Int] = [:]
    func run(_ range: Range<Int>) throws(Failure) {
      let result = runner.runRollingBack(try trials(range, draws, runner), phase: "replications")
      if isDropped() { throw .refused("cancelled") }
      fold.add(result.values)
      total.merge(result.total)
      triggers.merge(result.triggers)
      rollbacks.merge(result.rollbacks) { first, _ in first }
    }
    func collected(_ section: ForecastSection) -> Collected {
      var section = section
      section.information = fold.information(users: scenario.population.describedSize)
      section.rollout = fold.rollout(of: scenario, pooled: triggers)
      return Collected(
        total: total, draws: draws, section: section,
        changes: KPI.allCases.map { fold.change(of: $0) }, rollbacks: rollbacks)
    }
    guard let precision else {
      let count = draws.filled(replications)
      try run(0..<count)
      return collected(fold.section(stopping: .init(rule: "fixed", most: count), pooled: total.kpis.total))
    }
    let perUnit = Self.perUnit(draws)
    let rule = rule(halfWidth: precision, draws)
    try run(0..<(rule.pilot * perUnit))
    var isReached = false
    if let plan = plan(rule, fold) {
      isReached = plan.isReached
      try run((rule.pilot * perUnit)..<(max(rule.pilot, plan.replications) * perUnit))
    }
    return collected(
      fold.section(
        stopping: .init(rule: "precision", precision: precision, most: replications, isReached: isReached),
        precise: rule.interval(fold.independentValues(of: kpi)), pooled: total.kpis.total))
  }

  private func pooled(_ collected: Collected, _ section: ForecastSection, isComplete: Bool) -> SimulationResult {
    let draws = collected.draws
    var result = SimulationResult(
      of: scenario, digest: scenario.digest, overrides: overrides, replications: section.replications,
      total: collected.total, complete: isComplete,
      drawn: { replication in
        let rollback = collected.rollbacks[replication].flatMap { hour in
          scenario.stagedArm.map { "experiment.arms.\($0).rollback=\(hour)h" }
        }
        guard !draws.values.isEmpty || rollback != nil else { return nil }
        // The draws are a function of the scenario: a token of many values names the set.
        let number = draws.set(of: replication)
        let assignments = draws.values.isEmpty ? [] : draws.assignments(ofSet: number)
        let names = assignments.count <= 12 ? assignments : [DrawnSet(draws, set: number).override]
        let all = [rollback].compactMap(\.self)
        return (try? scenario.setting(assignments + all)).map { (names + all, $0.digest) }
      })
    ForecastFold.settle(&result.kpis, indicators: section.indicators, changes: collected.changes)
    return result
  }
}
