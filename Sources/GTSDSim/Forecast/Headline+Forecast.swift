import Documents
import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

extension Headline {
  /// The sentences of a forecast: first the indicator with its targets, then the replications and their influences,
  /// then everything else.
  static func sentences(_ section: ForecastSection, of report: Report) -> [Statement] {
    func remark(_ text: String) -> Statement { Statement(finding: text) }
    var sentences: [Statement] = []
    if let misfit = report.scenario.resolvedScenario?.uncertainty.misfit, !misfit.isEmpty {
      sentences.append(
        Statement(
          finding: "This scenario comes from a calibration that does not fit its events (\(misfit.lowercased())): "
            + "every value is drawn more widely, every interval is widened by what the calibration's back-test was off, and "
            + "the forecast may still be wrong.", demand: "",
          verdict: .missed))
    }
    if let answer = report.rolloutAnswer { sentences.append(answer) }
    if let subject = section.subject { sentences.append(finding(on: subject, of: section, report)) }
    let sure = [Self.sources(report), section.replicationText(users: report.scenario.users), section.uncertaintyText]
    sentences.append(Statement(finding: sure.compactMap(\.self).joined(separator: " "), label: .certainty))
    sentences += changes(section, of: report)
    if section.rollout == nil { sentences += effects(report).map(\.statement) }
    if section.stopping.rule == "precision" {
      sentences.append(
        Statement(
          finding: section.stoppingText, verdict: section.stopping.isReached ? .none : .undecided))
    }
    if let targets = section.targetsText { sentences.append(remark(targets)) }
    if section.replications > 0 {
      sentences.append(
        Statement(
          finding: section.violationsText, verdict: section.replicationsWithViolations > 0 ? .missed : .met)
      )
    }
    return sentences
  }

  /// Whether the forecast's own figures are of all arms of an experiment together.
  static func joinsArms(_ section: ForecastSection, _ report: Report) -> Bool {
    section.rollout == nil && !effects(report).isEmpty
  }

  /// The result of the forecast's indicator with all its targets. In an experiment, that is of all arms together.
  static func finding(
    on subject: ForecastSection.Indicator, of section: ForecastSection, _ report: Report
  ) -> Statement {
    let verdict = report.kpis.first { $0.id == subject.id }?.verdict ?? .none
    var finding = report.finding(on: subject, of: section)
    if joinsArms(section, report) {
      finding = "All arms together, \(finding.prefix(1).lowercased() + finding.dropFirst())"
    }
    return Statement(finding: finding, verdict: subject.replications == 0 ? .none : verdict)
  }

  /// Sentences on the other model of people and on the measured influences. If none were measured, the options that
  /// measure them.
  private static func changes(_ section: ForecastSection, of report: Report) -> [Statement] {
    let unit = section.subject?.unit ?? ""
    let measured = [
      section.reachAnswer,
      (section.solution?.text(unit: unit, direction: section.direction)).map { Statement(finding: $0) },
      section.sensitivity?.strongestText(unit: unit).map { Statement(finding: $0) },
    ].compactMap(\.self)
    let other = section.alternativeStatement { report.verdict($1, of: $0) }
    var changes = [other].compactMap(\.self) + measured
    if measured.isEmpty, report.complete, section.subject?.centre != nil { changes.append(pointer("`forecast` ranks")) }
    if report.complete, joinsArms(section, report) { changes.append(armsPointer) }
    guard !changes.isEmpty else { return [] }
    changes[0].label = .change
    for index in changes.indices.dropFirst() { changes[index].label = nil }
    return changes
  }

  /// The caveat of an unfinished forecast.
  static func interruption(_ report: Report) -> String {
    report.complete ? "" : "The forecast was interrupted: these are the replications that had ended by then."
  }
}

extension Report {
  /// The result of an indicator with all its targets, or the reason why it has no value.
  func finding(on indicator: ForecastSection.Indicator, of section: ForecastSection) -> String {
    section.finding(indicator) { verdict($0, of: indicator) } + (indicator.centre == nil ? gapText(indicator.id) : "")
  }

  /// Whether the roll-out would be stopped, with a caveat if fewer people are simulated than the scenario describes.
  var rolloutAnswer: Statement? {
    guard let rollout = forecast?.rollout, var answer = rollout.answer else { return nil }
    if (rollout.stops ?? 0) > 0 { answer.finding += " The figures below include the roll-back." }
    if let described = scenario.resolvedScenario?.population.describedSize, scenario.users < described {
      let isDue = rollout.triggers.contains { $0.dueStage != nil }
      answer.finding +=
        " Only \(Wording.whole(scenario.users)) of \(Wording.count(described, "user")) are simulated: with all of them, "
        + (isDue
          ? "triggers have enough sessions and requests to fire sooner." : "triggers fire wrongly less often.")
    }
    return answer
  }
}

extension ForecastSection.Rollout {
  /// Whether the roll-out would be stopped, when, and after how many people.
  var answer: Statement? {
    guard let stops, replications > 0 else { return nil }
    let isDue = triggers.contains { $0.dueStage != nil }
    let share = Wording.percent(Double(stops) / Double(replications))
    let interval = stopsInterval.map { " (\(Wording.interval($0, unit: "share")))" } ?? ""
    let people = exposed.map { Wording.whole($0) } ?? "an unknown number"
    let when =
      stopsAt.map { ", half of them within \(Wording.seconds($0)), when \(people) of the people described have it" }
      ?? ""
    // A roll-out that must be stopped is not good news, even if the triggers work.
    let isKept = stops == 0 && triggers.allSatisfy(\.isWatched)
    return Statement(
      finding:
        "The roll-out of the arm \"\(arm)\" would be stopped and rolled back in \(share)\(interval) of replications\(when). "
        + "In the long run the arm is "
        + (isDue ? "over a limit: it should be stopped." : limitsText),
      verdict: isDue ? (2 * stops > replications ? .none : .missed) : (isKept ? .met : .undecided))
  }

  /// The limits that the arm keeps.
  private var limitsText: String {
    func names(_ triggers: [Trigger]) -> String {
      triggers.map { "“\($0.title)”" }.joined(separator: " and ")
    }
    let (judged, open) = (triggers.filter(\.isWatched), triggers.filter { !$0.isWatched })
    if open.isEmpty { return "within all limits: it should not be stopped." }
    let unknown = "Too few users are simulated to judge \(names(open))."
    return judged.isEmpty
      ? "not judged. \(unknown)"
      : "within the limits of \(names(judged)), so these do not ask for a stop. \(unknown)"
  }
}
