import GTSDModel

/// An order that a violation needs, and the state for which it decides.
struct Conflict: Sendable, Equatable {
  var order: OrderConstraint
  /// In words, as in "homeNeed on phone 1"; nil where no event tells what the two touch.
  var state: String?
}

extension ScheduleShrinker {
  /// The order of a schedule that is no smaller without it.
  struct Order {
    var constraints: [OrderConstraint]
    /// Those of the constraints whose two sides conflict; the others only delay.
    var conflicts: [Conflict]
    /// Whether every constraint is known to be needed.
    var isMinimal: Bool
  }

  /// The conflicting orders that make a schedule fail; nil where none were found within the budget.
  ///
  /// - Parameters:
  ///   - schedule: faults and steps.
  ///   - constraints: an order that fails, whether or not its two sides conflict.
  ///   - natural: the trace of the natural order.
  ///   - counts: whether a schedule that fails may be shown; it is the one that was lived through last.
  mutating func conflicting(
    _ schedule: Schedule, _ constraints: [OrderConstraint], natural: [TracedArrival],
    counts: @escaping (Schedule) -> Bool
  ) -> Order? {
    guard !constraints.isEmpty, replays < budget else { return nil }
    let (runner, signature) = (runner, signature)
    var search = ConflictSearch(natural: natural, window: Exploration.window, budget: budget - replays) { policy in
      var effect: Int?
      runner.noticed = { if effect == nil, $0.signature == signature { effect = runner.trace.count } }
      defer { runner.noticed = nil }
      var candidate = schedule
      candidate.order = .recorded([])
      let fails = runner.run(candidate, under: policy).shows(signature)
      let trace = runner.trace
      return ConflictSearch.Run(fails: fails && counts(candidate), trace: trace, effect: effect ?? trace.count)
    }
    defer { replays += search.replays }
    var best: ConflictSearch.Cause?
    if constraints.count == 1 { best = nearest(search.singleOrders(), to: schedule) }
    if best?.conflicts != 1 {
      var candidate = schedule
      candidate.order = .constrained(best?.constraints ?? constraints)
      _ = runner.run(candidate, under: policies.policy(for: candidate))
      best = search.conflicts(of: runner.trace) ?? best
    }
    return best.map { cause in
      let states = touched(in: schedule, cause)
      let conflicts = cause.conflicting.map { Conflict(order: $0, state: states($0)?.state) }
      // What touches nothing in common only passes time, unless nothing is known of any of them.
      let known = conflicts.filter { $0.state != nil }
      return Order(
        constraints: cause.constraints, conflicts: known.isEmpty ? conflicts : known,
        isMinimal: replays + search.replays < budget)
    }
  }

  /// Of several orders each of which is enough, the one that decides on what is wrong.
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

  /// The state that the two sides of an order touch under a cause.
  private func touched(
    in schedule: Schedule, _ cause: ConflictSearch.Cause
  ) -> (OrderConstraint) -> (state: String, isAbout: Bool)? {
    var candidate = schedule
    candidate.order = .constrained(cause.constraints)
    var recorder: TouchRecorder?
    let outcome = runner.run(candidate, under: policies.policy(for: candidate)) { world in
      let scheduler = world.scheduler
      let made = TouchRecorder { scheduler.trace.count }
      recorder = made
      return [made]
    }
    let finding = outcome.findings.first { $0.signature == signature }
    let trace = runner.trace
    return { order in
      guard let first = trace.firstIndex(where: { $0.id == order.before }),
        let second = trace.firstIndex(where: { $0.id == order.after })
      else { return nil }
      return recorder?.conflict(first, second, about: finding)
    }
  }
}
