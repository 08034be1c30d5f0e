import GTSDModel
package import GTSDWorld
package import Interleaving
import Randomness

/// Runs one schedule after another, on one thread, in one world's memory.
package final class ScheduleRunner {
  package let subject: any SearchSubject
  // Copies of the subject's values. Reading them from the subject would copy them for each schedule.
  private let scenario: Scenario
  private let users: Range<Int>
  /// The scheduler. It is replaced after a schedule that does not end.
  private var scheduler: Scheduler
  /// The world reused by all schedules that only the oracles observe. Creating one for each would repeat the set-up
  /// of its observers.
  private var world: World
  private let oracles: Oracles
  /// The server and the phones of that world.
  private let cast = StoryCast()
  /// Whether the results are no longer needed. Schedules then end at once, so that callers that run hundreds of them
  /// return quickly; the results must be discarded.
  let isAbandoned: () -> Bool

  package init(_ subject: any SearchSubject, isAbandoned: @escaping () -> Bool = { false }) {
    self.subject = subject
    scenario = subject.scenario
    users = 0..<scenario.population.size
    self.isAbandoned = isAbandoned
    scheduler = Self.newScheduler()
    oracles = Oracles(continuing: subject.oracles)
    world = World(scenario: scenario, replication: 0, cell: 0, users: users, scheduler: scheduler)
    world.events.observers = [oracles]
  }

  private static func newScheduler() -> Scheduler { Scheduler(policy: NaturalPolicy(), tracksTasks: false) }

  private var isEndless: Bool { scheduler.hasRunMostJobs }

  /// The handler of each finding of the invariants.
  var noticed: ((Finding) -> Void)?

  /// Runs a schedule. The policy must have begun the schedule.
  ///
  /// - Parameters:
  ///   - observers: creates the observers that see events before the checkers do.
  ///   - witness: creates the story's witness from the oracles; the oracles need none.
  package func run(
    _ schedule: Schedule, under policy: any SchedulePolicy, observers: ((World) -> [any EventObserver])? = nil,
    witness: (Oracles) -> any StoryWitness = { $0 }
  ) -> ScheduleOutcome {
    if isEndless {
      // The oracles receive no events of the other world, whatever still happens in it.
      world.events.observers = []
      cast.leave()
      scheduler = Self.newScheduler()
      world = World(scenario: scenario, replication: 0, cell: 0, users: users, scheduler: scheduler)
      world.events.observers = [oracles]
    }
    if schedule.order == .given {
      // These steps ran when the subject was created.
      scheduler.reset(policy: policy, at: subject.start, keepingLanes: cast.lanes)
      return ScheduleOutcome(findings: subject.givenFindings, orderClass: 0, jobs: 0, arrivals: 0)
    }
    // The observers may retain the persons for longer than the schedule lasts.
    let cast = observers == nil ? cast : StoryCast()
    scheduler.reset(policy: policy, at: subject.start, keepingLanes: cast.lanes)
    scheduler.maxJobs = subject.maxJobs
    oracles.restart(continuing: subject.oracles)
    oracles.isNaturalOrder = schedule.isNatural
    let world = world(of: schedule, seenBy: observers)
    oracles.noticed = noticed
    guard !isAbandoned() else {
      if observers != nil { world.events.observers = [] }
      return ScheduleOutcome(findings: [], orderClass: 0, jobs: 0, arrivals: 0)
    }
    let recover = subject.populate(world, with: cast, for: schedule, witness: witness(oracles))
    scheduler.run()
    var faultFreeSince: Int64?
    if let recover, !isEndless {
      faultFreeSince = scheduler.now
      oracles.faultsEnded()
      recover()
      scheduler.run()
    }
    var findings = oracles.finish(at: scheduler.now, isQuiescent: !isEndless, faultFreeSince: faultFreeSince)
    if isEndless {
      findings.append(
        Finding(
          .stuck, site: "never-rests",
          summary: "expected the app to become idle, observed \(scheduler.jobsRun) jobs without an end",
          time: scheduler.now, device: 0))
    }
    if let noticed {
      for finding in findings where !finding.oracle.isNoticedAtOnce { noticed(finding) }
    }
    if observers != nil { world.events.observers = [] }
    let outcome = ScheduleOutcome(
      findings: findings, orderClass: scheduler.orderHash &+ schedule.menuHash, jobs: scheduler.jobsRun,
      arrivals: scheduler.trace.count)
    // Tasks that wait forever were reported as stuck. Their memory is needed for the next schedule.
    if !isEndless, !scheduler.stuckTasks().isEmpty { shutDown() }
    return outcome
  }

  /// The empty world of a schedule.
  private func world(of schedule: Schedule, seenBy observers: ((World) -> [any EventObserver])?) -> World {
    guard let observers else {
      world.restart(replication: schedule.number, drawsMedians: !schedule.drawsLatencies)
      return world
    }
    // The observers may retain the world for longer than the schedule lasts.
    let seen = World(
      scenario: scenario, replication: schedule.number, cell: 0, users: users, scheduler: scheduler,
      drawsMedians: !schedule.drawsLatencies)
    seen.events.observers = observers(seen) + [oracles]
    return seen
  }

  /// Ends all waits that would never end. The oracles do not see this.
  private func shutDown() {
    world.events.observers = []
    cast.leave()
    scheduler.shutdown()
    world.events.observers = [oracles]
  }

  /// The smallest window, in nanoseconds, under which the latest schedule could have differed; nil if none.
  var leastWiderWindow: Int64? { scheduler.leastWiderWindow }

  /// The path of a task of the latest schedule.
  func path(of task: UInt32) -> String { scheduler.path(of: task) }

  /// The events of the latest schedule, in order.
  var trace: [TracedArrival] { scheduler.trace }
}

