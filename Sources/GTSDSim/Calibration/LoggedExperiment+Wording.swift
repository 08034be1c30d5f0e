import Documents
import GTSDLogs
import GTSDModel
import Statistics

extension LoggedExperiment {
  /// The experiment's effects in sentences. If there are none, one sentence with the reason.
  var sentences: [Statement] {
    let lead = "Experiment \(name)"
    switch effect {
    case .stated: break
    case .oneArm:
      let named = arms.filter { $0.people > 0 }.map(\.name)
      return [
        Statement(
          finding: named.isEmpty
            ? "\(lead): no person is in exactly one of its arms."
            : "\(lead): the log names people in \(named[0]) alone. One arm has nothing to be compared with.",
          verdict: .undecided)
      ]
    case .tooManyArms:
      return [
        Statement(
          finding: "\(lead): more than \(LogExposures.maxArms) values, which are no arms.", verdict: .undecided,
          advice: LogRemedy(map: "`{\"fields\": {\"variant\": PATH}}`", effect: "names the field of the arms").advice)
      ]
    case .ratio:
      let people = arms.map { "\(Wording.whole($0.people)) in \($0.name)" }.joined(separator: ", ")
      return [
        Statement(
          finding: "\(lead): SAMPLE RATIO MISMATCH. \(people), where \(plannedText) were planned "
            + "(\(ratioP.map(Wording.p) ?? "")). Something loses or adds people of an arm; no effect is reported.",
          verdict: .missed)
      ]
    case .balance:
      return [
        Statement(
          finding:
            "\(lead): ARMS DIFFER BEFORE IT. What people did before they were assigned to an arm depends on the arm "
            + "(\(balanceP.map(Wording.p) ?? "")): people were not assigned at random, or the arms were named at "
            + "different times. No effect is reported.", verdict: .missed)
      ]
    }
    guard let row = rows.first else {
      return [
        Statement(
          finding: "\(lead): the log has no events from which an indicator could be computed.", verdict: .undecided)
      ]
    }
    return row.arms.dropFirst().map { Statement(finding: finding($0, row), verdict: $0.verdict.verdict) }
  }

  private func finding(_ own: Outcome, _ row: Row) -> String {
    let title = row.title.prefix(1).lowercased() + row.title.dropFirst()
    let lead = "Experiment \(name), \(own.arm) against \(row.arms[0].arm): \(title)"
    guard let difference = own.difference, let interval = own.alwaysValid else {
      return "\(lead): too few people to say (\(own.countText) against \(row.arms[0].countText))."
    }
    let ends = Wording.differenceInterval(interval, unit: "share", of: difference)
    let sides =
      "\(own.shareText) of \(Wording.whole(own.trials)) against \(row.arms[0].shareText) of "
      + Wording.whole(row.arms[0].trials)
    let best = own.best.map { "; \(own.arm) is best with a probability of \(Wording.chance($0))" } ?? ""
    return own.verdict == .noDifference
      ? "\(lead) shows no difference, \(Wording.difference(difference, unit: "share", beside: interval)) (\(ends)), \(sides)\(best)."
      : "\(lead) is \(Wording.amount(abs(difference), unit: "share", beside: interval)) \(difference > 0 ? "more" : "less") (\(ends)), "
        + "\(sides): \(own.verdict.word)\(best)."
  }

  /// The planned shares: `equal shares`, or `A 50%, B 50%`.
  var plannedText: String {
    areSharesStated
      ? arms.map { "\($0.name) \(Wording.percent($0.planned))" }.joined(separator: ", ") : "equal shares"
  }

