import GTSDModel
import GTSDWorld
import Interleaving

/// An order that a violation needs, and the state that depends on it.
struct Conflict: Sendable, Equatable {
  var order: OrderConstraint
  /// The state in words, such as "homeNeed on phone 1"; nil if no event shows it.
  var state: String?
}

extension ScheduleShrinker {
  /// A schedule together with the conflicts that its violation needs.
  struct Canonical {
    var schedule: Schedule
    var conflicts: [Conflict] = []
    /// Whether the order was shrunk to the end; false if the budget of replays ran out before.
    var isMinimal = true
  }

  /// The longest schedule whose neighbours are compared, since the comparison looks at all pairs repeatedly.
  private static let arrivalLimit = 500

  /// Searches for a schedule with the same violation that is expressed by conflicting orders; nil if none was found
  /// within the budget.
  ///
  /// If a single order over median latencies shows the violation, that order is used, so that the result is the same
  /// for every seed.
  ///
  /// - Parameter counts: whether a failing schedule may be shown; it is the one that ran last.
  mutating func canonical(_ schedule: Schedule, counts: @escaping (Schedule) -> Bool) -> Canonical? {
    guard runner.trace.count <= Self.arrivalLimit else { return nil }
    var constraints: [OrderConstraint] = []
    if case .constrained(let some) = schedule.order { constraints = some }
    if schedule.drawsLatencies || constraints.count == 1 {
      var plain = schedule
      (plain.order, plain.drawsLatencies) = (.natural, false)
      replays += 1
      if fails(plain, counts: counts) { return Canonical(schedule: plain) }
      var search = search(plain, natural: runner.trace, counts: counts)
      let cause = nearest(search.singleOrders(), to: plain)
      replays += search.replays
      if let cause, cause.conflicts == 1 { return replacingPause(plain, cause, &search) }
    }
    guard !constraints.isEmpty else { return nil }
    var natural = schedule
    natural.order = .natural
    _ = runner.run(natural, under: policies.policy(for: natural))
    var search = search(natural, natural: runner.trace, counts: counts)
    defer { replays += search.replays }
    if schedule.drawsLatencies, constraints.count == 1, let cause = nearest(search.singleOrders(), to: natural),
      cause.conflicts == 1
    {
      return replacingPause(natural, cause, &search)
    }
    _ = runner.run(schedule, under: policies.policy(for: schedule))
    guard let cause = search.conflicts(of: runner.trace) else { return nil }
    return conflicting(natural, cause, &search)
  }

  /// The schedule of a single order. One with a pause may only move another order, which then replaces it.
  private func replacingPause(
    _ schedule: Schedule, _ cause: ConflictSearch.Cause, _ search: inout ConflictSearch
  ) -> Canonical {
    let hasPause = cause.conflicting.contains { isPause($0.before) || isPause($0.after) }
    return hasPause ? conflicting(schedule, cause, &search) : canonical(schedule, cause, search)
  }

  /// The schedule of a cause. An order of arrivals that have nothing in common only moves another order, which replaces
  /// it if one is found.
  private func conflicting(
    _ schedule: Schedule, _ cause: ConflictSearch.Cause, _ search: inout ConflictSearch
  ) -> Canonical {
    let known = canonical(schedule, cause, search)
    if known.conflicts.contains(where: { $0.state != nil }) { return known }
    return turned(schedule, cause, &search).map { canonical(schedule, $0, search) } ?? known
  }

  /// Shrinks the found schedule again with the two sides of its only order exchanged; nil if the exchanged order does
  /// not show the violation.
  mutating func mirrored(_ shrunk: ShrunkSchedule, of found: Schedule) -> ShrunkSchedule? {
    guard case .constrained(let constraints) = shrunk.schedule.order, constraints.count == 1 else { return nil }
    var schedule = shrunk.schedule
    schedule.leftOut = found.leftOut
    schedule.order = .constrained([OrderConstraint(before: constraints[0].after, after: constraints[0].before)])
    let isSame: (Schedule) -> Bool = { _ in true }
    guard soundApp == nil, fails(schedule, counts: isSame) else { return nil }
    for candidate in Self.smaller(schedule, steps: runner.subject.stepCount) {
      guard let next = candidate(schedule) else { continue }
      replays += 1
      if fails(next, counts: isSame) { schedule = next }
    }
    guard let canonical = canonical(schedule, counts: isSame), canonical.conflicts.count == 1,
      var result = try? verified(canonical.schedule, isMinimal: canonical.isMinimal)
    else { return nil }
    result.conflicts = canonical.conflicts
    return result
  }

  private func fails(_ schedule: Schedule, counts: (Schedule) -> Bool) -> Bool {
    runner.run(schedule, under: policies.policy(for: schedule)).shows(signature) && counts(schedule)
  }

