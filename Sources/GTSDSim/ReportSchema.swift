import Documents
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
    guard case .object(var root) = Report.written else { return "" }
    root["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
    root["title"] = .string("gtsd-sim report, format version \(Report.currentFormatVersion)")
    root["$defs"] = .object(
      Dictionary(uniqueKeysWithValues: definitions.map { ($0.definition ?? "\($0)", $0.written) }))
    return ReportJSON.object(root).text
  }
}
