import GTSDModel
import GTSDWorld
import Synchronization

/// Runs trials of variants of one scenario and reduces each; the studies of a forecast share it.
package struct TrialRunner: Sendable {
  let scenario: Scenario
  private let ensemble: Ensemble
  private let progress: @Sendable (Forecast.Progress) -> Void
  private let counts = Counts()
  /// The work of all phases together.
  let work = ForecastWork()

  /// The work done so far.
  struct Totals {
    var events = 0
    var jobs = 0
    var users = 0
  }

  private final class Counts: Sendable {
    let totals = Mutex(Totals())
  }

  init(
    _ scenario: Scenario, jobs: Int?, checkpoint: (any WorkStore)? = nil,
    progress: @escaping @Sendable (Forecast.Progress) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.scenario = scenario
    self.progress = progress
    var ensemble = Ensemble(jobs: jobs)
    ensemble.isCancelled = isCancelled
    ensemble.checkpoint = checkpoint
    self.ensemble = ensemble
  }

  /// Whether the run was cancelled; once true, it stays true.
  var isCancelled: Bool { ensemble.isCancelled() }

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

  /// The results of trials: the values of each, in order, and the totals of all.
  struct Result: Sendable {
    var values: [ReplicationValues] = []
    var total: RunFold
    /// The triggers' counts if nothing were rolled back.
    var triggers = TriggerFold()
    /// The full hour at which a replication's arm was rolled back.
    var rollbacks: [UInt32: Int] = [:]
  }

  /// The number of trials that are kept in memory until it is known which of them must be run again.
  private static let held = 256

  /// Runs trials of a roll-out. A trial in which a trigger fires runs again: the same up to the hour at which it fires,
  /// with the arm rolled back from then on. Returns fewer than all after a cancellation.
  ///
  /// Triggers count everybody who has the arm, in all cells together. Whether one fires is therefore known only when a
  /// whole replication has ended.
  func runRollingBack(_ trials: [Ensemble.Trial], phase: String) -> Result {
    guard let monitor = RolloutMonitor(scenario) else { return run(trials, phase: phase) }
    var result = Result(total: RunFold(arms: scenario.armCount))
    for start in stride(from: 0, to: trials.count, by: Self.held) {
      let part = Array(trials[start..<min(trials.count, start + Self.held)])
      var results = folds(part, phase: phase)
      let again = reruns(part, results, monitor)
      for one in again { result.rollbacks[one.trial.replication] = one.hour }
      let triggers = results.map(\.kpis.triggers)
      let replaced = folds(again.map(\.trial), phase: "rolled back")
      for (fold, place) in zip(replaced, again.map(\.place)) { results[place] = fold }
      // After an interruption, no replication counts that follows the first incomplete one.
      let whole = replaced.count < again.count ? again[replaced.count].place : results.count
      for place in 0..<whole {
        result.values.append(values(of: results[place], triggers: triggers[place], monitor))
        result.total.merge(results[place])
        result.triggers.merge(triggers[place])
      }
      if whole < part.count { break }
    }
    return result
  }

  /// A trial that is simulated again with its roll-out stopped.
  private struct Rerun {
    /// The trial's index among those that were run.
    var place: Int
    /// The full hour at which its roll-out was stopped.
    var hour: Int
    var trial: Ensemble.Trial
  }

  private func reruns(_ trials: [Ensemble.Trial], _ results: [RunFold], _ monitor: RolloutMonitor) -> [Rerun] {
    zip(trials, results).enumerated().compactMap { place, one in
      let (trial, fold) = one
      guard let hour = monitor.observation(fold.kpis.triggers).stop else { return nil }
      let at = TimeSpan.hours(Int64(hour))
      guard at < trial.scenario.horizon else { return nil }
      let scenario = trial.scenario.rollingBack(arm: monitor.arm, at: at)
      return Rerun(place: place, hour: hour, trial: Ensemble.Trial(scenario, replication: trial.replication))
    }
  }

  /// Runs this shard's part of some trials, if the store belongs to a shard.
  ///
  /// - Returns: whether all of them are available, which they are not while other parts are unknown.
  func prepare(_ trials: [Ensemble.Trial], phase: String) -> Bool {
    ensemble(phase).prepare(trials)
  }

  /// Like ``prepare(_:phase:)``, for trials of a roll-out. Also runs this process's part of the trials that are
  /// simulated again with the roll-back.
  func prepareRollingBack(_ trials: [Ensemble.Trial], phase: String) -> Bool {
    guard prepare(trials, phase: phase) else { return false }
    guard let monitor = RolloutMonitor(scenario) else { return true }
    var isWhole = true
    for start in stride(from: 0, to: trials.count, by: Self.held) where !isCancelled {
      let part = Array(trials[start..<min(trials.count, start + Self.held)])
      let again = reruns(part, folds(part, phase: phase), monitor)
      if !prepare(again.map(\.trial), phase: "rolled back") { isWhole = false }
    }
    return isWhole && !isCancelled
  }

  /// Runs trials; fewer than all after a cancellation.
  func run(_ trials: [Ensemble.Trial], phase: String) -> Result {
    let collected = Collector(Result(total: RunFold(arms: scenario.armCount)))
    run(trials, phase: phase) { fold in
      let values = values(of: fold, triggers: fold.kpis.triggers, nil)
      collected.content.withLock { result in
        result.values.append(values)
        result.total.merge(fold)
      }
    }
    return collected.content.withLock { $0 }
  }

  /// Runs trials and returns the fold of each.
  private func folds(_ trials: [Ensemble.Trial], phase: String) -> [RunFold] {
    let collected = Collector([RunFold]())
    run(trials, phase: phase) { fold in collected.content.withLock { $0.append(fold) } }
    return collected.content.withLock { $0 }
  }

  private func run(_ trials: [Ensemble.Trial], phase: String, _ body: @escaping @Sendable (RunFold) -> Void) {
    let users = trials.reduce(0) { $0 + $1.scenario.population.size }
    work.begin(phase, users: users)
    defer { work.end(users: users) }
    ensemble(phase).run(trials) { [counts] index, fold in
      counts.totals.withLock { totals in
        totals.events += fold.events
        totals.jobs += fold.jobs
        totals.users += trials[index].scenario.population.size
      }
      body(fold)
    }
  }

  private func ensemble(_ phase: String) -> Ensemble {
    var ensemble = ensemble
    ensemble.progress = { [progress, counts, work] run in
      let (done, users) = work.whole(during: run)
      let events = counts.totals.withLock { $0.events }
      progress(Forecast.Progress(phase: phase, work: run, usersDone: done, users: users, events: events))
    }
    return ensemble
  }

  /// The values of one replication.
  ///
  /// - Parameter triggers: the counts before anything was rolled back.
  private func values(of fold: RunFold, triggers: TriggerFold, _ monitor: RolloutMonitor?) -> ReplicationValues {
    var values = ReplicationValues(
      fold.kpis, violations: fold.violations.episodes, horizonSeconds: scenario.horizon.seconds,
      standingFor: Double(scenario.population.describedSize))
    values.rollout = monitor?.observation(triggers)
    return values
  }

  private final class Collector<Content: Sendable>: Sendable {
    let content: Mutex<Content>
    init(_ content: Content) { self.content = Mutex(content) }
  }

  /// The values of one indicator over trials, nil if it has none; shorter after a cancellation.
  func values(_ trials: [Ensemble.Trial], of kpi: KPI, phase: String) -> [Double?] {
    run(trials, phase: phase).values.map { $0.value(of: kpi) }
  }
}
