import Documents
import GTSDLogs
package import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

/// The questions that people ask about a scenario.
package enum StudioQuestion: String, CaseIterable, Sendable {
  case target, sure, reach, drivers, measure, copy, size, rollout, slow, logs

  /// A part of a scenario that some questions are about.
  package enum Need: String, CaseIterable, Sendable {
    case experiment, stages

    /// Whether a scenario has the required part.
    package func isMet(by scenario: Scenario) -> Bool {
      switch self {
      case .experiment: scenario.experiment != nil
      case .stages: scenario.experiment?.arms.contains { !$0.stages.isEmpty } == true
      }
    }

    /// A description of the missing part.
    package var lack: String {
      switch self {
      case .experiment: "has no experiment with arms to compare"
      case .stages: "has no roll-out in stages"
      }
    }

    /// The scenario of the library that contains the missing part.
    package var example: String {
      switch self {
      case .experiment: "card-copy"
      case .stages: "rollout-bad"
      }
    }
  }

  /// The part of a scenario that the question needs; nil if the question applies to every scenario.
  package var need: Need? {
    switch self {
    case .copy: .experiment
    case .rollout: .stages
    case .target, .sure, .reach, .drivers, .measure, .size, .slow, .logs: nil
    }
  }

  /// The amount of simulation for an answer: a first answer within seconds, a more precise one that follows, or the
  /// most precise one, which takes long.
  package enum Stage: String, CaseIterable, Sendable {
    case first, usual, thorough
  }

  /// The question.
  package var text: String {
    switch self {
    case .target: "Will 80% acknowledge within 24 hours?"
    case .sure: "How sure is that?"
    case .reach: "What would get us there?"
    case .drivers: "What moves it?"
    case .measure: "What should I measure first?"
    case .copy: "Which copy wins?"
    case .size: "How big must the experiment be?"
    case .rollout: "Should we roll out, and when stop?"
    case .slow: "What if metrics take five minutes?"
    case .logs: "What do my logs say?"
    }
  }

  /// The question as it is asked of a scenario, with the target that decides there.
  package func text(of scenario: Scenario) -> String {
    let targets = KPI.acknowledgmentRate24h.targets(overriddenBy: scenario.targets).deciding(by: \.level)
    guard self == .target, let target = targets.first(where: { $0.versus == .absolute }) else { return text }
    let bound =
      switch target.value {
      case .number(let value): Wording.goal(value, unit: "share")
      case .range(let low, let high): "\(Wording.goal(low, unit: "share")) to \(Wording.goal(high, unit: "share"))"
      }
    let limit =
      switch target.comparison {
      case .atLeast, .between: ""
      case .above: "more than "
      case .atMost: "at most "
      case .below: "fewer than "
      }
    return "Will \(limit)\(bound) acknowledge within 24 hours?"
  }

  /// The method that answers the question.
  package var method: String {
    switch self {
    case .target: "A forecast: many populations, with new draws of every assumption without a source."
    case .sure: "The same forecast: its interval, and the part of it that is due to uncertain assumptions."
    case .reach:
      "A forecast with and without each change that a product team can make: the same people, the same assumptions."
    case .drivers:
      "A forecast with sensitivity: all parameters at once for a ranking, then the leading ones one by one."
    case .measure: "The same forecast with more draws: which unknown, once known, would settle the answer."
    case .copy: "A comparison of an experiment's arms, the same people in each."
    case .size: "A plan: how many people a change of 5% takes to be found with 80% power."
    case .rollout: "A forecast of a staged roll-out with triggers to roll back."
    case .slow: "A comparison with the same people, whose metrics come after five minutes."
    case .logs: "A calibration: a scenario fitted to your events, and whether it reproduces them."
    }
  }

  /// The ids of the sections that explain the answer, the most informative first.
  package var parts: [String] {
    switch self {
    case .target: ["fan", "indicators", "replications"]
    case .sure: ["replications", "fan"]
    case .reach: ["reach"]
    case .drivers: ["drivers"]
    case .measure: ["replications", "drivers", "assumptions"]
    case .copy: ["curves", "contrast-1", "contrast-2", "contrast-3"]
    case .size: ["plan-1", "plan-2"]
    case .rollout: ["rollout"]
    case .slow: ["curves", "contrast-1"]
    case .logs: ["fit", "values", "unidentified", "sign-ups"]
    }
  }

  /// The answer in a sentence, with its interval and a comparison with the target.
  package func answer(_ report: Report) -> ReportParts.Sentence {
    let statement = statement(report) ?? Headline(report).sentences.first ?? Statement(finding: "There is no answer.")
    let part = report.complete ? "" : "Interrupted, so of a part only: "
    return .init(text: part + statement.studioSentence, verdict: statement.verdict.rawValue)
  }

  /// The word for the verdict on a difference, a roll-out or a fit, which meets no target; nil for the usual words.
  package func verdictWord(_ report: Report) -> String? {
    switch (self, Verdict(rawValue: answer(report).verdict)) {
    case (.copy, .met), (.slow, .met): "better"
    case (.copy, .missed), (.slow, .missed): "worse"
    case (.copy, .undecided), (.slow, .undecided): "not shown"
    case (.rollout, .met): "go on"
    case (.rollout, .missed): "stop"
    case (.logs, .met): "fits"
    case (.logs, .missed): "doubtful"
    default: nil
    }
  }

  /// The lines below the answer: its precision, and the assumptions that would change it.
  package func lines(_ report: Report) -> [ReportParts.Sentence] {
    let answer = answer(report).text
    var texts: [String?] = []
    if let section = report.forecast {
      // Without a value, no other line holds.
      if self != .rollout, let subject = section.subject, subject.centre == nil { return [] }
      switch self {
      case .target, .sure:
        let other = section.alternativeStatement(namesOption: false) { report.verdict($1, of: $0) }
        texts = [
          self == .target ? section.subject?.centreSentence(of: section) : nil, Headline.sources(report),
          other?.finding,
          section.changingText,
        ]
      case .reach: texts = [section.reach?.methodText(unit: section.subject?.unit ?? ""), section.reachHabits]
      case .drivers:
        texts = [
          section.sensitivity?.methodText(unit: section.subject?.unit ?? "") ?? section.uncertaintyText,
          "“\(Self.reach.text)” ranks what a product team can change.",
        ]
      case .measure:
        texts = [
          section.subject?.likelihoodText(of: section), section.uncertaintyText,
          "“\(Self.drivers.text)” ranks assumptions by their effect, with fewer people.",
        ]
      case .rollout: texts = section.rollout?.triggerTexts ?? []
      case .copy, .size, .slow, .logs: break
      }
    } else if let section = report.comparison {
      // The answer has told the main indicator already.
      let told = self == .copy || self == .slow ? section.contrasts.flatMap(section.mainFindings) : []
      let others = section.sentences.map(\.finding).filter { !answer.contains($0) && !told.contains($0) }
      texts =
        [Headline.certainty(report)?.finding] + others.prefix(self == .slow ? 2 : 6).map(Optional.some)
        + [section.warnings.first]
    } else {
      return Array(Headline(report).sentences.filter { !answer.contains($0.finding) }.prefix(4)).map {
        .init(text: $0.studioSentence, verdict: $0.verdict.rawValue)
      }
    }
    return texts.compactMap(\.self).filter { !answer.contains($0) }.map {
      .init(text: $0, verdict: Verdict.none.rawValue)
    }
  }

  /// A statement of the probability that the deciding target is met.
  private static func chance(of subject: ForecastSection.Indicator, in report: Report) -> Statement? {
    guard let target = subject.decidingTargets.first, target.probability != nil else { return nil }
    let title = subject.title.prefix(1).lowercased() + subject.title.dropFirst()
    return Statement(
      finding: "The probability that “\(title)” is \(Wording.bound(target.demand, unit: subject.unit)) is "
        + "\(target.probabilityText).", verdict: report.verdict(target, of: subject))
  }

  private func statement(_ report: Report) -> Statement? {
    if self != .rollout, let section = report.forecast, let subject = section.subject, subject.centre == nil {
      return Statement(finding: report.finding(on: subject, of: section))
    }
    switch self {
    case .target:
      return report.forecast.flatMap { section in
        section.subject.flatMap { subject in Self.chance(of: subject, in: report) }
      }
    case .sure:
      return report.forecast.flatMap { section in
        section.subject.map { subject in
          Statement(finding: "\(subject.likelihoodText(of: section)) \(section.uncertaintyText)")
        }
      }
    case .reach:
      return report.forecast?.reachAnswer
    case .drivers:
      return report.forecast.map { section in
        let text = section.sensitivity?.strongestText(unit: section.subject?.unit ?? "")
        return Statement(finding: text ?? section.changingText)
      }
    case .measure:
      return report.forecast.map { Statement(finding: $0.changingText) }
    case .copy: return report.comparison?.winner
    case .size:
      return report.comparison.flatMap { section in
        section.plan?.sentences.first ?? section.warnings.first.map { Statement(finding: $0, verdict: .undecided) }
      }
    case .rollout: return report.rolloutAnswer
    case .slow:
      return report.comparison.map { section in
        var change = section.change(named: "With metrics after five minutes")
        if change.verdict == .undecided, !section.isMeasured { change.finding += report.gapText(section.kpi) }
        return change
      }
    case .logs:
      return report.calibration.map { section in
        // The command exits with 10 for these, so no figure of agreement stands above them.
        if let fault = section.warnings.first(where: { $0.verdict == .missed }) { return fault }
        let sentences = [section.outcome, section.agreement].compactMap(\.self)
        return Statement(
          finding: sentences.joined(separator: " "), verdict: section.joint?.verdict == .fits ? .met : .none)
      }
    }
  }
}

