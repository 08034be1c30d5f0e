import GTSDModel

extension HTMLPage {
  /// All indicators, those with a demand first.
  var indicators: Section? {
    guard !report.kpis.isEmpty else { return nil }
    let judged = report.kpis.filter { !$0.targets.isEmpty }
    let others = report.kpis.filter { $0.targets.isEmpty }
    let separator = #"<tr class="group"><th colspan="6" scope="rowgroup">For information, without a demand</th></tr>"#
    let body = judged.map(row).joined() + (others.isEmpty ? "" : separator + others.map(row).joined())
    return Section(
      id: "indicators", title: "Indicators",
      note: """
        The bar is the 95% interval, the dot the value, the shaded zone what the specification asks for. An indicator \
        is missed or met only if its whole interval is on one side. Open a name for its definition.
        """,
      body: """
        <div class="scroll"><table class="wide kpis">
        <thead><tr><th scope="col">Indicator</th><th scope="col" class="num">Value</th><th class="chart"></th>
        <th scope="col">95% interval</th><th scope="col">Demand</th><th scope="col">Verdict</th></tr></thead>
        <tbody>\(body)</tbody></table></div>
        """)
  }

  private func row(_ result: KPIResult) -> String {
    let both = Set(result.targets.map(\.demand.level)).count == 2
    let demands = result.targets.map { target in
      let aim = both && target.demand.level == .target ? " <small>aim, \(target.verdict.word)</small>" : ""
      return escaped(Wording.bound(target.demand, unit: result.unit)) + aim
    }
    let hasData = result.value != nil || result.interval != nil
    return """
      <tr><th scope="row">\(name(result))</th>
      <td class="num \(hasData ? "value" : "dim")">\(escaped(result.valueText))</td>
      <td class="chart">\(hasData ? IntervalBar(result, width: 170).svg : "")</td>
      <td><small>\(escaped(result.intervalText))</small></td>
      <td class="targets">\(demands.joined(separator: "<br>"))</td>
      <td>\(result.targets.isEmpty ? "" : Self.chip(result.verdict))</td></tr>

      """
  }

  func name(_ result: KPIResult) -> String { PageRenderer.inline(result.explained(as: result.title)) }

  /// The arms of an experiment side by side.
  var arms: Section? {
    guard let arms = report.arms, let first = arms.first else { return nil }
    let heads = arms.map { arm in
      let role = arm.control ? "control, " : ""
      return """
        <th scope="col" class="num">\(escaped(arm.name))<br><small>\(role)\(Wording.count(arm.users, "user"))</small></th>
        """
    }
    let rows = first.kpis.map { result in
      let cells = arms.map { arm -> String in
        guard let own = arm.kpis.first(where: { $0.id == result.id }) else { return "<td></td>" }
        let change = own.changeInterval.map {
          "<br><small>\(Wording.change($0.low)) to \(Wording.change($0.high))</small>"
        }
        let verdict = own.targets.isEmpty || own.verdict == .none ? "" : "<br>\(Self.chip(own.verdict))"
        return "<td class=\"num\">\(escaped(own.valueText))\(change ?? "")\(verdict)</td>"
      }
      return "<tr><th scope=\"row\">\(escaped(result.title))</th>\(cells.joined())</tr>"
    }
    return Section(
      id: "arms", title: "Arms of the experiment",
      note: "The second line is the relative change against control, as a 95% interval.",
      body: """
        <div class="scroll"><table><thead><tr><th scope="col">Indicator</th>\(heads.joined())</tr></thead>
        <tbody>\(rows.joined())</tbody></table></div>
        """)
  }
}

extension KPIResult {
  /// The indicator's name; on pages with its definition, what was counted, and where its demands come from.
  func explained(as name: String) -> RichText {
    guard let definition = kpi?.definition else { return RichText(name) }
    var facts: [String] = []
    if let numerator, let denominator {
      facts.append("\(Wording.whole(numerator)) of \(Wording.whole(denominator))")
    } else if let denominator {
      facts.append("over \(Wording.whole(denominator))")
    }
    if censored > 0 { facts.append("\(Wording.whole(censored)) censored") }
    if let method = interval?.method { facts.append("interval: \(method)") }
    let sources = targets.map(\.demand.source).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let origin = sources.isEmpty ? "" : "<br><span>Source: \(escaped(sources.joined(separator: ", ")))</span>"
    return RichText([
      .explained(
        name,
        markup: """
          <details class="def"><summary>\(escaped(title))</summary>
          <p>\(escaped(definition.text))<br>\(escaped(facts.joined(separator: " · ")))\(origin)</p></details>
          """)
    ])
  }
}
