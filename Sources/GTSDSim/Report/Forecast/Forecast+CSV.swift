import GTSDModel

extension ForecastSection {
  /// The columns of a forecast as comma-separated values. Each row is one record: an indicator with one of its demands,
  /// or one figure of a study, whose `id` is the path of a parameter and `at` the values that it had.
  static let csvHeader = [
    "record", "id", "title", "unit", "at", "value", "interval_low", "interval_high", "interval_method", "replications",
    "deviation", "p05", "p50", "p95", "parameter_share", "parameter_share_low", "parameter_share_high", "demand",
    "level", "on_average", "met", "judged", "probability", "probability_low", "probability_high",
  ]

  /// All rows; `verdict` is how the people of all replications stand against a demand.
  func csvRows(verdict: (Indicator, Target) -> Verdict) -> [[String]] {
    let unit = subject?.unit ?? ""
    let kpis = indicators.flatMap { indicator in
      indicator.targets.isEmpty
        ? [indicator.csvFields(nil, .none)] : indicator.targets.map { indicator.csvFields($0, verdict(indicator, $0)) }
    }
    return (kpis + (sensitivity?.csvRows(unit: unit) ?? []) + (solution?.csvRows(unit: unit) ?? [])).map { row in
      row + Array(repeating: "", count: Self.csvHeader.count - row.count)
    }
  }

  fileprivate static func csv(_ value: Double?) -> String {
    value.flatMap { $0.isFinite ? ReportJSON.text(of: $0) : nil } ?? ""
  }

  fileprivate static func row(
    _ record: String, _ id: String, _ unit: String, at values: [Double] = [], _ value: Double?, _ interval: Interval?
  ) -> [String] {
    [
      record, id, "", unit, values.map { csv($0) }.joined(separator: "; "), csv(value), csv(interval?.low),
      csv(interval?.high), interval?.method ?? "",
    ]
  }
}

extension ForecastSection.Indicator {
  fileprivate func csvFields(_ target: ForecastSection.Target?, _ verdict: Verdict) -> [String] {
    func csv(_ value: Double?) -> String { ForecastSection.csv(value) }
    return [
      "indicator", id, title, unit, "", csv(mean), csv(interval?.low), csv(interval?.high), interval?.method ?? "",
      "\(replications)", csv(deviation), csv(quantile(0.05)), csv(quantile(0.5)), csv(quantile(0.95)),
      csv(parameterShare), csv(parameterShareInterval?.low), csv(parameterShareInterval?.high),
      target?.demand.csvText ?? "", target?.demand.level.rawValue ?? "", target == nil ? "" : verdict.rawValue,
      target.map { "\($0.met)" } ?? "", target.map { "\($0.replications)" } ?? "", csv(target?.probability),
      csv(target?.interval?.low), csv(target?.interval?.high),
    ]
  }
}

extension ForecastSection.Sensitivity {
  fileprivate func csvRows(unit: String) -> [[String]] {
    func row(
      _ record: String, _ id: String, _ unit: String, at values: [Double] = [], _ value: Double?, _ interval: Interval?
    ) -> [String] { ForecastSection.row(record, id, unit, at: values, value, interval) }
    var rows: [[String]] = []
    for bar in tornado {
      let factor = bar.factor
      rows.append(row("change-at-low", factor.path, unit, at: factor.low, bar.low, bar.lowInterval))
      rows.append(row("change-at-high", factor.path, unit, at: factor.high, bar.high, bar.highInterval))
    }
    for one in correlations { rows.append(row("prcc", one.path, "", one.value, one.interval)) }
    for one in indices {
      rows.append(row("sobol-first", one.path, "share", one.first, one.firstInterval))
      rows.append(row("sobol-total", one.path, "share", one.total, one.totalInterval))
    }
    guard let map else { return rows }
    for (y, line) in zip(map.ys, map.values) {
      for (x, value) in zip(map.xs, line) {
        rows.append(row("map", "\(map.x.path); \(map.y.path)", unit, at: [x, y], value, nil))
      }
    }
    return rows
  }
}

extension ForecastSection.Solution {
  fileprivate func csvRows(unit: String) -> [[String]] {
    var rows = evaluations.filter { $0.count == 4 }.map { tried in
      ForecastSection.row(
        "tried", path, unit, at: [tried[0]], tried[1],
        Interval(level: 0.95, low: tried[2], high: tried[3], method: "student-t"))
    }
    rows.append(ForecastSection.row("solution", path, "", at: [], value, interval))
    return rows
  }
}
