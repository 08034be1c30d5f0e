import Interleaving
import Testing

/// An account that two tellers use.
actor Account: LaneActor {
  nonisolated let lane: Lane
  private(set) var balance = 0

  init(in world: Scheduler) { lane = Lane(scheduler: world, kind: "account") }

  func set(_ value: Int) { balance = value }
}

/// A teller reads the balance, counts for a millisecond, and writes the sum. The other teller may write in between.
actor Teller: LaneActor {
  nonisolated let lane: Lane
  private let clock: VirtualClock

  init(in world: Scheduler, number: Int) {
    lane = Lane(scheduler: world, kind: "teller", number: number)
    clock = VirtualClock(scheduler: world)
  }

  func deposit(_ amount: Int, in account: Account, after delay: Duration) async throws {
    try await clock.sleep(for: delay)
    let balance = await account.balance
    try await clock.sleep(for: .milliseconds(1))
    await account.set(balance + amount)
  }
}

struct LostUpdateTests {
  /// The window, in nanoseconds. Waits whose ends are at most this far apart may end in any order.
  private let window: Int64 = 20_000_000

  /// Two deposits, ten milliseconds apart, in the order that a policy picks.
  private func deposits(_ policy: any SchedulePolicy) -> (balance: Int, trace: [TracedArrival]) {
    let world = Scheduler(policy: policy)
    let account = Account(in: world)
    let tellers = [Teller(in: world, number: 1), Teller(in: world, number: 2)]
    world.spawn { try? await tellers[0].deposit(1, in: account, after: .zero) }
    world.spawn { try? await tellers[1].deposit(1, in: account, after: .milliseconds(10)) }
    world.run()
    let trace = world.trace
    return (world.run { await account.balance } ?? 0, trace)
  }

  @Test("A search finds the lost update, and one order of two arrivals as its cause")
  func found() throws {
    let natural = deposits(NaturalPolicy(window: window))
    #expect(natural.balance == 2)

    let search = RandomPolicy(seed: 1, window: window)
    var failing: [TracedArrival]?
    for schedule in 1...100 as ClosedRange<UInt64> where failing == nil {
      search.begin(schedule: schedule)
      let run = deposits(search)
      if run.balance != 2 { failing = run.trace }
    }

    let trace = try #require(failing)
    let cause = ConstraintShrinker.shrink(failing: trace, natural: natural.trace) { constraints in
      deposits(ConstraintPolicy(constraints, window: window)).balance != 2
    }
    #expect(cause.outcome == .minimal && cause.constraints.count == 1)
  }
}
