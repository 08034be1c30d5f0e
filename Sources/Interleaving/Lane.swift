/// The serial executor of one simulated actor.
///
/// A lane owns neither a thread nor a queue. It hands every job to its world's scheduler, together with the lane's
/// identity. Each actor has its own lane, so that the scheduler sees and orders every message. (With a shared executor
/// object the runtime would skip hops between actors.)
///
/// Without a policy that picks among jobs, the jobs of all lanes are in the scheduler's one `JobRing`. With such a
/// policy, the first job of each lane is a choice, and the others wait in the lane's `pending`, in order (see
/// `SearchQueue`).
///
/// `@unchecked Sendable`: its mutable part is touched only on the thread that runs the world.
public final class Lane: SerialExecutor, @unchecked Sendable {
  /// The jobs of a lane except its first, oldest first.
  struct Jobs {
    var waiting: [(job: ReadyJob, choice: ReadyChoice, due: Int64)] = []
    var head = 0

    /// Puts the first job back to the front.
    mutating func putBack(_ first: (job: ReadyJob, choice: ReadyChoice, due: Int64)) {
      waiting.replaceSubrange(..<head, with: CollectionOfOne(first))
      head = 0
    }
  }

  @usableFromInline let scheduler: Scheduler
  /// Jobs that wait while a policy chooses among the lanes; unused otherwise.
  var pending: Jobs?
  let kind: StaticString
  /// The number of the lane among its world's lanes, in the order of creation, from 0.
  public let index: UInt32
  /// The number of the lane among those of its kind.
  let number: Int

  /// Creates a lane of the world that `scheduler` runs.
  ///
  /// - Parameters:
  ///   - kind: the kind of code that runs here, for reports.
  ///   - number: the lane's number among those of its kind.
  public init(scheduler: Scheduler, kind: StaticString = "lane", number: Int = 0) {
    self.scheduler = scheduler
    self.kind = kind
    self.number = number
    index = scheduler.nextLane()
  }

  /// The lane as the runtime's executor type. Declared here so that the call is inlined.
  @inlinable
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// The lane's kind and number, for reports.
  public var label: String { "\(kind) \(number)" }

  /// Whether the calling code runs in this lane.
  @usableFromInline
  var isRunning: Bool { scheduler.currentLane?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() }

  /// Passes a job of this lane's actor to the world; called by the runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    scheduler.enqueue(
      UnownedJob(job), on: Unmanaged.passUnretained(self), isPlain: scheduler.currentIsPlain,
      of: scheduler.currentScope)
  }

  /// Traps when the calling code does not run in this lane; called by the runtime.
  public func checkIsolated() {
    precondition(isRunning, "code of one simulated actor ran outside its lane")
  }
}
