import Documents
import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

/// The report of a forecast, section by section.
struct ForecastDocument {
  let report: Report
  let section: ForecastSection

  /// The unit of the indicator that the forecast is about.
  var unit: String { section.subject?.unit ?? "" }
  var title: String { section.subject?.title ?? section.kpi }

  func add(to document: inout Document) {
    document.hero = hero(document.findings)
    document.sections += [replications, fan, indicators, rollout, reach, drivers, goal].compactMap(\.self)
    document.firstInTexts = ["indicators", "replications", "reach", "drivers", "goal", "rollout"]
    document.styles = [PageFile.forecast.text]
  }

  /// The answer to the forecast's question, and the other findings. The answer is whether a roll-out would be stopped,
  /// or else how likely the main indicator meets its target.
  private func hero(_ findings: [Statement]) -> Document.Hero {
    if let rollout = section.rollout, let answer = report.rolloutAnswer, let stops = rollout.stops {
      return .init(
        big: Wording.percent(Double(stops) / Double(rollout.replications)), lead: [.paragraph(answer.finding)],
        findings: findings.filter { $0.finding != answer.finding })
    }
    // The large figure replaces its own sentence, and no other.
    let own = section.subject.map { Headline.finding(on: $0, of: section, report).finding }
    let others = findings.filter { $0.finding != own }
    guard let subject = section.subject, subject.centre != nil else {
      return .init(lead: findings.prefix(1).map { .paragraph($0.finding) }, findings: others)
    }
    // The question is how likely the target is to be met, so the mean is secondary.
    let deciding = subject.decidingTargets.filter { $0.probability != nil }
    let title = Headline.joinsArms(section, report) ? "\(subject.title), all arms together" : subject.title
    let demands = deciding.map { target -> DocumentBlock in
      let name = target.name(unit: subject.unit)
      return .paragraph(
        RichText("\(title), \(name): \(target.likelihood(of: section.replications)). ")
          + .verdict(report.verdict(target, of: subject)))
    }
    let interval = subject.intervalText
    let ends = interval.isEmpty ? "no interval" : "95% interval \(interval)"
    return .init(
      big: deciding.first?.headlineText ?? subject.centreText,
      lead: (demands.isEmpty ? [.paragraph("No target is set for this indicator.")] : demands) + [
        .paragraph(
          "\(title): \(subject.namedCentreText) of "
            + "\(Wording.count(subject.replications, "replication"))."),
        .markup(IntervalBar(bar(subject), width: 320, full: true).svg), .paragraph(RichText(ends), .captionAbove),
      ], findings: others)
  }

  /// An indicator over replications, in the form of a measured value for the bar.
  private func bar(_ indicator: ForecastSection.Indicator) -> KPIResult {
    var result = report.kpis.first { $0.id == indicator.id } ?? .blank
    result.value = indicator.centre
    result.interval = indicator.interval
    result.unit = indicator.unit
    return result
  }

  // MARK: Indicators

  /// The table of indicators, with the probability that a replication meets each target.
  private var indicators: Document.Section {
    let judged = section.indicators.filter { !$0.targets.isEmpty }
    let others = section.indicators.filter { $0.targets.isEmpty && $0.centre != nil }
    let group = others.isEmpty ? [] : [Table.Row.group("For information, without a target")]
    let table = Table(
      [
        .head("Indicator"), .number("Mean"), .number("95% interval"), .number("5–95%"),
        .text("Target", style: "targets", on: .page), .text("Target", on: .text),
        .text("Probability", style: "likely", on: .page), .text("Verdict"), .number("Met in", on: .text),
        .number("Probability", on: .text),
      ], style: "wide", judged.flatMap(rows) + group + others.flatMap(rows),
      inTexts: section.indicators.filter { $0.centre != nil || !$0.targets.isEmpty }.flatMap(rows))
    return Document.Section(
      "indicators", "Indicators and targets", inTexts: "Indicators over replications", untitled: .terminal,
      [
        .note(
          "The mean over replications with its 95% interval, and the range that holds 90% of replications. \(medians)\(Self.judging)"
            + violation
        ),
        .table(table), .paragraph(RichText(medians + Self.judging + violation)).on(.markdown),
        .lines(indicatorLines),
      ])
  }

  /// The rule by which a target is judged.
  private static let judging =
    "A target is met if its probability is at least 95%, missed if it is at most 5%, each with the whole "
    + "interval on that side of 50%, and undecided otherwise. The probability is for the people that the scenario "
    + "describes."

  /// The indicators whose median over replications stands in the place of the mean, before a space; empty if there are
  /// none.
  private var medians: String {
    let titles = section.indicators.filter { $0.median != nil }.map { "“\($0.title)”" }
    guard !titles.isEmpty else { return "" }
    let verb = titles.count == 1 ? "is a median" : "are medians"
    return "\(titles.joined(separator: " and ")) \(verb) over replications; the other figures are means. "
  }

