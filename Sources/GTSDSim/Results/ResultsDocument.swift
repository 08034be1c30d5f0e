import Documents
import GTSDModel
import GTSDWorld
import Statistics

/// The sections that reports of several kinds share: measurements of people and requests, violations, and
/// assumptions.
struct ResultsDocument {
  let report: Report

  /// The sections in the order of pages.
  var sections: [Document.Section] {
    [
      indicators, arms, acknowledgment, funnel, requests, photoFailures, violations, distributions, checks, assumptions,
      again, notes,
    ].compactMap(\.self)
  }

  // MARK: Indicators

  /// The table of indicators. Pages show those with a target first.
  private var indicators: Document.Section? {
    guard report.showsIndicators else { return nil }
    let judged = report.kpis.filter { !$0.targets.isEmpty }
    let others = report.kpis.filter { $0.targets.isEmpty }
    let group = others.isEmpty ? [] : [Table.Row.group("For information, without a target")]
    let table = Table(
      [
        .head("Indicator"), .number("Value"), .text("", style: "chart", on: .page),
        .text("95% interval", on: .page), .number("95% interval", on: .text), .number("Out of", on: .text),
        .text("Target", style: "targets"), .text("Verdict"),
      ], style: "wide kpis", judged.map(row) + group + others.map(row), inTexts: report.kpis.map(row))
    let isShown = report.isOfRun || report.kpis.contains { $0.value != nil }
    let note =
      "The bar is the 95% interval, the dot the value, the shaded zone what the specification asks for. An indicator "
      + "is missed or met only if its whole interval is on one side. Open a name for its definition."
    return Document.Section(
      "indicators", "Indicators", untitled: .terminal,
      [
        report.kpis.isEmpty ? nil : .note(note), .table(table, on: report.kpis.isEmpty ? .markdown : .written),
        isShown ? .lines(indicatorLines) : nil,
      ])
  }

  private func row(_ result: KPIResult) -> Table.Row {
    let hasData = result.value != nil || result.interval != nil
    let levels = Set(result.targets.map(\.demand.level))
    let demands = result.targets.map { target -> RichText in
      let level = target.demand.level
      let aim = levels.count == 2 && level == .target ? " <small>aim, \(target.verdict.word)</small>" : ""
      return RichText([
        .plain(Wording.bound(target.demand, unit: result.unit)), .markup(aim),
        .on(.text, levels.contains(.criterion) ? " (\(level.rawValue))" : ""),
      ])
    }
    let change: [RichText.Span] = result.decidingChange.map { [.lineBreak, .small("against control, \($0)")] } ?? []
    return .cells([
      .init(result.explained(as: result.title)), .init(result.valueText, style: hasData ? "value" : "dim"),
      .init(RichText([.markup(hasData ? IntervalBar(result, width: 170).svg : "")])),
      .init(RichText([.small(result.intervalText)] + change)), .init(RichText([.plain(result.intervalText)] + change)),
      .init(result.denominator.map(Wording.whole) ?? ""),
      .init(RichText(Array(demands.map(\.spans).joined(separator: [.lineBreak])))),
      result.targets.isEmpty ? "" : .verdict(result.verdict),
    ])
  }

