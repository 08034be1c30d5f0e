/// The folder and formats of the reports that `run` writes, unless the command line overrides them.
public struct ReportOutput: Sendable, Equatable {
  /// The directory, relative to the working directory; nil writes no files.
  public var directory: String?
  /// The formats to write.
  public var formats: [ReportFormat] = ReportFormat.allCases

  /// Creates an output without files.
  public init() {}
}

/// A file format of reports; the raw value is its name for `--format`.
public enum ReportFormat: String, CaseIterable, Hashable, Sendable {
  /// The complete report, from which all other formats can be rendered.
  case json
  /// Markdown, for a pull request or a chat.
  case md
  /// A page for browsers.
  case html
  /// The indicators as a table for spreadsheets.
  case csv
  /// The verdicts for a build server.
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
