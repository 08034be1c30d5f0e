public import GTSDModel
import GTSDWorld
import Statistics

/// Estimates how likely a scenario meets its targets, how certain that is, and what influences it.
///
/// Each replication is the whole population with its own draws. Values that the scenario states as distributions are
/// drawn too. Equal scenario and settings give an equal report, whatever the number of threads.
public struct Forecast: Sendable {
  /// The scenario to forecast.
  public var scenario: Scenario
  /// The number of replications, 2 to 1,000,000; with ``precision``, the largest number.
  public var replications: Int
  /// The number of threads, 1 or more; nil takes one for each processor.
  public var jobs: Int?
  /// The indicator for precision, sensitivity and goal.
  public var kpi: KPI = .acknowledgmentRate24h
  /// The half-width of the 95 % interval of the indicator's mean, in its unit, above 0; nil runs all replications.
  public var precision: Double?
  /// Whether to analyse the influences on the indicator, which takes many more trials.
  public var analysesSensitivity = false
  /// Whether to rank the changes that a product team can make by their effect on the indicator.
  public var ranksChanges = false
  /// The goal for which a value of the scenario is sought; nil if there is none.
  public var goal: Goal?
  /// Whether to draw no values at all, not even those that the scenario states as distributions.
  public var chanceAlone = false
  /// Whether to run some replications with the other model of people as well: without sleep and memory, or with them if
  /// the scenario's people have none. No single value expresses that choice, so its effect is shown beside the answer.
  package var runsAlternative = true
  /// Whether a cancelled forecast is discarded, without the seconds of work for a partial result.
  package var dropsWhenCancelled = false
  /// The handler of the first answers of the sensitivity analysis: rankings, before any value is moved by itself.
  package var ranked: @Sendable (ForecastSection.Sensitivity) -> Void = { _ in }
  /// The size of the sensitivity analysis.
  package var effort = SensitivityStudy.Effort()
  /// The changes to the scenario's file, `PATH=VALUE` in order, for replay tokens.
  package var overrides: [String] = []
  /// The store of finished units, which are then not run again; nil if there is none.
  package var checkpoint: (any WorkStore)?
  /// The version of the program, for the report.
  package var version = GTSDSimVersion.current

  /// A value of the scenario to find, and the target that it should reach.
  public struct Goal: Sendable, Hashable {
    /// The path of a number, such as `population.personas.*.decisions.followCard`.
    public var path: String
    /// The desired mean of the indicator, in its unit.
    public var target: Double
    /// The range of values to search. Nil means 0 to 1 for probabilities, and a tenth to ten times the scenario's
    /// value for others.
    public var range: ClosedRange<Double>?

    /// Creates a goal.
    public init(path: String, target: Double, range: ClosedRange<Double>? = nil) {
      self.path = path
      self.target = target
      self.range = range
    }
  }

  /// The reason why a forecast cannot be made.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The scenario has a story and no population.
    case hasNoPopulation
    /// A precision is asked for, and the indicator is a median over replications; the rule for the number of
    /// replications needs a mean.
    case precisionOfMedian(KPI)
    /// The path of the goal is wrong; the reason.
    case goal(path: String, reason: String)
    /// The scenario rejects a value that the forecast would use.
    case refused(String)

