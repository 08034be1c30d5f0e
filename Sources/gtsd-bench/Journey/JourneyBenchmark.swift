import GTSDModel
import GTSDStudies
import Interleaving

/// The engine's own benchmark, `gtsd-bench journey`: the same fixed model on real actors with a lane each, on the
/// engine that `run` uses, and as a plain loop. Both have the same digest.
package enum JourneyBenchmark {
  /// The result of one run; the caller measures its wall time.
  package struct Result: Equatable, Sendable {
    /// The hash over all events in their order.
    package let digest: UInt64
    /// The number of timed events: an arrival, 40 ends of thinking and 40 ends of service per user.
    package let events: Int
    /// The share of users whose last reply was received within 24 h of their arrival.
    package let doneInTimeShare: Double
    /// Growth of the process's resident memory with all users alive, per user. Exact only for the first run of a
    /// process, since later runs reuse released memory.
    package let bytesPerUser: Int
    /// The share of the engine's jobs that were of Swift tasks; nil for the plain loop, which has none.
    package let jobsOfTasksShare: Double?
  }

  /// Runs the model on actors: one for each user and one for the backend, each with its own lane.
  package static func runActors(users: Int, seed: UInt64) -> Result {
    let before = ResidentMemory.bytes
    let world = JourneyWorld(users: users, seed: seed)
    world.start()
    // All users have arrived, and only a few can have left.
    world.scheduler.run(until: 2 * Nanoseconds.hour)
    let growth = ResidentMemory.bytes - before
    world.scheduler.run()
    let jobs = Double(world.scheduler.jobsRun)
    let share = 1 - Double(world.scheduler.jobsOutsideTasks) / jobs
    world.scheduler.shutdown()
    return result(world.tally, users: users, growth: growth, jobsOfTasksShare: share)
  }

  /// Runs the model as a plain loop over a binary heap.
  package static func runPlainLoop(users: Int, seed: UInt64) -> Result {
    let before = ResidentMemory.bytes
    let tally = JourneyTally()
    var loop = JourneyPlainLoop(users: users, seed: seed, tally: tally)
    loop.run()
    return result(tally, users: users, growth: ResidentMemory.bytes - before)
  }

  private static func result(
    _ tally: JourneyTally, users: Int, growth: Int, jobsOfTasksShare: Double? = nil
  ) -> Result {
    Result(
      digest: tally.digest, events: tally.events, doneInTimeShare: Double(tally.doneInTime) / Double(users),
      bytesPerUser: max(0, growth) / users, jobsOfTasksShare: jobsOfTasksShare)
  }
}

/// One world of the journey model, shared by its actors.
private final class JourneyWorld: Sendable {
  /// A scheduler configured as in `run`.
  let scheduler = Scheduler(tracksTasks: false)
  let tally = JourneyTally()
  let model: JourneyModel
  let users: Int
  let backend: JourneyBackend

  init(users: Int, seed: UInt64) {
    self.users = users
    model = JourneyModel(users: users, seed: seed)
    backend = JourneyBackend(scheduler, model, tally)
  }

  /// Starts the users' arrivals.
  func start() {
    scheduler.spawn(on: JourneyDoor(self)) { await $0.letIn() }
  }
}

/// The actor through which users arrive.
private actor JourneyDoor: LaneActor {
  nonisolated let lane: Lane
  private let world: JourneyWorld

  init(_ world: JourneyWorld) {
    lane = Lane(scheduler: world.scheduler, kind: "door")
    self.world = world
  }

  func letIn() async {
    var source = world.model.source
    for number in 0..<world.users {
      await world.scheduler.sleep(world.model.gap(&source), kind: .timer, in: self)
      world.tally.note(world.scheduler.now, .max)
      world.scheduler.spawn(on: JourneyUser(number, in: world)) { await $0.run() }
    }
  }
}

/// A user who alternates between thinking and sending requests.
private actor JourneyUser: LaneActor {
  nonisolated let lane: Lane
  private let number: Int
  private let world: JourneyWorld
  // Exclusivity checks are off, as for a device: no access calls other code while it lasts.
  @exclusivity(unchecked) private var stream: SplitMix

  init(_ number: Int, in world: JourneyWorld) {
    lane = Lane(scheduler: world.scheduler, kind: "user", number: number)
    self.number = number
    self.world = world
    stream = world.model.stream(of: number)
  }

  func run() async {
    let arrival = world.scheduler.now
    for _ in 0..<JourneyModel.steps {
      await world.scheduler.sleep(world.model.think(&stream), kind: .timer, in: self)
      world.tally.note(world.scheduler.now, UInt64(truncatingIfNeeded: number) << 1)
      stream = await world.backend.serve(number, stream)
    }
    if world.scheduler.now - arrival <= JourneyModel.limit { world.tally.doneInTime += 1 }
  }
}

/// A backend of 64 servers with one queue.
private actor JourneyBackend: LaneActor {
  nonisolated let lane: Lane
  private let scheduler: Scheduler
  private let model: JourneyModel
  private let tally: JourneyTally
  private let queue: WaitLine
  // Exclusivity checks are off: no access calls other code while it lasts.
  @exclusivity(unchecked) private var free = JourneyModel.servers

  init(_ scheduler: Scheduler, _ model: JourneyModel, _ tally: JourneyTally) {
    lane = Lane(scheduler: scheduler, kind: "backend")
    self.scheduler = scheduler
    self.model = model
    self.tally = tally
    queue = WaitLine(scheduler: scheduler)
  }

  /// Serves a request, and returns the user's stream of random numbers after it.
  func serve(_ user: Int, _ stream: SplitMix) async -> SplitMix {
    var stream = stream
    // A user who is released from the queue gets the server of the user who leaves.
    if free > 0 { free &-= 1 } else { await queue.wait() }
    await scheduler.sleep(model.service(&stream), kind: .leg, in: self)
    tally.note(scheduler.now, UInt64(truncatingIfNeeded: user) << 1 | 1)
    if !queue.releaseFirst() { free &+= 1 }
    return stream
  }
}
