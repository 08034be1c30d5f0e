import GTSDModel
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness

@Suite(.limitedWait) struct WallClockTests {
  /// A clock that advances only in `turn`, and oversleeps by a given time.
  final class ManualClock: WallClock {
    private(set) var time: Int64 = 0
    var oversleep: Int64 = 0
    private(set) var turns = 0
    /// The events outside, in order of time.
    var outside: [(at: Int64, body: () -> Void)] = []

    func read() -> Int64 { time }

    func turn(until deadline: Int64, _ awake: (Int64) -> Void) {
      turns += 1
      let next = outside.first?.at ?? .max
      if deadline > time || next <= time {
        precondition(min(deadline, next) < .max, "would wait for ever")
        time = max(time, min(deadline, next) + oversleep)
      }
      awake(time)
      while let first = outside.first, first.at <= time {
        outside.removeFirst()
        first.body()
      }
    }
  }

  @Test func aPunctualClockGivesTheDigestOfVirtualTime() throws {
    var scenario = Scenario(name: "wall")
    scenario.population.size = 60
    scenario.horizon = .seconds(8 * 3_600)
    func digest(_ scheduler: Scheduler) -> (UInt64, Int) {
      let world = World(scenario: scenario, replication: 0, cell: 0, users: 0..<60, scheduler: scheduler)
      let digest = EventDigest()
      world.events.observers = [digest]
      Population.spawn(in: world, backend: InProcessBackend(world: world))
      scheduler.run(until: scenario.horizon.nanoseconds)
      world.events.observers = []
      scheduler.shutdown()
      return (digest.value, digest.events)
    }
    let virtual = digest(Scheduler())
    #expect(virtual.1 > 500)
    #expect(digest(Scheduler(wallClock: ManualClock())) == virtual)
  }

  @Test(arguments: [0, 1, 70_000, 5_000_000, 90_000_000_000] as [Int64])
  func sleepsNeverEndEarlyAndEndInOrder(oversleep: Int64) {
    let clock = ManualClock()
    clock.oversleep = oversleep
    let scheduler = Scheduler(wallClock: clock)
    let draws = Draws(seed: 7)
    let ends = Log<(due: Int64, at: Int64)>()
    for user in 0..<300 {
      scheduler.spawn {
        for step in 0..<20 {
          // From a fraction of a tick of the wheel to hours.
          let exponent = draws.uniform(user: UInt32(user), purpose: 1, step: UInt32(step), replication: 0) * 13
          let due = scheduler.now + Int64(PortableMath.exp(exponent * 2.302585))
          await scheduler.sleep(due - scheduler.now, kind: .timer)
          ends.append((due, scheduler.now))
        }
        if ends.items.count == 6_000 { scheduler.stop() }
      }
    }
    scheduler.run()
    #expect(ends.items.count == 6_000)
    #expect(ends.items.allSatisfy { $0.at >= $0.due })
    if oversleep == 0 { #expect(ends.items.allSatisfy { $0.at == $0.due }) }
    #expect(zip(ends.items, ends.items.dropFirst()).allSatisfy { $0.at < $1.at || $0.due <= $1.due || $0.at == $1.at })
  }

  @Test func outsideEventsWakeTasksAtTheirTime() {
    let clock = ManualClock()
    let scheduler = Scheduler(wallClock: clock)
    let answer = OneShot<Int>(scheduler: scheduler)
    let seen = Log<(Int?, Int64)>()
    clock.outside = [(at: 12_345, body: { answer.fulfil(7) })]
    scheduler.spawn {
      seen.append((await answer.value(), scheduler.now))
      scheduler.stop()
    }
    scheduler.run()
    #expect(seen.items.count == 1 && seen.items[0].0 == 7 && seen.items[0].1 == 12_345)
  }

  @Test func busyWorldsHandleOutsideEvents() {
    let clock = ManualClock()
    let scheduler = Scheduler(wallClock: clock)
    clock.outside = [(at: 0, body: { scheduler.stop() })]
    let steps = Log<Int>()
    scheduler.spawn {
      // Ready again at once each time.
      while !Task.isCancelled, steps.items.count < 1_000_000 {
        steps.append(0)
        await Task.yield()
      }
    }
    scheduler.run()
    #expect(steps.items.count < 1_000_000)
    scheduler.shutdown()
  }

  @Test func aHorizonEndsTheRun() {
    let clock = ManualClock()
    let scheduler = Scheduler(wallClock: clock)
    scheduler.run(until: 5_000)
    #expect(scheduler.now == 5_000)
  }
}
