import Documents
import GTSDStudies

extension Comparison {
  /// Runs to the end and reports.
  package func reported() -> Report {
    let outcome = outcome()
    var report = Report(
      .comparison(outcome.section), tool: .init(version: version), scenario: outcome.scenario,
      complete: outcome.isComplete, digest: DigestText.make(outcome.digest))
    report.assumptions = outcome.assumptions
    report.notes = outcome.section.readingNotes
    report.round()
    return report
  }
}

extension SimulationResult {
  /// Reads a run's result from its report, without texts and sections.
  package init(_ report: Report) {
    self.init(scenario: report.scenario, complete: report.complete, digest: report.digest)
    kpis = report.kpis
    distributions = report.distributions
    survival = report.survival
    funnel = report.funnel
    violations = report.violations
    checks = report.checks
    requests = report.requests
    photoFailures = report.photoFailures ?? []
    analytics = report.analytics
    assumptions = report.assumptions
    notes = report.notes
    arms = report.arms
  }
}
