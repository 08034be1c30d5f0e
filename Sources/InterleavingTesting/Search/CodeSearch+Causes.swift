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
    let cause = cause(of: failure, trace: failing, seed: seed, handovers: handovers)
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
      seed: seed, window: settings.window, constraints: cause.constraints, handovers: handovers, test: settings.test,
      arguments: settings.arguments)
    guard var finding = describe(failure, under: token, replays: cause.replays) else {
      add(kept(failure, "an order failed, and passed when it ran again"))
      return false
    }
    finding.isByChance = cause.constraints.isEmpty && !shows(natural, failure.key)
    add(finding)
    return true
  }

  /// The orders that cause a failure, and the number of runs that it took to find them.
  private typealias Cause = (constraints: [OrderConstraint], replays: Int)

  /// Finds the orders that cause a failure: one conflicting pair where one is enough.
  private func cause(
    of failure: Failure, trace failing: [TracedArrival], seed: UInt64, handovers: [Handover]
  ) -> Cause {
    let passing = run(under: [], seed: seed, handovers: handovers, isRecording: true)
    let passes = trace(of: passing)
    var lastTrace: [TracedArrival] = []
    func fails(_ constraints: [OrderConstraint]) -> Bool {
      let record = run(under: constraints, seed: seed, handovers: handovers)
      lastTrace = trace(of: record)
      return shows(record, failure.key)
    }
    /// Whether a schedule fails and runs a pair in the given order. In another order, the constraint has only delayed
    /// something else.
    func fails(_ constraints: [OrderConstraint], andKeeps pair: OrderConstraint) -> Bool {
      guard fails(constraints) else { return false }
      let places = ConflictingPairs.places(in: lastTrace)
      guard let before = places[pair.before], let after = places[pair.after] else { return false }
      return before < after
    }
    let pairs = ConflictingPairs(passes, paths: passing.paths)
    var replays = 1
    // Not if a job was interrupted: the places of interruptions depend on the seed, and the effect of a pair depends on
    // them.
    if handovers.isEmpty, !shows(passing, failure.key) {
      for pair in pairs.orders(limit: settings.replays / 2) {
        replays += 1
        if fails([pair], andKeeps: pair) { return ([pair], replays) }
      }
    }
    let shrunk = ConstraintShrinker.shrink(
      failing: failing, natural: passes, budget: max(1, settings.replays - replays)
    ) { fails($0) }
    replays += shrunk.replays
    guard handovers.isEmpty, !shrunk.constraints.isEmpty else { return (shrunk.constraints, replays) }
    let (constraints, more) = withoutLevers(shrunk.constraints, pairs, seed: seed) { fails($0, andKeeps: $1) }
    return (constraints, replays + more)
  }

  /// Replaces orders that only delay one side of a conflict by the conflicting pairs whose order they change.
  private func withoutLevers(
    _ levers: [OrderConstraint], _ pairs: ConflictingPairs, seed: UInt64,
    _ fails: (_ orders: [OrderConstraint], _ kept: OrderConstraint) -> Bool
  ) -> Cause {
    let places = ConflictingPairs.places(in: trace(of: run(under: levers, seed: seed)))
    let inverted = pairs.orders(limit: settings.replays / 4) { before, after in
      guard let first = places[before], let second = places[after] else { return false }
      return first < second
    }
    var (orders, replays) = (levers, 1)
    if levers.count == 1 {
      for pair in inverted {
        if pair == levers[0] { break }
        replays += 1
        if fails([pair], pair) { return ([pair], replays) }
      }
      return (levers, replays)
    }
    for index in orders.indices {
      for pair in inverted.prefix(settings.replays / 8) {
        // The following pairs are less likely to conflict than the order itself.
        if pair == orders[index] { break }
        guard !orders.contains(pair) else { continue }
        var other = orders
        other[index] = pair
        replays += 1
        if fails(other, pair) {
          orders = other
          break
        }
      }
    }
    return (orders, replays)
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
  func describe(
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
    let failing = trace(of: record)
    var words = ScheduleText(record, failing)
    var conflicts = token.constraints
    var passes: ScheduleText?
    if !token.constraints.isEmpty {
      let passing = run(under: [], seed: token.seed, isRecording: true)
      if !shows(passing, failure.key) {
        let trace = trace(of: passing)
        passes = ScheduleText(passing, trace)
        let pairs = ConflictingPairs(trace, paths: passing.paths)
        conflicts = conflicts.map { pairs.conflict(of: $0, in: failing) }
      }
    }
    if let passes { words.addNames(of: passes) }
    finding.cause = conflicts.map { words.text($0) }
    finding.timeline = words.text()
    let deciding = Set((token.constraints + conflicts).flatMap { [$0.before, $0.after] })
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
