import Documents
import GTSDLogs
import GTSDModel
import GTSDStudies
import Statistics

extension CalibrationSection {
  /// The result in a sentence.
  var outcome: String {
    let conditional = parameters.count { $0.status == .conditional }
    let given = conditional == 0 ? "" : ", \(Wording.whole(conditional)) of which depend on other values"
    return "\(Wording.whole(fitted.count)) of \(Wording.count(parameters.count, "value")) fitted to "
      + "\(Wording.count(events, "event")) of \(Wording.count(users, "user"))\(given)."
  }

  /// The meaning of the exit code for the fit.
  var verdictText: String {
    let values = "\(Wording.count(fitted.count, "value")) fitted"
    if isFaulty { return "the log has problems; marked values are doubtful" }
    if joint?.verdict != .doesNotFit, backTest?.isMissed == true {
      return "the fit does not forecast the log's later days"
    }
    return switch joint?.verdict {
    case .doesNotFit: "the fit does not reproduce its log"
    case .fits: values
    case .undecided, nil: "\(values), fit not tested"
    }
  }

  /// Whether the log's faults make values wrong.
  var isFaulty: Bool { findings?.contains(where: \.isFault) ?? false }

  /// The numbers of ids and of the people they belong to; nil if each person has one id.
  var identityText: String? {
    guard let identities else { return nil }
    var parts = [
      "\(Wording.count(identities.ids, "id")) belong to \(Wording.count(identities.people, "user")), since "
        + "\(Wording.whole(identities.merged)) share a line with another id, or are joined by a call"
    ]
    if identities.anonymous > 0 {
      parts.append("\(Wording.whole(identities.anonymous)) of the users never sign up and name no account")
    }
    if identities.sharedDevices > 0 {
      parts.append(
        "\(Wording.count(identities.sharedDevices, "phone")) were used by several accounts, which stay apart")
    }
    return parts.joined(separator: "; ") + "."
  }

  /// The numbers of lines read and rejected, in a sentence.
  var reading: String {
    var dropped: [String] = []
    if rejected > 0 {
      let kinds = rejectedByKind.map { "\(Wording.whole($0.count)) \($0.name)" }.joined(separator: ", ")
      dropped.append("\(Wording.count(rejected, "line")) rejected (\(kinds))")
    }
    if let links { dropped.append("\(Wording.count(links, "line")) used only to identify users") }
    if let calls { dropped.append("\(Wording.count(calls, "call")) left out as no event") }
    if unknown > 0 { dropped.append("\(Wording.count(unknown, "line")) of unknown events ignored") }
    if let resent, resent > 0 { dropped.append("\(Wording.count(resent, "event")) sent again left out") }
    if let exposures {
      dropped.append("\(Wording.count(exposures, "line")) used only for the arm of an experiment")
    }
    if let quarantined, quarantined > 0 {
      dropped.append("\(Wording.count(quarantined, "event")) with clocks far off left out")
    }
    let order =
      outOfOrder > 0
      ? " \(Wording.count(outOfOrder, "event")) out of order \(outOfOrder == 1 ? "was" : "were") put in order." : ""
    return "Read \(Wording.count(lines, "line")) of \(format): "
      + (dropped.isEmpty ? "nothing dropped." : dropped.joined(separator: "; ") + ".") + order
  }

  /// A warning at the head of the page if the fit is wrong; nil otherwise.
  var misfit: String? {
    guard let joint, joint.verdict == .doesNotFit else { return nil }
    return "The fit DOES NOT FIT its events: \(joint.figure.lowercased()) is \(Wording.fixed(joint.distance, 1)) "
      + "standard deviations off. What is forecast from it may be wrong."
  }

  /// A warning at the head of the page if the forecast from the first days does not hold; nil otherwise.
  var missedForecast: String? {
    guard let backTest, backTest.isMissed else { return nil }
    let count = Wording.count(backTest.checks.count, "later figure")
    return "A forecast from the log's first days DOES NOT HOLD for its later days: "
      + "\(Wording.whole(backTest.checks.count(where: \.isInside))) of \(count) lie within its 95% intervals. What people "
      + "do may have changed, or depend on something that the fit leaves out. Forecasts from this fit may be as wrong."
  }

  /// Whether enough populations were simulated to compare them with the events.
  var isConclusive: Bool { replications >= PredictiveCheck.minPopulations }

