public import GTSDModel

extension Report {
  /// A form in which a report is written out.
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

  /// Puts violations in the order of the report: most episodes first, ties by invariant, hazard and key.
  package mutating func sortViolations() {
    violations.sort { first, second in
      if first.count != second.count { return first.count > second.count }
      let (a, b) = (
        [first.invariant, first.hazard ?? "~", first.key], [second.invariant, second.hazard ?? "~", second.key]
      )
      return a.lexicographicallyPrecedes(b)
    }
  }
}
