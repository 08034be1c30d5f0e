import GTSDModel

/// What one schedule showed.
struct ScheduleOutcome: Sendable {
  /// In the order in which the oracles noticed them.
  var findings: [Finding]
  /// The partial-order class of what happened, faults and steps included.
  var orderClass: UInt64
  var jobs: Int
  var arrivals: Int
}

/// Lives through one schedule after another, on one thread, in one world's memory.
final class ScheduleRunner {
  let subject: any SearchSubject
  private let scheduler: Scheduler
  private let oracles: Oracles

  init(_ subject: any SearchSubject) {
    self.subject = subject
    scheduler = Scheduler(policy: NaturalPolicy(), tracksTasks: false)
    oracles = Oracles(continuing: subject.oracles)
  }

  /// Told of each finding of the invariants as it is made.
  var noticed: ((Finding) -> Void)?

  /// Lives through a schedule under a policy that has been told to begin it.
  ///
  /// - Parameter observers: makes those who see the events before the checkers do.
  func run(
    _ schedule: Schedule, under policy: any SchedulePolicy, observers: (World) -> [any EventObserver] = { _ in [] }
  ) -> ScheduleOutcome {
    scheduler.reset(policy: policy, at: subject.start)
    oracles.restart(continuing: subject.oracles)
    let world = World(
      scenario: subject.scenario, replication: schedule.number, cell: 0, users: 0..<subject.scenario.population.size,
      scheduler: scheduler, drawsMedians: !schedule.drawsLatencies)
    world.events.observers = observers(world) + [oracles]
    oracles.noticed = noticed
    let recover = subject.populate(world, for: schedule)
    scheduler.run()
    var faultFreeSince: Int64?
    if let recover {
      faultFreeSince = scheduler.now
      recover()
      scheduler.run()
    }
    let findings = oracles.finish(at: scheduler.now, faultFreeSince: faultFreeSince)
    if let noticed {
      for finding in findings where !finding.oracle.isInvariant { noticed(finding) }
    }
    world.events.observers = []
    let outcome = ScheduleOutcome(
      findings: findings, orderClass: scheduler.orderHash &+ schedule.menuHash, jobs: scheduler.jobsRun,
      arrivals: scheduler.trace.count)
    // What waits for ever was found as stuck; the world's memory is wanted again.
    if !scheduler.stuckTasks().isEmpty { scheduler.shutdown() }
    return outcome
  }

  /// What happened in the latest schedule, in order.
  var trace: [TracedArrival] { scheduler.trace }
}

extension Schedule {
  /// The schedule of a number in a search.
  init(number: UInt32, strategy: SearchStrategy, of subject: any SearchSubject) {
    self.init(
      number: number, strategy: strategy, seed: subject.scenario.seed, faults: subject.faultCount,
      optional: subject.optionalSteps)
  }
}

extension StoryStage: SearchSubject {
  var chunk: Int { 64 }
  var replayBudget: Int { 1_000 }
  var faultCount: Int { scenario.faults.count }
  var optionalSteps: UInt64 { script.optional }
  var stepCount: Int { scenario.story?.steps.count ?? 0 }
  var start: Int64 { time }

  func populate(_ world: World, for schedule: Schedule) -> (() -> Void)? {
    var memory = backend
    if !memory.faults.windows.isEmpty { memory.faults = memory.faults.selecting(schedule.faults) }
    let server = InProcessBackend(world: world, memory: memory)
    var devices: [Device] = []
    for ordinal in phones.indices {
      let moves = script.moves(of: UInt8(ordinal), leavingOut: schedule.leftOut)
      let phone = Device(
        world: world, backend: server, user: 0, ordinal: UInt8(ordinal), generation: scenario.generation,
        memory: phones[ordinal])
      devices.append(phone)
      world.scheduler.spawn { await phone.follow(moves) }
    }
    guard !schedule.faults.isEmpty else { return nil }
    let scheduler = world.scheduler
    return { [devices] in
      scheduler.spawn {
        await server.endFaults()
        for phone in devices { await phone.recover() }
      }
    }
  }
}
