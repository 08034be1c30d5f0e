/// The single-threaded heart of a world: a queue of ready jobs, everything that waits, and the virtual time.
///
/// Simulated code starts tasks only by ``spawn(_:)``, waits only by ``sleep(_:kind:)``, ``sleep(until:kind:)``,
/// ``VirtualClock`` and ``OneShot``, and keeps its state in actors with a ``Lane`` each. Then the whole world runs on the
/// one thread that calls ``run()``, in an order that depends on nothing else.
///
/// `@unchecked Sendable`: every member is touched only on the thread that calls `run`, or before `run` by the thread that
/// builds the world; `enqueue` checks it.
public final class Scheduler: TaskExecutor, @unchecked Sendable {
  // Exclusivity checks are off for what the hot path touches: no access here calls out while it lasts.

  /// Nanoseconds of virtual time since the world began.
  @exclusivity(unchecked) public internal(set) var now: Int64 = 0
  /// Jobs run so far.
  @exclusivity(unchecked) public internal(set) var jobsRun = 0
  /// Whether the world is being closed: every wait ends at once, and tasks find themselves cancelled.
  @exclusivity(unchecked) public private(set) var isShuttingDown = false

  @exclusivity(unchecked) var ready = JobRing()
  @exclusivity(unchecked) var lot = ParkingLot()
  /// The lane whose job is running, nil for a pool job and between jobs.
  @exclusivity(unchecked) var currentLane: Unmanaged<Lane>?
  /// Where the job that a resumption enqueues belongs; set only around `resume`.
  @exclusivity(unchecked) private var resumeLane: Unmanaged<Lane>?
  /// Whose job it is that runs or is about to be enqueued, while paths are traced.
  @exclusivity(unchecked) var currentTask = TaskPath.none
  /// The thread that runs the world, while it runs.
  @exclusivity(unchecked) var thread: ThreadIdentity?
  /// What could happen next, if a policy chooses; else jobs run in the order in which they became ready.
  let search: SearchQueue?
  /// What runs the jobs instead, in real time.
  private let real: RealExecutors?
  /// What tells the time, if that is the clock's.
  private let wallClock: (any WallClock)?
  /// Whether `run` is to return, in wall-clock time.
  @exclusivity(unchecked) var isStopping = false
  @exclusivity(unchecked) private var laneCount: UInt32 = 0
  let live = LiveTasks()
  private let tracksTasks: Bool
  /// When a world in real time began.
  var start: Int64 = 0

  /// A world at time zero, with nothing to do.
  ///
  /// - Parameters:
  ///   - policy: who decides what happens next; without one, jobs run first in, first out, and this is fast.
  ///   - tracksTasks: whether to know which spawned tasks are alive, at about 70 bytes for each. Without it,
  ///     ``liveTasks`` is 0, and only tasks that wait by the world's own means are found stuck and closed at a shutdown.
  public init(policy: (any SchedulePolicy)? = nil, tracksTasks: Bool = true) {
    self.tracksTasks = tracksTasks
    search = policy.map { SearchQueue(policy: $0) }
    real = nil
    wallClock = nil
  }

  /// A world whose time is a clock's, on the one thread that calls ``run()``: jobs and lanes as ever, but what waits ends
  /// when its time has really come, and meanwhile the clock lets the outside happen.
  ///
  /// - Parameter tracksTasks: as above.
  public init(wallClock: any WallClock, tracksTasks: Bool = false) {
    self.tracksTasks = tracksTasks
    search = nil
    real = nil
    self.wallClock = wallClock
    now = wallClock.read()
  }

  /// A world on the system's own executors, whose virtual time passes so much faster than the clock.
  ///
  /// Nothing in it is repeatable. It stands still until ``run()``, which returns when nothing is left to happen.
  public init(realTimeSpeed speed: Double, at time: Int64 = 0) {
    tracksTasks = false
    search = nil
    real = RealExecutors(speed: speed)
    wallClock = nil
    start = time
    now = time
  }

  // MARK: Jobs

  /// Takes a job from the runtime: one of the pool, or the resumption of a wait in its lane.
  public func enqueue(_ job: consuming ExecutorJob) {
    enqueue(UnownedJob(job), on: resumeLane)
  }

  @inline(__always)
  func enqueue(_ job: UnownedJob, on lane: Unmanaged<Lane>?) {
    precondition(
      thread == nil || thread == .current,
      "a job of this world came from a foreign thread; simulated code may only wait for what the world itself provides")
    let entry = ReadyJob(job: job, lane: lane, task: currentTask)
    if let search, search.picksJobs {
      search.addJob(entry, now: now)
    } else if let real {
      enqueue(entry, on: real)
    } else {
      ready.append(entry)
    }
  }

