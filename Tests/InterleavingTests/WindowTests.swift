import Testing

@testable import Interleaving
@testable import Randomness

/// A policy that always picks the same choice, with any window.
final class FixedPick: SchedulePolicy {
  let window: Int64
  let picksJobs = false
  let picked: (Int) -> Int
  var offered: [[Int64]] = []

  init(window: Int64, picked: @escaping (Int) -> Int = { _ in 0 }) {
    self.window = window
    self.picked = picked
  }

  func pick(from choices: [ReadyChoice]) -> Int {
    offered.append(choices.map(\.deadline))
    return picked(choices.count)
  }
}

@Suite struct WindowTests {
  /// `@unchecked Sendable`: touched only on the thread that runs the world.
  final class Log: @unchecked Sendable {
    var entries: [Int64] = []
  }

  static let windows: [Int64] = [0, 25, .max]

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func theNaturalOrderIsThatOfAWorldWithoutAPolicy(seed: UInt64) {
    let exact = ToyWorld(seed: seed, policy: nil)
    exact.scheduler.run()
    for window in Self.windows {
      let natural = ToyWorld(seed: seed, policy: FixedPick(window: window))
      // Runs in pieces, so that horizons are crossed as well.
      for horizon in [30, 31, 120] as [Int64] { natural.scheduler.run(until: horizon) }
      natural.scheduler.run()
      #expect(natural.log.entries == exact.log.entries)
      #expect(natural.scheduler.now == exact.scheduler.now)
      #expect(natural.scheduler.jobsRun == exact.scheduler.jobsRun)
      #expect(natural.scheduler.liveTasks == 0)
    }
    #expect(exact.log.entries.count > 20)
  }

