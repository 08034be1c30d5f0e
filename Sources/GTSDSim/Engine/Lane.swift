/// The serial executor of one simulated actor.
///
/// A lane owns no thread and no queue of its own: it hands every job to its world's scheduler together with its own
/// identity. One lane per actor is what lets the scheduler see, and order, every message (a shared executor object lets
/// the runtime skip hops between actors).
public final class Lane: SerialExecutor {
  let scheduler: Scheduler

  /// A lane of the world that `scheduler` runs.
  public init(scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    scheduler.enqueue(UnownedJob(job), on: Unmanaged.passUnretained(self))
  }

  public func checkIsolated() {
    precondition(scheduler.currentLane?.toOpaque() == Unmanaged.passUnretained(self).toOpaque(), "code of one simulated actor ran outside its lane")
  }
}

/// An actor that runs on a lane of its own.
public protocol LaneActor: Actor {
  /// This actor's lane; make one per instance and never share it.
  nonisolated var lane: Lane { get }
}

extension LaneActor {
  public nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }
}
