import Testing

@testable import Interleaving

@Suite struct RealExecutorsTests {
  /// Messages of one task arrive in its order, every task ends, and `run` returns only then.
  @Test func everythingComesToItsEnd() {
    let scheduler = Scheduler(realTimeSpeed: 1_000)
    let trace = OrderTests.Trace()
    let stations = (0..<3).map { Station(scheduler, number: $0, trace: trace) }
    for visitor in 0..<20 {
      scheduler.spawn {
        for station in stations {
          await scheduler.sleep(1_000_000, kind: .leg)
          await station.visit(visitor % 3)
        }
      }
    }
    scheduler.run()
    #expect(trace.visits.count == 60)
    // No clock fires at the exact nanosecond, and none fires before.
    #expect((scheduler.meanLateness ?? 0) > 0)
  }

  /// A value from another task ends a wait before its time-out, which then delays nothing.
  @Test func aWaitThatEndsEarlyIsNotWaitedFor() {
    let scheduler = Scheduler(realTimeSpeed: 1_000)
    let shot = OneShot<Int>(scheduler: scheduler)
    let trace = OrderTests.Trace()
    scheduler.spawn {
      let timer = scheduler.schedule(after: 3_600_000_000_000_000, kind: .timer) { shot.fulfil(-1) }
      let value = await shot.value() ?? 0
      scheduler.cancel(timer)
      trace.visits.append(UInt8(value))
    }
    scheduler.spawn {
      await scheduler.sleep(2_000_000, kind: .leg)
      shot.fulfil(7)
    }
    scheduler.run()
    #expect(trace.visits == [7])
  }
}
