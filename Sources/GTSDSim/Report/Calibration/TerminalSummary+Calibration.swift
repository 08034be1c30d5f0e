extension TerminalSummary {
  /// The lines of a fit: values, what events do not tell, and how the fit stands against the events.
  func calibration(_ section: CalibrationSection) -> [String] {
    let name = width - (isWide ? 52 : 28)
    var lines = [
      bold(fit("Value", name) + right("estimate", 11) + right("95% interval", 17))
        + (isWide ? bold(right("SE", 11) + right("before", 11)) : ""),
      dim(String(repeating: "─", count: width)),
    ]
    for parameter in section.fitted {
      let mark = parameter.status == .conditional ? " *" : ""
      let figures = right(parameter.text(parameter.estimate), 11) + right(parameter.intervalText, 17)
      let more =
        isWide ? right(parameter.errorText, 11) + dim(right(parameter.text(parameter.before), 11)) : ""
      lines.append("\(fit(parameter.path + mark, name - 1)) \(figures)\(more)")
    }
    if section.fitted.contains(where: { $0.status == .conditional }) {
      lines += wrap("* given other values of the scenario; the report names them", indent: 0).map(dim)
    }
    lines += ["", bold("Not identified, kept as they are")]
    lines += wrap(section.unidentified.map(\.path).joined(separator: ", "), indent: 2)
    if let best = section.arrivals.first {
      let seconds = best.seconds > 0 ? " over \(Wording.seconds(best.seconds))" : ""
      lines += ["", bold("Sign-ups"), "  \(best.process)\(seconds)"]
    }
    lines += table("Goodness of fit", section.checks)
    lines += table("Back-test", section.backTest?.checks ?? [])
    lines += ["", bold("Input")] + wrap(section.reading, indent: 2)
    lines += section.rejections.prefix(5).flatMap { wrap("line \($0.line): \($0.reason)", indent: 4) }
    return lines + [""]
  }

  private func table(_ title: String, _ checks: [PredictiveCheck]) -> [String] {
    guard !checks.isEmpty else { return [] }
    let name = width - (isWide ? 50 : 40)
    let head = fit(title, name) + right("observed", 11) + right("simulated", 19)
    var lines = ["", bold(head + (isWide ? right("p", 8) : "")), dim(String(repeating: "─", count: width))]
    for check in checks {
      let figures = right(check.text(check.observed), 11) + right(check.intervalText, 19)
      let p = isWide ? right(check.pText, 8) : ""
      let verdict = check.isInside ? "in" : paint("out", .missed)
      lines.append("\(fit(check.title, name - 1)) \(figures)\(p)  \(verdict)")
    }
    return lines
  }
}