  /// The warnings at the head of the page, about the fit or the log.
  var warnings: [Statement] {
    [
      misfit.map { Statement(finding: $0, verdict: .missed) },
      missedForecast.map { Statement(finding: $0, verdict: .missed) },
      ids,
    ]
    .compactMap(\.self)
      + (findings ?? []).map { finding in
        let doubtful = fitted.filter { $0.doubt == finding.text }.map(\.name)
        let marked =
          doubtful.isEmpty || finding.kind == .dropped
          ? "" : " Doubtful by it, and marked with !: \(doubtful.joined(separator: "; "))."
        return Statement(
          finding: finding.text + marked, verdict: finding.isFault ? .missed : .undecided,
          advice: finding.remedy?.advice)
      }
  }

  /// The finding that the events' ids do not identify people; nil if they do, or if there are none.
  private var ids: Statement? {
    noIDs.map {
      Statement(
        finding: "The field of event ids does not identify events: \(Wording.count($0.values, "value")) on "
          + "\(Wording.count($0.lines, "line")) repeat for different people or content. No event was left out because of "
          + "it, so events that were sent again may count twice.", verdict: .undecided,
        advice: LogRemedy(map: "`{\"fields\": {\"id\": PATH}}`", effect: "names another field").advice)
    }
  }

  /// The results of the log's first few experiments.
  var experimentSentences: [Statement] { (experiments ?? []).prefix(3).flatMap(\.sentences) }

  /// The number of kinds of people in the events, and their differences.
  var kindsText: String? {
    guard let kinds else { return nil }
    let each = kinds.map { kind in
      let values = kind.values.prefix(2).map { value in
        return "\(CalibratedParameter.name(of: value.path)) \(Wording.percent(value.estimate))"
      }
      return Wording.percent(kind.weight) + (values.isEmpty ? "" : " (\(values.joined(separator: ", ")))")
    }
    return "The events show \(kinds.count) kinds of people: \(each.joined(separator: "; "))."
  }

  /// A sentence on how well the fitted scenario reproduces the log; nil if it was not compared.
  var agreement: String? {
    guard !checks.isEmpty else { return nil }
    guard isConclusive else {
      return
        "It is not known whether the fit reproduces its events: \(Wording.count(replications, "simulated population")) "
        + "\(replications == 1 ? "is" : "are") too few, "
        + "\(PredictiveCheck.minPopulations) are needed (`-n \(PredictiveCheck.minPopulations)`)."
    }
    return
      "For \(Wording.whole(inside)) of \(Wording.count(checks.count, "figure")), the log lies within the range of 95% "
      + "of \(Wording.whole(replications)) simulated populations."
  }

  /// The result of a forecast from the first days.
  var hindsight: String? {
    // A missed forecast is told among the warnings.
    guard let backTest, !backTest.isMissed else { return nil }
    return coverageText
  }

  /// The share of the later figures that a forecast from the first days contains.
  var coverageText: String? {
    guard let backTest, let coverage = backTest.coverage else { return nil }
    let inside = backTest.checks.count(where: \.isInside)
    return "Fitted to the first \(Wording.seconds(backTest.cutSeconds)) only, the forecast's 95% intervals contain "
      + "\(Wording.whole(inside)) of \(Wording.count(backTest.checks.count, "later figure")) (\(Wording.percent(coverage)))."
  }

  /// A sentence on whether a plain extrapolation of the same log predicts as well; nil if there is none.
  var plainText: String? {
    guard let plain = backTest?.plain, !plain.isEmpty else { return nil }
    let n = Double(plain.count)
    let fitted = plain.reduce(0) { $0 + $1.fittedScore } / n
    let own = plain.reduce(0) { $0 + $1.plainScore } / n
    let inside = plain.count(where: \.isInside)
    let scores =
      "by their mean scores over \(Wording.count(plain.count, "figure")) (CRPS, \(Wording.fixed(100 * fitted, 2)) against "
      + "\(Wording.fixed(100 * own, 2)) points; 95% intervals of the plain one contain \(Wording.whole(inside)))"
    return own < fitted
      ? "A plain Kaplan-Meier extrapolation of the same days predicts the later days BETTER than the fit, \(scores). "
        + "Use it for these figures."
      : "The fit predicts the later days better than a plain Kaplan-Meier extrapolation of the same days, \(scores)."
  }

