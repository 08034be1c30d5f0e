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
