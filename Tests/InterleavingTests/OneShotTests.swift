import Testing

@testable import Interleaving

/// A simulated actor that waits in different ways and records what it observes.
actor Waiter: LaneActor {
  nonisolated let lane: Lane
  nonisolated let scheduler: Scheduler
  // `nonisolated(unsafe)`: the test reads it after the run, on the thread that ran the world.
  nonisolated(unsafe) var seen: [Int?] = []
  // `nonisolated(unsafe)`: the test reads it after the run, on the thread that ran the world.
  nonisolated(unsafe) var times: [Int64] = []
  // `nonisolated(unsafe)`: the test reads it after the run, on the thread that ran the world.
  nonisolated(unsafe) var errors = 0

  init(_ scheduler: Scheduler) {
    self.scheduler = scheduler
    lane = Lane(scheduler: scheduler, kind: "waiter")
  }

  func wait(for oneShot: OneShot<Int>) async {
    seen.append(await oneShot.value())
    times.append(scheduler.now)
    preconditionIsolated()
  }

  func sleep(until deadline: Int64) async {
    do {
      try await scheduler.sleep(until: deadline, kind: .timer)
    } catch {
      errors += 1
    }
    times.append(scheduler.now)
    preconditionIsolated()
  }
}

@Suite struct OneShotTests {
  @Test func deliversItsValueWhenItComes() {
    let scheduler = Scheduler()
    let waiter = Waiter(scheduler)
    let oneShot = OneShot<Int>(scheduler: scheduler)
    scheduler.spawn { await waiter.wait(for: oneShot) }
    scheduler.schedule(after: 7, kind: .leg) {
      #expect(oneShot.fulfil(42))
      #expect(!oneShot.fulfil(43))
    }
    scheduler.run()
    #expect(waiter.seen == [42])
    #expect(waiter.times == [7])
  }

  @Test func maybeFulfilledBeforeTheWait() {
    let scheduler = Scheduler()
    let waiter = Waiter(scheduler)
    let oneShot = OneShot<Int>(scheduler: scheduler)
    #expect(oneShot.fulfil(1))
    #expect(oneShot.isFulfilled)
    scheduler.spawn { await waiter.wait(for: oneShot) }
    scheduler.run()
    #expect(waiter.seen == [1])
  }

  @Test func cancellationEndsTheWait() {
    let scheduler = Scheduler()
    let waiter = Waiter(scheduler)
    let oneShot = OneShot<Int>(scheduler: scheduler)
    let task = scheduler.spawn { await waiter.wait(for: oneShot) }
    scheduler.schedule(after: 3, kind: .timer) {
      task.cancel()
      #expect(!oneShot.fulfil(9))
    }
    scheduler.run()
    #expect(waiter.seen == [nil])
    #expect(waiter.times == [3])
  }

  /// The wake goes directly into the lane, so no further job is needed.
  @Test func aWakeIsOneJob() {
    let scheduler = Scheduler()
    let waiter = Waiter(scheduler)
    let oneShot = OneShot<Int>(scheduler: scheduler)
    scheduler.spawn { await waiter.wait(for: oneShot) }
    scheduler.run()
    let before = scheduler.jobsRun
    oneShot.fulfil(1)
    scheduler.run()
    #expect(scheduler.jobsRun - before == 1)
  }
}
