extension CalibrationSection {
  /// The columns of fitted values as comma-separated values.
  static let csvHeader = [
    "path", "status", "unit", "estimate", "standard_error", "interval_low", "interval_high", "interval_level",
    "interval_method", "events", "occasions", "censored", "before", "note",
  ]

  /// One row a value.
  var csvRows: [[String]] {
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

  /// One case for the reading, and one for each figure that the fit was held against. None of them fails: a figure off
  /// its interval is something to look at, not an error.
  var junitCases: [(suite: String, cases: [JUnitCase])] {
    var input = JUnitCase(name: "read \(source)")
    input.output = ([reading] + rejections.map { "line \($0.line): \($0.reason)" }).joined(separator: "\n")
    func cases(_ checks: [PredictiveCheck]) -> [JUnitCase] {
      checks.map { check in
        var testCase = JUnitCase(name: check.id)
        testCase.output =
          "observed \(check.text(check.observed)), simulated \(check.intervalText), p \(check.pText), "
          + (check.isInside ? "inside" : "outside")
        return testCase
      }
    }
    return [("input", [input]), ("fit", cases(checks)), ("back-test", cases(backTest?.checks ?? []))]
  }
}
