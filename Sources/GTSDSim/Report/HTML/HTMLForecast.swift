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

  /// All indicators with how likely a replication meets each demand.
  var forecastIndicators: Section? {
    guard let section = report.forecast else { return nil }
    let judged = section.indicators.filter { !$0.targets.isEmpty }
    let others = section.indicators.filter { $0.targets.isEmpty && $0.mean != nil }
    let separator = #"<tr class="group"><th colspan="7" scope="rowgroup">For information, without a demand</th></tr>"#
    let body =
      judged.map(row).joined() + (others.isEmpty ? "" : separator + others.map(row).joined())
    return Section(
      id: "indicators", title: "Indicators and targets",
      note: """
        The mean over replications with its 95% interval, and the range that holds 90% of replications. Met and missed \
        are on average, over the people of all replications; the probability is that one replication meets the demand.
        """,
      body: """
        <div class="scroll"><table class="wide">
        <thead><tr><th scope="col">Indicator</th><th scope="col" class="num">Mean</th>
        <th scope="col" class="num">95% interval</th><th scope="col" class="num">5–95%</th><th scope="col">Demand</th>
        <th scope="col">On average</th><th scope="col">Probability</th></tr></thead>
        <tbody>\(body)</tbody></table></div>
        """)
  }

  private func row(_ indicator: ForecastSection.Indicator) -> String {
    let rows = indicator.targets.isEmpty ? 1 : indicator.targets.count
    let span = rows > 1 ? " rowspan=\"\(rows)\"" : ""
    let title = report.kpis.first { $0.id == indicator.id }.map(name) ?? escaped(indicator.title)
    let figures = """
      <th scope="row"\(span)>\(title)</th>
      <td class="num \(indicator.mean == nil ? "dim" : "value")"\(span)>\(escaped(indicator.meanText))</td>
      <td class="num"\(span)>\(escaped(indicator.intervalText))</td>
      <td class="num"\(span)>\(escaped(indicator.spreadText))</td>
      """
    if indicator.targets.isEmpty { return "<tr>\(figures)<td></td><td></td><td></td></tr>\n" }
    let both = Set(indicator.targets.map(\.demand.level)).count == 2
    return indicator.targets.enumerated().map { index, target in
      let demand = both ? target.name(unit: indicator.unit) : Wording.bound(target.demand, unit: indicator.unit)
      let counts =
        target.probability == nil
        ? "" : "\(Wording.whole(target.met)) of \(Wording.whole(target.replications))"
      return """
        <tr>\(index == 0 ? figures : "")<td class="targets">\(escaped(demand))</td>
        <td>\(Self.chip(report.verdict(target, of: indicator)))</td>
        <td class="likely">\(escaped(target.probabilityText))<br><small>\(escaped(counts))</small></td></tr>

        """
    }.joined()
  }

  /// How far replications differ and why.
  var replications: Section? {
    guard let section = report.forecast else { return nil }
    let histogram = section.histogram.map { "\($0.html)\n" } ?? ""
    let texts = [section.stoppingText, section.uncertaintyText, section.samplingText].compactMap { $0 }
    let lines = texts.map { "<p>\(escaped($0))</p>" }.joined()
    let values = (section.parameters?.values ?? []).map { value in
      "<tr><th scope=\"row\"><code>\(escaped(value.path))</code></th><td><code>\(escaped(value.uncertainty))</code></td></tr>"
    }
    let table =
      values.isEmpty
      ? ""
      : """
      <details class="more"><summary>Uncertain values and what they are drawn from</summary><div class="scroll">
      <table><thead><tr><th scope="col">Value</th><th scope="col">Drawn from</th></tr></thead>
      <tbody>\(values.joined())</tbody></table></div></details>
      """
    return Section(
      id: "replications", title: "Replications", note: section.replicationText(users: report.scenario.users),
      body: "\(histogram)<div class=\"texts\">\(lines)</div>\(table)")
  }

  /// The share that has acknowledged over time, over replications.
  var fan: Section? {
    guard let section = report.forecast, let chart = section.fanChart else { return nil }
    return Section(
      id: "fan", title: "Acknowledgment over time",
      note: """
        The share of onboarded users who have acknowledged, by time since onboarding: the median replication, and the \
        ranges that hold 50, 80 and 95% of replications at each time.
        """,
      body: chart.html)
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
