extension Report {
  /// A form in which a report is written out; the raw value is its name for `--format`.
  public enum Format: String, CaseIterable, Hashable, Sendable {
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

  /// Marks the report as a part of a sharded run, which states no verdict.
  package mutating func becomeShard(_ index: Int, of count: Int) {
    shard = Shard(index: index, of: count)
    for k in kpis.indices {
      kpis[k].verdict = .none
      for t in kpis[k].targets.indices { kpis[k].targets[t].verdict = .none }
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
