import Testing

@testable import Interleaving

@Suite struct ConstraintTests {
  /// The first failing schedule under random picks.
  static func failure(of hazard: ToyHazard) throws -> [TracedArrival] {
    let policy = RandomPolicy(seed: 3)
    for schedule in 0..<3_000 as Range<UInt64> {
      policy.begin(schedule: schedule)
      let (log, scheduler) = hazard.run(policy)
      if hazard.isWrong(log) { return scheduler.trace }
    }
    throw Missing()
  }

  struct Missing: Error {}

  final class Counter {
    var count = 0
  }

  static func shrink(_ hazard: ToyHazard, budget: Int = 1_000) throws -> (ConstraintShrinker.Minimum, replays: Int) {
    let counter = Counter()
    let cause = ConstraintShrinker.shrink(
      failing: try failure(of: hazard), natural: hazard.run(NaturalPolicy()).scheduler.trace, budget: budget
    ) { constraints in
      counter.count += 1
      return hazard.isWrong(hazard.run(ConstraintPolicy(constraints, window: .max)).log)
    }
    return (cause, counter.count)
  }

  /// The identity of a task's step.
  static func id(_ task: Int, _ number: Int, in hazard: ToyHazard) -> UInt64 {
    let (log, scheduler) = hazard.run(NaturalPolicy())
    return scheduler.trace[log.time(task, number)].id
  }

  @Test func noConstraintIsTheNaturalOrder() {
    for hazard in ToyHazard.all {
      #expect(hazard.run(ConstraintPolicy([], window: .max)).log == hazard.run(NaturalPolicy()).log)
    }
  }

