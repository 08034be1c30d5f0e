/// A task of a lane that prefers no executor, and that its world knows: cancelling it ends what it waits for, and others can
/// wait for its end.
///
/// The runtime would let who waits for a `Task.value` go on in a thread of its own, and would take a lock and two frames for
/// a handler of each wait that a cancellation ends. So both are done here.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
class LaneTask: LaneHandler, @unchecked Sendable {
  let scheduler: Scheduler
  // Exclusivity checks are off: no access calls out while it lasts.
  @exclusivity(unchecked) fileprivate var task: Task<Void, Never>?
  @exclusivity(unchecked) private(set) var isCancelled = false
  /// What it waits for, while it waits.
  @exclusivity(unchecked) fileprivate var awaited: (any WaitedForOnce)?
  /// What was begun as a part of it, the oldest first.
  @exclusivity(unchecked) private(set) var parts: [LaneTask] = []
  @exclusivity(unchecked) private var hasEnded = false
  /// Who waits for its end: the first, and whoever else came.
  @exclusivity(unchecked) private var waiting: TimingWheel.Index?
  @exclusivity(unchecked) private var others: [TimingWheel.Index] = []

  init(scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  // MARK: Cancellation

  /// Cancels the task: what it waits for ends, then its parts are cancelled, the newest first, as the runtime does both.
  func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    task?.cancel()
    if let awaited { awaited.state.end(scheduler) }
    for part in parts.reversed() { part.cancel() }
  }

  fileprivate func add(_ part: LaneTask) {
    // Mostly there are some.
    if parts.isEmpty { parts.reserveCapacity(4) }
    parts.append(part)
    if isCancelled { part.cancel() }
  }

  // MARK: The end

  /// Waits for the end as who waits for a `Task.value` in a world does: a job of the pool lets the caller go on, under the
  /// path of this task; who came last is first. Neither a cancellation of the caller nor a shutdown ends the wait sooner, but
  /// a shutdown ends what this task waits for. Inlined, since a task that waits would keep one frame more.
  @inline(__always)
  func end(isolation: isolated (any Actor)? = #isolation) async {
    guard !hasEnded else { return }
    join()
    await scheduler.parking.wait()
    scheduler.noteWake()
  }

  /// Never inlined: what it needs for a moment would lie in the frame that the waiting task keeps.
  @inline(never)
  private func join() { add(scheduler.parkUnlisted()) }

  private func add(_ index: TimingWheel.Index) { if waiting == nil { waiting = index } else { others.append(index) } }

  /// The task has ended: called by itself, as the last that it does.
  func ended() {
    hasEnded = true
    guard let first = waiting.take() else { return }
    if !others.isEmpty {
      for index in others.reversed() { scheduler.enqueueInPool(.wait(index)) }
      others.removeAll()
    }
    scheduler.enqueueInPool(.wait(first))
  }

  // MARK: Without a task

  // A task whose steps never need a frame is none: its ``run()`` does the next of them, as a job of the lane.

  /// Begins as a part of what runs, as an `async let` would that calls back into its actor: it goes on beside it in the same
  /// lane and is cancelled with it. The first step is a job of the pool, under the path of the whole, and names the lane.
  func beginAsPart() {
    scheduler.currentScope?._withUnsafeGuaranteedRef { $0.add(self) }
    scheduler.enqueueInPool(.handler(.passRetained(self)))
  }

  /// Lets what this step begins belong to it.
  func beginStep() { scheduler.currentScope = Unmanaged.passUnretained(self) }

  /// Lets the next step happen in this lane once something has come, or this was cancelled.
  ///
  /// - Returns: false if this is cancelled, and there is nothing to wait for.
  func waits(for awaited: some WaitedForOnce) -> Bool {
    guard !isCancelled else {
      awaited.state = .ended
      return false
    }
    guard case .empty = awaited.state else {
      preconditionFailure("a second task waits for one value, which is \(awaited.state)")
    }
    awaited.state = .waiting(scheduler.continueWhenWoken(self))
    self.awaited = awaited
    return true
  }

  /// What was waited for has come.
  func hasCome() {
    awaited = nil
    scheduler.noteWake()
  }

