import Documents
import GTSDFields
import GTSDStudies
import GTSDWorld
import Statistics

/// The JSON Schema (2020-12) of reports, as `gtsd-sim schema report` prints it.
///
/// Unknown keys are allowed. Adding a key keeps the format version; renaming one needs a new version.
public enum ReportSchema {
  /// The schema as a JSON document.
  public static var json: String {
    let definitions: [any JSONRecord.Type] = [
      KPIResult.self, Interval.self, KPIResult.Target.self, DistributionSummary.self, Find.self, Timeline.self,
      LogHistogram.State.self, ForecastSection.Indicator.self,
    ]
    let defined = definitions.map { ($0.definition ?? "\($0)", $0.written) }
    return Report.written.adding([
      "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
      "title": .string("gtsd-sim report, format version \(Report.currentFormatVersion)"),
      "$defs": .keyed(Dictionary(uniqueKeysWithValues: defined)),
    ]).reportText
  }
}
