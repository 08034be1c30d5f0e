import Testing

@testable import Interleaving

struct ConflictTests {
  private static func search(_ hazard: ToyHazard) -> ConflictSearch {
    ConflictSearch(natural: hazard.run(NaturalPolicy()).scheduler.trace, window: .max, budget: 2_000) { policy in
      let (log, scheduler) = hazard.run(policy)
      return ConflictSearch.Run(
        fails: hazard.isWrong(log), trace: scheduler.trace, effect: scheduler.trace.count)
    }
  }

  private static func order(_ first: (Int, Int), _ second: (Int, Int), in hazard: ToyHazard) -> OrderConstraint {
    OrderConstraint(
      before: ConstraintTests.id(first.0, first.1, in: hazard),
      after: ConstraintTests.id(second.0, second.1, in: hazard))
  }

  @Test("The cause names the two conflicting arrivals with the smallest delay")
  func aSingleOrderIsAConflict() {
    let hazard = ToyHazard.staleReply
    var search = Self.search(hazard)
    let causes = search.singleOrders()
    #expect(causes.map(\.constraints) == [[Self.order((1, 1), (0, 1), in: hazard)]])
    #expect(causes.map(\.conflicts) == [1])
  }

  @Test("An order that only delays an arrival is replaced by the resulting conflict")
  func aLeverIsReplaced() throws {
    let hazard = ToyHazard.staleReply
    let lever = Self.order((3, 1), (0, 1), in: hazard)
    let (log, scheduler) = hazard.run(ConstraintPolicy([lever], window: .max))
    #expect(hazard.isWrong(log))
    var search = Self.search(hazard)
    let found = search.conflicts(of: scheduler.trace)
    let cause = try #require(found)
    #expect(Array(cause.conflicting) == [Self.order((1, 1), (0, 1), in: hazard)])
    #expect(cause.constraints.count == 1)
  }

  @Test(
    "Every reported conflict of a random failing schedule is needed",
    arguments: [ToyHazard.staleReply, .cacheResurrects])
  func everyConflictIsNeeded(hazard: ToyHazard) throws {
    var search = Self.search(hazard)
    let failing = try ConstraintTests.failure(of: hazard)
    let found = search.conflicts(of: failing)
    let cause = try #require(found)
    #expect(cause.conflicts > 0)
    #expect(hazard.isWrong(hazard.run(ConstraintPolicy(cause.constraints, window: .max)).log))
    for conflict in cause.conflicting {
      var rest = cause.constraints
      rest.removeAll { $0 == conflict }
      rest.append(OrderConstraint(before: conflict.after, after: conflict.before))
      #expect(!hazard.isWrong(hazard.run(ConstraintPolicy(rest, window: .max)).log))
    }
  }
}
