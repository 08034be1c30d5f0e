public import GTSDModel
public import GTSDWorld

/// The result of a study: typed figures for assertions, and the whole report.
///
/// The parts of the report are properties as well: `result.kpis`, `result.violations`, `result.exitCode`,
/// `result.html`.
@dynamicMemberLookup
public protocol StudyResult: Hashable, Sendable {
  /// The whole report, which renders itself as HTML, Markdown, JSON, CSV or JUnit.
  var report: Report { get }
  /// Creates the typed figures of a report, such as one read from a file; nil for a report of another kind.
  init?(_ report: Report)
}

extension StudyResult {
  /// Results of equal reports are equal.
  public func hash(into hasher: inout Hasher) { hasher.combine(report) }

  /// A part of the report.
  public subscript<Part>(dynamicMember part: KeyPath<Report, Part>) -> Part { report[keyPath: part] }

  /// The measurement of a built-in indicator; nil if the report has none.
  public func kpi(_ kpi: KPI) -> KPIResult? { report.kpi(kpi) }

  /// The report in a format.
  public func rendered(as format: ReportFormat) -> String { report.rendered(as: format) }
}
