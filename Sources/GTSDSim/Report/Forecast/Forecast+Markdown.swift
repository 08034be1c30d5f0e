extension Report {
  /// The part of the Markdown report that is about a forecast.
  func forecastBlocks(
    _ section: ForecastSection, inline: (String) -> String, table: ([String], String, [[String]]) -> String
  ) -> [String] {
    let unit = section.subject?.unit ?? ""
    var blocks = ["## Indicators over replications", indicatorRows(section, inline: inline, table: table)]
    blocks.append(
      "Met and missed are on average, over the people of all replications; the probability is that of a replication.")
    blocks.append("## Replications")
    let texts = [
      section.replicationText(users: scenario.users), section.stoppingText, section.uncertaintyText,
      section.samplingText,
    ]
    blocks.append(texts.compactMap { $0 }.map { "- \(inline($0))" }.joined(separator: "\n"))
    if let parameters = section.parameters {
      blocks.append(
        table(
          ["Uncertain value", "Drawn from"], "ll", parameters.values.map { ["`\($0.path)`", "`\($0.uncertainty)`"] }))
    }
    if let study = section.sensitivity { blocks += sensitivityBlocks(study, unit: unit, inline: inline, table: table) }
    if let solution = section.solution {
      blocks += ["## What reaches \(Wording.goal(solution.target, unit: unit))", inline(solution.text(unit: unit))]
      blocks.append(
        table(
          ["Value", "Mean", "95% interval"], "rrr",
          solution.evaluations.filter { $0.count == 4 }.map { tried in
            let band = Interval(level: 0.95, low: tried[2], high: tried[3], method: "")
            return [
              solution.number(tried[0]), Wording.mean(tried[1], unit: unit),
              Wording.meanInterval(band, unit: unit, of: tried[1]),
            ]
          }))
      blocks.append(inline(solution.methodText))
    }
    if let rollout = section.rollout { blocks += rolloutBlocks(rollout, inline: inline, table: table) }
    return blocks
  }

  private func indicatorRows(
    _ section: ForecastSection, inline: (String) -> String, table: ([String], String, [[String]]) -> String
  ) -> String {
    let rows = section.indicators.filter { $0.mean != nil || !$0.targets.isEmpty }.flatMap { indicator -> [[String]] in
      let figures = [inline(indicator.title), indicator.meanText, indicator.intervalText, indicator.spreadText]
      guard !indicator.targets.isEmpty else { return [figures + ["", "", "", ""]] }
      return indicator.targets.enumerated().map { index, target in
        let verdict = verdict(target, of: indicator)
        let met =
          target.probability == nil
          ? "" : "\(Wording.whole(target.met)) of \(Wording.whole(target.replications))"
        return (index == 0 ? figures : ["", "", "", ""])
          + [
            inline(target.name(unit: indicator.unit)), "\(verdict.glyph) \(verdict.word)", met, target.probabilityText,
          ]
      }
    }
    return table(
      ["Indicator", "Mean", "95% interval", "5–95%", "Demand", "On average", "Met in", "Probability"], "lrrrllrr", rows)
  }

  private func sensitivityBlocks(
    _ study: ForecastSection.Sensitivity, unit: String, inline: (String) -> String,
    table: ([String], String, [[String]]) -> String
  ) -> [String] {
    var blocks = ["## What moves it", inline(study.methodText(unit: unit))]
    blocks.append(
      table(
        ["Parameter", "Low end", "Change there", "High end", "Change there"], "lrrrr",
        study.moving.compactMap { row in
          row.bar.map { bar in
            [
              "`\(bar.factor.path)`", Wording.parameters(bar.factor.low, path: row.path),
              Self.change(bar.low, bar.lowInterval, unit), Wording.parameters(bar.factor.high, path: row.path),
              Self.change(bar.high, bar.highInterval, unit),
            ]
          }
        }))
    let rest = study.restText(shown: study.moving.count)
    if !rest.isEmpty { blocks.append(inline(rest)) }
    let rows = study.rows.filter { $0.correlation != nil || $0.index != nil }
    guard !rows.isEmpty else { return blocks }
    func cell(_ value: String?, _ interval: String?) -> String {
      value.map { interval?.isEmpty == false ? "\($0) (\(interval ?? ""))" : $0 } ?? "–"
    }
    blocks.append(
      table(
        ["Parameter", "PRCC", "First-order", "Total"], "lrrr",
        rows.map { row in
          [
            "`\(row.path)`", cell(row.correlation?.text, row.correlation?.intervalText),
            cell(row.index?.firstText, row.index?.firstIntervalText),
            cell(row.index?.totalText, row.index?.totalIntervalText),
          ]
        }))
    return blocks + [inline(study.methodsText)]
  }

  /// A change with its interval.
  static func change(_ change: Double, _ interval: Interval?, _ unit: String) -> String {
    let ends = interval.map { [$0.low, $0.high].map { Wording.effect($0, unit: unit) } }
    return Wording.effect(change, unit: unit) + (ends.map { " (\($0[0]) to \($0[1]))" } ?? "")
  }
}
