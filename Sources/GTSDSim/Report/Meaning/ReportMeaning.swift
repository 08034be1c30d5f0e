import GTSDModel

/// What keeps a report of the right shape from being one that any run can have made: a figure that nothing can count, or
/// a reference to what is not there. What renders a report may rely on everything that is checked here.
///
/// Checked are the values, whatever they were read from: figures and texts all alike by going through them
/// (``ReportFigures``), and what refers to something else part by part (`ReportMeaning+….swift`).
struct ReportMeaning {
  /// A value that cannot be.
  struct Problem: Hashable, Sendable {
    /// Keys and indices from the report down to it.
    var path: [Step]
    var reason: String
  }

  /// A key of an object or an index of a list.
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  /// In the order in which they were met.
  private(set) var problems: [Problem] = []
  private var path: [Step] = []

  /// Everything that is wrong with a report.
  static func problems(of report: Report) -> [Problem] {
    var figures = ReportFigures()
    figures.check(report)
    // What is out of all bounds cannot be compared with anything.
    guard figures.problems.isEmpty else { return figures.problems }
    var meaning = ReportMeaning()
    meaning.check(report)
    return meaning.problems
  }

  // MARK: Going down

  mutating func at<Value>(_ key: String, _ value: Value, _ check: (inout ReportMeaning, Value) -> Void) {
    path.append(.key(key))
    check(&self, value)
    path.removeLast()
  }

  mutating func each<Value>(_ key: String, _ values: [Value], _ check: (inout ReportMeaning, Value) -> Void) {
    path.append(.key(key))
    for (index, value) in values.enumerated() {
      path.append(.index(index))
      check(&self, value)
      path.removeLast()
    }
    path.removeLast()
  }

  // MARK: Saying what is wrong

  /// Notes a problem with a value of what is looked at.
  mutating func expect(_ holds: Bool, _ key: String, _ reason: @autoclosure () -> String) {
    if !holds { problems.append(Problem(path: path + [.key(key)], reason: reason())) }
  }

  /// A whole number within bounds.
  mutating func expect(_ value: Int?, in range: ClosedRange<Int>, _ key: String) {
    guard let value else { return }
    expect(
      range.contains(value), key, "expected a number from \(range.lowerBound) to \(range.upperBound); found \(value)")
  }

  /// An index of a list of so many.
  mutating func expect(_ value: Int?, indexes count: Int, _ key: String) {
    guard let value else { return }
    expect(
      (0..<max(0, count)).contains(value), key,
      count > 0 ? "expected a number from 0 to \(count - 1); found \(value)" : "there is nothing that \(value) can name"
    )
  }

  /// A list of so many.
  mutating func expect(count: Int, of list: Int, _ key: String) {
    expect(list == count, key, "expected a list of \(count); found one of \(list)")
  }

  /// Rows of so many columns each.
  mutating func expect(columns: Int, _ rows: [[Double]], _ key: String) {
    for (index, row) in rows.enumerated() where row.count != columns {
      path += [.key(key), .index(index)]
      problems.append(Problem(path: path, reason: "expected a list of \(columns) numbers; found one of \(row.count)"))
      path.removeLast(2)
    }
  }
}

extension ReportMeaning {
  fileprivate mutating func check(_ report: Report) {
    expect(
      report.formatVersion == Report.currentFormatVersion, "formatVersion", "expected \(Report.currentFormatVersion)")
    at("scenario", report.scenario) { meaning, scenario in
      meaning.expect(scenario.users, in: 0...10_000_000, "users")
      meaning.expect(scenario.replications, in: 0...1_000_000, "replications")
      meaning.expect(
        (0...31_622_400).contains(scenario.horizonSeconds), "horizonSeconds", "expected from 0 s to 366 days")
    }
    checkSections(report)
    let first = report.funnel.first?.users ?? 0
    each("funnel", report.funnel) { $0.expect($1.users, in: 0...max(0, first), "users") }
    each("distributions", report.distributions) { $0.check($1) }
    each("requests", report.requests) { meaning, row in meaning.at("latency", row.latency) { $0.check($1) } }
    each("survival", report.survival) { meaning, curve in
      meaning.expect(columns: 4, curve.points, "points")
    }
    each("kpis", report.kpis) { $0.check($1) }
    each("arms", report.arms ?? []) { meaning, arm in meaning.each("kpis", arm.kpis) { $0.check($1) } }
    if let shard = report.shard {
      at("shard", shard) { meaning, shard in
        meaning.expect(shard.of, in: 1...ShardPosition.limit, "of")
        meaning.expect(shard.index, in: 1...max(1, shard.of), "index")
      }
    }
  }

  /// Exactly the section of its kind.
  private mutating func checkSections(_ report: Report) {
    let sections: [(kind: Report.Kind, isThere: Bool)] = [
      (.exploration, report.exploration != nil), (.forecast, report.forecast != nil),
      (.calibration, report.calibration != nil), (.comparison, report.comparison != nil), (.load, report.load != nil),
    ]
    for section in sections {
      expect(
        section.isThere == (report.kind == section.kind), section.kind.rawValue,
        section.isThere ? "a report of the kind \(report.kind.rawValue) has none" : "is missing")
    }
    if let exploration = report.exploration { at("exploration", exploration) { $0.check($1) } }
    if let forecast = report.forecast { at("forecast", forecast) { $0.check($1) } }
    if let comparison = report.comparison { at("comparison", comparison) { $0.check($1) } }
    if let load = report.load { at("load", load) { $0.check($1) } }
  }

  mutating func check(_ distribution: DistributionSummary) {
    expect(columns: 3, distribution.buckets, "buckets")
    expect(
      distribution.buckets.allSatisfy { $0.count != 3 || $0[0] <= $0[1] && $0[2] >= 0 }, "buckets",
      "expected ranges with counts of 0 or more")
  }

  mutating func check(_ kpi: KPIResult) {
    each("targets", kpi.targets) { meaning, target in
      switch (target.demand.comparison, target.demand.value) {
      case (.between, .range(let low, let high)): meaning.expect(low <= high, "value", "expected the lower bound first")
      case (.between, .number): meaning.expect(false, "value", "expected two numbers for `between`")
      case (_, .range): meaning.expect(false, "value", "expected one number but for `between`")
      case (_, .number): break
      }
    }
  }
}
