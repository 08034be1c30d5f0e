/// A sequence of steps in the lane of an actor without a task, since no step suspends. A task of a few steps would
/// cost several times as much as the steps. The request at the server is the program's only handler.
///
/// It comes in the order in which a task would come, under the same path. It keeps its own state, and says at the end
/// of a step what the next one waits for.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
open class LaneHandler: TimerHandler, @unchecked Sendable {
  /// A handler without steps yet.
  public init() {}

  /// A step in the lane: called as a job of it, so that the state of the lane's actor may be touched (see
  /// ``LaneActor``).
  open func run() {}

  /// A timer set by `schedule` has come, outside every actor.
  open func timerFired(_ timer: TimerHandle) {}
}

extension Scheduler {
  /// Schedules a handler's first step in a lane, behind the jobs that are ready there, under the path of a new
  /// child of the running task.
  package func start(_ handler: LaneHandler, in lane: Lane) {
    asChild { enqueue(handler, on: Unmanaged.passUnretained(lane)) }
  }

  /// Lets the running handler's next step happen in this lane once so many nanoseconds have passed.
  package func `continue`(_ handler: LaneHandler, after nanoseconds: Int64, kind: SleepKind) {
    let index = wheel.take()
    let record = wheel.records + Int(index)
    keep(handler, in: record)
    link(
      TimerHandle(index: index, ticket: record.pointee.ticket), deadline: deadline(after: nanoseconds), kind: kind,
      lane: currentLane)
  }

  /// Schedules the running handler's next step in this lane for the time at which another job wakes it.
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
