import TestSupport
import Testing

@testable import Interleaving

@Suite(.limitedWait) struct ShutdownTests {
  /// Counts its living instances, to show that nothing of a world is left in memory.
  ///
  /// `@unchecked Sendable`: its only variable is weak, which the runtime guards.
  final class Witness: @unchecked Sendable {
    weak var weakly: Witness?
  }

  @Test func everyWaitEndsAndNothingIsLeft() {
    weak var world: Scheduler?
    weak var waiterLeft: Waiter?
    weak var witnessLeft: Witness?
    do {
      let scheduler = Scheduler()
      let waiter = Waiter(scheduler)
      let witness = Witness()
      (world, waiterLeft, witnessLeft) = (scheduler, waiter, witness)
      let never = OneShot<Int>(scheduler: scheduler)
      scheduler.spawn { await waiter.wait(for: never) }
      scheduler.spawn { await waiter.sleep(until: 1_000) }
      scheduler.spawn { await scheduler.sleep(5_000, kind: .leg) }
      scheduler.spawn {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask { while !Task.isCancelled { await scheduler.sleep(1, kind: .timer) } } }
        }
      }
      scheduler.schedule(after: 9_000, kind: .timer) { witness.weakly = witness }
      scheduler.run(until: 100)
      #expect(scheduler.liveTasks == 4)
      #expect(scheduler.stuckTasks().isEmpty)
      #expect(scheduler.shutdown().isEmpty)
      #expect(scheduler.liveTasks == 0)
      #expect(scheduler.now == 100)
      #expect(waiter.seen == [nil])
      #expect(waiter.errors == 1)
      #expect(witness.weakly == nil)
    }
    #expect(world == nil)
    #expect(waiterLeft == nil)
    #expect(witnessLeft == nil)
  }

  @Test func codeDeafToCancellationIsReported() {
    let scheduler = Scheduler()
    let stop = Witness()
    scheduler.spawn { while stop.weakly == nil { await scheduler.sleep(1, kind: .timer) } }
    scheduler.run(until: 10)
    #expect(scheduler.shutdown().count == 1)
    stop.weakly = stop
    #expect(scheduler.shutdown().isEmpty)
  }

  @Test func aValueThatNeverComesIsStuck() {
    let scheduler = Scheduler(policy: RandomPolicy(seed: 1))
    let waiter = Waiter(scheduler)
    let never = OneShot<Int>(scheduler: scheduler)
    scheduler.spawn { await scheduler.sleep(5, kind: .timer) }
    scheduler.spawn {
      scheduler.spawn { await waiter.wait(for: never) }
    }
    scheduler.run(until: 4)
    #expect(scheduler.stuckTasks().isEmpty)
    scheduler.run()
    #expect(scheduler.stuckTasks().map(\.path) == ["2.1"])
    #expect(scheduler.stuckTasks().map(\.lane) == ["waiter 0"])
    #expect(scheduler.stuckTasks().map(\.waitsForValue) == [true])
    #expect(scheduler.shutdown().isEmpty)
    #expect(scheduler.stuckTasks().isEmpty)
  }

  @Test func aForeignContinuationIsStuckToo() {
    let scheduler = Scheduler()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    scheduler.spawn { for await _ in stream {} }
    scheduler.run()
    #expect(scheduler.stuckTasks().map(\.waitsForValue) == [false])
    #expect(scheduler.shutdown().isEmpty)
    continuation.finish()
  }

  @Test func aFinishedWorldIsNotStuck() {
    let scheduler = Scheduler()
    for delay in 0..<10 { scheduler.spawn { await scheduler.sleep(Int64(delay), kind: .timer) } }
    scheduler.run()
    #expect(scheduler.liveTasks == 0)
    #expect(scheduler.stuckTasks().isEmpty)
  }

  /// The world tracks every wait of its own, so it can find a stuck wait and end it without tracking tasks.
  @Test func aWorldThatDoesNotTrackTasksEndsItsOwnWaits() {
    let scheduler = Scheduler(tracksTasks: false)
    let waiter = Waiter(scheduler)
    let never = OneShot<Int>(scheduler: scheduler)
    scheduler.spawn { await waiter.wait(for: never) }
    scheduler.run()
    #expect(scheduler.liveTasks == 0)
    #expect(scheduler.stuckTasks().map(\.lane) == ["waiter 0"])
    #expect(scheduler.shutdown().isEmpty)
    #expect(waiter.seen == [nil])
    #expect(scheduler.stuckTasks().isEmpty)
  }
}