extension ForecastSection.Indicator {
  /// The probability and the mean, with their intervals.
  fileprivate func likelihoodText(of section: ForecastSection) -> String {
    let chance = decidingTargets.first.flatMap { target in
      target.probability == nil ? nil : "The probability of \(target.name(unit: unit)) is \(target.probabilityText). "
    }
    return (chance ?? "") + centreSentence(of: section)
  }

  fileprivate func centreSentence(of section: ForecastSection) -> String {
    let ends = intervalText.isEmpty ? "" : " (\(intervalText))"
    return "The \(centreName) is \(centreText)\(ends), over \(Wording.count(section.replications, "replication"))."
  }
}

extension ForecastSection {
  /// A text that names the assumption which would change the answer most, or says that none is known yet.
  fileprivate var changingText: String {
    information == nil
      ? "Too few replications for what to measure first." : uncertaintyNotes.last ?? ""
  }

  fileprivate var reachHabits: String? { reach?.habitText(unit: subject?.unit ?? "") }
}

extension ComparisonSection {
  /// The change of a contrast's main indicator, in a sentence.
  package func changeText(named name: String, contrast index: Int = 0) -> String {
    change(named: name, contrast: index).finding
  }

  /// Whether the main indicator of the first contrast has a difference.
  fileprivate var isMeasured: Bool { contrasts.first?.rows.contains { $0.id == kpi && $0.isMeasured } ?? false }

  fileprivate func change(named name: String, contrast index: Int = 0) -> Statement {
    guard index < contrasts.count, let row = contrasts[index].rows.first(where: { $0.id == kpi }),
      let shift = row.shift
    else { return Statement(finding: "\(name), nothing was measured.", verdict: .undecided) }
    let levels = "\(row.valueText) against \(row.baselineText)"
    let title = row.title.prefix(1).lowercased() + row.title.dropFirst()
    let ends = row.intervalText.isEmpty ? "" : " (95% interval \(row.intervalText))"
    let change =
      row.difference == nil
      ? "at least \(Wording.difference(shift, unit: row.unit, beside: row.interval))" : row.differenceText + ends
    return Statement(
      finding: "\(name), “\(title)” changes by \(change): \(levels), \(row.verdict.spoken).",
      verdict: row.verdict.verdict)
  }
}

extension ComparisonVerdict {
  /// The text in a form that can end a sentence.
  fileprivate var spoken: String {
    switch self {
    case .better: "shown to be better"
    case .worse: "shown to be worse"
    case .higher: "shown to be higher"
    case .lower: "shown to be lower"
    case .noDifference: "no difference shown"
    case .notMeasured: "not measured"
    }
  }
}
