/// An actor that runs on its own lane.
public protocol LaneActor: Actor {
  /// The actor's lane. Create one per instance and never share it.
  nonisolated var lane: Lane { get }
}

extension LaneActor {
  /// The lane as the runtime's executor type.
  @inlinable
  public nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }
}

// MARK: Inside an actor

// `assumeIsolated` asks the runtime for the current executor, at 1,000 instructions a call. Two casts therefore drop
// `isolated` here, and nowhere else in the simulator. Each caller ensures that no other code runs in the actor.

extension LaneActor {
  /// Runs a step of a handler as code of this actor; traps outside the actor's lane.
  @inlinable @inline(__always)
  package nonisolated func inLane<Handler: LaneHandler>(
    _ handler: Handler, _ step: @escaping (isolated Self, Handler) -> Void
  ) {
    precondition(lane.isRunning, "a step of \(lane.label) ran outside its lane")
    typealias Isolated = (isolated Self, Handler) -> Void
    typealias Free = (Self, Handler) -> Void
    unsafeBitCast(step as Isolated, to: Free.self)(self, handler)
  }

  /// Runs a body as code of this actor; traps while its world runs.
  @inlinable @inline(__always)
  package nonisolated func atRest(_ body: (isolated Self) -> Void) {
    precondition(!lane.scheduler.isRunning, "\(lane.label) was entered while its world runs")
    withoutIsolation(body)
  }

  /// Creates a task isolated to this actor. Nothing of the actor is touched before the task runs in the actor's lane.
  @inline(__always)
  nonisolated func task(
    _ body: @escaping @Sendable (isolated Self) async -> Void, of scope: LaneTask? = nil
  ) -> Task<Void, Never> {
    var task: Task<Void, Never>?
    withoutIsolation { actor in
      task = Task {
        await actor.carryOut(body, of: scope)
      }
    }
    guard let task else { preconditionFailure("no task was created") }
    return task
  }

  /// Runs the body of a task to its end.
  @inline(__always)
  func carryOut(_ body: (isolated Self) async -> Void, of scope: LaneTask?) async {
    await body(self)
    scope?.ended()
  }

  @inlinable @inline(__always)
  nonisolated func withoutIsolation(_ body: (isolated Self) -> Void) {
    typealias Isolated = (isolated Self) -> Void
    typealias Free = (Self) -> Void
    withoutActuallyEscaping(body) { (body: @escaping Isolated) in unsafeBitCast(body, to: Free.self)(self) }
  }
}