  /// Hundreds of timers of many magnitudes, which set and cancel others, fire in natural order.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func manyTimersKeepTheNaturalOrder(seed: UInt64) {
    func fired(_ policy: (any SchedulePolicy)?) -> [Int64] {
      let scheduler = Scheduler(policy: policy)
      let draws = Draws(seed: seed)
      let log = Log()
      var handles: [TimerHandle] = []
      func set(_ number: Int64) {
        let bits = draws.bits(user: UInt32(number), purpose: 3)
        let delay = Int64(bits & 0x3F) << Int64(bits >> 8 % 30)
        handles.append(
          scheduler.schedule(after: delay, kind: bits & 1 == 0 ? .leg : .timer) {
            log.entries += [number, scheduler.now]
            if number < 900 { set(number + 1_000) }
            if bits >> 16 & 3 == 0 { scheduler.cancel(handles[Int(bits >> 20 % 400)]) }
          })
      }
      for number in 0..<400 as Range<Int64> { set(number) }
      scheduler.run()
      return log.entries
    }
    let exact = fired(nil)
    #expect(exact.count > 1_000)
    #expect(fired(NaturalPolicy(window: .max)) == exact)
    #expect(fired(NaturalPolicy()) == exact)
  }

  /// A shutdown in the middle of the run gives the same result, too.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func aShutdownIsThatOfAWorldWithoutAPolicy(seed: UInt64) {
    let policies: [(any SchedulePolicy)?] = [
      nil, FixedPick(window: 25), RandomPolicy(seed: 3, window: 0, picksJobs: true),
    ]
    let worlds = policies.map { ToyWorld(seed: seed, policy: $0) }
    for world in worlds {
      world.scheduler.run(until: 40)
      #expect(world.scheduler.shutdown().isEmpty)
      #expect(world.scheduler.liveTasks == 0)
    }
    #expect(worlds[0].log.entries == worlds[1].log.entries)
  }

  /// Ten waits are due at 0, 10, ... 90. With a window of 25, three may come next, and the policy always picks the last
  /// of them.
  @Test func noWaitIsLaterThanTheWindow() {
    let policy = FixedPick(window: 25) { $0 - 1 }
    let scheduler = Scheduler(policy: policy)
    let log = Log()
    for due in stride(from: 90, through: 0, by: -10) as StrideThrough<Int64> {
      scheduler.schedule(after: due, kind: due % 20 == 0 ? .leg : .timer) {
        log.entries.append(due)
        #expect(scheduler.now - due <= 25)
      }
    }
    scheduler.run()
    #expect(policy.offered.prefix(2) == [[0, 10, 20], [0, 10]])
    #expect(log.entries == [20, 10, 0, 50, 40, 30, 80, 70, 60, 90])
    #expect(scheduler.trace.map(\.deadline) == log.entries)
    #expect(scheduler.trace.map(\.time) == [20, 21, 22, 50, 51, 52, 80, 81, 82, 90])
    #expect(scheduler.trace.map(\.choices) == [3, 2, 1, 3, 2, 1, 3, 2, 1, 1])
    #expect(scheduler.trace.map(\.picked) == [2, 1, 0, 2, 1, 0, 2, 1, 0, 0])
  }

  @Test func withoutBoundEveryOrderComes() {
    var orders: Set<[Int64]> = []
    for seed in 0..<400 as Range<UInt64> {
      let scheduler = Scheduler(policy: RandomPolicy(seed: seed))
      let log = Log()
      for latency in [1, 1_000, 1_000_000, 1_000_000_000] as [Int64] {
        scheduler.spawn {
          await scheduler.sleep(latency, kind: latency == 1 ? .timer : .leg)
          log.entries.append(latency)
        }
      }
      scheduler.run()
      #expect((1_000_000_000...1_000_000_003).contains(scheduler.now))
      #expect(zip(scheduler.trace, scheduler.trace.dropFirst()).allSatisfy { $0.time < $1.time })
      orders.insert(log.entries)
    }
    #expect(orders.count == 24)
  }

  @Test func nothingBeyondTheHorizonIsAChoice() {
    let policy = FixedPick(window: .max) { $0 - 1 }
    let scheduler = Scheduler(policy: policy)
    let log = Log()
    for due in [10, 20, 30] as [Int64] { scheduler.schedule(after: due, kind: .leg) { log.entries.append(due) } }
    scheduler.run(until: 20)
    #expect(log.entries == [20, 10])
    scheduler.run()
    #expect(log.entries == [20, 10, 30])
  }

  /// A job is due when it becomes ready, and is not delayed beyond the window either.
  @Test func jobsAndWaitsShareTheWindow() {
    final class Last: SchedulePolicy {
      let window: Int64 = 5
      let picksJobs = true
      var kinds: [[ReadyChoice.Kind]] = []
      func pick(from choices: [ReadyChoice]) -> Int {
        kinds.append(choices.map(\.kind))
        return choices.count - 1
      }
    }
    let policy = Last()
    let scheduler = Scheduler(policy: policy)
    scheduler.schedule(after: 5, kind: .leg) {}
    scheduler.schedule(after: 6, kind: .timer) {}
    scheduler.spawn {}
    scheduler.run()
    #expect(policy.kinds == [[.pool, .leg], [.pool], [.timer]])
    #expect(scheduler.trace.map(\.deadline) == [5, 0, 6])
    #expect(scheduler.trace.map(\.time) == [5, 5, 6])
  }

  @Test func cancelledWaitsAreNoChoices() {
    let policy = FixedPick(window: .max) { $0 - 1 }
    let scheduler = Scheduler(policy: policy)
    let handles = (0..<200).map { number in
      scheduler.schedule(after: Int64(number * 37 % 200), kind: .timer) {}
    }
    for (number, handle) in handles.enumerated() where number % 3 != 0 { #expect(scheduler.cancel(handle)) }
    scheduler.run()
    #expect(policy.offered.count == 67)
    let left: [Int64] = stride(from: 0, to: 200, by: 3).map { Int64($0 * 37 % 200) }
    #expect(policy.offered.first == left.sorted())
  }
}