  private func indicatorLines(_ layout: TerminalLayout) -> [String] {
    let judged = report.kpis.filter { !$0.targets.isEmpty }
    let rest = report.kpis.filter { $0.targets.isEmpty && $0.value != nil }
    let head = ["Indicator", "value", "95% interval", "target"]
    func cells(_ result: KPIResult) -> [String] {
      [result.title, result.valueText, result.intervalText, result.bounds(result.decidingTargets)]
    }
    // The other columns are as wide as their content. The first column gets the remaining width.
    let all = [head] + (judged + rest).map(cells)
    let widths = head.indices.map { column in all.map { layout.written($0[column]).count }.max() ?? 0 }
    let isJudged = !judged.isEmpty
    let demand = layout.isWide && isJudged ? min(widths[3], 17) + 2 : 0
    let name = layout.width - widths[1] - widths[2] - demand - 4 - (isJudged ? 12 : 0)
    func row(_ cells: [String], _ verdict: String = "") -> [String] {
      layout.row(
        cells[0], name - 1,
        layout.trimmed(
          " " + layout.right(cells[1], widths[1]) + "  " + layout.right(cells[2], widths[2]) + "  "
            + (demand > 0 ? layout.fit(cells[3], demand) : "") + verdict))
    }
    var lines = row(head, isJudged ? "verdict" : "").map(layout.bold) + [layout.rule]
    for result in judged {
      let verdict = layout.paint("\(result.verdict.glyph) \(result.verdict.word)", result.verdict)
      guard let change = result.decidingChange else {
        lines += row(cells(result), verdict)
        continue
      }
      // The verdict is on the change, not on the value of all arms together.
      lines += row(Array(cells(result).prefix(3)) + [""])
      let text = layout.fit("  against control, \(change)", name + widths[1] + widths[2] + 4)
      lines.append(text + (demand > 0 ? layout.fit(result.bounds(result.decidingTargets), demand) : "") + verdict)
    }
    if !rest.isEmpty { lines.append(layout.dim("For information")) }
    return lines + rest.flatMap { row(cells($0)) }
  }

  /// The arms of an experiment side by side.
  private var arms: Document.Section? {
    guard let arms = report.arms, let first = arms.first else { return nil }
    let columns = arms.map { arm in
      Table.Column.number(
        RichText([
          .plain(arm.name), .fine("\(arm.control ? "control, " : "")\(Wording.count(arm.users, "user"))"),
        ]), inTexts: "\(arm.name)\(arm.control ? " (control)" : "") (\(Wording.whole(arm.users)))")
    }
    let rows = first.kpis.map { result in
      [Table.Cell(result.title)]
        + arms.map { arm -> Table.Cell in
          guard let own = arm.kpis.first(where: { $0.id == result.id }) else { return "" }
          let change = own.changeText
          let isJudged = !own.targets.isEmpty && own.verdict != .none
          return .init(
            RichText(own.valueText)
              + RichText(change.map { [.fine($0), .on(.text, RichText(", \($0)"))] } ?? [])
              + (isJudged ? .only(.page, RichText([.lineBreak]) + .verdict(own.verdict)) : ""))
        }
    }
    let isRun = report.isOfRun || report.kind == .forecast
    let level =
      arms.count > 2 ? "as intervals that hold at 95% for all arms of a row together" : "as a 95% interval"
    return Document.Section(
      "arms", "Arms of the experiment", inTexts: "Arms",
      [
        .note("The second line is the relative change against control, \(level)."),
        .paragraph("Changes are relative to control, \(level).").on(.markdown), .chart(armChart(arms)),
        DocumentBlock.folded(
          "Every indicator, by arm", as: .closed, [.table(Table([.head("Indicator")] + columns, style: "stacks", rows))]
        ).on(.written),
        isRun ? .lines { armLines(arms, $0) } : nil,
      ])
  }

  /// The main indicators, a line for each arm, with the change from control.
  private func armLines(_ arms: [ArmResult], _ layout: TerminalLayout) -> [String] {
    let main: [KPI] = [
      .acknowledgmentRate24h, .profileCompletionRate7d, .summaryCompletionRate, .retentionRate7d, .dismissalRate,
    ]
    let shown = main.filter { kpi in arms.contains { $0.kpis.contains { $0.id == kpi.id && $0.value != nil } } }
      .prefix(layout.isWide ? 2 : 1)
    let name = layout.width - 8 - shown.count * 34
    let head =
      layout.fit("Arm", name) + layout.right("users", 8)
      + shown.map { layout.right($0.definition.title, 34) }.joined()
    return [layout.dim(head)]
      + arms.map { arm in
        let cells = shown.map { kpi in
          guard let result = arm.kpis.first(where: { $0.id == kpi.id }) else { return layout.right("", 34) }
          let change = result.changeText ?? ""
          return layout.right(result.valueText, 12)
            + layout.right(change.isEmpty && arm.control ? "control" : change, 22)
        }
        return layout.fit(arm.name, name) + layout.right(Wording.whole(arm.users), 8) + cells.joined()
      }
  }