  /// Every order can be produced by constraints between all neighbours, and every schedule by recording it.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func aTotalOrderIsKept(schedule: UInt64) {
    let hazard = ToyHazard.cacheResurrects
    let random = RandomPolicy(seed: 8)
    random.begin(schedule: schedule)
    let (log, scheduler) = hazard.run(random)
    let ids = scheduler.trace.map(\.id)
    let constraints = zip(ids, ids.dropFirst()).map { OrderConstraint(before: $0, after: $1) }
    let policy = ConstraintPolicy(constraints, window: .max)
    for _ in 0..<2 {
      policy.begin()
      #expect(hazard.run(policy).log == log)
      #expect(policy.honoured.allSatisfy { $0 })
    }
    let recorded = RecordedPolicy(picks: ids, window: .max)
    #expect(hazard.run(recorded).log == log)
    #expect(recorded.isComplete)
  }

  @Test func impossibleConstraintIsReported() {
    let hazard = ToyHazard.lostUpdate
    let (first, second) = (Self.id(0, 0, in: hazard), Self.id(0, 1, in: hazard))
    let policy = ConstraintPolicy(
      [
        OrderConstraint(before: second, after: first), OrderConstraint(before: Self.id(1, 1, in: hazard), after: first),
        OrderConstraint(before: 42, after: second),
      ], window: .max)
    let (log, _) = hazard.run(policy)
    #expect(log.map(\.task) == [1, 1, 0, 0])
    #expect(policy.honoured == [false, true, false])
  }

  /// With exact times there is nothing to choose, and nothing waits forever.
  @Test func windowTakesPrecedenceOverConstraints() {
    let hazard = ToyHazard.lostUpdate
    let constraint = OrderConstraint(before: Self.id(1, 1, in: hazard), after: Self.id(0, 0, in: hazard))
    let policy = ConstraintPolicy([constraint], window: 0)
    #expect(hazard.run(policy).log == hazard.run(NaturalPolicy()).log)
    #expect(policy.honoured == [false])
  }

  @Test func divergenceFromARecordIsReported() {
    let hazard = ToyHazard.lostUpdate
    let recorded = RecordedPolicy(
      picks: [Self.id(1, 0, in: hazard), 7, Self.id(0, 0, in: hazard)], window: .max)
    let (log, _) = hazard.run(recorded)
    #expect(log.first == ToyHazard.Step(task: 1, number: 0))
    #expect(recorded.divergence == 1)
    #expect(!recorded.isComplete)
    recorded.begin()
    #expect(recorded.divergence == nil)
  }

  /// A recorded policy repeats its record and then follows another policy.
  @Test func anotherPolicyContinuesAfterTheRecord() {
    let hazard = ToyHazard.staleReply
    let start = [Self.id(3, 0, in: hazard), Self.id(1, 0, in: hazard)]
    var logs: Set<[ToyHazard.Step]> = []
    for seed in 0..<20 as Range<UInt64> {
      let recorded = RecordedPolicy(picks: start, window: .max, then: RandomPolicy(seed: seed))
      let (log, _) = hazard.run(recorded)
      #expect(log.prefix(2).map(\.task) == [3, 1])
      #expect(recorded.isComplete)
      logs.insert(log)
    }
    #expect(logs.count > 15)
  }

  /// The reply to a change arrives before the reply to an earlier read: one inversion is found, whatever else changes.
  @Test func oneInversionIsRecovered() throws {
    let hazard = ToyHazard.staleReply
    let (cause, replays) = try Self.shrink(hazard)
    #expect(cause.constraints == [OrderConstraint(before: Self.id(1, 1, in: hazard), after: Self.id(0, 1, in: hazard))])
    #expect(cause.outcome == .minimal)
    #expect(cause.replays == replays)
    #expect(replays < 30)
  }

  /// Two outdated replies that must both happen: one constraint for each, among the orders of all lanes.
  @Test func twoInversionsAreRecovered() throws {
    let hazard = ToyHazard(name: "two", tasks: [[0, 1], [0, 1], [2, 3], [2, 3], [4, 4]]) { order in
      [0, 2].allSatisfy { (read: Int) -> Bool in
        order.time(read, 0) < order.time(read + 1, 0) && order.time(read + 1, 1) < order.time(read, 1)
      }
    }
    let (cause, replays) = try Self.shrink(hazard)
    let expected = [0, 2].map { read in
      OrderConstraint(before: Self.id(read + 1, 1, in: hazard), after: Self.id(read, 1, in: hazard))
    }
    #expect(Set(cause.constraints) == Set(expected))
    #expect(cause.outcome == .minimal)
    #expect(cause.replays == replays)
  }

  @Test(arguments: ToyHazard.all.filter { !["starvation window", "nested windows"].contains($0.name) })
  func causesAreMinimal(hazard: ToyHazard) throws {
    let (cause, _) = try Self.shrink(hazard)
    func fails(_ constraints: [OrderConstraint]) -> Bool {
      hazard.isWrong(hazard.run(ConstraintPolicy(constraints, window: .max)).log)
    }
    #expect(cause.outcome == .minimal)
    #expect(cause.constraints.count <= 2)
    #expect(fails(cause.constraints))
    for index in cause.constraints.indices {
      var rest = cause.constraints
      rest.remove(at: index)
      #expect(!fails(rest))
    }
  }

  static func arrivals(_ ids: [UInt64], lanes: [UInt32]) -> [TracedArrival] {
    zip(ids, lanes).enumerated().map { index, arrival in
      TracedArrival(
        id: arrival.0, time: Int64(index), deadline: 0, lane: arrival.1, task: 1, cause: TracedArrival.none, choices: 1,
        picked: 0, kind: .leg)
    }
  }

  /// A failure in natural order needs no constraint. A failure that never recurs is returned unchanged, after every
  /// attempt.
  @Test func failuresThatAlwaysOrNeverRecurAreNotReduced() {
    let failing = Self.arrivals([3, 1, 2], lanes: [0, 1, 0])
    let natural = Self.arrivals([1, 2, 3], lanes: [1, 0, 0])
    let always = ConstraintShrinker.shrink(failing: failing, natural: natural) { _ in true }
    #expect(always.constraints.isEmpty)
    #expect(always.replays == 1)
    #expect(always.outcome == .minimal)
    let never = ConstraintShrinker.shrink(failing: failing, natural: natural) { _ in false }
    #expect(never.outcome == .notReproduced)
    #expect(never.constraints == [.init(before: 3, after: 1), .init(before: 1, after: 2)])
    // The replays: none, 3 < 2 in lane 0 (also all inversions and all neighbours per lane), 3 < 1 across lanes, the
    // total order.
    #expect(never.replays == 4)
  }

  /// Only a whole chain of orders fails. Two constraints of the chain are merged into one between their ends if that
  /// one fails too.
  @Test func chainedConstraintsAreMerged() {
    let ids = Array(1...8 as ClosedRange<UInt64>)
    let failing = Self.arrivals(ids, lanes: [0, 0, 0, 0, 1, 1, 1, 1])
    // The schedule does not differ from the natural order, so no inversion helps.
    func implies(_ constraints: [OrderConstraint], _ before: UInt64, _ after: UInt64) -> Bool {
      before == after || constraints.contains { $0.before == before && implies(constraints, $0.after, after) }
    }
    let cause = ConstraintShrinker.shrink(failing: failing, natural: failing) {
      implies($0, 1, 4) && implies($0, 6, 8)
    }
    #expect(Set(cause.constraints) == [.init(before: 1, after: 4), .init(before: 6, after: 8)])
    #expect(cause.outcome == .minimal)
  }

  @Test func budgetEndsTheShrinking() {
    let ids = Array(1...40 as ClosedRange<UInt64>)
    let failing = Self.arrivals(ids, lanes: ids.map { _ in 0 })
    let needed = [3, 11, 17, 29, 33] as [UInt64]
    let cause = ConstraintShrinker.shrink(failing: failing, natural: failing, budget: 12) { constraints in
      needed.allSatisfy { id in constraints.contains { $0.before == id } }
    }
    #expect(cause.outcome == .budgetExhausted)
    #expect(cause.replays == 12)
    #expect(needed.allSatisfy { id in cause.constraints.contains { $0.before == id } })
    let whole = ConstraintShrinker.shrink(failing: failing, natural: failing) { constraints in
      needed.allSatisfy { id in constraints.contains { $0.before == id } }
    }
    #expect(whole.outcome == .minimal)
    #expect(whole.constraints.map(\.before) == needed)
  }
}
