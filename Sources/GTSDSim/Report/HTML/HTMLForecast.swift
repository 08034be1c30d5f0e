import GTSDModel

extension HTMLPage {
  /// The mean of the main indicator in large type, and what else the forecast says beside it.
  func forecastHero(_ section: ForecastSection) -> String {
    let findings = headline.sentences.dropFirst(section.subject == nil ? 0 : 1).map { sentence in
      let chip = sentence.verdict == .none ? "" : Self.chip(sentence.verdict)
      return "<li><span>\(escaped(sentence.finding))</span>\(chip)</li>"
    }
    let list = "<ul class=\"findings\">\(findings.joined())</ul>"
    guard let subject = section.subject, subject.mean != nil else {
      let lead = headline.sentences.first.map { "<p>\(escaped($0.finding))</p>" } ?? ""
      return "<div class=\"card hero\"><p class=\"note\">\(qualification)</p><div>\(lead)</div><div>\(list)</div></div>"
    }
    let demands = subject.targets.map { target in
      let verdict = report.verdict(target, of: subject)
      let chip = verdict == .none ? "" : " \(Self.chip(verdict, suffix: " on average"))"
      let name = target.name(unit: subject.unit)
      return "<p>\(escaped(name.prefix(1).uppercased() + name.dropFirst())): "
        + "\(escaped(target.frequency(of: section.replications))).\(chip)</p>"
    }
    let none = subject.targets.isEmpty ? "<p>No target is set for it.</p>" : ""
    return """
      <div class="card hero">
      <p class="note">\(qualification)</p>
      <div>
      <p class="big">\(escaped(subject.meanText))</p>
      <p>\(escaped(subject.title)), the mean of \(Wording.count(subject.replications, "replication")).</p>
      \(IntervalBar(bar(subject), width: 320, full: true).svg)
      <p class="meta" style="margin: .7rem 0 .9rem">\(escaped(intervalNote(subject)))</p>
      \(demands.joined())\(none)
      </div>
      <div>\(list)</div>
      </div>
      """
  }

  private func intervalNote(_ subject: ForecastSection.Indicator) -> String {
    subject.intervalText.isEmpty ? "no interval" : "95% interval of the mean \(subject.intervalText)"
  }

  /// An indicator over replications as the bar of one measured value shows it.
  private func bar(_ indicator: ForecastSection.Indicator) -> KPIResult {
    var result =
      report.kpis.first { $0.id == indicator.id } ?? KPIResult(.acknowledgmentRate24h, .rate(successes: 0, trials: 0))
    result.value = indicator.mean
    result.interval = indicator.interval
    result.unit = indicator.unit
    return result
  }
}

extension HTMLStyle {
  /// What only pages of a forecast need.
  static let forecast = """
    .likely { white-space: nowrap; line-height: 1.35; }
    .texts { margin-top: 1.4rem; max-width: 46rem; }
    .texts p:last-child { margin: 0; }
    .part { margin-top: 2.8rem; }
    .part:first-child { margin-top: 0; }
    .part h3 { margin-bottom: .2rem; }
    .part > p { color: var(--muted); font-size: .9rem; max-width: 46rem; margin-bottom: 1.1rem; }
    .answer { font-size: 1.1rem; line-height: 1.45; max-width: 46rem; margin-bottom: 1.4rem; overflow-wrap: anywhere; }
    """
}