  // MARK: People

  /// The share of people who have acknowledged, by hour of the first day.
  private var acknowledgment: Document.Section? {
    let goal = report.kpi(.acknowledgmentRate24h)?.decidingTargets.lazy.compactMap { target in
      if case .number(let bound) = target.demand.value, target.demand.versus == .absolute { bound } else { nil }
    }.first
    guard report.forecast?.fan == nil,
      let curve = report.survival.first(where: { $0.id == SurvivalID.timeToAcknowledge.rawValue }),
      curve.count > 0, let chart = LineChart(acknowledgment: curve, goal: goal)
    else { return nil }
    let early = report.kpi(.acknowledgmentRate24h)?.censored ?? 0
    let difference =
      early == 0
      ? ""
      : " The curve also uses \(Wording.count(early, "user")) observed for less than 24 h, whom the indicator leaves out, "
        + "so the two can differ a little."
    return Document.Section(
      "acknowledgment", "Acknowledgment over 24 hours",
      [
        .note(
          RichText(
            "Share of onboarded users who have acknowledged, by time since onboarding: the Kaplan-Meier estimate over all "
              + "\(Wording.whole(curve.count)) of them, \(Wording.whole(curve.censored)) censored, with its pointwise 95% "
              + "band.\(difference)")), .chart(chart),
      ])
  }

  // MARK: Requests and times

  /// Requests, errors and latency per endpoint, on one logarithmic scale.
  private var requests: Document.Section? {
    guard !report.requests.isEmpty else { return nil }
    let scale = LatencyScale(report.requests.map(\.latency))
    let table = Table(
      [
        .head("Endpoint"), .number("Requests"), .number("Errors", on: .page), .number("Errors", on: .text),
        .text("By status", on: .page), .text(RichText([.markup(scale.axis)]), on: .page), .number("p50"),
        .number("p95"), .number("p99"), .number("Max", on: .text),
      ], style: "wide",
      report.requests.map { row in
        let statuses = row.errorsByStatus.ordered { $0.key < $1.key }.map { "\($0.key): \(Wording.whole($0.value))" }
          .joined(separator: ", ")
        let rate = row.count > 0 ? Wording.percent(Double(row.errors) / Double(row.count)) : "–"
        return [
          .code(row.endpoint), .init(Wording.whole(row.count)),
          .init(row.errors == 0 ? RichText([.dim("0")]) : RichText(rate)), .init(statuses.isEmpty ? "0" : statuses),
          .init(RichText([.markup("<small class=\"free\">\(escaped(statuses))</small>")])),
          .init(RichText([.markup(scale.bar(row.latency))])),
        ] + [Table.Cell](row.latency.figures([\.p50, \.p95, \.p99, \.max]))
      })
    return Document.Section(
      "requests", "Requests and latency", inTexts: "Requests",
      [
        .note(
          RichText(
            "Time from send to reply on a logarithmic scale: the dot is the median, the bar reaches to the 95th "
              + "percentile, the tick marks the 99th, the thin line runs from the fastest to the 99.9th. "
              + RequestRow.errorsMeaning)),
        .paragraph(RequestRow.errorsMeaning).on(.markdown), .table(table),
      ])
  }

  /// The reasons for which photos were shown as failed.
  private var photoFailures: Document.Section? {
    guard let failures = report.photoFailures else { return nil }
    let all = failures.reduce(0) { $0 + $1.count }
    let table = Table(
      [.head("Reason"), .number("Times"), .number("Of all")],
      failures.map { row in
        [
          .code(row.reason), .init(Wording.whole(row.count)),
          .init(Wording.percent(Double(row.count) / Double(all))),
        ]
      })
    return Document.Section(
      "photos", "Photos that failed",
      [
        .note(
          "How often the app showed a photo as failed, by reason. If a reply is lost, the app first tries again up to "
            + "three times."), .table(table),
      ])
  }

