/// The folder and formats of the reports that `run` writes, unless the command line overrides them.
public struct ReportOutput: Sendable, Equatable {
  /// A directory, relative to the working one; nil for no files.
  public var directory: String?
  /// The formats to write.
  public var formats: [ReportFormat] = ReportFormat.allCases

  /// No files.
  public init() {}
}

/// A form in which a report is written out; the raw value is its name for `--format`.
public enum ReportFormat: String, CaseIterable, Hashable, Sendable {
  /// The report itself, which all others can be rendered from again.
  case json
  /// For a pull request or a chat.
  case md
  /// For a browser.
  case html
  /// The indicators, for a spreadsheet.
  case csv
  /// The verdicts, for a build server.
  case junit

  /// The file's name in an output directory.
  public var fileName: String {
    switch self {
    case .json: "report.json"
    case .md: "report.md"
    case .html: "report.html"
    case .csv: "kpis.csv"
    case .junit: "junit.xml"
    }
  }
}
