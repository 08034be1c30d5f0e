import Documents
import GTSDLogs
import GTSDStudies
import Statistics

extension CalibrationSection {
  /// The columns of fitted values as comma-separated values.
  static let csvHeader = [
    "path", "status", "unit", "estimate", "standard_error", "interval_low", "interval_high", "interval_level",
    "interval_method", "events", "occasions", "censored", "before", "note",
  ]

  /// The rows: one for each value, then one for each arm of an experiment and each of its indicators, with the
  /// difference from control.
  var csvRows: [[String]] { valueRows + (experiments ?? []).flatMap(\.csvRows) }

  private var valueRows: [[String]] {
    let (number, count) = (CSV.number, CSV.count)
    return parameters.map { parameter in
      let interval = parameter.interval
      return [
        parameter.path, parameter.status.rawValue, parameter.unit, number(parameter.estimate),
        number(parameter.standardError), number(interval?.low), number(interval?.high), number(interval?.level),
        interval?.method ?? "", count(parameter.events), count(parameter.occasions), count(parameter.censored),
        number(parameter.before), parameter.note,
      ]
    }
  }
}

extension LoggedExperiment {
  /// The rows of each arm but control and each indicator, in the columns of ``CalibrationSection/csvHeader``. The
  /// status is the verdict, or the reason for none.
  fileprivate var csvRows: [[String]] {
    let (number, count) = (CSV.number, CSV.count)
    func row(_ path: String, _ status: String, _ figures: [String]) -> [String] {
      ["experiments.\(name)\(path)", status, "share"] + figures
    }
    guard effect == .stated, !rows.isEmpty else {
      let empty = [String](repeating: "", count: CalibrationSection.csvHeader.count - 4)
      return [row("", effect.rawValue, empty + [sentences.map(\.sentence).joined(separator: " ")])]
    }
    return rows.flatMap { indicator in
      indicator.arms.dropFirst().map { arm in
        let interval = arm.alwaysValid
        return row(
          ".\(arm.arm).\(indicator.id)", arm.verdict.rawValue,
          [
            number(arm.difference), "", number(interval?.low), number(interval?.high), number(interval?.level),
            interval?.method ?? "", count(arm.successes), count(arm.trials), count(arm.censored), "",
            "\(arm.countText) against \(indicator.arms[0].countText) in \(indicator.arms[0].arm)",
          ])
      }
    }
  }
}