  /// Starts a task in this world. Simulated code starts tasks in no other way.
  ///
  /// The task starts in the body's own isolation, after what is ready there already. As with `Task {}`, a closure written
  /// inside an actor's method that uses `self` is isolated to that actor.
  ///
  /// - Parameter lane: the lane of the body's isolation where the caller knows it, which spares a look-up.
  @discardableResult
  public func spawn(
    in lane: Lane? = nil,
    @_inheritActorContext @_implicitSelfCapture _ body: sending @escaping @isolated(any) () async -> Void
  ) -> Task<Void, Never> {
    let parent = currentTask
    if let search { currentTask = search.paths.child(of: parent) }
    // The body goes on to the task and is not used again, as `sending` asks, which the closure below hides from the
    // compiler.
    let body = TaskBody(body).sendable
    // The runtime would start the task in the pool and let it hop.
    resumeLane = lane.map { Unmanaged.passUnretained($0) } ?? self.lane(of: body.isolation)
    assert(
      resumeLane?.toOpaque() == self.lane(of: body.isolation)?.toOpaque(), "a task was spawned outside its own lane")
    let task: Task<Void, Never>
    if tracksTasks {
      let mark = live.add(path: currentTask)
      task = LiveTask.$current.withValue(mark) { Task(executorPreference: self, operation: body) }
      live.bind(task, to: mark)
    } else {
      task = Task(executorPreference: self, operation: body)
    }
    resumeLane = nil
    currentTask = parent
    return task
  }

  /// The index of a new lane.
  func nextLane() -> UInt32 {
    defer { laneCount += 1 }
    return laneCount
  }

  private func lane(of actor: (any Actor)?) -> Unmanaged<Lane>? {
    guard let actor = actor as? any LaneActor else { return nil }
    return Unmanaged.passUnretained(actor.lane)
  }

  // MARK: Waiting

  /// The instant so many nanoseconds from now; a negative delay counts as none, and the end of time is not passed.
  @inline(__always)
  func deadline(after nanoseconds: Int64) -> Int64 {
    let (sum, overflow) = now.addingReportingOverflow(max(0, nanoseconds))
    return overflow ? .max : sum
  }

  /// A record to wait in, before it is known what will wait.
  @inline(__always)
  func reserve() -> TimerHandle {
    let index = lot.take()
    // A wait that never begins is none that real executors wait for.
    if real != nil { lot.records[Int(index)].deadline = .max }
    return TimerHandle(index: index, ticket: lot.records[Int(index)].ticket)
  }

  /// Lets the calling task wait, until its deadline if it has one, and go on in the lane where it is now.
  ///
  /// Never inlined: what it needs for a moment would lie in the frame that the sleeping task keeps.
  @inline(never)
  func park(
    _ continuation: UnsafeContinuation<Void, Never>, at handle: TimerHandle, deadline: Int64?, kind: SleepKind
  ) {
    let record = lot.records + Int(handle.index)
    record.pointee.continuation = continuation
    record.pointee.lane = currentLane
    record.pointee.task = currentTask
    if let deadline {
      link(handle, deadline: deadline, kind: kind, lane: currentLane)
    } else {
      lot.addUntimed(handle.index)
    }
  }

  /// Lets the calling task wait so many nanoseconds.
  @inline(never)
  func park(_ continuation: UnsafeContinuation<Void, Never>, for nanoseconds: Int64, kind: SleepKind) {
    let index = lot.take()
    let record = lot.records + Int(index)
    record.pointee.continuation = continuation
    record.pointee.lane = currentLane
    record.pointee.task = currentTask
    link(
      TimerHandle(index: index, ticket: record.pointee.ticket), deadline: deadline(after: nanoseconds), kind: kind,
      lane: currentLane)
  }

  func park(_ handler: any TimerHandler, at handle: TimerHandle, deadline: Int64, kind: SleepKind, lane: Lane?) {
    let record = lot.records + Int(handle.index)
    record.pointee.handler = handler
    record.pointee.lane = nil
    record.pointee.task = currentTask
    link(handle, deadline: deadline, kind: kind, lane: lane.map { Unmanaged.passUnretained($0) })
  }

  @inline(__always)
  private func link(_ handle: TimerHandle, deadline: Int64, kind: SleepKind, lane: Unmanaged<Lane>?) {
    if let search {
      lot.addUntimed(handle.index)
      lot.records[Int(handle.index)].deadline = deadline
      let lane = lane?._withUnsafeGuaranteedRef { $0.index } ?? ReadyChoice.noLane
      search.addWait(handle, deadline: deadline, kind: kind, task: currentTask, lane: lane)
    } else if let real {
      lot.addUntimed(handle.index)
      lot.records[Int(handle.index)].deadline = deadline
      real.after(deadline - now) { self.expire(handle, on: real) }
    } else {
      lot.addTimed(handle.index, deadline: deadline)
    }
  }

