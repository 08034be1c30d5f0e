extension Headline {
  /// The indicator with its demands first, then what replications are and what moves them, then everything else.
  static func sentences(_ section: ForecastSection, of report: Report) -> [Statement] {
    func remark(_ text: String) -> Statement { Statement(finding: text) }
    var sentences: [Statement] = []
    if let subject = section.subject {
      let verdict = report.kpis.first { $0.id == subject.id }?.verdict ?? .none
      sentences.append(
        Statement(
          finding: section.finding(subject) { report.verdict($0, of: subject) },
          verdict: subject.mean == nil ? .none : verdict))
    }
    sentences.append(remark(section.replicationText(users: report.scenario.users)))
    sentences.append(remark(section.uncertaintyText))
    if section.stopping.rule == "precision" {
      sentences.append(
        Statement(
          finding: section.stoppingText, verdict: section.stopping.isReached ? .none : .undecided))
    }
    let unit = section.subject?.unit ?? ""
    if let solution = section.solution { sentences.append(remark(solution.text(unit: unit))) }
    if let strongest = section.sensitivity?.strongestText(unit: unit) { sentences.append(remark(strongest)) }
    if let targets = section.targetsText { sentences.append(remark(targets)) }
    if section.replications > 0 {
      sentences.append(
        Statement(
          finding: section.violationsText, verdict: section.replicationsWithViolations > 0 ? .missed : .met)
      )
    }
    return sentences
  }

  /// What every number of a forecast rests on.
  static func qualification(_ section: ForecastSection, of report: Report) -> String {
    let part =
      report.complete ? "" : "The forecast was interrupted: these are the replications that had ended by then. "
    guard !report.assumptions.isEmpty else { return "\(part)Given this scenario, which assumes nothing by default:" }
    let unsourced = report.assumptions.count { $0.source == Assumption.noSource }
    let sources = unsourced == 0 ? "each with its source" : "\(Wording.whole(unsourced)) of them without a source"
    return "\(part)Given \(Wording.count(report.assumptions.count, "assumption")), \(sources):"
  }
}