extension Schedule {
  /// Creates the schedule with a number in a search.
  package init(number: UInt32, strategy: SearchStrategy, of subject: any SearchSubject) {
    if number == 0, subject.asksNaturalOrder {
      self = .natural
      return
    }
    self.init(
      number: number, strategy: strategy, seed: subject.seed, faults: subject.faultCount,
      optional: subject.optionalSteps)
  }
}

extension StoryStage: SearchSubject {
  package var chunk: Int { 64 }
  package var replayBudget: Int { 1_000 }
  package var maxJobs: Int { Self.maxJobs(ofSteps: stepCount) }
  package var faultCount: Int { scenario.faults.count }
  package var optionalSteps: UInt64 { script.optional }
  package var stepCount: Int { scenario.story?.steps.count ?? 0 }
  package var start: Int64 { time }
  package var seed: UInt64 { scenario.seed }

  package var asksNaturalOrder: Bool { script.hasNaturalExpectations }
  package var drawsMoments: Bool { script.isKilled }

  package func isDrawn(_ schedule: Schedule) -> Bool {
    schedule.drawsLatencies || script.isKilled || script.drawsFaults || backend.faults.isDrawn(schedule.faults)
  }

  package func populate(
    _ world: World, with cast: StoryCast, for schedule: Schedule, witness: any StoryWitness
  ) -> (() -> Void)? {
    let server: InProcessBackend
    if backend.faults.windows.isEmpty {
      server = self.server(of: world, from: backend, cast)
    } else {
      var memory = backend
      memory.faults = memory.faults.selecting(schedule.faults)
      server = self.server(of: world, from: memory, cast)
    }
    let scene = StoryScene(server: server, witness: witness)
    let kill = schedule.order == .natural ? nil : script.kill(of: schedule, seed: scenario.seed)
    let isNew = cast.phones.isEmpty
    for ordinal in phones.indices {
      let moves = script.moves(of: UInt8(ordinal), leavingOut: schedule.leftOut)
      if isNew {
        cast.phones.append(
          Device(
            world: world, backend: server, user: 0, ordinal: UInt8(ordinal), generation: scenario.generation,
            memory: phones[ordinal].memory))
      } else {
        cast.phones[ordinal].restart(from: phones[ordinal])
      }
      cast.phones[ordinal].startFollowing(moves, in: scene, kill: ordinal == 0 ? kill : nil)
    }
    let devices = cast.phones
    if isNew, !devices.allSatisfy(\.canBeReused) { cast.leave() }
    guard !schedule.faults.isEmpty else { return nil }
    let scheduler = world.scheduler
    return { [devices] in
      scheduler.spawn {
        await server.endFaults()
        for phone in devices { await phone.recover() }
      }
    }
  }

  private func server(of world: World, from memory: BackendMemory, _ cast: StoryCast) -> InProcessBackend {
    if let server = cast.server {
      server.restart(in: world, memory: memory)
      return server
    }
    let server = InProcessBackend(world: world, memory: memory)
    cast.server = server
    return server
  }
}

extension StoryScript {
  /// The number of the first of the random draws that decide when a schedule kills the app.
  private static let killDraw: UInt32 = 3_000

  /// The time at which a schedule kills the app.
  func kill(of schedule: Schedule, seed: UInt64) -> StoryKill? {
    guard isKilled else { return nil }
    let draws = Draws(seed: seed)
    return kill(leavingOut: schedule.leftOut) { draw in
      draws.uniform(
        user: 0, purpose: DrawPurpose.schedule.rawValue, step: Self.killDraw + UInt32(draw),
        replication: schedule.number)
    }
  }
}

extension Oracles: StoryWitness {
  package func begins(_ move: StoryMove) {}
  package func ends(_ move: StoryMove, refusal: TapRefusal?) {}
  package func holds(_ move: StoryMove) -> Bool { AskedExpectation(move).map { holds($0) } ?? true }

  package func awaits(_ move: StoryMove, _ shot: OneShot<Bool>) {
    if let asked = AskedExpectation(move) { awaits(asked) { shot.fulfil(true) } }
  }

  package func misses(_ move: StoryMove, at time: Int64) {
    if let asked = AskedExpectation(move) { misses(asked, at: time) }
  }
}

extension AskedExpectation {
  /// Creates the expectation of a move; nil for a move that expects nothing.
  init?(_ move: StoryMove) {
    guard case .expect(let expectation, let patience, let isNaturalOnly) = move.deed else { return nil }
    self.init(
      step: move.place.name, device: move.device, expectation: expectation, patience: patience,
      isNaturalOnly: isNaturalOnly)
  }
}
