import Documents
import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

/// The opening sentences of a comparison.
extension ComparisonSection {
  var sentences: [Statement] {
    var result = contrasts.count > 1 ? [winner] : []
    result += contrasts.flatMap(sentences(of:))
    if let plan { result += plan.sentences }
    return result
  }

  /// The measured rows of the main indicator, one for each contrast that has it.
  var mainRows: [(side: String, row: Row)] {
    contrasts.compactMap { contrast in
      contrast.rows.first { $0.id == kpi && $0.isMeasured }.map { (contrast.side, $0) }
    }
  }

  /// The side with the greatest improvement of the main indicator; nil if none is shown to improve it.
  var best: (side: String, row: Row)? {
    // All of these sides differ in the direction that counts as better, up or down.
    mainRows.filter { $0.row.verdict == .better }.max { abs($0.row.shift ?? 0) < abs($1.row.shift ?? 0) }
  }

  /// A statement of the arms that differ from the control, and of the best one.
  var winner: Statement {
    let rows = mainRows
    guard let control = contrasts.first?.baseline, !rows.isEmpty else {
      return Statement(finding: "No arm was measured.", verdict: .undecided)
    }
    let texts = rows.map { "\($0.side) \($0.row.changeText)" }.joined(separator: ", ")
    let title = rows[0].row.title
    let subject = "“\(title.prefix(1).lowercased() + title.dropFirst())”"
    guard let best else {
      let finding = "None is shown to beat \(control) in \(subject): \(texts)."
      return Statement(finding: finding, verdict: .undecided, word: "not shown")
    }
    let finding = "\(best.side) wins against \(control) in \(subject): \(texts)."
    return Statement(finding: finding, verdict: .met, word: "better")
  }

  /// The beginnings and parts of paths that lead to what people do.
  private static let behaviour = (
    beginnings: ["personas", "memory", "reminders", "summaryLength"].map { "population.\($0)" },
    parts: [".decisionFactors.", ".reminders", ".summaryLength"]
  )

  /// A sentence on what people do differently between the sides, which is assumed; nil if they do the same.
  var assumedEffectText: String? {
    guard !contrasts.isEmpty, design != .loads else { return nil }
    let paths = differences.map(\.path).filter { path in
      Self.behaviour.beginnings.contains { path.hasPrefix($0) } || Self.behaviour.parts.contains { path.contains($0) }
    }
    guard !paths.isEmpty else { return nil }
    let names = ScenarioPath.names(paths).map { "“\($0)”" }
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    return "What people do differently is assumed, not observed: \(names.prefix(3).joined(separator: ", "))\(more)."
  }

  /// The sentence on a contrast's main indicator.
  func mainFindings(_ contrast: Contrast) -> [String] { main(contrast).map(\.finding) }

  private func main(_ contrast: Contrast) -> [Statement] {
    contrast.rows.filter { $0.id == kpi }.prefix(1).map { row in
      let factor = row.narrowing.map {
        "; the interval is \(Wording.narrowing($0)) independent seeds would give"
      }
      return .init(
        finding: row.finding(contrast) + (design == .paired ? factor ?? "" : "") + ".", verdict: row.verdict.verdict,
        word: row.verdict.word)
    }
  }

  private func sentences(of contrast: Contrast) -> [Statement] {
    var result = main(contrast)
    if let time = contrast.timeToEvent.first(where: { $0.id == SurvivalID.timeToAcknowledge.rawValue }) {
      result.append(.init(finding: time.sentence(contrast, isOfSamePeople: design != .unpaired)))
    }
    result.append(others(contrast))
    let broken = newlyBroken(contrast)
    if !broken.isEmpty {
      result.append(
        .init(
          finding: "\(contrast.side) breaks \(broken.joined(separator: ", ")), which \(contrast.baseline) keeps.",
          verdict: .missed, word: "worse"))
    }
    result += contrast.rows.flatMap { $0.answers(contrast) }
    return result
  }