    /// The problem and the remedy.
    public var description: String {
      switch self {
      case .hasNoPopulation: "has a `story`, which has no population to forecast; `gtsd-sim explore` searches it"
      case .precisionOfMedian(let kpi):
        "\(kpi.id) is a median over replications, for which no precision can be asked; choose the number of "
          + "replications (`--replications N`)"
      case .goal(let path, let reason): "\(path): \(reason)"
      case .refused(let problems): "a value within its range of uncertainty is invalid: \(problems)"
      }
    }
  }

  /// Creates a forecast of a scenario.
  public init(_ scenario: Scenario, replications: Int = 100, jobs: Int? = nil) {
    precondition(replications > 1, "a forecast needs at least two replications, not \(replications)")
    self.scenario = scenario
    self.replications = replications
    self.jobs = jobs
  }

  /// The progress of a forecast.
  package struct Progress: Sendable {
    /// The phase in progress, such as `replications`, `sensitivity: ranking`, `reach` or `goal`.
    package var phase: String
    /// The progress of the trials that run at present.
    package var work: Ensemble.Progress
    /// The number of users simulated in all phases so far, and the number in all phases as far as they are known.
    package var usersDone: Int
    package var users: Int
    /// The events of all trials that have ended.
    package var events: Int
  }

  /// The result of a forecast, and the amount of work that it took.
  package struct Outcome: Sendable {
    /// The results of all replications, pooled.
    package var pooled: SimulationResult
    package var section: ForecastSection
    package var events: Int
    package var jobs: Int
    package var users: Int
  }

  /// Checks, without running anything, that the forecast is possible.
  package func check() throws(Failure) {
    guard scenario.story == nil else { throw .hasNoPopulation }
    if precision != nil, kpi.isMedianOverReplications { throw .precisionOfMedian(kpi) }
    guard let goal else { return }
    let idle = TrialRunner(scenario, jobs: 1, progress: { _ in }, isCancelled: { true })
    _ = try GoalSeek(goal, of: kpi, runner: idle)
  }

  /// Runs to the end, or until `isCancelled` returns true. The outcome is then incomplete and covers whole replications
  /// only.
  package func outcome(
    progress: @escaping @Sendable (Progress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(Failure) -> Outcome {
    try check()
    let runner = TrialRunner(
      scenario, jobs: jobs, checkpoint: checkpoint, progress: progress, isCancelled: isCancelled)
    let isDropped: @Sendable () -> Bool = { [dropsWhenCancelled] in dropsWhenCancelled && isCancelled() }
    plan(runner)
    let collected = try replicate(runner, isDropped: isDropped)
    var section = collected.section
    if runsAlternative, !isCancelled() {
      section.alternative = try alternative(to: collected.values, collected.draws, runner)
    }
    runner.work.settle("replications")
    if analysesSensitivity, !isCancelled() {
      section.sensitivity = try SensitivityStudy(kpi: kpi, effort: effort, runner: runner).run(ranked: ranked)
    }
    if ranksChanges, !isCancelled() {
      section.reach = try reach(runner).run(replications: section.replications)
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

  /// Plans all phases whose size is known before any has run. The sizes of a goal search and of a search for a
  /// precision are not known.
  private func plan(_ runner: TrialRunner) {
    let draws = parameterDraws
    if precision == nil {
      let count = draws.filled(replications) + (runsAlternative ? alternatives(draws) : 0)
      runner.work.plan("replications", users: count * scenario.population.size)
      let reached = ranksChanges ? reach(runner).users(replications: draws.filled(replications)) : 0
      runner.work.plan("reach", users: reached)
    }
    if analysesSensitivity { SensitivityStudy(kpi: kpi, effort: effort, runner: runner).plan() }
  }

  /// Runs this shard's part of the work that is known to be needed: the replications (with ``precision`` the pilot),
  /// the first step of the sensitivity analysis and both ends of a goal's range. If the store has the other parts'
  /// results, also runs the work that follows from them.
  ///
  /// - Returns: whether nothing depends on the results of other parts, or everything is done.
  @discardableResult
  package func runPart(
    progress: @escaping @Sendable (Progress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(Failure) -> Bool {
    try check()
    let runner = TrialRunner(
      scenario, jobs: jobs, checkpoint: checkpoint, progress: progress, isCancelled: isCancelled)
    var (count, isWhole) = try prepareReplications(runner)
    if runsAlternative, try !prepareAlternative(parameterDraws, runner) { isWhole = false }
    if analysesSensitivity, try !SensitivityStudy(kpi: kpi, effort: effort, runner: runner).runPart() {
      isWhole = false
    }
    if ranksChanges, try !reach(runner).runPart(replications: count) { isWhole = false }
    if let goal, try !GoalSeek(goal, of: kpi, runner: runner).runPart(replications: count) { isWhole = false }
    return isWhole || rounds == 1
  }

  /// The number of rounds in which shards run all of a forecast's work. Work that depends on all earlier results needs
  /// another round. For a goal, this is the usual number; `merge` does the remaining work.
  package var rounds: Int {
    let isRollingBack = RolloutMonitor(scenario) != nil
    var rounds = 1
    if precision != nil { rounds += 1 }
    if isRollingBack { rounds += precision == nil ? 1 : 2 }
    if analysesSensitivity { rounds = max(rounds, SensitivityStudy.rounds) }
    if goal != nil { rounds = max(rounds, 12) }
    return rounds
  }

  /// Runs the replications, or a shard's part of them.
  ///
  /// - Returns: the number of replications, as far as it is known, and whether the results of all are available.
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

  /// An empty fold for replications with these draws.
  func fold(_ draws: ParameterDraws) -> ForecastFold {
    var fold = ForecastFold(
      kpi: kpi, targets: scenario.targets, horizonSeconds: scenario.horizon.seconds, draws: draws,
      size: Double(scenario.population.describedSize), simulated: scenario.population.size)
    fold.contrasts = scenario.experiment?.contrasts ?? []
    if !scenario.uncertainty.misfit.isEmpty { fold.misfit = scenario.uncertainty.error }
    return fold
  }

  private func reach(_ runner: TrialRunner) -> ReachStudy {
    let draws = parameterDraws
    return ReachStudy(kpi: kpi, runner: runner, draws: draws, fold: fold(draws))
  }

  /// The number of replications that the pilot's values call for; nil if some have no value.
  private func plan(_ rule: SequentialPrecision, _ fold: ForecastFold) -> SequentialPrecision.Plan? {
    let values = fold.independentValues(of: kpi)
    return values.count == rule.pilot ? rule.plan(pilots: [values]) : nil
  }

  private var parameterDraws: ParameterDraws {
    ParameterDraws(scenario, replications: replications, isStratified: precision == nil, chanceAlone: chanceAlone)
  }

  static func perUnit(_ draws: ParameterDraws) -> Int {
    draws.values.isEmpty ? 1 : ParameterDraws.replicationsPerDraw
  }

  func rule(halfWidth: Double, _ draws: ParameterDraws) -> SequentialPrecision {
    SequentialPrecision(halfWidth: halfWidth, cap: max(2, replications / Self.perUnit(draws)))
  }

  /// The scenario at the drawn values of each replication.
  func trials(
    _ range: Range<Int>, _ draws: ParameterDraws, _ runner: TrialRunner
  ) throws(Failure) -> [Ensemble.Trial] {
    var trials: [Ensemble.Trial] = []
    // Setting the values of a million replications takes minutes, so cancellation is checked here.
    for number in range where !runner.isCancelled {
      let assignments = draws.assignments(ofSet: draws.set(of: UInt32(number)))
      trials.append(Ensemble.Trial(try runner.variant(assignments), replication: UInt32(number)))
    }
    return trials
  }

  /// The replications of the scenario itself, reduced to their values.
  private struct Collected {
    var total: RunFold
    var draws: ParameterDraws
    var section: ForecastSection
    /// The values of each replication.
    var values: [ReplicationValues]
    /// The mean relative change against control, by ``KPI``.
    var changes: [(value: Double, interval: Interval)?]
    /// The full hour at which each replication's roll-out was stopped and rolled back.
    var rollbacks: [UInt32: Int]
  }

  private func replicate(_ runner: TrialRunner, isDropped: () -> Bool) throws(Failure) -> Collected {
    let draws = parameterDraws
    var fold = fold(draws)
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
        total: total, draws: draws, section: section, values: fold.replications,
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
        // The draws are a function of the scenario, so a token with many values names the set instead.
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