  /// The section of distributions, each with a drawing of its shape.
  private var distributions: Document.Section? {
    guard !report.distributions.isEmpty else { return nil }
    let table = Table(
      [
        .head("Distribution"), .text("Shape", on: .page), .number("Count"), .number("Mean"),
        .number("Min", on: .text), .number("p50"), .number("p90"), .number("p95"), .number("p99"),
        .number("p99.9", on: .text), .number("Max"),
      ], style: "wide",
      report.distributions.map { one in
        [
          .init(RichText([.on(.page, .code(one.id)), .on(.text, RichText(one.id))])),
          .init(RichText([.markup(one.shape)])), .init(Wording.whole(one.count)),
        ] + [Table.Cell](one.figures([\.mean, \.min, \.p50, \.p90, \.p95, \.p99, \.p999, \.max]))
      })
    return Document.Section(
      "distributions", "Distributions",
      [.note("The shapes have a logarithmic scale of their own each."), .table(table)])
  }

  // MARK: Violations

  /// The violations, their meaning and the commands that replay them.
  private var violations: Document.Section? {
    guard report.showsViolations else { return nil }
    let checked = report.checks.contains { $0.evaluated > 0 }
    guard !report.violations.isEmpty else {
      return Document.Section(
        "violations", "State violations",
        [
          .paragraph(
            checked ? "None: every invariant held wherever it was checked." : "No invariant was checked.", .only
          ).on(.page), .paragraph("None.").on(.markdown),
        ])
    }
    let articles = report.violations.map(article)
    let shown = 10
    let isFolded = articles.count > shown + 2
    var blocks: [DocumentBlock?] = [.note(isNamedByHistory ? "\(Self.episodes) \(Self.looks)" : Self.episodes)]
    for article in articles.prefix(isFolded ? shown : articles.count) { blocks.append(article) }
    if isFolded {
      let rest = Array(articles[shown...])
      blocks.append(DocumentBlock.folded("\(rest.count) more kinds", as: .rest, rest).on(.written))
    }
    if report.kind != .forecast { blocks.append(.lines(violationLines)) }
    return Document.Section("violations", "State violations", blocks)
  }

  private static let episodes =
    "An episode lasts from the moment an invariant breaks until it holds again, per user and key."
  private static let looks = "The hazard's name is a guess from the history; `gtsd-sim replay` checks it."

  /// Whether hazards were assigned only by the violations' histories. A search also tests the hazards' switches.
  private var isNamedByHistory: Bool {
    report.kind != .exploration
      && report.violations.contains { $0.hazard != nil && $0.examples.contains { !$0.replay.isEmpty } }
  }

  private func article(_ violation: Violation) -> DocumentBlock {
    .article(
      .init(
        title: violation.invariant, label: violation.label,
        counts: [Wording.count(violation.count, "episode"), Wording.count(violation.users, "user")],
        meaning: Glossary.meaning(of: violation.invariant), key: violation.key,
        examples: violation.examples.map { example in
          let when = "user \(example.user) at \(Wording.seconds(example.atSeconds))"
          return ("\(when): \(example.summary)", report.replay(example.replay))
        }))
  }

  private func violationLines(_ layout: TerminalLayout) -> [String] {
    let shown = report.violations.prefix(5)
    var lines: [String] = []
    for violation in shown {
      let counts = "\(Wording.count(violation.count, "episode")), \(Wording.count(violation.users, "user"))"
      let label = layout.fit(violation.label, layout.width - 10 - (layout.isWide ? 32 : 0))
      lines.append(
        layout.paint(layout.fit(violation.invariant, 10), .missed)
          + (layout.isWide ? label + " " + layout.right(counts, 31) : layout.trimmed(label)))
      if !layout.isWide { lines.append("          \(counts)") }
      if let meaning = Glossary.meaning(of: violation.invariant) { lines += layout.wrap(meaning, indent: 10) }
      // Rows of one hazard differ in the last part of their keys, which names the failure.
      let rows = report.violations.count { ($0.invariant, $0.hazard) == (violation.invariant, violation.hazard) }
      if rows > 1, let site = violation.key.split(separator: "/").last {
        lines += layout.wrap(String(site), indent: 10)
      }
      // Printed in one piece, so that it can be copied.
      let margin = String(repeating: " ", count: layout.isWide ? 10 : 4)
      if let example = violation.examples.first {
        if let command = report.replay(example.replay) {
          lines.append(layout.dim(margin + command))
        } else {
          lines += layout.wrap(example.summary, indent: margin.count)
        }
      }
    }
    let more = report.violations.count - shown.count
    return lines
      + (more > 0 ? [layout.dim("          and \(more) more kinds, which --output DIR writes out")] : [])
      + (isNamedByHistory ? layout.wrap(Self.looks, indent: 10).map(layout.dim) : [])
  }

