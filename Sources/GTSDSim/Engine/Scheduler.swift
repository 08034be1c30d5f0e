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
  @exclusivity(unchecked) public private(set) var jobsRun = 0
  /// Whether the world is being closed: sleeps end at once, and tasks are cancelled as they wake.
  public internal(set) var isShuttingDown = false

  @exclusivity(unchecked) private var ready = JobRing()
  @exclusivity(unchecked) var lot = ParkingLot()
  /// The lane whose job is running, nil for a pool job and between jobs.
  @exclusivity(unchecked) private(set) var currentLane: Unmanaged<Lane>?
  /// Where the job that a resumption enqueues belongs; set only around `resume`.
  @exclusivity(unchecked) private var resumeLane: Unmanaged<Lane>?
  /// The thread that runs the world, while it runs.
  @exclusivity(unchecked) private var thread: ThreadIdentity?

  /// A world at time zero, with nothing to do.
  public init() {}

  // MARK: Jobs

  public func enqueue(_ job: consuming ExecutorJob) {
    enqueue(UnownedJob(job), on: resumeLane)
  }

  @inline(__always)
  func enqueue(_ job: UnownedJob, on lane: Unmanaged<Lane>?) {
    precondition(
      thread == nil || thread == .current,
      "a job of this world came from a foreign thread; simulated code may only wait for what the world itself provides")
    ready.append(JobRing.Entry(job: job, lane: lane))
  }

  /// Starts a task in this world. Simulated code starts tasks in no other way.
  @discardableResult
  public func spawn(_ body: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: self, operation: body)
  }

  // MARK: Waiting

  /// The instant so many nanoseconds from now; a negative delay counts as none, and the end of time is not passed.
  func deadline(after nanoseconds: Int64) -> Int64 {
    let (sum, overflow) = now.addingReportingOverflow(max(0, nanoseconds))
    return overflow ? .max : sum
  }

  /// A record to wait in, before it is known what will wait.
  func reserve() -> TimerHandle {
    let index = lot.take()
    return TimerHandle(index: index, ticket: lot.records[Int(index)].ticket)
  }

  /// Gives a reserved record back unused.
  func release(_ handle: TimerHandle) {
    lot.free(handle.index)
  }

  /// Lets the calling task wait, until its deadline if it has one, and go on in the lane where it is now.
  @inline(__always)
  func park(
    _ continuation: UnsafeContinuation<Void, Never>, at handle: TimerHandle, deadline: Int64?, kind: SleepKind
  ) {
    let record = lot.records + Int(handle.index)
    record.pointee.continuation = continuation
    record.pointee.lane = currentLane
    record.pointee.kind = kind
    if let deadline { lot.addTimed(handle.index, deadline: deadline) } else { lot.addUntimed(handle.index) }
  }

  func park(_ handler: any TimerHandler, at handle: TimerHandle, deadline: Int64, kind: SleepKind) {
    let record = lot.records + Int(handle.index)
    record.pointee.handler = handler
    record.pointee.kind = kind
    lot.addTimed(handle.index, deadline: deadline)
  }

  /// Ends a wait early: the task becomes ready in its lane.
  func wake(_ handle: TimerHandle) {
    guard lot.isCurrent(handle.index, ticket: handle.ticket) else { return }
    lot.remove(handle.index)
    finishWait(handle.index)
  }

  /// Frees an unlinked record and lets what waited there go on.
  @inline(__always)
  private func finishWait(_ index: ParkingLot.Index) {
    let record = lot.records + Int(index)
    if let continuation = record.pointee.continuation {
      let lane = record.pointee.lane
      lot.free(index)
      resumeLane = lane
      continuation.resume()
      resumeLane = nil
    } else {
      let handler = record.pointee.handler
      lot.free(index)
      handler?.timerFired()
    }
  }

  /// Called by every wait as it ends: hands the shutdown on to the task that wakes.
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
    thread = .current
    defer { thread = nil }
    while true {
      runReady()
      guard let index = lot.expire(through: horizon) else { break }
      now = lot.records[Int(index)].deadline
      finishWait(index)
    }
  }

  private func runReady() {
    let taskExecutor = asUnownedTaskExecutor()
    while let entry = ready.popFirst() {
      jobsRun &+= 1
      currentLane = entry.lane
      if let lane = entry.lane {
        let executor = lane._withUnsafeGuaranteedRef { $0.asUnownedSerialExecutor() }
        entry.job.runSynchronously(isolatedTo: executor, taskExecutor: taskExecutor)
      } else {
        entry.job.runSynchronously(on: taskExecutor)
      }
    }
    currentLane = nil
  }
}
