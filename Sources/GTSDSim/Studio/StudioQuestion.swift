import Documents
import GTSDLogs
import GTSDStudies
import GTSDWorld
import Statistics

/// The questions that people ask about a scenario.
package enum StudioQuestion: String, CaseIterable, Sendable {
  case target, sure, drivers, measure, copy, size, rollout, slow, logs

  /// The question.
  package var text: String {
    switch self {
    case .target: "Will 80% acknowledge within 24 hours?"
    case .sure: "How sure is that?"
    case .drivers: "What moves it?"
    case .measure: "What should I measure first?"
    case .copy: "Which copy wins?"
    case .size: "How big must the experiment be?"
    case .rollout: "Should we roll out, and when stop?"
    case .slow: "What if metrics take five minutes?"
    case .logs: "What do my logs say?"
    }
  }

  /// The method that answers the question.
  package var method: String {
    switch self {
    case .target: "A forecast: many populations, every unsourced assumption drawn anew."
    case .sure: "The same forecast: its interval, and how much of it is not knowing rather than chance."
    case .drivers: "A forecast with sensitivity: each parameter alone, then all together."
    case .measure: "A forecast of many small populations: which unknown, once known, would settle the answer."
    case .copy: "A comparison of an experiment's arms, the same people in each."
    case .size: "A plan: how many people a change of 5% takes to be found with 80% power."
    case .rollout: "A forecast of a staged roll-out with triggers to roll back."
    case .slow: "A comparison with the same people, whose metrics come after five minutes."
    case .logs: "A calibration: a scenario fitted to your events, and whether it reproduces them."
    }
  }

  /// The sections that show how the answer comes about, the most telling first.
  package var parts: [String] {
    switch self {
    case .target: ["fan", "indicators", "replications"]
    case .sure: ["replications", "fan"]
    case .drivers: ["drivers"]
    case .measure: ["replications", "drivers", "assumptions"]
    case .copy: ["curves", "contrast-1", "contrast-2", "contrast-3"]
    case .size: ["plan-1", "plan-2"]
    case .rollout: ["rollout"]
    case .slow: ["curves", "contrast-1"]
    case .logs: ["fit", "values", "unidentified", "sign-ups"]
    }
  }

  /// The answer in a sentence, with its interval, and how it stands against what is asked for.
  package func answer(_ report: Report) -> ReportParts.Sentence {
    let statement = statement(report) ?? Headline(report).sentences.first ?? Statement(finding: "There is no answer.")
    let part = report.complete ? "" : "Interrupted, so of a part only: "
    return .init(text: part + statement.finding, verdict: statement.verdict.rawValue)
  }

  /// A statement of the probability that the deciding demand is met, and of the mean with its interval.
  private static func chance(of subject: ForecastSection.Indicator, in report: Report) -> Statement? {
    guard let target = subject.decidingTargets.first, target.probability != nil else { return nil }
    let title = subject.title.prefix(1).lowercased() + subject.title.dropFirst()
    return Statement(
      finding: "The probability that “\(title)” is \(Wording.bound(target.demand, unit: subject.unit)) is "
        + "\(target.probabilityText); its mean is \(subject.meanText) (\(subject.intervalText)).",
      verdict: report.kpis.first { $0.id == subject.id }?.verdict ?? .none)
  }

  private func statement(_ report: Report) -> Statement? {
    switch self {
    case .target:
      return report.forecast.flatMap { section in
        section.subject.flatMap { subject in Self.chance(of: subject, in: report) }
      }
    case .sure:
      return report.forecast.flatMap { section in
        section.subject.map { subject in
          Statement(
            finding: "The mean is \(subject.meanText), known to \(subject.intervalText) (95%, "
              + "\(Wording.count(section.replications, "replication"))). \(section.uncertaintyText)")
        }
      }
    case .drivers:
      guard let section = report.forecast, let row = section.sensitivity?.rows.first, let bar = row.bar else {
        return nil
      }
      let unit = section.subject?.unit ?? ""
      let ends = [(bar.low, bar.lowInterval, bar.factor.low), (bar.high, bar.highInterval, bar.factor.high)].map {
        "\(Wording.change($0, $1, unit: unit)) at \(Wording.parameters($2, path: bar.factor.path))"
      }
      return Statement(finding: "\(row.name) moves it most: \(ends[0]), \(ends[1]).")
    case .measure:
      return report.forecast.flatMap { $0.information == nil ? nil : $0.uncertaintyNotes.last }.map {
        Statement(finding: $0)
      }
    case .copy: return report.comparison?.winner
    case .size: return report.comparison?.plan?.sentences.first
    case .rollout: return report.forecast?.rollout?.answer
    case .slow: return report.comparison?.change(named: "With metrics after five minutes")
    case .logs:
      return report.calibration.map { section in
        if let misfit = section.misfit { return Statement(finding: misfit, verdict: .missed) }
        let told = [section.outcome, section.agreement].compactMap(\.self)
        return Statement(finding: told.joined(separator: " "), verdict: section.joint?.verdict == .fits ? .met : .none)
      }
    }
  }
}

extension ComparisonSection {
  /// The change of a contrast's main indicator, in a sentence.
  package func changeText(named name: String, contrast index: Int = 0) -> String {
    change(named: name, contrast: index).finding
  }

  fileprivate func change(named name: String, contrast index: Int = 0) -> Statement {
    guard index < contrasts.count, let row = contrasts[index].rows.first(where: { $0.id == kpi }),
      let difference = row.difference, let baseline = row.baseline, let value = row.value
    else { return Statement(finding: "\(name), nothing was measured.", verdict: .undecided) }
    let ends = row.interval.map { interval in
      [interval.low, interval.high].map { Wording.effect($0, unit: row.unit) }.joined(separator: " to ")
    }
    let levels = "\(Wording.value(value, unit: row.unit)) against \(Wording.value(baseline, unit: row.unit))"
    let title = row.title.prefix(1).lowercased() + row.title.dropFirst()
    return Statement(
      finding: "\(name), “\(title)” changes by \(Wording.effect(difference, unit: row.unit))"
        + (ends.map { " (95% interval \($0))" } ?? "") + ": \(levels), \(row.verdict.spoken).",
      verdict: row.verdict.verdict)
  }

  /// A statement of the arms that differ from the control, and of the best one.
  fileprivate var winner: Statement {
    let rows = contrasts.compactMap { contrast in
      contrast.rows.first { $0.id == kpi && $0.difference != nil }.map { (contrast, $0) }
    }
    guard let control = contrasts.first?.baseline, !rows.isEmpty else {
      return Statement(finding: "No arm was measured.", verdict: .undecided)
    }
    let told = rows.map { contrast, row in
      "\(contrast.side) \(Wording.change(row.difference ?? 0, row.interval, unit: row.unit))"
    }.joined(separator: ", ")
    let better = rows.filter { $0.1.verdict == .better }
    // All of them point the way that counts as better, up or down.
    let best = better.max { abs($0.1.difference ?? 0) < abs($1.1.difference ?? 0) }
    guard let best else {
      return Statement(finding: "None is shown to beat \(control): \(told).", verdict: .undecided)
    }
    return Statement(finding: "\(best.0.side) wins against \(control): \(told).", verdict: .met)
  }
}

extension ComparisonVerdict {
  /// As the end of a sentence.
  fileprivate var spoken: String {
    switch self {
    case .better: "surely better"
    case .worse: "surely worse"
    case .higher: "surely higher"
    case .lower: "surely lower"
    case .noDifference: "no difference shown"
    case .notMeasured: "not measured"
    }
  }
}