  /// The number of evaluations of each invariant.
  private var checks: Document.Section? {
    guard !report.checks.isEmpty else { return nil }
    let broken = report.violations.brokenInvariants
    // A search and a shard only report the invariants that they evaluated.
    let isPart = report.kind == .exploration || report.shard != nil
    let table = Table(
      [
        .head("Invariant", style: "id"), .text("When broken", style: "dim text", on: .page), .number("Evaluated"),
        .number("Vacuous", style: "dim"), .text("Meaning when broken", on: .text), .text("Result", on: .page),
      ],
      report.checks.map { check in
        let verdict: Verdict =
          broken.contains(check.invariant) ? .missed : check.evaluated > 0 && !isPart ? .met : .none
        let held = check.evaluated == 0 ? "never evaluated" : isPart ? "not seen broken" : "held"
        let meaning = Table.Cell(Glossary.meaning(of: check.invariant) ?? "")
        return [
          .init(check.invariant), meaning, .init(Wording.whole(check.evaluated)), .init(Wording.whole(check.vacuous)),
          meaning, .init(RichText([.verdict(verdict, word: verdict == .missed ? "broken" : held)])),
        ]
      })
    return Document.Section(
      "checks", "Checks",
      [
        .note(
          "Evaluated: how often the invariant applied and was checked. Vacuous: how often it did not apply."),
        .table(table),
      ])
  }

  // MARK: Assumptions and notes

  /// The default values that the results depend on.
  private var assumptions: Document.Section? {
    guard !report.assumptions.isEmpty else { return nil }
    let count = report.assumptions.count
    let names = ScenarioPath.names(report.assumptions.map(\.path))
    let table = Table(
      [
        .head("Assumption"), .text("Value"), .text("Source", style: "dim"),
        .text("Path for `--set`", inTexts: "Path for --set", style: "dim", on: .text),
      ],
      zip(report.assumptions, names).map { one, name in
        [
          .init(RichText([.plain(name), .fine(name == one.path ? "" : one.path)])),
          .init(Wording.assumption(one.value)),
          .init(one.source), .code(one.path),
        ]
      })
    return Document.Section(
      "assumptions", "Assumptions",
      [
        .note(
          "Values behind this result that nobody has measured. Change any of them in the scenario file, or with --set PATH=VALUE."
        ),
        .folded(Wording.count(count, "assumption"), as: count <= 12 ? .open : .closed, [.table(table)]).on(.written),
      ])
  }

  /// The command that makes this report again.
  private var again: Document.Section? {
    guard let reproduction = Reproduction(report) else { return nil }
    return Document.Section(
      "again", "Run it again", inTexts: "Again",
      [
        .note(reproduction.note, on: .written), DocumentBlock.command(reproduction.command).on(.written),
        ownDescription.map { DocumentBlock.paragraph(.prose($0), .footnote).on(.page) },
      ])
  }

  /// The description in the scenario's file, if the page begins with another text.
  private var ownDescription: String? {
    guard let description = report.scenario.description, description != report.account else { return nil }
    return "Description in the scenario file: “\(description)”"
  }

  /// Remarks on how to read the numbers; pages have them at their foot.
  private var notes: Document.Section? {
    report.notes.isEmpty
      ? nil : Document.Section("notes", "Notes", [DocumentBlock.list(report.notes).on(.markdown)])
  }
}

extension DistributionSummary {
  /// The chosen figures for people, `–` where there are no data.
  func figures(_ paths: [KeyPath<DistributionSummary, Double?>]) -> [String] {
    paths.map { path in self[keyPath: path].map { Wording.value($0, unit: unit) } ?? "–" }
  }
}
