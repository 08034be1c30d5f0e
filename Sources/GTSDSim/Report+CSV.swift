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
    switch content {
    case .simulation: CSV.text(indicatorRows)
    case .exploration(let section): CSV.text([ExplorationSection.csvHeader] + section.csvRows)
    case .calibration(let section): CSV.text([CalibrationSection.csvHeader] + section.csvRows)
    case .comparison(let section):
      section.isPlanOnly
        ? CSV.text([ComparisonSection.planHeader] + section.planRows)
        : CSV.text([ComparisonSection.csvHeader] + section.csvRows)
    case .forecast(let section):
      CSV.text([ForecastSection.csvHeader] + section.csvRows { self.verdict($1, of: $0) })
    case .load(let section): CSV.text([LoadSection.csvHeader] + section.csvRows)
    }
  }

  private var indicatorRows: [[String]] {
    let header = [
      "arm", "id", "title", "unit", "value", "interval_low", "interval_high", "interval_level", "interval_method",
      "numerator", "denominator", "censored", "change_vs_control", "change_low", "change_high", "target", "criterion",
      "verdict",
    ]
    var rows = kpis.map { $0.csvFields(arm: "all") }
    for arm in arms ?? [] { rows += arm.kpis.map { $0.csvFields(arm: arm.name) } }
    return [header] + rows
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
      case .number(let number): NineDigits.text(of: number)
      case .range(let low, let high): "\(NineDigits.text(of: low)) \(NineDigits.text(of: high))"
      }
    return "\(comparison.rawValue) \(bound)\(versus == .control ? " vs control" : "")"
  }
}
