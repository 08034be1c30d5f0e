import CInterpose
import Interleaving

/// Represents a default actor, the main actor or a serial queue of Dispatch in a world.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world, which `enqueue` checks.
final class CapturedLane: SerialExecutor, @unchecked Sendable {
  /// The owner of the lane.
  enum Owner {
    case mainActor
    /// An actor, by the metadata of its class, from which its name is made when needed.
    case actor(UnsafeRawPointer)
    case queue(label: String)
    case nobody
  }

  /// The lane that the scheduler knows.
  let lane: Lane
  private unowned let world: CapturedWorld
  var owner = Owner.nobody
  /// The executor reported to the runtime: the actor itself, so that the runtime's isolation checks hold.
  var target: UnownedSerialExecutor
  /// This lane in the form that the runtime's C functions expect.
  private(set) var reference: capture_executor

  init(_ world: CapturedWorld, _ scheduler: Scheduler) {
    self.world = world
    lane = Lane(scheduler: scheduler)
    (reference, target) = (capture_executor(), Runtime.generic)
    reference = unsafeBitCast(asUnownedSerialExecutor(), to: capture_executor.self)
    target = asUnownedSerialExecutor()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let current = CapturedWorld.current, current === world { return current.take(job, in: self) }
    // A job of no known task can only belong to a world that has ended.
    _ = ForeignJobs.take(.resumedIn(self, job))
  }

  func checkIsolated() {
    precondition(CapturedWorld.current === world && world.isRunning(in: self), "code ran outside its lane")
  }

  /// The lane's name in reports.
  var label: String {
    switch owner {
    case .mainActor: "MainActor"
    case .actor(let metadata): _typeName(unsafeBitCast(metadata, to: AnyClass.self), qualified: false)
    // Some libraries put an address into the name, which differs from run to run.
    case .queue(let label): label.isEmpty ? "queue" : "queue \(label.prefix { $0 != " " })"
    case .nobody: "lane"
    }
  }
}

extension CapturedWorld {
  /// The lane of a default actor. It is created when the actor first gets a job.
  func lane(ofActor actor: UnsafeMutableRawPointer) -> CapturedLane {
    if let lane = byActor[actor] { return lane }
    let lane = newLane()
    // The first word of an object is a pointer to its class.
    lane.owner = .actor(actor.load(as: UnsafeRawPointer.self))
    lane.target = Runtime.executor(of: actor)
    byActor[actor] = lane
    return lane
  }
}

/// Executors as the runtime stores them: two words, for which Swift has no type.
enum Runtime {
  /// The executor of code that belongs to no actor: the pool.
  static let generic = unsafeBitCast(capture_executor(), to: UnownedSerialExecutor.self)

  /// The address of a job's memory, for reading only.
  static func address(of job: UnownedJob) -> UnsafeMutableRawPointer {
    unsafeBitCast(job, to: UnsafeMutableRawPointer.self)
  }

  /// The executor of a default actor.
  static func executor(of actor: UnsafeMutableRawPointer) -> UnownedSerialExecutor {
    unsafeBitCast(capture_executor(identity: actor, implementation: 0), to: UnownedSerialExecutor.self)
  }
}