  /// Takes a record out of what waits.
  ///
  /// - Returns: false when it does not wait any more.
  func unlink(_ handle: TimerHandle) -> Bool {
    guard lot.isCurrent(handle.index, ticket: handle.ticket) else { return false }
    lot.remove(handle.index)
    search?.removeWait(deadline: lot.records[Int(handle.index)].deadline, ticket: handle.ticket)
    if let real, lot.records[Int(handle.index)].deadline != .max { real.dropped() }
    return true
  }

  /// Ends a wait early: the task becomes ready in its lane.
  func wake(_ handle: TimerHandle) {
    if unlink(handle) { finishWait(handle.index) }
  }

  /// Frees an unlinked record and lets what waited there go on.
  @inline(__always)
  func finishWait(_ index: ParkingLot.Index) {
    let record = lot.records + Int(index)
    let task = currentTask
    currentTask = record.pointee.task
    if let continuation = record.pointee.continuation {
      resumeLane = record.pointee.lane
      lot.free(index)
      continuation.resume()
      resumeLane = nil
    } else {
      let handler = record.pointee.handler
      lot.free(index)
      handler?.timerFired()
    }
    currentTask = task
  }

  /// Called by every wait as it ends: hands a shutdown on to the task that wakes.
  @inline(__always)
  func noteWake() {
    if isShuttingDown { withUnsafeCurrentTask { $0?.cancel() } }
  }

  // MARK: Running

  /// Runs until nothing is ready and no timer is left.
  public func run() {
    run(until: .max)
  }

  /// Runs everything that happens up to and including an instant, in nanoseconds since the world began.
  public func run(until horizon: Int64) {
    precondition(thread == nil, "a world that runs already was run again at \(now) ns")
    if let real { return real.run() }
    thread = .current
    defer { thread = nil }
    if let search { return runChosen(search, until: horizon) }
    if let wallClock { return run(by: wallClock, until: horizon) }
    while true {
      runReady()
      guard let index = lot.expire(through: horizon) else { break }
      now = lot.records[Int(index)].deadline
      finishWait(index)
    }
  }

  /// The hot loop: a handful of instructions around each of the runtime's jobs.
  private func runReady() {
    let taskExecutor = asUnownedTaskExecutor()
    while let entry = ready.popFirst() { run(entry, taskExecutor) }
    currentLane = nil
  }

  private func runChosen(_ search: SearchQueue, until horizon: Int64) {
    let taskExecutor = asUnownedTaskExecutor()
    while true {
      runReady()
      currentTask = TaskPath.none
      switch search.next(now: now, horizon: horizon) {
      case .run(let job):
        run(job, taskExecutor)
        currentLane = nil
      case .end(let choice, let time):
        now = time
        lot.remove(choice.record)
        nameHandler(of: choice, search)
        finishWait(choice.record)
      case nil:
        return
      }
    }
  }

  /// Lets what a timer's handler does count as a frame of its own.
  func nameHandler(of choice: ReadyChoice, _ search: SearchQueue) {
    let record = lot.records + Int(choice.record)
    guard record.pointee.continuation == nil else { return }
    record.pointee.task = search.paths.handler(of: choice.task, wait: choice.number, id: choice.id)
  }

  /// Runs what is ready, and what becomes ready thereby, first in, first out, whatever the policy.
  private func runFairly() {
    let taskExecutor = asUnownedTaskExecutor()
    runReady()
    while let job = search?.oldestJob() { run(job, taskExecutor) }
    currentLane = nil
    currentTask = TaskPath.none
  }

  @inline(__always)
  func run(_ entry: ReadyJob, _ taskExecutor: UnownedTaskExecutor) {
    jobsRun &+= 1
    currentLane = entry.lane
    currentTask = entry.task
    if let lane = entry.lane {
      let executor = lane._withUnsafeGuaranteedRef { $0.asUnownedSerialExecutor() }
      entry.job.runSynchronously(isolatedTo: executor, taskExecutor: taskExecutor)
    } else {
      entry.job.runSynchronously(on: taskExecutor)
    }
  }

  // MARK: Searching

  /// Whether a policy decides what comes next.
  public var isSearching: Bool { search != nil }

  /// What has happened since the world began, in its order; empty unless a policy runs the world.
  public var trace: [TracedArrival] { search?.trace ?? [] }

  /// The partial-order class of what has happened: equal for two schedules in which every lane saw the same arrivals in
  /// the same order. 0 unless a policy runs the world.
  public var orderHash: UInt64 { search?.order.hash ?? 0 }