  private func search(
    _ schedule: Schedule, natural: [TracedArrival], counts: @escaping (Schedule) -> Bool
  ) -> ConflictSearch {
    let (runner, signature) = (runner, signature)
    return ConflictSearch(natural: natural, window: Exploration.window, budget: budget) { policy in
      var effect: Int?
      runner.noticed = { if effect == nil, $0.signature == signature { effect = runner.trace.count } }
      defer { runner.noticed = nil }
      var candidate = schedule
      candidate.order = .recorded([])
      let fails = runner.run(candidate, under: policy).shows(signature)
      let trace = runner.trace
      return ConflictSearch.Run(fails: fails && counts(candidate), trace: trace, effect: effect ?? trace.count)
    }
  }

  private func canonical(
    _ schedule: Schedule, _ cause: ConflictSearch.Cause, _ search: ConflictSearch
  ) -> Canonical {
    let states = touched(in: schedule, cause)
    let conflicts = cause.conflicting.map { Conflict(order: $0, state: states($0)?.state) }
    // Arrivals that touch no common state, and pauses, only pass time. This is not assumed if nothing is known about
    // any of them.
    let known = conflicts.filter { $0.state != nil }
    let active = conflicts.filter { !isPause($0.order.before) && !isPause($0.order.after) }
    let chosen = !known.isEmpty ? known : !active.isEmpty ? active : conflicts
    var result = Canonical(schedule: schedule, conflicts: chosen)
    result.schedule.order = .constrained(cause.constraints)
    result.isMinimal = search.replays < budget
    return result
  }

  /// Whether an arrival of the latest schedule is the end of a pause of the story.
  private func isPause(_ id: UInt64) -> Bool {
    guard let stage = runner.subject as? StoryStage, let arrival = runner.trace.first(where: { $0.id == id }) else {
      return false
    }
    return stage.pauses.contains(runner.path(of: arrival.task))
  }

  /// The order of two conflicting arrivals for a cause whose neighbours have nothing in common.
  private func turned(
    _ schedule: Schedule, _ cause: ConflictSearch.Cause, _ search: inout ConflictSearch
  ) -> ConflictSearch.Cause? {
    let states = touched(in: schedule, cause)
    let orders = search.turned(in: cause.trace)
    for isAbout in [true, false] {
      for order in orders where states(order)?.isAbout == isAbout {
        guard search.passes(turning: order, under: cause.constraints) else { continue }
        if let smaller = search.smallest([order], cause.constraints) { return smaller }
      }
    }
    return nil
  }

  /// The order that decides about the wrong value, if several orders are each enough.
  private func nearest(_ causes: [ConflictSearch.Cause], to schedule: Schedule) -> ConflictSearch.Cause? {
    var best: (cause: ConflictSearch.Cause, rank: Int)?
    for cause in causes {
      guard let order = cause.constraints.first else { continue }
      let conflict = touched(in: schedule, cause)(order)
      let rank = (cause.conflicts > 0 ? 4 : 0) + (conflict.map { $0.isAbout ? 2 : 1 } ?? 0)
      if best.map({ rank > $0.rank }) ?? true { best = (cause, rank) }
    }
    return best?.cause
  }

  /// The state that both sides of an order touch under a cause. For an order that belongs to the cause, the state that
  /// they touch in the reversed order counts as well, since an event that comes too late to change a state does not
  /// touch it.
  private func touched(
    in schedule: Schedule, _ cause: ConflictSearch.Cause
  ) -> (OrderConstraint) -> (state: String, isAbout: Bool)? {
    let failing = touches(in: schedule, cause.constraints)
    return { order in
      guard var first = failing.by(order.before), var second = failing.by(order.after) else { return nil }
      if let place = cause.constraints.firstIndex(of: order) {
        var constraints = cause.constraints
        constraints[place] = OrderConstraint(before: order.after, after: order.before)
        let reversed = touches(in: schedule, constraints)
        if let other = reversed.by(order.before) { first = first.union(other) }
        if let other = reversed.by(order.after) { second = second.union(other) }
      }
      return TouchRecorder.conflict(first, second, about: failing.finding)
    }
  }

  /// The state that each arrival of a schedule touches, if the schedule runs under constraints.
  private func touches(
    in schedule: Schedule, _ constraints: [OrderConstraint]
  ) -> (finding: Finding?, by: (UInt64) -> TouchRecorder.Touched?) {
    var candidate = schedule
    candidate.order = .constrained(constraints)
    var recorder: TouchRecorder?
    let outcome = runner.run(candidate, under: policies.policy(for: candidate)) { world in
      let scheduler = world.scheduler
      let made = TouchRecorder { scheduler.trace.count }
      recorder = made
      return [made]
    }
    let trace = runner.trace
    return (
      outcome.findings.first { $0.signature == signature },
      { id in trace.firstIndex { $0.id == id }.flatMap { recorder?.touched(by: $0) } }
    )
  }
}
