import Documents
import GTSDLoad
import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

extension Report {
  /// The main table as comma-separated values (RFC 4180). A line is an indicator (per arm of an experiment), a find of
  /// a search, an indicator and side of a comparison, a value of a fit, or a target or figure of a forecast. In a load
  /// run it is the total, an endpoint, a slice of time or a threshold.
  public var csv: String {
    if let exploration { return CSV.text([ExplorationSection.csvHeader] + exploration.csvRows) }
    if let calibration { return CSV.text([CalibrationSection.csvHeader] + calibration.csvRows) }
    if let comparison {
      return comparison.isPlanOnly
        ? CSV.text([ComparisonSection.planHeader] + comparison.planRows)
        : CSV.text([ComparisonSection.csvHeader] + comparison.csvRows)
    }
    if let forecast { return CSV.text([ForecastSection.csvHeader] + forecast.csvRows { self.verdict($1, of: $0) }) }
    if let load { return CSV.text([LoadSection.csvHeader] + load.csvRows) }
    let header = [
      "arm", "id", "title", "unit", "value", "interval_low", "interval_high", "interval_level", "interval_method",
      "numerator", "denominator", "censored", "change_vs_control", "change_low", "change_high", "target", "criterion",
      "verdict",
    ]
    var rows = kpis.map { $0.csvFields(arm: "all") }
    for arm in arms ?? [] { rows += arm.kpis.map { $0.csvFields(arm: arm.name) } }
    return CSV.text([header] + rows)
  }
}

extension KPIResult {
  fileprivate func csvFields(arm: String) -> [String] {
    let number = CSV.number
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
  /// The target as text: `>= 0.8`, `between 30 60`, `>= 0.2 vs control`.
  var csvText: String {
    let bound =
      switch value {
      case .number(let number): ReportJSON.text(of: number)
      case .range(let low, let high): "\(ReportJSON.text(of: low)) \(ReportJSON.text(of: high))"
      }
    return "\(comparison.rawValue) \(bound)\(versus == .control ? " vs control" : "")"
  }
}
