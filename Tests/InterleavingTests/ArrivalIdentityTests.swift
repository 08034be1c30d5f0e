import Testing

@testable import Interleaving

@Suite struct ArrivalIdentityTests {
  /// Two tasks with a wait each, one of which sets two timers whose handlers spawn.
  static func world(_ policy: any SchedulePolicy, on scheduler: Scheduler? = nil) -> Scheduler {
    let scheduler = scheduler ?? Scheduler(policy: policy)
    scheduler.spawn {
      for pause in [5, 7] as [Int64] {
        scheduler.schedule(after: pause, kind: .leg) {
          scheduler.spawn { await scheduler.sleep(pause, kind: .leg) }
        }
      }
      await scheduler.sleep(1, kind: .timer)
    }
    scheduler.spawn { await scheduler.sleep(100, kind: .timer) }
    scheduler.run()
    return scheduler
  }

  /// Recorded once: other values would mean other identities in another process, or on another platform.
  @Test func identitiesAreFixed() {
    let world = Self.world(NaturalPolicy())
    let trace = world.trace
    let ids: [UInt64] = [
      10_086_743_408_195_742_946, 18_356_839_828_002_272_071, 9_863_036_172_763_423_851,
      9_511_048_810_744_134_577, 13_827_335_151_926_971_707, 14_133_685_342_373_954_468,
    ]
    #expect(trace.map(\.id) == ids)
    #expect(world.orderHash == 18_235_730_296_500_668_863)
    #expect(trace.map(\.deadline) == [1, 5, 7, 10, 14, 100])
  }

  /// A task spawned by a handler keeps its identity, and its recorded cause, if the handlers fire in another order.
  @Test func identitiesDoNotDependOnOtherDecisions() {
    let natural = Self.world(NaturalPolicy())
    var traces: Set<[UInt64]> = []
    for seed in 0..<100 as Range<UInt64> {
      let other = Self.world(RandomPolicy(seed: seed))
      traces.insert(other.trace.map(\.id))
      #expect(Set(other.trace.map(\.id)) == Set(natural.trace.map(\.id)))
      for arrival in other.trace {
        let twin = natural.trace.first { $0.id == arrival.id }
        #expect(twin.map { natural.path(of: $0.task) } == other.path(of: arrival.task))
        let (cause, twinCause) = (Int(arrival.cause), twin.map { Int($0.cause) } ?? -1)
        if arrival.cause == TracedArrival.none {
          #expect(twin?.cause == TracedArrival.none)
        } else {
          #expect(natural.trace[twinCause].id == other.trace[cause].id)
        }
      }
    }
    // Linear extensions of the forest {1}, {5 < 10}, {7 < 14}, {100}: 6! / (2 x 2).
    #expect(traces.count <= 180 && traces.count > 60)
    #expect(natural.trace.map { natural.path(of: $0.task) } == ["1", "1", "1", "1@1.1", "1@2.1", "2"])
    #expect(natural.trace.map(\.cause) == [.max, .max, .max, 1, 2, .max])
  }

  /// A reset world equals a new one: same trace, same paths, same classes.
  @Test func aResetWorldIsANewOne() {
    let reused = Scheduler(policy: NaturalPolicy())
    for seed in 0..<20 as Range<UInt64> {
      let policy = RandomPolicy(seed: seed, picksJobs: seed % 2 == 1)
      reused.reset(policy: policy)
      _ = Self.world(policy, on: reused)
      let fresh = Self.world(RandomPolicy(seed: seed, picksJobs: seed % 2 == 1))
      #expect(reused.trace == fresh.trace)
      #expect(reused.orderHash == fresh.orderHash)
      #expect(reused.jobsRun == fresh.jobsRun)
      #expect(reused.now == fresh.now)
    }
    reused.reset(at: 1_000, keepingLanes: 3)
    #expect(reused.now == 1_000)
    #expect(reused.trace.isEmpty)
    #expect(Lane(scheduler: reused).index == 3)
  }

  @Test func anExactWorldIsResetToo() {
    let scheduler = Scheduler()
    for start in [0, 5_000_000_000, 1] as [Int64] {
      scheduler.reset(at: start)
      var fired: [Int64] = []
      let cancelled = scheduler.schedule(after: 3, kind: .timer) {}
      for pause in [40_000_000_000, 2, 1_000_000] as [Int64] {
        scheduler.schedule(after: pause, kind: .timer) { fired.append(scheduler.now - start) }
      }
      scheduler.cancel(cancelled)
      scheduler.run()
      #expect(fired == [2, 1_000_000, 40_000_000_000])
    }
  }

  /// Lanes A and B with two arrivals each have 4! / (2! 2!) = 6 orders of lanes and 2 x 2 classes. Events without a
  /// lane are in no class.
  @Test func classesAreOrdersPerLane() {
    var classes: Set<UInt64> = []
    var orders: Set<[UInt64]> = []
    for seed in 0..<600 as Range<UInt64> {
      let scheduler = Scheduler(policy: RandomPolicy(seed: seed))
      let lanes = (0..<2).map { Lane(scheduler: scheduler, number: $0) }
      for pause in 0..<5 as Range<Int64> {
        scheduler.schedule(after: pause, kind: .leg, lane: pause == 4 ? nil : lanes[Int(pause % 2)]) {}
      }
      scheduler.run()
      #expect(scheduler.trace.map(\.lane).sorted() == [0, 0, 1, 1, ReadyChoice.noLane])
      classes.insert(scheduler.orderHash)
      orders.insert(scheduler.trace.map(\.id))
    }
    #expect(classes.count == 4)
    #expect(orders.count > 100)
  }
}
