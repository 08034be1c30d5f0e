public import GTSDModel
import GTSDWorld

extension Report {
  /// A file format of reports.
  public typealias Format = ReportFormat

  /// The report's text in a format.
  public func rendered(as format: Format) -> String {
    switch format {
    case .json: json
    case .md: markdown
    case .html: html
    case .csv: csv
    case .junit: junit
    }
  }

  /// Sorts violations in the order of the report.
  mutating func sortViolations() { violations.sort(by: Violation.comesFirst) }
}
