extension Calibration {
  /// The report on the events of a file's bytes: JSON Lines or CSV.
  ///
  /// - Parameter maxBad: how many lines may be rejected.
  public func run(onEvents bytes: some Sequence<UInt8>, maxBad: Int = 100) throws(Failure) -> Report {
    var reader = EventReader()
    reader.read(bytes)
    return try run(on: reader.finish(), maxBad: maxBad, source: "events").report
  }

  /// What was made of a file: the report, and the overlay's text, which the report has as well.
  package struct Reported: Sendable {
    package var report: Report
    package var overlay: String
  }

  /// Fits, compares and reports.
  ///
  /// - Parameter source: what messages call the file.
  package func run(
    on input: (log: EventLog, summary: EventReader.Summary), maxBad: Int, source: String,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(Failure) -> Reported {
    let outcome = try outcome(on: input, maxBad: maxBad, source: source, progress: progress, isCancelled: isCancelled)
    var report = Report(
      kind: .calibration, tool: .init(version: version), scenario: outcome.fitted, complete: outcome.isComplete,
      digest: outcome.digest)
    report.calibration = outcome.section
    report.assumptions = outcome.assumptions
    report.notes = outcome.section.remarks
    return Reported(report: report, overlay: outcome.section.overlay)
  }
}
