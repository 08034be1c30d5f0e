package import GTSDWorld

/// The result of a simulated population: every table of its report, without the report's text.
package struct SimulationResult: Hashable, Sendable {
  /// The scenario.
  package var scenario: ScenarioSummary
  /// Whether the run ended by itself. If not, counts are of a part of the users.
  package var complete: Bool
  /// A hash over the ordered event stream: equal digests mean equal runs.
  package var digest: String
  /// One entry per indicator, in the order of `KPI`.
  package var kpis: [KPIResult]
  /// Durations and counts per user or request.
  package var distributions: [DistributionSummary]
  /// Time-to-event curves with everybody in them, censored or not.
  package var survival: [SurvivalCurve]
  /// The number of users that reached each step.
  package var funnel: [FunnelRow]
  /// The violations, those of I-USER first, then those with the most episodes.
  package var violations: [Violation]
  /// The number of checks of each invariant.
  package var checks: [InvariantCheck]
  /// Requests and their latency, per endpoint.
  package var requests: [RequestRow]
  /// The reasons why photos were shown as failed.
  package var photoFailures: [PhotoFailureRow]
  /// Analytics events that the apps sent.
  package var analytics: AnalyticsCounts
  /// The values about people and backend that strongly influence the run, each with its source.
  package var assumptions: [Assumption]
  /// Remarks on how to read the numbers.
  package var notes: [String]
  /// The indicators of each arm of an experiment, control first; nil without an experiment.
  package var arms: [ArmResult]?
}

extension SimulationResult {
  /// Creates a result with empty tables.
  package init(scenario: ScenarioSummary, complete: Bool, digest: String) {
    self.init(
      scenario: scenario, complete: complete, digest: digest, kpis: [], distributions: [], survival: [], funnel: [],
      violations: [], checks: [], requests: [], photoFailures: [], analytics: AnalyticsCounts(total: 0, byName: [:]),
      assumptions: [], notes: [], arms: nil)
  }
}
