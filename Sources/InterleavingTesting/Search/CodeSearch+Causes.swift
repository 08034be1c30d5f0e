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
    let cause = cause(of: failure, trace: failing, seed: seed, handovers: record.handovers)
    var handovers = cause.handovers
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

  /// The orders and interruptions that cause a failure, and the number of runs that it took to find them.
  private typealias Cause = (constraints: [OrderConstraint], handovers: [Handover], replays: Int)

  /// The number of runs for one way to look for a cause. A run in a copy of the process takes longer.
  private var attempts: Int { settings.replays / (isForking ? 8 : 2) }

  /// Finds the orders that cause a failure: one conflicting pair where one is enough, otherwise one pair with one
  /// interrupted job.
  ///
  /// Both are tried in an order that does not depend on the failing schedule, so that every seed gives the same cause.
  private func cause(
    of failure: Failure, trace failing: [TracedArrival], seed: UInt64, handovers: [Handover]
  ) -> Cause {
    let whole = run(under: [], seed: seed, isRecording: true)
    let pairs = ConflictingPairs(trace(of: whole), paths: whole.paths)
    var replays = 1
    if !shows(whole, failure.key) {
      for pair in pairs.orders(limit: attempts) {
        replays += 1
        let again = run(under: [pair], seed: seed)
        if shows(again, failure.key), keeps(pair, in: trace(of: again)) { return ([pair], [], replays) }
      }
      if !handovers.isEmpty,
        let cause = interruption(that: failure, whole, trace(of: run(under: [], seed: seed)), handovers, seed: seed)
      {
        return (cause.constraints, cause.handovers, replays + cause.replays)
      }
    }
    let shrunk = shrunk(failure, trace: failing, seed: seed, handovers: handovers, pairs, replays: replays)
    return (shrunk.constraints, handovers, shrunk.replays)
  }

  /// Whether the two events of a pair ran in the pair's order in this trace, rather than only some other event later.
  private func keeps(_ pair: OrderConstraint, in trace: [TracedArrival]) -> Bool {
    let places = ConflictingPairs.places(in: trace)
    guard let before = places[pair.before], let after = places[pair.after] else { return false }
    return before < after
  }

  /// Finds one job whose interruption causes a failure when one other job runs before its rest: the first job of the
  /// natural order, and its first place.
  private func interruption(
    that failure: Failure, _ whole: ScheduleRecord, _ events: [TracedArrival], _ handovers: [Handover], seed: UInt64
  ) -> Cause? {
    var replays = 0
    let candidates = Interruptions(events, branches: whole.branches, limit: attempts, seen: handovers)
    for (handover, next) in candidates.all {
      let pair = OrderConstraint(before: next, after: handover.rest)
      replays += 1
      let record = run(under: [pair], seed: seed, handovers: [handover])
      if shows(record, failure.key), keeps(pair, in: trace(of: record)) { return ([pair], [handover], replays) }
    }
    return nil
  }

  /// Reduces the orders of a failing schedule.
  private func shrunk(
    _ failure: Failure, trace failing: [TracedArrival], seed: UInt64, handovers: [Handover], _ pairs: ConflictingPairs,
    replays before: Int
  ) -> (constraints: [OrderConstraint], replays: Int) {
    let passes = trace(of: run(under: [], seed: seed, handovers: handovers))
    var replays = before + 1
    var lastTrace: [TracedArrival] = []
    func fails(_ constraints: [OrderConstraint]) -> Bool {
      let record = run(under: constraints, seed: seed, handovers: handovers)
      lastTrace = trace(of: record)
      return shows(record, failure.key)
    }
    let shrunk = ConstraintShrinker.shrink(
      failing: failing, natural: passes, budget: max(1, settings.replays - replays)
    ) { fails($0) }
    replays += shrunk.replays
    guard handovers.isEmpty, !shrunk.constraints.isEmpty else { return (shrunk.constraints, replays) }
    let (constraints, more) = withoutLevers(shrunk.constraints, pairs, seed: seed) {
      fails($0) && keeps($1, in: lastTrace)
    }
    return (constraints, replays + more)
  }

  /// Replaces orders that only delay one side of a conflict by the conflicting pairs whose order they change.
  private func withoutLevers(
    _ levers: [OrderConstraint], _ pairs: ConflictingPairs, seed: UInt64,
    _ fails: (_ orders: [OrderConstraint], _ kept: OrderConstraint) -> Bool
  ) -> (constraints: [OrderConstraint], replays: Int) {
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

  /// The failure of a body that does not end.
  static func stuck(_ waiting: String) -> Failure {
    Failure(key: stuck, message: "stuck: nothing that the search controls is left that could wake \(waiting)")
  }
}
