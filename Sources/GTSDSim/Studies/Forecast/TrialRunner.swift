import GTSDModel
import Synchronization

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

  /// Whether somebody gave up; it stays so.
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

  /// What trials leave: each reduced to its values, in order, and all of them pooled.
  struct Result: Sendable {
    var values: [ReplicationValues] = []
    var total: RunFold
  }

  /// Runs trials; fewer than all after a cancellation.
  func run(_ trials: [Ensemble.Trial], phase: String) -> Result {
    let horizon = scenario.horizon.seconds
    let size = Double(scenario.population.describedSize)
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
      var values = ReplicationValues(
        fold.kpis, violations: fold.violations.episodes, horizonSeconds: horizon,
        standingFor: size)
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
