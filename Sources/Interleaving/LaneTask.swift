/// A task in an actor's lane that its world tracks. Cancelling it ends its waits and those of its child tasks. A
/// cancellation handler of the runtime would cost each wait a lock and a stack frame.
///
/// The task has no executor preference. It retains this object, and calls ``ended()`` as its last action.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
@usableFromInline package final class LaneTask: @unchecked Sendable {
  private let scheduler: Scheduler
  // Exclusivity checks are off: no access calls out while it lasts.
  @exclusivity(unchecked) private var task: Task<Void, Never>?
  @exclusivity(unchecked) package private(set) var isCancelled = false
  @exclusivity(unchecked) private var hasEnded = false
  /// The waits of other tasks for this task's end, in the order in which they began.
  @exclusivity(unchecked) private var waiting: [TimerHandle] = []
  /// The waits of the task and its child tasks, in the order in which they began.
  @exclusivity(unchecked) private var waits: [any WaitedForOnce] = []

  /// Creates a task that has not started, in the world that `scheduler` runs.
  package init(scheduler: Scheduler) { self.scheduler = scheduler }

  /// Starts the task in a lane, behind the jobs that are ready there. The task gets the path of a new child of the
  /// running task.
  ///
  /// - Parameter make: creates a task that is isolated to the actor of the lane.
  @discardableResult @inline(__always)
  package func start(in lane: Lane, _ make: () -> Task<Void, Never>) -> Task<Void, Never> {
    let task = scheduler.asChild { scheduler.making(self, in: lane, make) }
    self.task = task
    return task
  }

  /// Cancels the task and its child tasks. Their waits end, the newest first.
  package func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    task?.cancel()
    for wait in waits.reversed() { wait.state.end(scheduler) }
  }

  /// Records the end of the task. Resumes the tasks that wait for it in the order in which they began to wait.
  package func ended() {
    hasEnded = true
    for handle in waiting { scheduler.wake(handle) }
    waiting = []
    // The following jobs belong to other tasks.
    scheduler.currentScope = nil
  }

  /// Waits for the task's end. Cancelling the caller does not end this wait.
  ///
  /// `Task.value` would change the executor of its caller, in a debug build more often than in a release build.
  package func end(isolation: isolated (any Actor)? = #isolation) async {
    guard !hasEnded else { return }
    join()
    await scheduler.parking.wait()
    scheduler.noteWake()
  }

  /// Joins the waiting tasks. Never inlined, because its temporary values would become part of the waiting task's
  /// frame.
  @inline(never)
  private func join() {
    let handle = scheduler.reserve()
    waiting.append(handle)
    scheduler.park(at: handle, deadline: nil, kind: .leg)
  }

  fileprivate func begins(_ wait: any WaitedForOnce) {
    // Most tasks have few waits at a time.
    if waits.isEmpty { waits.reserveCapacity(4) }
    waits.append(wait)
  }

  fileprivate func ended(_ wait: any WaitedForOnce) {
    if let index = waits.lastIndex(where: { $0 === wait }) { waits.remove(at: index) }
  }
}

extension WaitedForOnce {
  /// Begins a wait in a task that the world tracks. Unless it is cancelled, the task must call `parking.wait()` next.
  ///
  /// Never inlined, because its temporary values would become part of the waiting task's frame.
  ///
  /// - Returns: false if the task is cancelled and must not wait.
  @inline(never) @usableFromInline
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
    scope.begins(self)
    scheduler.park(at: handle, deadline: nil, kind: .leg)
    return true
  }

  @usableFromInline
  func hasCome(to scope: LaneTask) { scope.ended(self) }
}

extension Scheduler {
  /// Runs a body so that the work it starts has the path of a new child of the running task.
  @inline(__always)
  func asChild<Result>(_ body: () -> Result) -> Result {
    let parent = currentTask
    if let searching { currentTask = searching._withUnsafeGuaranteedRef { $0.paths.child(of: parent) } }
    defer { currentTask = parent }
    return body()
  }

  /// Calls a closure that creates a task without an executor preference. The task's first job runs in this lane, or in
  /// the pool if it is nil, and the world tracks the task by `scope`.
  func making<Result>(_ scope: LaneTask?, in lane: Lane?, _ make: () -> Result) -> Result {
    let (wasPlain, outer, within) = (currentIsPlain, currentLane, currentScope)
    currentIsPlain = true
    currentLane = lane.map { Unmanaged.passUnretained($0) }
    currentScope = scope.map { Unmanaged.passUnretained($0) }
    defer { (currentIsPlain, currentLane, currentScope) = (wasPlain, outer, within) }
    return make()
  }
}
