import Testing

@testable import Interleaving
@testable import Randomness

@Suite struct TimerTests {
  /// `@unchecked Sendable`: touched only on the thread that runs the world.
  final class Log: @unchecked Sendable {
    var entries: [Int] = []
  }

  /// Deadlines of many magnitudes, with ties, added before and during the run, compared with a stable sort.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func fireInTheOrderOfDeadlineAndInsertion(seed: UInt64) {
    let scheduler = Scheduler()
    let draws = Draws(seed: seed)
    let log = Log()
    var expected: [(deadline: Int64, number: Int)] = []
    func delay(_ number: Int) -> Int64 {
      let bits = draws.bits(user: 0, purpose: 0, step: UInt32(number))
      return Int64(bits >> 2 & 0xFFF) << Int64(bits >> 16 % 44)
    }
    for number in 0..<500 {
      expected.append((delay(number), number))
      scheduler.schedule(after: delay(number), kind: .timer) {
        log.entries.append(number)
        let next = delay(1_000 + number)
        scheduler.schedule(after: next, kind: .leg) { log.entries.append(1_000 + number) }
      }
    }
    scheduler.run()
    // Replay the same insertions on a sorted array.
    var pending = expected
    var order: [Int] = []
    while let index = pending.indices.min(by: { pending[$0].deadline < pending[$1].deadline }) {
      let (deadline, number) = pending.remove(at: index)
      order.append(number)
      if number < 1_000 { pending.append((deadline + delay(1_000 + number), 1_000 + number)) }
    }
    #expect(log.entries == order)
    #expect(log.entries.count == 1_000)
  }

  @Test func cancelledTimersNeverFireAndAreReleased() {
    let scheduler = Scheduler()
    let log = Log()
    var handles: [TimerHandle] = []
    weak var captured: Log?
    do {
      let held = Log()
      captured = held
      for delay in [5, 5_000_000, 5_000_000_000, 5_000_000_000_000] as [Int64] {
        handles.append(scheduler.schedule(after: delay, kind: .timer) { held.entries.append(1) })
      }
    }
    scheduler.schedule(after: 1, kind: .timer) {
      for handle in handles { #expect(scheduler.cancel(handle)) }
      #expect(captured == nil)
      for handle in handles { #expect(!scheduler.cancel(handle)) }
      scheduler.schedule(after: 4, kind: .timer) { log.entries.append(2) }
    }
    #expect(captured != nil)
    scheduler.run()
    #expect(log.entries == [2])
    #expect(scheduler.now == 5)
  }

  @Test func runStopsAtTheHorizon() {
    let scheduler = Scheduler()
    let log = Log()
    for time in [10, 20, 30] as [Int64] {
      scheduler.schedule(after: time, kind: .timer) { log.entries.append(Int(time)) }
    }
    scheduler.run(until: 20)
    #expect(log.entries == [10, 20])
    scheduler.schedule(after: 1, kind: .timer) { log.entries.append(21) }
    scheduler.run()
    #expect(log.entries == [10, 20, 21, 30])
  }
}
