import Interleaving

/// The part of a search that determines the causes of its findings.
extension CodeSearch {
  func add(_ finding: ExplorationFinding) {
    var finding = finding
    finding.schedule = result.schedules
    result.findings.append(finding)
  }

  func shows(_ record: ScheduleRecord, _ key: String) -> Bool {
    record.allFailures.contains { $0.key == key }
  }

  /// Minimises the cause of a failure and reports it.
  ///
  /// - Returns: false if the same order does not always give the same result. Later schedules then prove nothing.
  func explain(
    _ failure: Failure, _ record: ScheduleRecord, trace failing: [TracedArrival], seed: UInt64
  ) -> Bool {
    var handovers = record.handovers
    let isNatural = seed == settings.seed && handovers.isEmpty
    let passing = isNatural ? naturalTrace : trace(of: run(under: [], seed: seed, handovers: handovers))
    let cause = ConstraintShrinker.shrink(failing: failing, natural: passing, budget: settings.replays) {
      [self] constraints in shows(run(under: constraints, seed: seed, handovers: handovers), failure.key)
    }
    if cause.constraints.isEmpty, !shows(natural, failure.key),
      shows(run(under: [], seed: settings.seed), failure.key)
    {
      add(kept(failure, "the natural order passed at first, and fails now"))
      return false
    }
    let ordered = Set(cause.constraints.flatMap { [$0.before, $0.after] })
    let needed = handovers.filter { ordered.contains($0.rest) }
    if needed.count < handovers.count,
      shows(run(under: cause.constraints, seed: seed, handovers: needed), failure.key)
    {
      handovers = needed
    }
    let token = ExplorationToken(
      seed: seed, window: settings.window, constraints: cause.constraints, handovers: handovers, test: settings.test)
    guard var finding = tell(failure, under: token, replays: cause.replays) else {
      add(kept(failure, "an order failed, and passed when it ran again"))
      return false
    }
    finding.isByChance = cause.constraints.isEmpty && !shows(natural, failure.key)
    add(finding)
    return true
  }

  /// Creates the finding of a failure that no change of the order explains.
  func kept(_ failure: Failure, _ difference: String) -> ExplorationFinding {
    var finding = ExplorationFinding(
      kind: .unrepeatable,
      message:
        "something is kept from one schedule to the next, in a global or static variable or outside the process: "
        + "\(difference).\n\(failure.message)")
    finding.place = failure.place
    return finding
  }

  /// Describes a find in words; nil if replaying its order does not show the failure.
  func tell(
    _ failure: Failure, under token: ExplorationToken, replays: Int
  ) -> ExplorationFinding? {
    let record = run(under: token.constraints, seed: token.seed, handovers: token.handovers, isRecording: true)
    guard shows(record, failure.key) else { return nil }
    var finding = ExplorationFinding(kind: failure.kind, message: failure.message)
    if let last = record.failures.first(where: { $0.key == failure.key }) { finding.message = last.message }
    finding.key = failure.key
    finding.place = failure.place
    finding.token = token.text
    finding.command = token.command
    finding.replays = replays
    var panels: [SchedulePage.Panel] = []
    var words = ScheduleText(record, trace(of: record))
    var passes: ScheduleText?
    if !token.constraints.isEmpty {
      let passing = run(under: [], seed: token.seed, isRecording: true)
      if !shows(passing, failure.key) { passes = ScheduleText(passing, trace(of: passing)) }
    }
    if let passes { words.addNames(of: passes) }
    finding.cause = token.constraints.map { words.text($0) }
    finding.timeline = words.text()
    let deciding = Set(token.constraints.flatMap { [$0.before, $0.after] })
    panels.append(SchedulePage.Panel(title: "What happens", schedule: words, marked: deciding))
    if let passes {
      finding.orders = OrderDifference.text(failing: words, passing: passes)
      finding.timeline += "\nThe natural order, which passes:\n" + passes.text()
      panels.append(
        SchedulePage.Panel(title: "The natural order, which passes", schedule: passes, marked: deciding))
    }
    finding.page = SchedulePage.html(
      title: String(finding.message.prefix { $0 != "\n" }),
      facts: [
        ("What is wrong", finding.message.split(separator: "\n").map { String($0) }), ("When", finding.cause),
      ], replay: finding.command ?? finding.token.map { ".explored(replaying: \"\($0)\")" }, panels: panels)
    return finding
  }
}

extension Failure {
  private static let stuck = "stuck"

  /// The kind of finding that this failure is reported as.
  var kind: ExplorationFinding.Kind {
    if isCrash { return .crash }
    return key == Self.stuck || isDeadlock ? .stuck : .failure
  }

  /// The body does not end.
  static func stuck(_ waiting: String) -> Failure {
    Failure(key: stuck, message: "stuck: nothing that the search controls is left that could wake \(waiting)")
  }
}