  /// The definitions, assumptions and limits of the figures.
  var remarks: [String] {
    var remarks: [String] = []
    let control = arms.first?.name ?? ""
    if effect != .tooManyArms, effect != .oneArm {
      let check = ratioP.map { "The arms' shares agree with them (\(Wording.p($0)))." }
      remarks.append(
        (areSharesStated
          ? "Planned shares are those of --map." : "Planned shares are taken to be equal; --map says otherwise.")
          + (isControlStated ? "" : " \(control) is assumed to be the control because of its name.") + " "
          + (effect == .ratio
            ? "" : check ?? "For a check of the shares there are too few people (five expected in each arm).")
      )
    }
    remarks += peopleRemarks
    guard !rows.isEmpty else { return remarks }
    remarks.append(
      "Intervals of differences are always-valid (mixture sequential test, tuned to 5 points): they hold whenever, and "
        + "however often, the log was looked at, and they decide. Their level is 95% for the first indicator over all "
        + "arms, and for all others together. A probability to be best has a uniform prior for each arm's share, and "
        + "allows for no looks.")
    if let reduction = rows.first?.reduction {
      remarks.append(
        "Differences are adjusted by how much a person had done in the seven days before being named in an arm (CUPED), "
          + "which removes \(Wording.percent(reduction)) of the variance of the first indicator"
          + (balanceP.map { "; the arms agree in it (\(Wording.p($0)))." } ?? "."))
    } else {
      remarks.append(
        "No covariate: people did nothing before they were assigned to an arm, or the log begins later.")
    }
    return remarks + unmeasuredRemarks
  }

  private var peopleRemarks: [String] {
    var remarks: [String] = []
    if mixed > 0 {
      remarks.append("Left out since they were named in several arms: \(Wording.count(mixed, "person", "people")).")
    }
    if unplanned > 0 {
      remarks.append(
        "Left out since --map does not have their arm: \(Wording.count(unplanned, "person", "people")).")
    }
    let idle = arms.reduce(0) { $0 + $1.idle }
    if idle > 0 {
      remarks.append(
        "In an arm, but without any event of the definitions: \(Wording.count(idle, "person", "people")).")
    }
    if outside > 0 { remarks.append("Of the log, in no arm: \(Wording.count(outside, "person", "people")).") }
    if let row = rows.first {
      let late = row.arms.reduce(0) { $0 + $1.late }
      let censored = row.arms.reduce(0) { $0 + $1.censored }
      if late > 0 {
        remarks.append(
          "Left out of the first indicator since they were named in an arm only when it was decided: "
            + "\(Wording.count(late, "person", "people")).")
      }
      if censored > 0 {
        remarks.append(
          "Left out of the first indicator since their time is not over at the end of the log: "
            + "\(Wording.count(censored, "person", "people")).")
      }
    }
    return remarks
  }

  /// Remarks on the questions that the log cannot answer.
  private var unmeasuredRemarks: [String] {
    let missing = unmeasured.map { "\($0.title) (no \($0.missing.map { "`\($0)`" }.joined(separator: " or ")))" }
    return (missing.isEmpty ? [] : ["Not computed, because the log lacks events: \(missing.joined(separator: ", "))."])
      + [
        """
        No log shows errors and waits by request, what people saw before their arm was named, people whose events never \
        arrived, or that two ids are one person. An effect is that on the people who were named in an arm, and a share of \
        those who came to its occasion is itself after the change.
        """
      ]
  }
}

extension LoggedExperiment.Outcome {
  var shareText: String { share.map { Wording.percent($0) } ?? "no data" }
  /// The successes among trials: `61 of 120`.
  var countText: String { "\(Wording.whole(successes)) of \(Wording.whole(trials))" }
  var differenceText: String { difference.map { Wording.difference($0, unit: "share") } ?? "" }
  var alwaysValidText: String { alwaysValid.map { Wording.differenceInterval($0, unit: "share") } ?? "" }
  var plannedText: String { planned.map { Wording.differenceInterval($0, unit: "share") } ?? "" }
  var bestText: String { best.map { Wording.chance($0) } ?? "" }
}

extension Wording {
  /// A probability in words, never 0 or 1: `under 0.1%`, `over 99.9%`.
  static func chance(_ probability: Double) -> String {
    probability < 0.001 ? "under 0.1%" : probability > 0.999 ? "over 99.9%" : percent(probability)
  }

  /// A number with its noun: `1 person`, `2 people`.
  static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(whole(number)) \(number == 1 ? one : many)"
  }
}
