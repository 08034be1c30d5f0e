import Documents

/// The command that makes a report again.
struct Reproduction {
  var command: String
  /// The conditions under which the command gives the same result.
  var note: RichText

  /// Creates the command; nil if code made the report, and for a part of a run.
  init?(_ report: Report) {
    guard let command = report.command, report.shard == nil else { return nil }
    self.command = command
    note = report.kind != .load ? "" : "Another run measures other numbers. "
    let isOfTwo = report.comparison?.sides.contains { $0.resolved != nil } ?? false
    if isOfTwo || report.scenario.resolved != nil {
      let place = isOfTwo ? "comparison.sides" : "scenario.resolved"
      note = note + RichText([.plain("The scenario as it was is in "), .code(place), .plain(" of the report's JSON.")])
    }
  }
}
