extension CalibrationSection {
  /// The columns of fitted values as comma-separated values.
  static let csvHeader = [
    "path", "status", "unit", "estimate", "standard_error", "interval_low", "interval_high", "interval_level",
    "interval_method", "events", "occasions", "censored", "before", "note",
  ]

  /// One row a value.
  var csvRows: [[String]] {
    func number(_ value: Double?) -> String { value.flatMap { $0.isFinite ? ReportJSON.text(of: $0) : nil } ?? "" }
    func count(_ value: Int?) -> String { value.map(String.init) ?? "" }
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

  /// The columns of figures that the fit was held against.
  static let checkColumns = ["Figure", "Observed", "Simulated mean", "95% of simulations", "p", "Inside"]

  static func checkRow(_ check: PredictiveCheck) -> [String] {
    [
      check.title, check.text(check.observed), check.text(check.mean), check.intervalText, check.pText,
      check.isInside ? "yes" : "no",
    ]
  }

  /// The processes of sign-ups, likeliest first.
  var arrivalRows: [[String]] {
    arrivals.map { candidate in
      [
        candidate.process, Wording.seconds(candidate.seconds),
        Wording.fixed(candidate.logLikelihood - (arrivals.first?.logLikelihood ?? 0), 1),
        Wording.fixed(candidate.distance, 3),
      ]
    }
  }

  static let arrivalColumns = ["Process", "Span or mean", "Log likelihood against the best", "Greatest distance"]
}

extension Report {
  /// The part of the Markdown report that is about a fit.
  func calibrationBlocks(_ section: CalibrationSection, inline: (String) -> String) -> [String] {
    func table(_ columns: [String], _ rows: [[String]], left: Int = 1) -> String {
      let rule = columns.indices.map { $0 < left ? "---" : "---:" }
      return ([columns, rule] + rows.map { $0.map(inline) }).map { "| \($0.joined(separator: " | ")) |" }
        .joined(separator: "\n")
    }
    var blocks = ["## Fitted values"]
    blocks.append(
      table(
        ["Value", "Status", "Estimate", "SE", "95% interval", "Occasions", "Before"],
        section.fitted.map { parameter in
          [
            parameter.path, parameter.statusText, parameter.text(parameter.estimate), parameter.errorText,
            parameter.intervalText, parameter.occasions.map(Wording.whole) ?? "", parameter.text(parameter.before),
          ]
        }, left: 2))
    blocks.append("<details><summary>Where each comes from</summary>\n")
    blocks.append(section.fitted.map { "- `\($0.path)`: \(inline($0.note))" }.joined(separator: "\n"))
    blocks.append("</details>")
    blocks += ["## Not identified", "The scenario's value is kept."]
    blocks.append(section.unidentified.map { "- `\($0.path)`: \(inline($0.note))" }.joined(separator: "\n"))
    if !section.arrivals.isEmpty {
      blocks += ["## Sign-ups", table(CalibrationSection.arrivalColumns, section.arrivalRows)]
    }
    if let agreement = section.agreement {
      blocks += ["## Goodness of fit", inline(agreement)]
      blocks.append(table(CalibrationSection.checkColumns, section.checks.map(CalibrationSection.checkRow)))
    }
    if let backTest = section.backTest, let hindsight = section.hindsight {
      blocks += ["## Back-test", inline(hindsight)]
      blocks.append(table(CalibrationSection.checkColumns, backTest.checks.map(CalibrationSection.checkRow)))
    }
    blocks += ["## Input", inline(section.reading)]
    if !section.rejections.isEmpty {
      blocks.append(section.rejections.map { "- line \($0.line): \(inline($0.reason))" }.joined(separator: "\n"))
    }
    return blocks
  }
}