  /// The rule for violations of the app's state, after a space, where it alone decides; otherwise empty.
  private var violation: String {
    guard section.replicationsWithViolations > 0,
      let own = section.indicators.first(where: { $0.id == KPI.stateViolations.id }),
      own.decidingTargets.contains(where: { $0.verdict != .missed })
    else { return "" }
    return " A replication with any state violation misses that target, whatever its number of users."
  }

  private func rows(_ indicator: ForecastSection.Indicator) -> [Table.Row] {
    let name: Table.Cell =
      report.kpis.first { $0.id == indicator.id }.map { Table.Cell($0.explained(as: indicator.title)) }
      ?? .init(indicator.title)
    let figures = [
      name, .init(indicator.centreText, style: indicator.centre == nil ? "dim" : "value"),
      .init(indicator.intervalText),
      .init(indicator.spreadText),
    ]
    guard !indicator.targets.isEmpty else {
      return [.cells(figures + [.init("", style: ""), "", .init("", style: ""), "", "", ""])]
    }
    let both = Set(indicator.targets.map(\.demand.level)).count == 2
    return indicator.targets.enumerated().map { index, target in
      let full = target.name(unit: indicator.unit)
      let counts = target.probability == nil || target.expected != nil ? "" : target.countText
      return .cells(
        (index == 0 ? figures : figures.map { _ in .above })
          + [
            .init(both ? full : Wording.bound(target.demand, unit: indicator.unit)), .init(full),
            .init(RichText([.plain(target.probabilityText), .fine(counts)])),
            .verdict(report.verdict(target, of: indicator)), .init(counts), .init(target.probabilityText),
          ])
    }
  }

  private func indicatorLines(_ layout: TerminalLayout) -> [String] {
    // Three columns of figures; the name gets the remaining width.
    let name = layout.width - 11 - 15 - 15
    func figures(_ indicator: ForecastSection.Indicator) -> [String] {
      layout.row(
        indicator.title, name - 1,
        layout.trimmed(
          " " + layout.right(indicator.centreText, 11) + layout.right(indicator.intervalText, 15)
            + layout.right(indicator.spreadText, 15)))
    }
    var lines = [
      layout.bold(
        layout.fit("Indicator", name) + layout.right("mean", 11) + layout.right("95% interval", 15)
          + layout.right("5–95%", 15)), layout.rule,
    ]
    for indicator in section.indicators where !indicator.targets.isEmpty {
      lines += figures(indicator)
      lines += indicator.targets.map { line($0, indicator, layout) }
    }
    let rest = section.indicators.filter { $0.targets.isEmpty && $0.centre != nil }
    if !rest.isEmpty { lines += [layout.dim("For information")] + rest.flatMap(figures) }
    return lines
      + layout.wrap(
        "5–95% is the range of all but the lowest and the highest twentieth of replications. \(medians)\(Self.judging)\(violation)",
        indent: 0
      ).map(layout.dim)
  }

  private func line(
    _ target: ForecastSection.Target, _ indicator: ForecastSection.Indicator, _ layout: TerminalLayout
  ) -> String {
    let verdict = report.verdict(target, of: indicator)
    let both = indicator.targets.contains { $0.demand.level != target.demand.level }
    let demand = both ? target.name(unit: indicator.unit) : Wording.bound(target.demand, unit: indicator.unit)
    let start = layout.fit("\(verdict.glyph) \(verdict.word)", 14)
    let counts = layout.isWide ? layout.right(target.expected == nil ? target.countText : "", 14) : ""
    let end = target.probability == nil ? "" : counts + layout.right(target.probabilityText, 23)
    let room = max(8, layout.width - 2 - start.count - end.count)
    return layout.trimmed("  " + layout.paint(start, verdict) + layout.fit(demand, room) + end)
  }

  // MARK: Why replications differ

  /// The differences between replications, and their causes.
  private var replications: Document.Section {
    let each = section.replicationText(users: report.scenario.users)
    let values = section.parameters?.values ?? []
    let table = Table(
      [.head("Value", inTexts: "Uncertain value"), .text("Drawn from")],
      zip(values, ScenarioPath.names(values.map(\.path))).map { value, name in
        [.init(RichText([.plain(name), .fine(name == value.path ? "" : value.path)])), .init(value.uncertainty)]
      })
    return Document.Section(
      "replications", "Replications",
      [
        .note(each), .chart(section.histogram),
        .statements([[section.stoppingText], [section.uncertaintyText, section.samplingText]]).on(.page),
        .statements([[each, section.stoppingText], [section.uncertaintyText, section.samplingText]]).on(.text),
        values.isEmpty ? nil : .folded("Uncertain values and what they are drawn from", [.table(table)]).on(.written),
        values.isEmpty ? nil : .lines(valueLines),
      ])
  }

