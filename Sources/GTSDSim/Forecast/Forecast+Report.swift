import GTSDStudies

extension Forecast {
  /// The report of a forecast and its cost.
  package struct Reported: Sendable {
    package var report: Report
    package var events: Int
    package var jobs: Int
    package var users: Int
  }

  /// Runs to the end, or until `isCancelled` returns true. The report is then marked incomplete and covers whole
  /// replications only.
  package func run(
    progress: @escaping @Sendable (Progress) -> Void, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(Failure) -> Reported {
    let outcome = try outcome(progress: progress, isCancelled: isCancelled)
    var report = Report(outcome.pooled, .forecast(outcome.section), version: version)
    report.notes += outcome.section.uncertaintyNotes
    return Reported(report: report, events: outcome.events, jobs: outcome.jobs, users: outcome.users)
  }
}