  /// Remarks on how to read the numbers.
  var remarks: [String] {
    var remarks =
      fitRemarks + [
        """
        The link between events and decisions is that of the simulated people: a decision is taken when its occasion \
        arises, at most once in a session. If people or the app behave differently, an estimate is the value with \
        which simulated people would give the same events.
        """,
        """
        \(kinds == nil ? "Values are" : "Values in the table are") pooled over all people\
        \(kinds == nil ? "" : ", those of each kind are in the overlay"). Intervals of \
        shares allow for people differing (a person is a cluster); those of times do not.
        """,
      ]
    if let first = experiments?.first, experiments?.count == 1 {
      remarks.append("The fit pools the arms of the experiment \(first.name): the overlay has no arms.")
    } else if let experiments {
      remarks.append("The fit pools the arms of \(experiments.count) experiments: the overlay has no arms.")
    }
    if isPooled, kinds == nil {
      remarks.append(
        "The scenario `\(base)` has several personas; events do not distinguish them, so the overlay has one, with "
          + "the mean of their values wherever nothing was fitted.")
    }
    if replications > 0, simulatedUsers < users {
      remarks.append(
        "Simulated populations have \(Wording.count(simulatedUsers, "user")) rather than \(Wording.whole(users)): their "
          + "intervals are wider than those of as many as were observed.")
    }
    if backTest == nil, replications > 0 {
      remarks.append("There is no back-test, which needs a day and a half of events.")
    }
    return remarks
  }
}

extension CalibrationSection {
  /// Remarks on whether the fit reproduces its log, and on the parts of the log that were left out.
  private var fitRemarks: [String] {
    var remarks: [String] = []
    if let joint {
      let alarms = Wording.percent(joint.falseAlarms)
      switch joint.verdict {
      case .fits:
        remarks.append(
          "The fit reproduces the log by all figures together (p = \(Wording.fixed(joint.p, 2)); at most \(alarms) of "
            + "right fits are called wrong).")
      case .doesNotFit:
        remarks.append(
          "DOES NOT FIT: by \(joint.figure.lowercased()), the log lies \(Wording.fixed(joint.distance, 1)) standard "
            + "deviations from what the fitted scenario does; at most \(alarms) of right fits are called wrong. People may "
            + "be of several kinds, or clocks or events wrong. The overlay's uncertainties are widened, and what it "
            + "forecasts may be wrong.")
      case .undecided:
        remarks.append(
          replications < PredictiveCheck.minPopulations
            ? "\(Wording.count(replications, "simulated population")) cannot show whether the fit reproduces the log: "
              + "\(PredictiveCheck.minPopulations) are needed."
            : "\(Wording.count(simulatedUsers, "user")) cannot show whether the fit reproduces the log: "
              + "\(JointCheck.minUsers) are needed.")
      }
    }
    if let resent, resent > 0 {
      remarks.append("\(Wording.count(resent, "event")) left out as sent again, by id or as the same act.")
    }
    if let quarantined, quarantined > 0 {
      remarks.append(
        "\(Wording.count(quarantined, "event")) left out: a long gap separates \(quarantined == 1 ? "it" : "them") "
          + "from all other events, so the clocks are probably wrong.")
    }
    if let zoneless, zoneless > 0 {
      remarks.append("\(Wording.count(zoneless, "time")) had no time zone and were read as UTC, or as `--map` states.")
    }
    return remarks
  }
}

extension LogRemedy {
  /// The remedy as advice in a report.
  var advice: Statement.Advice { Statement.Advice(command: ofCommand, studio: "\(ofStudio) \(Self.opening)") }
}

extension CalibratedParameter {
  /// The plain name of the value, without code names.
  var name: String { Self.name(of: path) }

  /// The plain name of the value at a path below a persona.
  static func name(of path: String) -> String { Scenario.words(for: "population.personas.*.\(path)") }

  /// A value of this parameter with its unit.
  func text(_ value: Double?) -> String {
    guard let value else { return "–" }
    return unit == "number" ? Wording.fixed(value, 3) : Wording.value(value, unit: unit)
  }

  var intervalText: String {
    guard let interval else { return "" }
    if unit == "number" { return "\(Wording.fixed(interval.low, 3))–\(Wording.fixed(interval.high, 3))" }
    return Wording.interval(interval, unit: unit, of: estimate)
  }

  /// The standard error in the unit of the value.
  var errorText: String {
    guard let standardError, standardError.isFinite else { return "" }
    switch unit {
    case "share": return "\(Wording.fixed(standardError * 100, 2))%"
    case "s": return Wording.seconds(standardError)
    default: return Wording.fixed(standardError, 3)
    }
  }

  var statusText: String {
    switch status {
    case .fitted: doubt == nil ? "fitted" : "doubtful"
    case .conditional: doubt == nil ? "depends on others" : "doubtful, depends on others"
    case .notIdentified: "not identified"
    }
  }
}

extension PredictiveCheck {
  func text(_ value: Double) -> String {
    unit == "number" ? Wording.fixed(value, 3) : Wording.value(value, unit: unit)
  }

  var intervalText: String {
    if unit == "number" { return "\(Wording.fixed(interval.low, 3))–\(Wording.fixed(interval.high, 3))" }
    return Wording.interval(interval, unit: unit, of: mean)
  }

  var pText: String { p < 0.001 ? "<0.001" : Wording.fixed(p, 3) }
}
