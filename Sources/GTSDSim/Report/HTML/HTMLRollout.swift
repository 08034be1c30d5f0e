import GTSDModel

extension HTMLPage {
  /// What the triggers of a staged roll-out would do.
  var rollout: Section? {
    guard let section = report.forecast?.rollout else { return nil }
    let stages = section.stages.indices.map { "<th scope=\"col\" class=\"num\">Stage \($0 + 1)</th>" }.joined()
    let rows = section.triggers.map { trigger in
      """
      <tr><th scope="row">\(escaped(trigger.title))<br><small>\(escaped(trigger.rule))</small></th>
      <td class="num value">\(escaped(trigger.longRunText))</td>
      <td class="num">\(escaped(trigger.share(trigger.firesWrongly, trigger.firesWronglyInterval, of: section.replications)))</td>
      <td class="num">\(escaped(trigger.share(trigger.firesLate, trigger.firesLateInterval, of: section.replications)))</td>
      <td class="num">\(escaped(trigger.timeText))</td>
      <td class="num">\(Wording.whole(trigger.controlFires))</td></tr>

      """
    }
    let firings = section.triggers.map { trigger in
      let counts = trigger.firesInStage + [section.replications - trigger.fires]
      return "<tr><th scope=\"row\">\(escaped(trigger.title))</th>"
        + counts.map { "<td class=\"num\">\(Wording.whole($0))</td>" }.joined() + "</tr>\n"
    }
    let charts = section.triggers.compactMap { $0.chart(section)?.html }.joined(separator: "\n")
    let assumptions = section.assumptions.map { "<li>\(prose($0))</li>" }.joined()
    return Section(
      id: "rollout", title: "Roll-out", note: section.stagesText,
      body: """
        <div class="scroll"><table class="wide">
        <thead><tr><th scope="col">Trigger</th><th scope="col" class="num">Long run</th>
        <th scope="col" class="num">Fires wrongly</th><th scope="col" class="num">Too late or never</th>
        <th scope="col" class="num">Time of firing</th><th scope="col" class="num">Control fires</th></tr></thead>
        <tbody>\(rows.joined())</tbody></table></div>
        <div class="scroll"><table>
        <thead><tr><th scope="col">Replications in which it fires first</th>\(stages)
        <th scope="col" class="num">Never</th></tr></thead>
        <tbody>\(firings.joined())</tbody></table></div>
        \(charts)
        <details class="more"><summary>How triggers are evaluated</summary><ul>\(assumptions)</ul></details>
        """)
  }
}

extension ForecastSection.Rollout.Trigger {
  /// The rate over time with its limit and the stages; nil for what is no rate, or was seldom to be had.
  func chart(_ section: ForecastSection.Rollout) -> LineChart? {
    let points = rates.filter { $0.count == 4 }
    guard points.count > 1 else { return nil }
    return LineChart(
      title: "\(title) of the last 24 h", summary: finding(of: section.replications),
      x: Axis("Time since the start", .seconds, holds: [0]), y: Axis(title, .share, holds: [0]),
      series: [
        .init(
          "median", points.map { .init($0[0], $0[2]) },
          bands: [.init("90% of replications", points.map { .init($0[0], $0[1], $0[3]) })])
      ],
      horizontals: [ReferenceLine(limit, "limit \(limitText)")],
      verticals: section.stages.filter { $0.count == 2 }.map {
        ReferenceLine($0[0], "\(Wording.short($0[1] * 100, 1))%")
      })
  }
}