  private func valueLines(_ layout: TerminalLayout) -> [String] {
    let values = section.parameters?.values ?? []
    let more = values.count - 10
    let names = ScenarioPath.names(values.map(\.path))
    return zip(values, names).prefix(10).flatMap { value, name in
      layout.wrap("\(name): \(value.uncertainty)", indent: 4).map(layout.dim)
    }
      + (more > 0 ? [layout.dim("    and \(more) more in the report")] : [])
  }

  /// The share of people who have acknowledged, over time, with its spread over replications.
  private var fan: Document.Section? {
    section.fanChart.map { chart in
      Document.Section(
        "fan", "Acknowledgment over time",
        [
          .note(
            "The share of onboarded users who have acknowledged, by time since onboarding: the median replication, and "
              + "the ranges that hold 50, 80 and 95% of replications at each time."), .chart(chart),
        ])
    }
  }

  // MARK: Changes that reach the target

  /// The changes that a product team can make, ranked by effect, and the habits that nobody controls.
  private var reach: Document.Section? {
    guard let reach = section.reach else { return nil }
    return Document.Section(
      "reach", "What would get us there",
      [
        section.reachAnswer.map { .paragraph(RichText($0.finding), .answer) },
        .note(reach.methodText(unit: unit), on: .all), .table(reach.table(reach.controlled, unit: unit)).on(.written),
        .lines { reachLines(reach.controlled, $0) }, reach.habitText(unit: unit).flatMap { .note($0, on: .all) },
        reach.habits.isEmpty ? nil : .table(reach.table(reach.habits, unit: unit)).on(.written),
        .lines { reachLines(reach.habits, $0) }, reach.options.on(.page),
      ])
  }

  /// The value of one parameter that reaches a target.
  private var goal: Document.Section? {
    guard let solution = section.solution else { return nil }
    let tried = solution.evaluations.filter { $0.count == 4 }
    let table = Table(
      [.number("Value"), .number("Mean"), .number("95% interval")],
      tried.map { tried in
        let band = Interval(level: 0.95, low: tried[2], high: tried[3], method: "")
        return [
          .init(solution.number(tried[0])), .init(Wording.mean(tried[1], unit: unit)),
          .init(Wording.meanInterval(band, unit: unit, of: tried[1])),
        ]
      })
    return Document.Section(
      "goal", "What reaches \(Wording.goal(solution.target, unit: unit))",
      [
        .paragraph(RichText(solution.text(unit: unit, direction: section.direction)), .answer),
        .chart(solution.chart(of: title, unit: unit, direction: section.direction)),
        .table(table).on(.markdown), .paragraph(RichText(solution.methodText), .footnote),
      ])
  }

  // MARK: A staged roll-out

  /// The results of a staged roll-out's triggers.
  private var rollout: Document.Section? {
    guard let rollout = section.rollout else { return nil }
    let all = rollout.replications
    let triggers = Table(
      [
        .head("Trigger"), .text("Fires at", on: .text), .number("Long run"),
        .number("Fires wrongly", inTexts: "Wrongly"), .number("Too late or never"), .number("Time of firing"),
        .number("Control fires"),
      ], style: "wide kpis",
      rollout.triggers.map { trigger in
        [
          .init(RichText([.plain(trigger.title), .fine(trigger.rule)])), .init(trigger.rule),
          .init(trigger.longRunText, style: "value"),
          .init(trigger.share(trigger.firesWrongly, trigger.firesWronglyInterval, of: all)),
          .init(trigger.share(trigger.firesLate, trigger.firesLateInterval, of: all)), .init(trigger.timeText),
          .init(Wording.whole(trigger.controlFires)),
        ]
      })
    let firings = Table(
      [.head("Replications in which it fires first")]
        + rollout.stages.indices.map { .number(.init("Stage \($0 + 1)")) } + [.number("Never")],
      style: "stacks",
      rollout.triggers.filter(\.isWatched).map { trigger in
        [.init(trigger.title)] + (trigger.firesInStage + [all - trigger.fires]).map { .init(Wording.whole($0)) }
      })
    return Document.Section(
      "rollout", "Roll-out",
      [.note(rollout.stagesText, on: .all), .table(triggers), .table(firings)]
        + rollout.triggers.map { .chart($0.chart(rollout)) }
        + rollout.triggers.flatMap { trigger -> [DocumentBlock?] in
          [
            .paragraph(RichText("\(trigger.title) \(trigger.rule)"), .strong).on(.terminal),
            .paragraph(RichText(trigger.finding(of: all)), .inner).on(.terminal),
          ]
        } + [
          .folded("How triggers are evaluated", [.list(rollout.assumptions.map { .prose($0) }, .remark)])
        ])
  }
}
