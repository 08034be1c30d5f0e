import Documents
import GTSDLogs
public import GTSDModel
import GTSDStudies
public import GTSDWorld
import Statistics

/// The opening sentences of a report.
struct Headline {
  /// The caveat that applies to every number.
  var qualification: String
  /// The findings: the main indicators, then the state violations.
  var sentences: [Statement]

  init(_ report: Report) {
    self.init(of: report)
    let scenarios = Self.scenarios(report)
    let people = Self.people(scenarios) + Self.peopleOfSearchOrLoad(report)
    qualification = [people, Self.beyond(scenarios, report), qualification].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// The scenarios whose people a report is about; empty if no people are simulated.
  fileprivate static func scenarios(_ report: Report) -> [Scenario] {
    let sides: [Scenario]
    switch report.content {
    case .exploration, .load: return []
    case .comparison(let section) where section.design == .loads: return []
    case .comparison(let section):
      sides = section.sides.compactMap { $0.resolved.flatMap { try? Scenario.parse($0) } }
    case .simulation, .forecast, .calibration: sides = []
    }
    return ([report.scenario.resolvedScenario].compactMap(\.self) + sides).filter { $0.story == nil }
  }

  /// A sentence that warns if a report covers more days than the log from which its scenario was calibrated, and names
  /// the affected figures; otherwise empty.
  private static func beyond(_ scenarios: [Scenario], _ report: Report) -> String {
    let observed = scenarios.compactMap { scenario in
      scenario.uncertainty.observed.flatMap { $0 < scenario.horizon ? $0 : nil }
    }.min()
    guard let observed, report.kind != .calibration else { return "" }
    let late = report.kpis.filter { result in
      result.value != nil && result.kpi.flatMap(\.window).map { $0 > observed } ?? false
    }
    let asked = report.forecast.flatMap { section in late.first { $0.id == section.kpi } }
    let names = (asked.map { [$0] } ?? late).map { "“\($0.title)”" }.joined(separator: " and ")
    let days = Wording.seconds(observed.seconds)
    return
      "The events behind these values follow people for \(days) at most: \(names.isEmpty ? "" : "\(names) and ")"
      + "everything later is extrapolated, without events to check it."
  }

  /// A sentence that says that the simulated people have no memory, and in which direction a memory changes the answer.
  /// Empty if they have one.
  private static func people(_ scenarios: [Scenario]) -> String {
    guard scenarios.contains(where: { $0.population.memory == nil }) else { return "" }
    let all = scenarios.allSatisfy { $0.population.memory == nil }
    return
      "\(all ? "These people" : "The people of some of these scenarios") have no memory, sleep or habits. With them "
      + "(`--set population.memory={}`) fewer acknowledge."
  }

  /// A sentence that says that the people of a search or of a load have no memory. Empty for a story, for load without
  /// people, and if they have one.
  private static func peopleOfSearchOrLoad(_ report: Report) -> String {
    guard let scenario = report.scenario.resolvedScenario, scenario.story == nil, scenario.population.memory == nil
    else { return "" }
    switch report.content {
    case .exploration: break
    case .load: guard scenario.load?.unit == .session else { return "" }
    case .simulation, .forecast, .comparison, .calibration: return ""
    }
    return "These people have no memory, sleep or habits; `--set population.memory={}` gives them some."
  }

  private init(of report: Report) {
    switch report.content {
    case .exploration(let section):
      qualification =
        "\(report.complete ? "" : "The search was interrupted. ")"
        + "A search shows only the failures that it met; others may remain."
      sentences = Self.sentences(section)
    case .calibration(let section):
      qualification =
        "\(report.complete ? "" : "The run was interrupted: checks are left out. ")"
        + "An estimate is only as good as the assumed link from events to decisions, which its row states."
      sentences =
        section.warnings + section.experimentSentences
        + [
          section.outcome, section.kindsText, section.agreement, section.hindsight, section.plainText, section.reading,
        ]
        .compactMap(\.self).map { Statement(finding: $0) }
    case .forecast(let section):
      qualification = Self.interruption(report)
      sentences = Self.sentences(section, of: report)
    case .load(let load):
      let isWhole = report.complete || load.missingGenerators != nil
      qualification = "\(isWhole ? "" : "The run was interrupted. ")\(load.qualification)"
      sentences = load.sentences
      // Contradictions are listed first. If there are none, the sentence that says so is last.
      if !report.violations.isEmpty {
        sentences = Self.contradictions(report) + sentences
      } else if report.showsViolations {
        sentences.append(Self.noContradiction(report))
      }
    case .comparison(let section):
      qualification = Self.qualification(report)
      sentences = Self.opening(
        section.sentences, answers: section.contrasts.isEmpty ? section.sentences.count : 1, Self.certainty(report))
    case .simulation:
      qualification = Self.qualification(report)
      let effects = Self.effects(report)
      let all = effects.isEmpty ? "" : ", all arms together"
      let main = Self.main.compactMap { kpi, phrase in
        report.kpi(kpi).flatMap { Self.sentence($0, phrase + all) }
      }
      let gap = effects.isEmpty ? Self.gap(report) : nil
      let hasAnswer = gap != nil || report.kpi(.acknowledgmentRate24h)?.value != nil
      let answers = effects.isEmpty ? (hasAnswer ? 1 : 0) : effects.count
      sentences = Self.opening(
        effects.map(\.statement) + [gap].compactMap(\.self) + main + [Self.violations(report)], answers: answers,
        Self.certainty(report), Self.pointer(report))
    }
  }

  /// A statement that the run has no value for the scenario's question; nil if it has, and for parts and stories.
  private static func gap(_ report: Report) -> Statement? {
    guard report.isOfRun, report.complete, report.shard == nil, let main = report.kpi(.acknowledgmentRate24h),
      main.value == nil, report.scenario.resolvedScenario?.story == nil
    else { return nil }
    let reason = report.gapText(main.id)
    return Statement(
      finding: "\(main.title): no value.\(reason.isEmpty ? " Nobody onboarded early enough to be counted." : reason)",
      demand: "")
  }

  /// The opening of a report: its answers, how sure they are and what would change them, then the other findings.
  static func opening(_ sentences: [Statement], answers: Int, _ more: Statement?...) -> [Statement] {
    sentences.prefix(answers) + more.compactMap(\.self) + sentences.dropFirst(answers)
  }

  /// A statement on the certainty of an answer: its assumptions, and whether its ranges show chance alone; nil if
  /// nothing is assumed.
  static func certainty(_ report: Report) -> Statement? {
    guard let sources = sources(report) else { return nil }
    let hasRange =
      report.comparison.map { $0.mainRows.contains { $0.row.interval != nil } || $0.plan?.baseline.interval != nil }
      ?? (report.kpi(.acknowledgmentRate24h)?.interval != nil)
    let chance = hasRange ? "The ranges in parentheses show chance alone. " : ""
    let assumed = report.comparison?.assumedEffectText.map { "\($0) " } ?? ""
    return Statement(finding: "\(carriedOut(report))\(chance)\(assumed)\(sources)", label: .certainty)
  }

  /// A sentence, with a space, on a roll-out that a run carries out as planned although a forecast would roll it back;
  /// empty for others.
  private static func carriedOut(_ report: Report) -> String {
    guard report.isOfRun, let scenario = report.scenario.resolvedScenario, let arm = scenario.stagedArm,
      scenario.experiment?.arms[arm].rollback == nil
    else { return "" }
    return "The roll-out is carried out to its end here, whatever it breaks; a forecast rolls it back when a trigger "
      + "fires. "
  }

  /// A sentence on how many assumptions a report has, and how many lack a source; nil if there are none.
  static func sources(_ report: Report) -> String? {
    let (all, unsourced) = (report.assumptions.count, report.assumptions.count(where: \.isUnsourced))
    guard all > 0 else { return nil }
    guard unsourced > 0 else { return "All \(Wording.count(all, "assumption")) behind this answer have a source." }
    let have = unsourced == 1 ? "has" : "have"
    return "Of \(Wording.count(all, "assumption")) behind this answer, \(Wording.whole(unsourced)) \(have) no source."
  }

  /// The commands that measure what would change the answer of a run; nil for a story, a part and an unfinished run.
  private static func pointer(_ report: Report) -> Statement? {
    guard report.isOfRun, report.complete, report.shard == nil,
      report.kpi(.acknowledgmentRate24h)?.value != nil, report.scenario.resolvedScenario?.story == nil
    else { return nil }
    if report.arms == nil { return pointer("`gtsd-sim forecast` ranks") }
    return carriedOut(report).isEmpty ? armsPointer : rolloutPointer
  }

  /// A sentence that names the command which stops a roll-out.
  private static var rolloutPointer: Statement {
    var pointer = Statement(
      finding: "`gtsd-sim forecast` says how often and when the roll-out is stopped, and what the figures then are.",
      label: .change)
    pointer.isPointer = true
    return pointer
  }

  /// A sentence that names the command which compares arms precisely.
  static var armsPointer: Statement {
    var pointer = Statement(
      finding:
        "In this run, the arms have different people. `gtsd-sim compare` measures each arm with the same people, and "
        + "what the experiment can find.", label: .change)
    pointer.isPointer = true
    return pointer
  }

  /// A sentence that names the commands which rank the assumptions by their effect on the answer.
  static func pointer(_ subject: String) -> Statement {
    var pointer = Statement(
      finding:
        "\(subject) the assumptions by their effect (`--sensitivity`), and the changes that a product team can make "
        + "(`--reach`).", label: .change)
    pointer.isPointer = true
    return pointer
  }

  /// The indicator that a scenario's experiment compares.
  static func metric(_ report: Report) -> KPI {
    report.scenario.resolvedScenario?.experiment?.metric ?? .acknowledgmentRate24h
  }

  /// The winner of an experiment in a few words, and the criterion; nil without an experiment.
  static func winner(_ report: Report) -> (answer: String, by: String)? {
    let effects = effects(report)
    guard !effects.isEmpty, let control = report.arms?.first(where: \.control) else { return nil }
    let better = effects.filter { $0.statement.verdict == .met }.map(\.arm)
    let answer =
      switch better.count {
      case 0 where effects.allSatisfy { $0.statement.verdict == .missed }: "\(control.name) stays"
      case 0: "No winner yet"
      case 1: "\(better[0]) wins"
      default: "\(better.joined(separator: ", ")) beat \(control.name)"
      }
    let errs =
      effects.count == 1
      ? "against \(control.name); the interval errs once in 20."
      : "each arm against \(control.name); the \(effects.count) intervals together err once in 20 at most."
    let by = "by “\(metric(report).definition.title)”, \(errs)"
    return (answer, by)
  }

  /// The comparison of each arm with control, its certainty, and the advice to stop or continue; empty without an
  /// experiment.
  static func effects(_ report: Report) -> [(arm: String, statement: Statement)] {
    guard let arms = report.arms, let control = arms.first(where: \.control), report.shard == nil else { return [] }
    let kpi = metric(report)
    guard let base = control.kpis.first(where: { $0.id == kpi.id }) else { return [] }
    return arms.filter { !$0.control }.compactMap { arm in
      guard let own = arm.kpis.first(where: { $0.id == kpi.id }), own.value != nil, base.value != nil else {
        return nil
      }
      let values = "\(kpi.definition.title): \(arm.name) \(own.valueText), \(control.name) \(base.valueText)"
      // There is no relative change from 0.
      guard let effect = own.contrastText, let interval = own.changeInterval ?? own.differenceInterval else {
        let open = "\(values): no difference is shown yet; continue the experiment."
        return (arm.name, Statement(finding: open, demand: "", verdict: .undecided, word: "not shown"))
      }
      let isHigher = interval.low > 0
      let isKnown = isHigher || interval.high < 0
      let direction = KPIDirection(kpi.definition.targets)
      let isBetter = isHigher == (direction != .lowerIsBetter)
      let answer =
        !isKnown
        ? "no difference is shown yet; continue the experiment"
        : isBetter ? "\(arm.name) is better: stop and take it" : "\(arm.name) is worse: stop it"
      let statement = Statement(
        finding: "\(values), \(effect): \(answer).", demand: "",
        verdict: !isKnown ? .undecided : isBetter ? .met : .missed,
        word: !isKnown ? "not shown" : isBetter ? "better" : "worse")
      return (arm.name, statement)
    }
  }

  /// The findings, the coverage and the errors of a search. A search without finds has no verdict.
  private static func sentences(_ section: ExplorationSection) -> [Statement] {
    var sentences = [
      Statement(finding: section.outcome, verdict: section.finds.isEmpty ? .none : .missed),
      Statement(finding: "\(section.saturation) \(section.unseen)"),
    ]
    if let trouble = section.trouble { sentences.append(Statement(finding: trouble, verdict: .undecided)) }
    return sentences
  }

  private static let main: [(KPI, String)] = [
    (.acknowledgmentRate24h, "of onboarded users acknowledge within 24 h"),
    (.dismissalRate, "of those who see the card dismiss it"),
    (.metricsLoadErrorRate, "of metrics loads fail"),
    (.summaryCompletionRate, "of summary viewers read to the end"),
    (.retentionRate7d, "of users are back on day 7"),
  ]

  private static func qualification(_ report: Report) -> String {
    let part = report.shard == nil ? nil : "A shard is a part of the users, so nothing is judged."
    let rest = report.complete ? nil : "The run was interrupted: these are the users simulated until then."
    return [part, rest].compactMap(\.self).joined(separator: " ")
  }

  private static func sentence(_ result: KPIResult, _ phrase: String) -> Statement? {
    guard result.value != nil else { return nil }
    let interval = result.interval == nil ? "" : " (\(result.intervalText))"
    let deciding = result.decidingTargets.filter { $0.verdict != .none }
    let noun = deciding.first?.demand.level == .criterion ? "criterion" : "target"
    let contrast = result.decidingChange.map { "; against control, that is \($0)" } ?? ""
    return Statement(
      finding: "\(result.valueText) \(phrase)\(interval)\(contrast).",
      demand: deciding.isEmpty ? "" : "\(noun) \(result.bounds(deciding))",
      verdict: deciding.isEmpty ? .none : result.verdict)
  }

  /// The contradictions in a server's replies, the most frequent kinds with their first example. The app behind the
  /// replies is not observed.
  private static func contradictions(_ report: Report) -> [Statement] {
    let episodes = report.violations.reduce(0) { $0 + $1.count }
    let broken = report.violations.brokenInvariants.count
    func times(_ count: Int) -> String { count == 1 ? "once" : "\(Wording.whole(count)) times" }
    let kinds = report.violations.ordered { ($1.count, $0.key) < ($0.count, $1.key) }
    let shown = kinds.prefix(3).map { kind in
      let site = kind.key.split(separator: "/").last.map { " \($0)" } ?? ""
      let example = kind.examples.first.map { ". The first: \($0.summary)" } ?? ""
      return Statement(
        finding: "\(kind.invariant)\(site), \(times(kind.count)) for \(Wording.count(kind.users, "user"))\(example).",
        verdict: .missed)
    }
    return [
      Statement(
        finding: "The server contradicted itself \(times(episodes)), breaking \(Wording.whole(broken)) of "
          + "\(Wording.count(max(broken, report.checks.count), "guarantee")).", verdict: .missed)
    ] + shown
  }

  private static func noContradiction(_ report: Report) -> Statement {
    let isChecked = report.checks.contains { $0.evaluated > 0 }
    return Statement(
      finding: isChecked ? "The server never contradicted itself." : "The server's replies were not checked.",
      verdict: isChecked ? .met : .none)
  }

  private static func violations(_ report: Report) -> Statement {
    let episodes = report.violations.reduce(0) { $0 + $1.count }
    guard episodes > 0 else {
      let isChecked = report.checks.contains { $0.evaluated > 0 }
      return Statement(
        finding: isChecked ? "The app's state was never wrong." : "No invariant was checked.",
        verdict: isChecked && report.shard == nil ? .met : .none)
    }
    let broken = report.violations.brokenInvariants.count
    let times = episodes == 1 ? "once" : "\(Wording.whole(episodes)) times"
    let checked = Wording.count(max(broken, report.checks.count), "invariant")
    return Statement(
      finding: "The app's state was wrong \(times), breaking \(Wording.whole(broken)) of \(checked).", verdict: .missed)
  }
}

extension Report {
  /// The reason why an indicator has no value, in a sentence after a space; empty if none is known.
  func gapText(_ id: String) -> String {
    guard let window = KPI(rawValue: id)?.window, let scenario = Headline.scenarios(self).first,
      window > scenario.horizon
    else { return "" }
    return " The scenario ends after \(Wording.seconds(scenario.horizon.seconds)), and this takes "
      + "\(Wording.seconds(window.seconds)) of each person."
  }

  /// The result of a built-in indicator.
  public func kpi(_ kpi: KPI) -> KPIResult? {
    kpis.first { $0.id == kpi.id }
  }
}
