/// A sequence of steps in the lane of an actor, without a task. No step suspends, so a task is not needed and would
/// cost several times as much. The simulator's only handlers are requests at the server.
///
/// A handler is ordered like a task and has a task's path. It keeps its own state, and at the end of each step names
/// the condition for the next one.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
open class LaneHandler: TimerHandler, @unchecked Sendable {
  /// Creates a handler that has no steps yet.
  public init() {}

  /// Performs a step in the lane. It is called as a job of the lane, so that the state of the lane's actor may be
  /// touched (see ``LaneActor``).
  open func run() {}

  /// Handles a timer set by `schedule`, outside every actor.
  open func timerFired(_ timer: TimerHandle) {}
}

extension Scheduler {
  /// Schedules a handler's first step in a lane, behind the jobs that are ready there. The handler gets the path of a
  /// new child of the running task.
  package func start(_ handler: LaneHandler, in lane: Lane) {
    asChild { enqueue(handler, on: Unmanaged.passUnretained(lane)) }
  }

  /// Schedules the running handler's next step in this lane after this many nanoseconds.
  package func `continue`(_ handler: LaneHandler, after nanoseconds: Int64, kind: SleepKind) {
    let index = wheel.take()
    let record = wheel.records + Int(index)
    keep(handler, in: record)
    link(
      TimerHandle(index: index, ticket: record.pointee.ticket), deadline: deadline(after: nanoseconds), kind: kind,
      lane: currentLane)
  }

  /// Schedules the running handler's next step in this lane. The step runs when another job wakes it.
  func continueWhenWoken(_ handler: LaneHandler) -> TimerHandle {
    let handle = reserve()
    keep(handler, in: wheel.records + Int(handle.index))
    wheel.addUntimed(handle.index)
    return handle
  }

  /// Records the handler that continues in the present lane when the wait ends.
  private func keep(_ handler: LaneHandler, in record: UnsafeMutablePointer<TimingWheel.Record>) {
    record.pointee.step = .passRetained(handler)
    record.pointee.lane = currentLane
    record.pointee.task = currentTask
  }

  @inline(__always)
  private func enqueue(_ handler: LaneHandler, on lane: Unmanaged<Lane>) {
    enqueue(ReadyJob(work: .handler(.passRetained(handler)), lane: lane, isPlain: true, task: currentTask, scope: nil))
  }
}
