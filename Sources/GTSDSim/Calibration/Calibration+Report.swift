import Documents
package import GTSDLogs
import GTSDStudies

extension Calibration {
  /// The result of calibrating to a file: the report, and the overlay's text, which is also in the report.
  package struct Reported: Sendable {
    package var report: Report
    package var overlay: String
  }

  /// Fits, compares and reports.
  ///
  /// - Parameter source: the file's name for messages.
  package func run(
    on input: (log: EventLog, summary: EventReader.Summary), maxBad: Int, source: String,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(Failure) -> Reported {
    let outcome = try outcome(on: input, maxBad: maxBad, source: source, progress: progress, isCancelled: isCancelled)
    var report = Report(
      .calibration(outcome.section), tool: .init(version: version), scenario: outcome.fitted,
      complete: outcome.isComplete, digest: outcome.digest)
    report.assumptions = outcome.assumptions
    report.notes = outcome.section.remarks
    report.round()
    return Reported(report: report, overlay: outcome.section.overlay)
  }
}
