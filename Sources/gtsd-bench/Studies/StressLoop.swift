import GTSDModel
import GTSDStudies
import GTSDWorld
import Interleaving

/// The plain alternative to a search: the same story, repeated on the system's own executors.
///
/// Latencies are drawn, and faults and optional steps vary as in a search; dispatch queues and timers decide the order.
/// Not repeatable.
struct StressLoop {
  let stage: StoryStage
  /// The speed of virtual time relative to the clock: a latency of 40 ms takes 40 µs.
  static let speed = 1_000.0

  /// The findings of one run, and the mean delay of its timers in virtual nanoseconds.
  func run(number: UInt32) -> (findings: [Finding], lateness: Double) {
    var schedule = Schedule(number: number, strategy: .portfolio, of: stage)
    schedule.drawsLatencies = true
    let world = World(
      scenario: stage.scenario, replication: number, cell: 0, users: 0..<1,
      scheduler: Scheduler(realTimeSpeed: Self.speed, at: stage.start))
    let oracles = Oracles(continuing: stage.oracles)
    world.events.observers = [oracles]
    _ = stage.populate(world, with: StoryCast(), for: schedule, witness: oracles)
    world.scheduler.run()
    world.events.observers = []
    return (oracles.finish(at: world.scheduler.now, faultFreeSince: nil), world.scheduler.meanLateness ?? 0)
  }
}
