import GTSDLogs
import GTSDModel
import Statistics

extension CalibrationFit {
  /// Adds the problems of the log that only a fit reveals, and marks the values that problems make doubtful. Returns
  /// all problems.
  mutating func doubt(_ found: [LogFinding], _ log: EventLog) -> [LogFinding] {
    var findings = found
    let rhythm = LogRhythm(log)
    for index in findings.indices where findings[index].kind == .zone {
      // Read as UTC, these times have the usual nights, so no value is in doubt.
      guard let rhythm, !rhythm.isOff else { continue }
      (findings[index].isFault, findings[index].paths) = (false, [])
      findings[index].text +=
        " People of this log use the app at the same hours as simulated ones, so no value is wrong by it."
    }
    if let clocks { findings.append(clocks) }
    if let changed = tally.firsts.finding(firstMidnight: log.firstMidnight) { findings.append(changed) }
    if let rhythm, rhythm.isOff, !findings.contains(where: { $0.kind == .zone }) { findings.append(nights(rhythm)) }
    for finding in findings { mark(finding) }
    return findings
  }

  /// The finding that people come at other hours than simulated ones: they live in another zone, or local times are
  /// marked as UTC. The log does not show which, so this is not a fault of the log.
  private func nights(_ rhythm: LogRhythm) -> LogFinding {
    LogFinding(
      .zone,
      "People of this log come at other hours than simulated ones, best moved by \(rhythm.hours) hours: they live in another "
        + "zone, or their times are local ones that are marked as UTC. Days are UTC's.",
      isFault: false, paths: ["habit.returnNextDay", "habit.dailyDecay"], remedy: .localTimes)
  }

  /// The tolerated share of replies that come before the event that they answer.
  private static let mostNegative = 0.01
  /// The share from which the order of events is not reliable either.
  private static let faultyNegative = 0.05

  /// Marks the values that a problem of the log makes doubtful.
  private mutating func mark(_ finding: LogFinding) {
    let all = finding.kind == .dropped
    for index in parameters.indices where parameters[index].estimate != nil {
      guard all || finding.paths.contains(parameters[index].path) else { continue }
      parameters[index].doubt = parameters[index].doubt ?? finding.text
    }
  }

  private var clocks: LogFinding? {
    let samples = [CalibrationTally.Time.follow, .acknowledge, .completeProfile].map { tally[$0] }
    let (negative, all) = samples.reduce((0, 0)) { ($0.0 + $1.untimed, $0.1 + $1.happened) }
    guard negative >= 3, Double(negative) > Self.mostNegative * Double(all) else { return nil }
    return LogFinding(
      .clocks,
      "\(negative) of \(all) answers come before what they answer (\(Wording.percent(Double(negative) / Double(all)))): clocks "
        + "of phones are off by more than such times.", isFault: Double(negative) > Self.faultyNegative * Double(all),
      paths: [
        "timings.considerCard.median", "timings.considerCard.sigma", "timings.readMetrics.median",
        "timings.readMetrics.sigma", "timings.fillOnboarding.median", "timings.fillOnboarding.sigma",
        "timings.summaryDwell.median", "timings.summaryDwell.sigma", "decisions.abandonOnboarding",
        "decisions.skipOnboarding", "decisions.completeAfterAbandon", "decisions.useSecondDevice",
      ])
  }
}
