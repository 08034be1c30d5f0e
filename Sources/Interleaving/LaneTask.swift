/// A task in an actor's lane that its world tracks. Cancelling it ends its wait, and others can wait for its end.
///
/// The task prefers no executor. The runtime would resume a task that waits for a `Task.value` on another thread, and
/// would take a lock and two frames for each wait that a cancellation ends. The world therefore handles both.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
@usableFromInline package class LaneTask: @unchecked Sendable {
  private let lane: Lane
  // Exclusivity checks are off: no access calls other code while it lasts.
  @exclusivity(unchecked) private var task: Task<Void, Never>?
  @exclusivity(unchecked) package private(set) var isCancelled = false
  /// The wait of the task, while it waits.
  @exclusivity(unchecked) fileprivate var awaited: (any WaitedForOnce)?
  /// Creates the task in its first job; nil once the task exists.
  @exclusivity(unchecked) private var make: (() -> Task<Void, Never>)?
  /// The child tasks, the oldest first.
  @exclusivity(unchecked) private var children: [LaneTask] = []
  @exclusivity(unchecked) @usableFromInline var hasEnded = false
  /// The tasks that wait for this task's end: the first in `waiting`, all others in `others`.
  @exclusivity(unchecked) private var waiting: TimingWheel.Index?
  @exclusivity(unchecked) private var others: [TimingWheel.Index] = []

  @usableFromInline var scheduler: Scheduler { lane.scheduler }

  @usableFromInline
  package init(in lane: Lane) {
    self.lane = lane
  }

  // MARK: The beginning

  // The task that the closure creates must be isolated to the lane's actor, and must call ``ended()`` as its last
  // action.

  /// Starts the task in its lane, behind the jobs that are ready there. The task gets the path of a new child of the
  /// running task.
  @discardableResult @inline(__always)
  package func start(_ make: () -> Task<Void, Never>) -> Task<Void, Never> {
    let task = scheduler.asChild { scheduler.makePlain(self, in: lane, make) }
    self.task = task
    return task
  }

  /// Starts the task under the path of a new child, but outside every lane. Its first job is a pool job, as for a task
  /// that belongs to no actor and calls one.
  package func startInPool(_ make: @escaping () -> Task<Void, Never>) {
    self.make = make
    scheduler.asChild { scheduler.enqueueInPool(.start(.passRetained(self))) }
  }

  /// Starts the task as a child of the running one, as `async let` would: both are cancelled together, and the child
  /// runs beside its parent under the same path. Its first job is a pool job.
  @usableFromInline
  func startAsChild(_ make: @escaping () -> Task<Void, Never>) {
    self.make = make
    scheduler.currentScope?._withUnsafeGuaranteedRef { $0.add(self) }
    scheduler.enqueueInPool(.start(.passRetained(self)))
  }

  /// Creates the task, if its first job is a pool job.
  func run() {
    guard let make = make.take() else { preconditionFailure("a task of \(lane.label) began twice") }
    let task = scheduler.makePlain(self, in: lane, make)
    self.task = task
    if isCancelled { task.cancel() }
  }

  // MARK: Cancellation

  /// Cancels the task. Its wait ends, then its children are cancelled, the newest first, in the order of the runtime.
  package func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    task?.cancel()
    if let awaited { awaited.state.end(scheduler) }
    for child in children.reversed() { child.cancel() }
  }

  private func add(_ child: LaneTask) {
    // Most tasks have children.
    if children.isEmpty { children.reserveCapacity(4) }
    children.append(child)
    if isCancelled { child.cancel() }
  }

  // MARK: The end

  /// Waits for the task's end like `Task.value`: a pool job resumes the caller under the path of this task, and the
  /// last caller resumes first.
  ///
  /// Cancelling the caller does not end the wait. A shutdown ends it only by ending this task's own wait. Inlined,
  /// since a waiting task would otherwise keep one more frame.
  @inlinable @inline(__always)
  package func end(isolation: isolated (any Actor)? = #isolation) async {
    guard !hasEnded else { return }
    join()
    await scheduler.parking.wait()
    scheduler.noteWake()
  }

  /// Joins the waiting tasks. Never inlined, because its temporary values would become part of the waiting task's
  /// frame.
  @inline(never) @usableFromInline
  func join() {
    let index = scheduler.parkUnlisted()
    if waiting == nil { waiting = index } else { others.append(index) }
  }

  /// Records the end of the task; called by the task itself as its last action.
  @usableFromInline
  package func ended() {
    hasEnded = true
    guard let first = waiting.take() else { return }
    if !others.isEmpty {
      for index in others.reversed() { scheduler.enqueueInPool(.wait(index)) }
      others.removeAll()
    }
    scheduler.enqueueInPool(.wait(first))
  }
}

/// A child task that returns a value. It replaces `async let`, whose task the runtime would start on another thread.
///
/// `@unchecked Sendable`: as its superclass.
@usableFromInline package final class ChildTask<Value: Sendable>: LaneTask, @unchecked Sendable {
  @usableFromInline
  package override init(in lane: Lane) { super.init(in: lane) }

  @exclusivity(unchecked) @usableFromInline var result: Value?

  /// Waits for the child's end.
  @inlinable @inline(__always)
  package func value(isolation: isolated (any Actor)? = #isolation) async -> Value {
    await end()
    guard let result else { preconditionFailure("a child ended without a value") }
    return result
  }
}

extension LaneActor {
  /// Starts a child of the running task in this actor's lane. The child runs beside the task and is cancelled with
  /// it. The task must wait for its value.
  @inlinable
  package func child<Value: Sendable>(
    _ body: @escaping @Sendable (isolated Self) async -> Value
  ) -> ChildTask<Value> {
    let child = ChildTask<Value>(in: lane)
    child.startAsChild {
      Task {
        child.result = await body(self)
        child.ended()
      }
    }
    return child
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
    scope.awaited = self
    scheduler.park(at: handle, deadline: nil, kind: .leg)
    return true
  }

  @usableFromInline
  func hasCome(to scope: LaneTask) { scope.awaited = nil }
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

  /// Suspends the calling task until ``endUnlisted(_:)``, without an entry in the list of waiting tasks. The task
  /// must call `parking.wait()` next.
  fileprivate func parkUnlisted() -> TimingWheel.Index {
    let index = wheel.take()
    prepare(wheel.records + Int(index))
    return index
  }

  /// Resumes a task suspended by ``parkUnlisted()``, under the path of the running job.
  func endUnlisted(_ index: TimingWheel.Index) {
    wheel.records[Int(index)].task = currentTask
    finishWait(index)
  }

  /// Enqueues work outside every lane, under the path of the running job.
  fileprivate func enqueueInPool(_ work: ReadyJob.Work) {
    enqueue(ReadyJob(work: work, lane: nil, isPlain: true, task: currentTask, scope: nil))
  }

  /// Creates a task without an executor preference that is isolated to the actor of a lane, under the path of the
  /// running job.
  func makePlain(_ scope: LaneTask?, in lane: Lane, _ make: () -> Task<Void, Never>) -> Task<Void, Never> {
    let (wasPlain, outer, within) = (currentIsPlain, currentLane, currentScope)
    currentIsPlain = true
    currentLane = Unmanaged.passUnretained(lane)
    currentScope = scope.map { Unmanaged.passUnretained($0) }
    defer { (currentIsPlain, currentLane, currentScope) = (wasPlain, outer, within) }
    return make()
  }
}
