import GTSDModel

/// What one schedule showed.
struct ScheduleOutcome: Sendable {
  var violations: [ViolationFold.Entry]
  var jobs: Int
}

extension StoryStage {
  /// Lives through one schedule.
  func run(_ schedule: Schedule, observers: [any EventObserver] = []) -> ScheduleOutcome {
    let scheduler = Scheduler(
      policy: RandomPolicy(seed: UInt64(schedule.number)), tracksTasks: false)
    let world = World(
      scenario: scenario, replication: schedule.number, cell: 0, users: 0..<1, scheduler: scheduler,
      drawsMedians: !schedule.drawsLatencies)
    let checker = InvariantChecker(continuing: checker)
    world.events.observers = observers + [checker]
    var memory = backend
    memory.faults = memory.faults.selecting(schedule.faults)
    let server = InProcessBackend(world: world, memory: memory)
    for (ordinal, memory) in phones.enumerated() {
      let moves = script.moves(of: UInt8(ordinal), leavingOut: schedule.leftOut)
      let phone = Device(
        world: world, backend: server, user: 0, ordinal: UInt8(ordinal), generation: scenario.generation,
        memory: memory)
      scheduler.spawn { await phone.follow(moves) }
    }
    scheduler.run()
    checker.finish(at: scheduler.now)
    return ScheduleOutcome(violations: checker.fold.entries, jobs: scheduler.jobsRun)
  }
}
