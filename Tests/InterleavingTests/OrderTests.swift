import Testing

@testable import Interleaving

/// An actor that records its callers.
actor Station: LaneActor {
  nonisolated let lane: Lane
  let number: Int
  let trace: OrderTests.Trace

  init(_ scheduler: Scheduler, number: Int, trace: OrderTests.Trace) {
    lane = Lane(scheduler: scheduler, kind: "station", number: number)
    self.number = number
    self.trace = trace
  }

  func visit(_ visitor: Int) {
    trace.visits.append(UInt8(visitor * 3 + number))
  }

  /// Spawns tasks isolated to this actor, as `Task {}` in a main-actor method does.
  func assign(_ visitors: Range<Int>, in scheduler: Scheduler) {
    for visitor in visitors { scheduler.spawn { self.visit(visitor) } }
  }
}

@Suite struct OrderTests {
  /// `@unchecked Sendable`: touched only on the thread that runs the world.
  final class Trace: @unchecked Sendable {
    var visits: [UInt8] = []
  }

  /// Three tasks call three actors in turn; the trace is the order of the nine messages.
  static func messages(policy: (any SchedulePolicy)?) -> [UInt8] {
    let scheduler = Scheduler(policy: policy)
    let trace = Trace()
    let stations = (0..<3).map { Station(scheduler, number: $0, trace: trace) }
    for visitor in 0..<3 {
      scheduler.spawn {
        for station in stations { await station.visit(visitor) }
      }
    }
    scheduler.run()
    return trace.visits
  }

  /// 9! / (3!)^3 = 1,680 interleavings of three sequences of three messages.
  @Test func everyOrderIsReached() {
    var seen: Set<[UInt8]> = []
    var seeds: UInt64 = 0
    while seen.count < 1_680, seeds < 100_000 {
      seeds += 1
      seen.insert(Self.messages(policy: RandomPolicy(seed: seeds, picksJobs: true)))
    }
    #expect(seen.count == 1_680, "after \(seeds) seeds")
  }

  @Test func theSameSeedGivesTheSameOrder() async {
    let expected = Self.messages(policy: RandomPolicy(seed: 11, picksJobs: true))
    for _ in 0..<20 { #expect(Self.messages(policy: RandomPolicy(seed: 11, picksJobs: true)) == expected) }
    let others = await withTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { Self.messages(policy: RandomPolicy(seed: 11, picksJobs: true)) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(others.allSatisfy { $0 == expected })
  }

  @Test func withoutAPolicyMessagesGoFirstInFirstOut() {
    #expect(Self.messages(policy: nil) == [0, 3, 6, 1, 4, 7, 2, 5, 8])
  }

  /// Every one of ten pool tasks comes first about equally often: 2,000 seeds, mean 200, deviation 13.4.
  @Test func theRandomPolicyIsFair() {
    var firsts = [Int](repeating: 0, count: 10)
    for seed in 0..<2_000 as Range<UInt64> {
      let scheduler = Scheduler(policy: RandomPolicy(seed: seed, picksJobs: true))
      let trace = Trace()
      for task in 0..<10 { scheduler.spawn { trace.visits.append(UInt8(task)) } }
      scheduler.run()
      firsts[Int(trace.visits[0])] += 1
    }
    #expect(firsts.allSatisfy { abs($0 - 200) < 60 }, "\(firsts)")
  }

  /// Jobs of one lane keep their order under every policy, since real main queues are first in, first out.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func lanesAreFirstInFirstOut(seed: UInt64) {
    let scheduler = Scheduler(policy: RandomPolicy(seed: seed, picksJobs: true))
    let trace = Trace()
    let station = Station(scheduler, number: 0, trace: trace)
    scheduler.spawn { await station.assign(0..<10, in: scheduler) }
    scheduler.run()
    let inTurn: [UInt8] = (0..<10 as Range<UInt8>).map { visitor in visitor * 3 }
    #expect(trace.visits == inTurn)
  }

  @Test func childTasksStayInTheWorld() {
    let scheduler = Scheduler()
    let trace = Trace()
    let station = Station(scheduler, number: 1, trace: trace)
    scheduler.spawn {
      async let first: Void = station.visit(1)
      await withTaskGroup(of: Void.self) { group in
        for visitor in 2..<5 {
          group.addTask {
            await scheduler.sleep(10, kind: .leg)
            await station.visit(visitor)
          }
        }
      }
      await first
      trace.visits.append(99)
    }
    scheduler.run()
    #expect(trace.visits == [4, 7, 10, 13, 99])
    #expect(scheduler.now == 10)
  }
}
