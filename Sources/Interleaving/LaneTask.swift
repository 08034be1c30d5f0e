/// A task of an actor's lane that its world knows: cancelling it ends what it waits for, and others can wait for its end.
///
/// The task prefers no executor. The runtime would let a task that waits for a `Task.value` go on in a thread of its own, and
/// would take a lock and two frames for each wait that a cancellation ends. So the world does both.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
package class LaneTask: @unchecked Sendable {
  private let lane: Lane
  // Exclusivity checks are off: no access calls out while it lasts.
  @exclusivity(unchecked) private var task: Task<Void, Never>?
  @exclusivity(unchecked) package private(set) var isCancelled = false
  /// The wait of the task, while it waits.
  @exclusivity(unchecked) fileprivate var awaited: (any WaitedForOnce)?
  /// Makes the task, in its first job; nil for a task that is made already.
  @exclusivity(unchecked) private var make: (() -> Task<Void, Never>)?
  /// The tasks that it began as its children, the oldest first.
  @exclusivity(unchecked) private var children: [LaneTask] = []
  @exclusivity(unchecked) private var hasEnded = false
  /// The tasks that wait for its end: the first, and all others.
  @exclusivity(unchecked) private var waiting: TimingWheel.Index?
  @exclusivity(unchecked) private var others: [TimingWheel.Index] = []

  private var scheduler: Scheduler { lane.scheduler }

  package init(in lane: Lane) {
    self.lane = lane
  }

  // MARK: The beginning

  // The task that a closure makes must be isolated to the actor of the lane, and call ``ended()`` as the last that it does.

  /// Starts the task in its lane, after what is ready there, under the path of a new child of the running task.
  @discardableResult @inline(__always)
  package func start(_ make: () -> Task<Void, Never>) -> Task<Void, Never> {
    let task = scheduler.asChild { scheduler.makePlain(self, in: lane, make) }
    self.task = task
    return task
  }

  /// Starts the task under the same path, but outside every lane, as a task does that belongs to no actor and calls one: its
  /// first job is one of the pool.
  package func startInPool(_ make: @escaping () -> Task<Void, Never>) {
    self.make = make
    scheduler.asChild { scheduler.enqueueInPool(.start(.passRetained(self))) }
  }

  /// Starts the task as a child of the running one, as `async let` would: it is cancelled with it, and goes on beside it under
  /// the same path. Its first job is one of the pool.
  fileprivate func startAsChild(_ make: @escaping () -> Task<Void, Never>) {
    self.make = make
    scheduler.currentScope?._withUnsafeGuaranteedRef { $0.add(self) }
    scheduler.enqueueInPool(.start(.passRetained(self)))
  }

  /// Makes the task: its first job, where that is one of the pool.
  func run() {
    guard let make = make.take() else { preconditionFailure("a task of \(lane.label) began twice") }
    let task = scheduler.makePlain(self, in: lane, make)
    self.task = task
    if isCancelled { task.cancel() }
  }

  // MARK: Cancellation

  /// Cancels the task: what it waits for ends, then its children are cancelled, the newest first, as the runtime does both.
  package func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    task?.cancel()
    if let awaited { awaited.state.end(scheduler) }
    for child in children.reversed() { child.cancel() }
  }

  private func add(_ child: LaneTask) {
    // Mostly there are some.
    if children.isEmpty { children.reserveCapacity(4) }
    children.append(child)
    if isCancelled { child.cancel() }
  }

  // MARK: The end

  /// Waits for the end as a task of a world waits for a `Task.value`: a job of the pool lets the caller go on, under the path
  /// of this task; the last to come is first. Neither a cancellation of the caller nor a shutdown ends the wait sooner, but a
  /// shutdown ends what this task waits for. Inlined, since a task that waits would keep one frame more.
  @inline(__always)
  package func end(isolation: isolated (any Actor)? = #isolation) async {
    guard !hasEnded else { return }
    join()
    await scheduler.parking.wait()
    scheduler.noteWake()
  }

  /// Never inlined: what it needs for a moment would lie in the frame that the waiting task keeps.
  @inline(never)
  private func join() {
    let index = scheduler.parkUnlisted()
    if waiting == nil { waiting = index } else { others.append(index) }
  }

  /// The task has ended: called by itself, as the last that it does.
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

/// A child of a task that comes to a value: stands in for `async let`, whose task the runtime would start in a thread of its
/// own.
///
/// `@unchecked Sendable`: as its superclass.
package final class ChildTask<Value: Sendable>: LaneTask, @unchecked Sendable {
  @exclusivity(unchecked) fileprivate var result: Value?

  /// Waits for the child's end.
  @inline(__always)
  package func value(isolation: isolated (any Actor)? = #isolation) async -> Value {
    await end()
    guard let result else { preconditionFailure("a child ended without a value") }
    return result
  }
}

extension LaneActor {
  /// Begins a child of the running task in this actor's lane. It goes on beside the task, and is cancelled with it; the task
  /// must wait for its value.
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
  /// Lets what a body starts have the path of a new child of the running task.
  @inline(__always)
  func asChild<Result>(_ body: () -> Result) -> Result {
    let parent = currentTask
    if let searching { currentTask = searching._withUnsafeGuaranteedRef { $0.paths.child(of: parent) } }
    defer { currentTask = parent }
    return body()
  }

  /// Lets the calling task wait, unknown to who lists what waits, until ``endUnlisted(_:)``. It must call `parking.wait()`
  /// next.
  fileprivate func parkUnlisted() -> TimingWheel.Index {
    let index = wheel.take()
    prepare(wheel.records + Int(index))
    return index
  }

  /// Lets such a task go on, under the path of the running job.
  func endUnlisted(_ index: TimingWheel.Index) {
    wheel.records[Int(index)].task = currentTask
    finishWait(index)
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