  private func others(_ contrast: Contrast) -> Statement {
    let rest = contrast.rows.filter { $0.id != kpi && $0.isMeasured }
    func names(_ verdict: ComparisonVerdict) -> String? {
      // A row whose target decides has a sentence of its own.
      let rows = rest.filter { $0.verdict == verdict && (verdict == .worse || $0.answers(contrast).isEmpty) }
      guard !rows.isEmpty else { return nil }
      let named = rows.prefix(4).map { "\($0.name) (\($0.shiftText))" }.joined(separator: ", ")
      return "\(verdict.word): \(named)\(rows.count > 4 ? " and \(rows.count - 4) more" : "")"
    }
    let found = [ComparisonVerdict.worse, .better, .higher, .lower].compactMap(names)
    let isWorse = rest.contains { $0.verdict == .worse }
    let count = Wording.count(rest.count, "other indicator")
    return .init(
      finding: found.isEmpty
        ? "\(contrast.side): of \(count), none shows a difference."
        : "\(contrast.side), of \(count): \(found.joined(separator: "; ")).",
      verdict: isWorse ? .missed : .none, word: isWorse ? ComparisonVerdict.worse.word : nil)
  }
}

extension ComparisonSection.Row {
  /// The verdicts on the targets against control that decide: the criteria, or the targets where there is no criterion.
  func answers(_ contrast: ComparisonSection.Contrast) -> [Statement] {
    let change = baseline == 0 ? "\(changeText), from 0" : "\(valueText) against \(baselineText), \(liftText)"
    return targets.deciding(by: \.demand.level).filter { $0.verdict != .none }.map { target in
      Statement(
        finding: "\(contrast.side), \(title): \(change).",
        demand: "\(target.demand.level.rawValue) \(Wording.bound(target.demand, unit: unit))", verdict: target.verdict)
    }
  }
}

extension ComparisonSection.TimeToEvent {
  /// The event's name.
  var event: String { id == SurvivalID.timeToAcknowledge.rawValue ? "acknowledgment" : "completed profile" }

  /// The difference in a sentence.
  ///
  /// - Parameter isOfSamePeople: whether both sides have the same people. The log-rank test assumes that they do not,
  ///   so that its p-value beside an interval that does would contradict it.
  func sentence(_ contrast: ComparisonSection.Contrast, isOfSamePeople: Bool) -> String {
    let way = difference < 0 ? "sooner" : "later"
    let isShown = interval.low > 0 || interval.high < 0
    let span = Wording.seconds(horizonSeconds)
    let test = isOfSamePeople ? "" : "; log-rank \(Wording.p(logRank.adjustedP ?? logRank.p))"
    guard isShown else {
      let change = Wording.difference(difference, unit: "s", beside: interval)
      let ends = Wording.differenceInterval(interval, unit: "s")
      return "\(contrast.side): counted up to \(span), the mean time to the \(event) differs by \(change) (\(ends)): "
        + "no difference is shown\(test)."
    }
    let amount = Wording.amount(abs(difference), unit: "s", beside: interval)
    // The word says the direction, so the ends have no sign.
    let sizes = [abs(interval.low), abs(interval.high)].sorted()
    let ends = Wording.differenceInterval(
      Interval(level: interval.level, low: sizes[0], high: sizes[1], method: interval.method), unit: "s",
      of: abs(difference), isSigned: false)
    return "\(contrast.side): the \(event) comes \(amount) \(way) (\(ends)) on average, counted up to \(span)\(test)."
  }
}

extension ExperimentPlan {
  var sentences: [Statement] {
    var result: [Statement] = []
    let title = KPI(rawValue: kpi)?.definition.title ?? kpi
    if baseline.value != nil {
      let outcomes = outcomesPerUser < 0.995 ? "; \(Wording.percent(outcomesPerUser)) of users have an outcome" : ""
      let seen = simulatedUsers.map { ", seen in \(Wording.count($0, "simulated user"))" } ?? ""
      let similar = designEffect.map { effect in
        " One person's outcomes are similar: \(Wording.short(effect, 1)) of them contain as much information as one "
          + "independent outcome. The sample sizes allow for this."
      }
      result.append(
        .init(
          finding: "The control's share for \(title) is \(baseline.text)\(seen)\(outcomes).\(similar ?? "")"))
    }
    let treated = arms.filter { !$0.control }
    if let arm = treated.first, let lift = arm.detectableLift {
      let sizes = arms.map { Wording.whole($0.users) }
      let each =
        Set(sizes).count == 1 ? "\(sizes[0]) users in each arm" : "\(sizes.joined(separator: ", ")) users by arm"
      result.append(
        .init(
          finding: "With \(each), the least change found with 80% power is \(Wording.change(lift))"
            + (arm.detectableDrop.map { " or \(Wording.change($0))" } ?? "")
            + (baseline.value.map { " of the control's \(Wording.percent($0))" } ?? "") + "."))
    }
    result += treated.compactMap(effect(of:))
    if let naive = peeking.first(where: { $0.scale == 0 && $0.test == .naive }),
      let valid = peeking.first(where: { $0.scale == 0 && $0.test == .alwaysValid })
    {
      result.append(
        .init(
          finding:
            "Looking every day finds an effect that does not exist in \(naive.redrawn.text) of experiments with the "
            + "plain test, and in \(valid.redrawn.text) with the always-valid test."))
    }
    return mainSizes.compactMap { powerCurve.isEmpty ? .init(finding: $0.sentence(control: baseline)) : nil } + result
  }
}

