/// The end of a task, which others of its world wait for.
///
/// Tasks that prefer no executor cannot wait for a `Task`: the runtime would let them go on in a thread of its own. They
/// wait here, and go on as who waits for a `Task.value` in a world does, so that no schedule changes: each by a job of the
/// pool, under the path of the task that has ended, who came last first.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
class TaskEnd: LaneHandler, @unchecked Sendable {
  let scheduler: Scheduler
  // Exclusivity checks are off: no access calls out while it lasts.
  @exclusivity(unchecked) private var hasEnded = false
  @exclusivity(unchecked) private var waiting: [TimingWheel.Index] = []

  init(scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  /// Waits for the end; neither a cancellation nor a shutdown ends this sooner, but both end what the task itself waits
  /// for. Inlined, since a task that waits would keep one frame more.
  @inline(__always)
  func wait(isolation: isolated (any Actor)? = #isolation) async {
    guard !hasEnded else { return }
    join()
    await scheduler.parking.wait()
    scheduler.noteWake()
  }

  /// Never inlined: what it needs for a moment would lie in the frame that the waiting task keeps.
  @inline(never)
  private func join() { waiting.append(scheduler.parkUnlisted()) }

  /// The task has ended: called by itself, as the last that it does.
  func ended() {
    hasEnded = true
    for index in waiting.reversed() { scheduler.enqueueInPool(Return(index, scheduler)) }
    waiting.removeAll()
  }

  /// Lets one who waited go on.
  ///
  /// `@unchecked Sendable`: as any handler.
  private final class Return: LaneHandler, @unchecked Sendable {
    private let index: TimingWheel.Index
    private let scheduler: Scheduler

    init(_ index: TimingWheel.Index, _ scheduler: Scheduler) {
      self.index = index
      self.scheduler = scheduler
    }

    override func run() { scheduler.endUnlisted(index) }
  }
}

/// A part of a task that goes on beside it in the same lane, as an `async let` would that calls back into its actor: it
/// starts by a job of the pool, under the path of the task.
///
/// `@unchecked Sendable`: as its superclass.
class TaskPart: TaskEnd, @unchecked Sendable {
  private let lane: Lane
  private var body: (@Sendable @isolated(any) () async -> Void)?
  private var task: Task<Void, Never>?
  private var isCancelled = false

  init(in lane: Lane) {
    self.lane = lane
    super.init(scheduler: lane.scheduler)
  }

  /// Begins; the body is isolated to the actor of the lane, and calls ``ended()`` at its end.
  func begin(
    @_inheritActorContext @_implicitSelfCapture _ body: sending @escaping @isolated(any) () async -> Void
  ) {
    // It goes on to the task and is not used again, as `sending` asks.
    self.body = TaskBody(body).sendable
    scheduler.enqueueInPool(self)
  }

  override func run() {
    guard let body else { return }
    self.body = nil
    let task = scheduler.makePlain(in: lane) { Task(operation: body) }
    if isCancelled { task.cancel() }
    self.task = task
  }

  func cancel() {
    isCancelled = true
    task?.cancel()
  }
}

/// The parts of a task, which a cancellation of the task cancels as well.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
final class TaskParts: @unchecked Sendable {
  private var parts: [TaskPart] = []
  private var isCancelled = false

  func add(_ part: TaskPart) {
    parts.append(part)
    if isCancelled { part.cancel() }
  }

  /// The newest first, as the runtime does.
  func cancel() {
    isCancelled = true
    for part in parts.reversed() { part.cancel() }
  }
}

extension Scheduler {
  /// Lets the calling task wait, unknown to who lists what waits, until ``endUnlisted(_:)``. It must call `parking.wait()`
  /// next.
  func parkUnlisted() -> TimingWheel.Index {
    let index = wheel.take()
    prepare(wheel.records + Int(index))
    return index
  }

  /// Lets such a task go on, under the path of the running job.
  func endUnlisted(_ index: TimingWheel.Index) {
    wheel.records[Int(index)].task = currentTask
    finishWait(index)
  }

  /// Lets a handler run outside every lane, under the path of the running job.
  func enqueueInPool(_ handler: LaneHandler) {
    enqueue(ReadyJob(work: .handler(.passRetained(handler)), lane: nil, isPlain: true, task: currentTask))
  }

  /// Makes a task that prefers no executor and is isolated to the actor of a lane, under the path of the running job.
  func makePlain(in lane: Lane, _ make: () -> Task<Void, Never>) -> Task<Void, Never> {
    let (wasPlain, outer) = (currentIsPlain, currentLane)
    currentIsPlain = true
    currentLane = Unmanaged.passUnretained(lane)
    defer { (currentIsPlain, currentLane) = (wasPlain, outer) }
    return make()
  }
}