  /// The path of a task that a policy was shown; see ``ReadyChoice/task``.
  public func path(of task: UInt32) -> String {
    search?.paths.text(task) ?? ""
  }

  /// The lane whose job is running, nil for a pool job and between jobs.
  var runningLane: Lane? { currentLane?.takeUnretainedValue() }

  /// The name of the task that runs, for ``goOn(as:below:)``.
  func currentName() -> UInt32 { currentTask }

  /// Lets the running task go on under a name of its own: what it waits for and spawns from here on is counted below the
  /// given ordinal of the named task, whatever it did before. So a part that is left out renames no other part.
  func goOn(as ordinal: Int, below name: UInt32) {
    if let search { currentTask = search.paths.part(ordinal, of: name) }
  }

  /// Makes this a new world that keeps only its memory, when the old one is at rest: nothing ready, nothing waiting, no
  /// task alive.
  ///
  /// - Parameters:
  ///   - policy: who decides in the new world, nil for the same as before. A world without a policy stays without.
  ///   - time: when the new world begins.
  ///   - lanes: how many lanes, the first of the old world, belong to the new one as well.
  public func reset(policy: (any SchedulePolicy)? = nil, at time: Int64 = 0, keepingLanes lanes: UInt32 = 0) {
    precondition(thread == nil, "a world was reset while it runs, at \(now) ns")
    precondition(
      ready.isEmpty && search?.isEmpty ?? true && lot.timedCount == 0 && lot.untimedCount == 0 && live.count == 0,
      "a world was reset that is not at rest: \(lot.timedCount + lot.untimedCount) waits, \(live.count) tasks")
    precondition(policy == nil || search != nil, "a world without a policy was reset with one")
    lot.turnEmpty(to: time)
    search?.reset(policy: policy)
    now = time
    jobsRun = 0
    laneCount = lanes
    isShuttingDown = false
  }

  // MARK: Ending

  /// Tasks that have been spawned and have not ended, if the world tracks them.
  public var liveTasks: Int { live.count }

  /// The tasks that nothing in the world will ever resume, in a repeatable order.
  ///
  /// Empty while something is ready or a timer is left; after ``run()``, whatever it lists has been forgotten by the
  /// simulated code.
  public func stuckTasks() -> [StuckTask] {
    guard ready.isEmpty, search?.isEmpty ?? true, lot.timedCount == 0 else { return [] }
    let waiting = lot.waiting().map { index in
      let record = lot.records[Int(index)]
      let lane = record.lane?.takeUnretainedValue()
      return StuckTask(path: path(of: record.task), lane: lane?.label, laneNumber: lane?.number, waitsForValue: true)
    }
    if !waiting.isEmpty { return waiting }
    return live.all().map { StuckTask(path: path(of: $0.path), lane: nil, laneNumber: nil, waitsForValue: false) }
  }

  /// Closes the world: cancels every task, ends every wait, drops every timer, and runs what follows to its end, so that
  /// nothing of the world is left in memory. Time stands still meanwhile.
  ///
  /// - Returns: the tasks that did not end: those that wait for something other than the world's own waits, or that go on
  ///   waiting after 1,000 waits in a row were ended for them. Empty for code that heeds cancellation.
  @discardableResult
  public func shutdown() -> [StuckTask] {
    precondition(thread == nil, "a world was shut down while it runs, at \(now) ns")
    thread = .current
    defer { thread = nil }
    isShuttingDown = true
    for _ in 0..<1_000 {
      for mark in live.all() { mark.task?.cancel() }
      let waiting = lot.waiting().map { TimerHandle(index: $0, ticket: lot.records[Int($0)].ticket) }
      for handle in waiting where unlink(handle) {
        let isTimer = lot.records[Int(handle.index)].continuation == nil
        if isTimer { lot.free(handle.index) } else { finishWait(handle.index) }
      }
      runFairly()
      if lot.timedCount == 0, lot.untimedCount == 0 { break }
    }
    return live.all().map { StuckTask(path: path(of: $0.path), lane: nil, laneNumber: nil, waitsForValue: false) }
  }
}

/// What a task is to do, on its way to the task.
///
/// The bit cast adds nothing but `@Sendable`; cast bare, the function would pass through four thunks, and each would keep
/// a frame in the task for as long as that lives.
private struct TaskBody {
  private struct Cast {
    let function: @Sendable @isolated(any) () async -> Void
  }

  private let function: @isolated(any) () async -> Void

  init(_ function: @escaping @isolated(any) () async -> Void) {
    self.function = function
  }

  var sendable: @Sendable @isolated(any) () async -> Void { unsafeBitCast(self, to: Cast.self).function }
}
