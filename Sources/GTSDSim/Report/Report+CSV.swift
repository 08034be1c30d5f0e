import GTSDModel

extension Report {
  /// The indicators as comma-separated values (RFC 4180), one line per indicator, and per arm of an experiment; of a
  /// search, one line per find; of a comparison, one per indicator and side;
  /// of a fit, one line per value; of a forecast, one line per demand and per figure of its studies; of a load run, one
  /// line for all, per endpoint, per slice of time and per threshold.
  public var csv: String {
    if let exploration { return Self.csv([ExplorationSection.csvHeader] + exploration.csvRows) }
    if let calibration { return Self.csv([CalibrationSection.csvHeader] + calibration.csvRows) }
    if let comparison {
      return comparison.isPlanOnly
        ? Self.csv([ComparisonSection.planHeader] + comparison.planRows)
        : Self.csv([ComparisonSection.csvHeader] + comparison.csvRows)
    }
    if let forecast { return Self.csv([ForecastSection.csvHeader] + forecast.csvRows { self.verdict($1, of: $0) }) }
    if let load { return Self.csv([LoadSection.csvHeader] + load.csvRows) }
    let header = [
      "arm", "id", "title", "unit", "value", "interval_low", "interval_high", "interval_level", "interval_method",
      "numerator", "denominator", "censored", "change_vs_control", "change_low", "change_high", "target", "criterion",
      "verdict",
    ]
    var rows = kpis.map { $0.csvFields(arm: "all") }
    for arm in arms ?? [] { rows += arm.kpis.map { $0.csvFields(arm: arm.name) } }
    return Self.csv([header] + rows)
  }

  private static func csv(_ rows: [[String]]) -> String {
    rows.map { $0.map(csvField).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func csvField(_ text: String) -> String {
    let text = isFormula(text) ? "'" + text : text
    // Compared by scalar: a carriage return and a line feed are one Character, equal to neither.
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}

extension Report {
  /// Whether a spreadsheet would compute a field rather than show it. Numbers, and lists of them, are what they are.
  private static func isFormula(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else { return false }
    return !text.split(separator: "; ", omittingEmptySubsequences: false).allSatisfy { Double($0) != nil }
  }
}

extension KPIResult {
  fileprivate func csvFields(arm: String) -> [String] {
    func number(_ value: Double?) -> String {
      value.flatMap { $0.isFinite ? ReportJSON.text(of: $0) : nil } ?? ""
    }
    func demands(_ level: KPITarget.Level) -> String {
      targets.filter { $0.demand.level == level }.map(\.demand.csvText).joined(separator: "; ")
    }
    return [
      arm, id, title, unit, number(value), number(interval?.low), number(interval?.high), number(interval?.level),
      interval?.method ?? "", numerator.map(String.init) ?? "", denominator.map(String.init) ?? "", "\(censored)",
      number(change), number(changeInterval?.low), number(changeInterval?.high), demands(.target), demands(.criterion),
      verdict.rawValue,
    ]
  }
}

extension KPITarget {
  /// `>= 0.8`, `between 30 60`, `>= 0.2 vs control`.
  var csvText: String {
    let bound =
      switch value {
      case .number(let number): ReportJSON.text(of: number)
      case .range(let low, let high): "\(ReportJSON.text(of: low)) \(ReportJSON.text(of: high))"
      }
    return "\(comparison.rawValue) \(bound)\(versus == .control ? " vs control" : "")"
  }
}