extension ComparisonSection {
  /// Whether an experiment is planned, and nothing is compared.
  var isPlanAlone: Bool { plan != nil && contrasts.isEmpty }
}

extension ExperimentPlan {
  /// The sample sizes that were asked for, or else that of a change of 10 %.
  var mainSizes: [SampleSize] {
    let asked = sampleSizes.filter { $0.source == "--lift" && $0.power == 0.8 }
    return asked.isEmpty ? Array(sampleSizes.filter { $0.lift == 0.1 && $0.power == 0.8 }.prefix(1)) : asked
  }

  /// A sentence on the effect that an arm is assumed to have and the probability of finding it, or on the absence of a
  /// known effect.
  private func effect(of arm: PlannedArm) -> Statement? {
    guard let lift = arm.assumedLift else { return nil }
    let ends = arm.assumedLiftInterval.map { " (\(Wording.change($0.low)) to \(Wording.change($0.high)))" } ?? ""
    guard let power = arm.power else {
      return Statement(
        finding: "The simulation of the same people in both arms does not show whether \(arm.name) has an effect: "
          + "\(Wording.change(lift))\(ends). So no probability of finding it is given.", verdict: .undecided,
        word: "not shown")
    }
    return Statement(
      finding:
        "The effect assumed for \(arm.name), \(Wording.change(lift))\(ends) with the same people in both arms, is "
        + "found with a probability of \(Wording.percent(power)).", verdict: power >= 0.8 ? .met : .undecided,
      word: power >= 0.8 ? "likely" : "uncertain")
  }
}

extension ExperimentPlan.SampleSize {
  /// The change, and the shares without and with it: `a change of +5%, from 63.3% to 66.5%,`. A relative change alone
  /// is easily read as points.
  func changeText(_ control: ExperimentPlan.Share?) -> String {
    let change = "a change of \(Wording.change(lift))"
    guard let before = control?.value, let after = share else { return change }
    return "\(change), from \(Wording.percent(before)) to \(Wording.percent(after)),"
  }

  /// The days of enrolment, rounded up: a part of a day has other people than a whole one.
  var wholeDays: Int? { days.flatMap { Int(exactly: $0.rounded(.up)) } }

  /// The number of people needed, and how much it depends on the uncertainty of the control's share.
  fileprivate func sentence(control: ExperimentPlan.Share) -> String {
    let change = "A change of \(Wording.change(lift))"
    guard let users else {
      return share == nil
        ? "\(change) would take the control's \(control.text) beyond 100%, so no number of people can show it."
        : "\(change) of the control's \(control.text) is too small to be found by any number of people."
    }
    var text =
      "A\(changeText(control).dropFirst()) takes \(Wording.count(users, "user")) in all for "
      + "\(Wording.short(power * 100, 1))% power"
    if let usersInterval {
      let high = usersInterval.high.isFinite ? Wording.whole(Int(usersInterval.high)) : "no number"
      text += " (\(Wording.whole(Int(usersInterval.low)))–\(high) over the interval of the control's share)"
    }
    return text + (wholeDays.map { ", \(Wording.count($0, "day")) of enrolment" } ?? "") + "."
  }
}

extension ExperimentPlan.Share {
  /// The share with its interval: `5.2% (4.3–6.2%)`.
  var text: String {
    guard let value else { return "no data" }
    return Wording.percent(value) + (interval.map { " (\(Wording.interval($0, unit: "share")))" } ?? "")
  }
}
