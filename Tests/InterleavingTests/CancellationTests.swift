import TestSupport
import Testing

@testable import Interleaving

@Suite(.limitedWait) struct CancellationTests {
  /// `@unchecked Sendable`: touched only on the thread that runs the world.
  final class Log: @unchecked Sendable {
    var entries: [String] = []
  }

  @Test func cancellationEndsASleepAtOnce() {
    let scheduler = Scheduler()
    let waiter = Waiter(scheduler)
    let task = scheduler.spawn { await waiter.sleep(until: 1_000_000_000_000) }
    scheduler.schedule(after: 5, kind: .timer) { task.cancel() }
    scheduler.run()
    #expect(waiter.errors == 1)
    #expect(waiter.times == [5])
    #expect(scheduler.now == 5)
  }

  @Test func sleepOfACancelledTaskThrowsAtOnce() {
    let scheduler = Scheduler()
    let waiter = Waiter(scheduler)
    scheduler.spawn { await waiter.sleep(until: 1_000) }.cancel()
    scheduler.run()
    #expect(waiter.errors == 1)
    #expect(scheduler.now == 0)
  }

  @Test func cancellationAfterTheSleepHasNoEffect() {
    let scheduler = Scheduler()
    let waiter = Waiter(scheduler)
    let task = scheduler.spawn { await waiter.sleep(until: 3) }
    scheduler.schedule(after: 4, kind: .timer) { task.cancel() }
    scheduler.run()
    #expect(waiter.errors == 0)
    #expect(waiter.times == [3])
  }

  /// A task is cancelled between the enqueueing of a hop and its run: the actor's method runs and sees the
  /// cancellation.
  @Test func cancellationDuringAHopIsSeenByTheActor() {
    let scheduler = Scheduler()
    let waiter = Waiter(scheduler)
    let log = Log()
    let task = scheduler.spawn {
      await scheduler.sleep(1, kind: .leg)
      await waiter.sleep(until: 500)
      log.entries.append("ended \(Task.isCancelled)")
    }
    // At the same instant as the wake: the timer's handler runs before the task's next job.
    scheduler.schedule(after: 1, kind: .timer) { task.cancel() }
    scheduler.run()
    #expect(waiter.errors == 1)
    #expect(log.entries == ["ended true"])
    #expect(scheduler.now == 1)
  }

  @Test func theClockThrowsAsSoonAsItsTaskIsCancelled() {
    let scheduler = Scheduler()
    let clock = VirtualClock(scheduler: scheduler)
    let log = Log()
    let task = scheduler.spawn {
      do {
        try await clock.sleep(for: .seconds(10))
        try await clock.sleep(for: .seconds(3_600))
      } catch is CancellationError {
        log.entries.append("\(clock.now.nanoseconds)")
      } catch {
        log.entries.append("\(error)")
      }
    }
    scheduler.schedule(after: 12_000_000_000, kind: .timer) { task.cancel() }
    scheduler.run()
    #expect(log.entries == ["12000000000"])
  }

  @Test func cancellationReachesChildTasks() {
    let scheduler = Scheduler()
    let log = Log()
    let task = scheduler.spawn { () async -> Void in
      async let first: Void = try scheduler.sleep(until: 100, kind: .timer)
      await withTaskGroup(of: Void.self) { group in
        for deadline in [200, 300] as [Int64] {
          group.addTask {
            do { try await scheduler.sleep(until: deadline, kind: .timer) } catch { log.entries.append("x") }
          }
        }
      }
      do { try await first } catch { log.entries.append("y") }
    }
    scheduler.schedule(after: 50, kind: .timer) { task.cancel() }
    scheduler.run()
    #expect(log.entries.sorted() == ["x", "x", "y"])
    #expect(scheduler.now == 50)
    #expect(scheduler.liveTasks == 0)
  }
}