  /// Lets the next step happen in this lane once another task has ended, as ``end(isolation:)`` waits for it.
  ///
  /// - Returns: false if it has.
  func joins(_ other: LaneTask) -> Bool {
    guard !other.hasEnded else { return false }
    other.add(scheduler.parkUnlisted(self))
    return true
  }

  /// Goes on as a task of the lane, within the running job.
  func runAsTask(in lane: Lane, as make: () -> Task<Void, Never>) {
    let job = scheduler.firstJob { task = scheduler.makePlain(self, in: lane, make) }
    if isCancelled { task?.cancel() }
    job.runSynchronously(on: lane.asUnownedSerialExecutor())
  }
}

extension WaitedForOnce {
  /// Begins to wait in a task that the world knows. It must call `parking.wait()` next, unless it is cancelled.
  ///
  /// Never inlined: what it needs for a moment would lie in the frame that the waiting task keeps.
  ///
  /// - Returns: false if it is cancelled, and there is nothing to wait for.
  @inline(never)
  func begins(in scope: LaneTask) -> Bool {
    let handle = scheduler.reserve()
    guard !scope.isCancelled else {
      state = .ended
      scheduler.cancel(handle)
      return false
    }
    guard case .empty = state else {
      preconditionFailure("a second task waits for one value, which is \(state)")
    }
    state = .waiting(handle)
    scope.awaited = self
    scheduler.park(at: handle, deadline: nil, kind: .leg)
    return true
  }

  @inline(__always)
  func hasCome(to scope: LaneTask) { scope.awaited = nil }
}

extension Scheduler {
  /// Starts a task of a lane that prefers no executor, under the path of a new child of the running task.
  @discardableResult
  func start(_ scope: LaneTask, in lane: Lane, making make: () -> Task<Void, Never>) -> Task<Void, Never> {
    let parent = currentTask
    if let searching { currentTask = searching._withUnsafeGuaranteedRef { $0.paths.child(of: parent) } }
    let task = makePlain(scope, in: lane, make)
    scope.task = task
    currentTask = parent
    return task
  }

  /// Lets the calling task wait, unknown to who lists what waits, until ``endUnlisted(_:)``. It must call `parking.wait()`
  /// next.
  fileprivate func parkUnlisted() -> TimingWheel.Index {
    let index = wheel.take()
    prepare(wheel.records + Int(index))
    return index
  }

  /// The same for a handler, whose next step happens then.
  fileprivate func parkUnlisted(_ handler: LaneHandler) -> TimingWheel.Index {
    let index = wheel.take()
    keep(handler, in: wheel.records + Int(index))
    return index
  }

  /// Lets such a task go on, under the path of the running job.
  func endUnlisted(_ index: TimingWheel.Index) {
    wheel.records[Int(index)].task = currentTask
    finishWait(index)
  }

  /// Starts a handler outside every lane, under the path of a new child of the running task: where a task would start that
  /// ``spawn(in:_:)`` is given no lane for.
  func startInPool(_ handler: LaneHandler) {
    let parent = currentTask
    if let searching { currentTask = searching._withUnsafeGuaranteedRef { $0.paths.child(of: parent) } }
    enqueueInPool(.handler(.passRetained(handler)))
    currentTask = parent
  }

  /// Goes on as a task of a lane that nobody cancels, within the running job of the lane.
  func runAsTask(in lane: Lane, as make: () -> Task<Void, Never>) {
    let job = firstJob { _ = makePlain(nil, in: lane, make) }
    job.runSynchronously(on: lane.asUnownedSerialExecutor())
  }

  /// Lets something happen outside every lane, under the path of the running job.
  fileprivate func enqueueInPool(_ work: ReadyJob.Work) {
    enqueue(ReadyJob(work: work, lane: nil, isPlain: true, task: currentTask, scope: nil))
  }

  /// Makes a task that prefers no executor and is isolated to the actor of a lane, under the path of the running job.
  func makePlain(_ scope: LaneTask?, in lane: Lane, _ make: () -> Task<Void, Never>) -> Task<Void, Never> {
    let (wasPlain, outer, within) = (currentIsPlain, currentLane, currentScope)
    currentIsPlain = true
    currentLane = Unmanaged.passUnretained(lane)
    currentScope = scope.map { Unmanaged.passUnretained($0) }
    defer { (currentIsPlain, currentLane, currentScope) = (wasPlain, outer, within) }
    return make()
  }
}
