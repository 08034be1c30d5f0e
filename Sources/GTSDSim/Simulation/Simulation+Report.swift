import Documents
import GTSDModel
import GTSDStudies

extension Simulation {
  /// Runs the simulation on several threads and blocks until it has ended.
  ///
  /// - Precondition: the scenario is valid. Scenarios from files are; check others by ``Scenario/validate()``.
  public func run() -> Report {
    requireValid(scenario)
    return run(progress: { _ in }, isCancelled: { false }).report
  }

  /// Runs to the end without blocking. If the task is cancelled, the report is incomplete and covers the cells that
  /// ended.
  ///
  /// - Parameter progress: called at most once per cell on an unspecified thread.
  ///
  /// - Precondition: the scenario is valid. Scenarios from files are; check others by ``Scenario/validate()``.
  public func run(progress: @escaping @Sendable (StudyProgress) -> Void = { _ in }) async -> Report {
    requireValid(scenario)
    return await BackgroundThread.run { isCancelled in
      run(
        progress: { progress(StudyProgress(phase: "users", done: $0.usersDone, total: $0.users)) },
        isCancelled: isCancelled
      ).report
    }
  }

  /// The report of a run and its cost.
  package struct Reported: Sendable {
    package var report: Report
    package var events: Int
    package var jobs: Int
  }

  /// Runs to the end, or until `isCancelled` returns true. The report is then marked incomplete and covers whole units
  /// only.
  ///
  /// - Parameters:
  ///   - progress: called on some thread after each unit.
  ///   - lines: receives the analytics events as JSON Lines, in unit order, one call per unit.
  package func run(
    progress: @escaping @Sendable (Progress) -> Void,
    lines: @escaping @Sendable ([UInt8]) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> Reported {
    let outcome = simulate(progress: progress, lines: lines, isCancelled: isCancelled)
    var report = Report(result(of: outcome), version: version)
    if let shard {
      report.becomeShard(
        .init(
          index: shard.index, of: shard.of, overrides: overrides,
          units: outcome.units.map { .init(replication: $0.unit.replication, cell: $0.unit.cell, digest: $0.digest) },
          state: FoldState(outcome.total)))
    }
    return Reported(report: report, events: outcome.total.events, jobs: outcome.total.jobs)
  }
}

extension Report {
  /// Creates the report of a run's result, or of a study that pools runs.
  package init(
    _ result: SimulationResult, _ content: Content = .simulation, version: String = GTSDSimVersion.current
  ) {
    self.init(
      content, tool: .init(version: version), scenario: result.scenario, complete: result.complete,
      digest: result.digest)
    kpis = result.kpis
    distributions = result.distributions
    survival = result.survival
    funnel = result.funnel
    violations = result.violations
    checks = result.checks
    requests = result.requests
    photoFailures = result.photoFailures.isEmpty ? nil : result.photoFailures
    analytics = result.analytics
    assumptions = result.assumptions
    notes = result.notes
    arms = result.arms
    round()
  }
}
