import GTSDModel

extension Report {
  /// The report as Markdown (GitHub's dialect), for a pull request or a chat.
  public var markdown: String {
    var blocks: [String] = []
    let headline = Headline(self)
    blocks.append("# \(Self.inline(scenario.name))")
    if let description = scenario.description { blocks.append(Self.inline(description)) }
    blocks.append(Self.inline(subtitle))
    blocks.append(headline.qualification)
    blocks.append(headline.sentences.map { "- \($0.verdict.glyph) \(Self.inline($0.text))" }.joined(separator: "\n"))
    if let exploration { blocks += explorationBlocks(exploration, inline: Self.inline) }
    if let calibration { blocks += calibrationBlocks(calibration, inline: Self.inline) }
    if let comparison { blocks += comparison.blocks(inline: Self.inline) }
    blocks += MarkdownRenderer.blocks(document)
    if let load { blocks += load.blocks(inline: Self.inline) }
    if forecast == nil, !kpis.isEmpty || isOfRun { blocks += ["## Indicators", Self.indicatorTable(kpis)] }
    if let arms { blocks.append(contentsOf: Self.armBlocks(arms)) }
    if !funnel.isEmpty { blocks += ["## Funnel", funnelTable] }
    if showsViolations { blocks += ["## State violations", violations.isEmpty ? "None." : violationBlocks] }
    if !requests.isEmpty { blocks += ["## Requests", RequestRow.errorsMeaning, requestTable] }
    if !distributions.isEmpty { blocks += ["## Distributions", Self.distributionTable(distributions)] }
    if !checks.isEmpty { blocks += ["## Checks", checkTable] }
    if !assumptions.isEmpty { blocks += ["## Assumptions", assumptionTable] }
    if let again = Reproduction(self) { blocks += ["## Again", again.note, "```sh\n\(again.command)\n```"] }
    if !notes.isEmpty { blocks += ["## Notes", notes.map { "- \(Self.inline($0))" }.joined(separator: "\n")] }
    let own = load == nil ? "Digest `\(digest)`, scenario" : "Scenario"
    blocks.append("\(own) `\(scenario.digest)`, \(tool.name) \(tool.version).")
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static func indicatorTable(_ kpis: [KPIResult]) -> String {
    table(
      ["Indicator", "Value", "95% interval", "Out of", "Demand", "Verdict"], align: "lrrrll",
      kpis.map { result in
        [
          inline(result.title), result.valueText, result.intervalText,
          result.denominator.map(Wording.whole) ?? "",
          result.targets.map { target in
            let level = result.targets.contains { $0.demand.level == .criterion } ? " (\(target.demand.level))" : ""
            return inline(Wording.bound(target.demand, unit: result.unit)) + level
          }.joined(separator: "<br>"),
          result.targets.isEmpty ? "" : "\(result.verdict.glyph) \(result.verdict.word)",
        ]
      })
  }

  private static func armBlocks(_ arms: [ArmResult]) -> [String] {
    let ids = arms.first?.kpis.map(\.id) ?? []
    let rows = ids.map { id in
      let cells = arms.map { arm in
        guard let result = arm.kpis.first(where: { $0.id == id }) else { return "" }
        let change = result.changeInterval.map { ", \(Wording.change($0.low)) to \(Wording.change($0.high))" } ?? ""
        return "\(result.valueText)\(change)"
      }
      return [arms[0].kpis.first { $0.id == id }.map { inline($0.title) } ?? id] + cells
    }
    let titles = arms.map { "\(inline($0.name))\($0.control ? " (control)" : "") (\(Wording.whole($0.users)))" }
    return [
      "## Arms", "Changes are relative to control, with their 95% interval.",
      table(["Indicator"] + titles, align: "l" + String(repeating: "r", count: arms.count), rows),
    ]
  }

  private var funnelTable: String {
    let first = Double(funnel.first?.users ?? 0)
    return Self.table(
      ["Step", "Users", "Of all"], align: "lrr",
      funnel.map { row in
        [row.title, Wording.whole(row.users), first > 0 ? Wording.percent(Double(row.users) / first) : ""]
      })
  }

  private var violationBlocks: String {
    violations.map { violation in
      var lines = ["### \(violation.invariant): \(violation.label)", ""]
      if let meaning = Glossary.meaning(of: violation.invariant) { lines += [meaning, ""] }
      lines.append(
        "\(Wording.count(violation.count, "episode")), \(Wording.count(violation.users, "user")), "
          + "key `\(violation.key)`.")
      if !violation.examples.isEmpty { lines.append("") }
      for example in violation.examples {
        lines.append(
          "- user \(example.user) at \(Wording.seconds(example.atSeconds)): \(Self.inline(example.summary))"
            + (example.command.map { "  \n  `\($0)`" } ?? ""))
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private var requestTable: String {
    Self.table(
      ["Endpoint", "Requests", "Errors", "p50", "p95", "p99", "Max"], align: "lrrrrrr",
      requests.map { row in
        let statuses = row.errorsByStatus.sorted { $0.key < $1.key }.map { "\($0.key): \(Wording.whole($0.value))" }
        return [
          "`\(row.endpoint)`", Wording.whole(row.count),
          statuses.isEmpty ? "0" : statuses.joined(separator: ", "),
        ] + row.latency.figures([\.p50, \.p95, \.p99, \.max])
      })
  }

  static func distributionTable(_ distributions: [DistributionSummary]) -> String {
    table(
      ["Distribution", "Count", "Mean", "Min", "p50", "p90", "p95", "p99", "p99.9", "Max"], align: "lrrrrrrrrr",
      distributions.map {
        [$0.id, Wording.whole($0.count)] + $0.figures([\.mean, \.min, \.p50, \.p90, \.p95, \.p99, \.p999, \.max])
      })
  }

  private var checkTable: String {
    Self.table(
      ["Invariant", "Evaluated", "Vacuous", "Meaning when broken"], align: "lrrl",
      checks.map {
        [
          $0.invariant, Wording.whole($0.evaluated), Wording.whole($0.vacuous),
          Glossary.meaning(of: $0.invariant) ?? "",
        ]
      })
  }

  private var assumptionTable: String {
    Self.table(
      ["Path", "Value", "Source"], align: "lll",
      assumptions.map { ["`\($0.path)`", Self.inline($0.value), Self.inline($0.source)] })
  }

  private static func table(_ header: [String], align: String, _ rows: [[String]]) -> String {
    let rule = align.map { $0 == "r" ? "---:" : "---" }
    return ([header, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  private static func inline(_ text: String) -> String { MarkdownRenderer.inline(text) }
}

extension DistributionSummary {
  /// The chosen figures for people, `–` where there are no data.
  func figures(_ paths: [KeyPath<DistributionSummary, Double?>]) -> [String] {
    paths.map { path in self[keyPath: path].map { Wording.value($0, unit: unit) } ?? "–" }
  }
}

extension FunnelRow {
  /// The step's name for people.
  var title: String { FunnelStep(rawValue: step)?.title ?? step }
}
