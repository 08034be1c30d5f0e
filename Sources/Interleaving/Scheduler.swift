/// The single-threaded core of a world: the queue of ready jobs, all waits, and virtual time.
///
/// Simulated code starts tasks only by ``spawn(_:)`` and waits only by ``sleep(_:kind:)``, ``sleep(until:kind:)``,
/// ``VirtualClock`` and ``OneShot``. It keeps its state in actors with a ``Lane`` each. Then the whole world runs on
/// the thread that calls ``run()``, in an order that depends on nothing else.
///
/// `@unchecked Sendable`: every member is touched only on the thread that calls `run`, or before `run` by the thread
/// that builds the world; `enqueue` checks it.
public final class Scheduler: TaskExecutor, @unchecked Sendable {
  // Exclusivity checks are off for fields on the hot path: no access calls other code while it lasts.

  /// The virtual time in nanoseconds since the world began.
  @inlinable public internal(set) var now: Int64 {
    get { instant }
    @usableFromInline set { instant = newValue }
  }

  // Other modules read these at each event through the inlinable properties, which need no checks of their own.
  // Exclusivity checks are off: only the world's thread touches them, and no access calls other code.
  @exclusivity(unchecked) @usableFromInline var instant: Int64 = 0
  @exclusivity(unchecked) @usableFromInline var isClosing = false
  @exclusivity(unchecked) @usableFromInline package var workProfile: WorkProfile?
  /// The number of jobs run so far.
  @exclusivity(unchecked) public internal(set) var jobsRun = 0
  /// The number of those jobs that belong to no task: steps of requests at the server.
  @exclusivity(unchecked) public internal(set) var jobsOutsideTasks = 0
  /// The largest number of jobs. A world whose code never ends stops there, with jobs or timers left.
  @exclusivity(unchecked) package var maxJobs = Int.max
  /// Whether the largest number of jobs has run.
  package var hasRunMostJobs: Bool { jobsRun >= maxJobs }
  /// Whether the world is being closed. Every wait then ends at once, and tasks are cancelled.
  @inlinable public internal(set) var isShuttingDown: Bool {
    get { isClosing }
    @usableFromInline set { isClosing = newValue }
  }

  @exclusivity(unchecked) var ready = JobRing()
  @exclusivity(unchecked) var wheel = TimingWheel()
  /// The lane whose job is running, nil for a pool job and between jobs.
  @exclusivity(unchecked) var currentLane: Unmanaged<Lane>?
  /// The lane for the first job of a task; set only while the task is spawned.
  @exclusivity(unchecked) var resumeLane: Unmanaged<Lane>?
  /// Whether the task whose job runs, or is about to be enqueued, has no executor preference.
  @exclusivity(unchecked) var currentIsPlain = false
  /// The task that runs or is about to be enqueued, if the world tracks it. The code that runs the task retains it.
  @exclusivity(unchecked) @usableFromInline package var currentScope: Unmanaged<LaneTask>?
  /// The task whose job runs or is about to be enqueued, while paths are traced.
  @exclusivity(unchecked) var currentTask = TaskPath.none
  /// The job that runs.
  @exclusivity(unchecked) var runningJob: UnsafeRawPointer?
  /// Whether the running job has left its actor. It then continues at once, without being enqueued: a debug build
  /// leaves an actor in places where a release build does not, and both must run the same jobs.
  @exclusivity(unchecked) var hasLeftActor = false
  /// The thread that runs the world, while it runs.
  @exclusivity(unchecked) var thread: ThreadIdentity?
  /// Whether the world's thread is in ``run()``.
  @usableFromInline var isRunning: Bool { thread != nil }
  /// The driver, which advances time and decides what happens next.
  let driver: SchedulerDriver
  // Copies of the driver's payloads, nil for another kind of driver. Reading a payload from the enum would copy it for
  // each wait and job.
  /// The possible next events, if a policy chooses among them.
  let search: SearchQueue?
  let real: RealExecutors?
  /// The queue of `search`, unmanaged, because each wait and job would otherwise retain it. Lives as long as the
  /// scheduler.
  let searching: Unmanaged<SearchQueue>?
  /// Whether there is neither a policy nor a real executor, as in most worlds. Tested first, so that the common
  /// path of waits is short.
  let isInOrder: Bool
  /// Whether jobs run first in, first out.
  @exclusivity(unchecked) private var queuesJobs: Bool
  /// Whether ``stop()`` was called, so that `run` returns as soon as possible.
  @exclusivity(unchecked) var isStopping = false
  @exclusivity(unchecked) var laneCount: UInt32 = 0
  /// The profile of processor time; nil if there is none. Checking for nil costs one test per batch of jobs and one per
  /// event.
  @inlinable package var profile: WorkProfile? {
    get { workProfile }
    set { workProfile = newValue }
  }
  let live = LiveTasks()
  @usableFromInline let parking = Parking()
  private let tracksTasks: Bool
  /// The time at which a world in real time began.
  package var start: Int64 = 0

  /// Creates an empty world at time zero.
  ///
  /// - Parameters:
  ///   - policy: decides what happens next. Without a policy, jobs run first in, first out, which is fast.
  ///   - tracksTasks: whether to know which spawned tasks are alive, at about 70 bytes for each. If false, ``liveTasks``
  ///     is 0, and only tasks in a wait of this library (a sleep, ``OneShot`` or ``WaitLine``) are reported as stuck and
  ///     closed at a shutdown.
  public init(policy: (any SchedulePolicy)? = nil, tracksTasks: Bool = true) {
    self.tracksTasks = tracksTasks
    search = policy.map { SearchQueue(policy: $0) }
    searching = search.map { .passUnretained($0) }
    real = nil
    (isInOrder, queuesJobs) = (search == nil, !(search?.picksJobs ?? false))
    driver = search.map { .search($0) } ?? .inOrder
  }

  /// Creates a world that follows a clock, on the thread that calls ``run()``. Jobs and lanes work as usual, but waits
  /// end at their real times, and between them the clock runs outside events.
  ///
  /// - Parameter tracksTasks: whether to know which spawned tasks are alive; see the other initializer.
  public init(wallClock: any WallClock, tracksTasks: Bool = false) {
    self.tracksTasks = tracksTasks
    driver = .wallClock(wallClock)
    (search, searching, real, isInOrder, queuesJobs) = (nil, nil, nil, true, true)
    now = wallClock.read()
  }

  /// Creates a world on the system's own executors, whose virtual time passes `speed` times as fast as the clock.
  ///
  /// The order of its events is not repeatable. Nothing happens before ``run()``, which returns when nothing is left to
  /// happen.
  public init(realTimeSpeed speed: Double, at time: Int64 = 0) {
    tracksTasks = false
    let executors = RealExecutors(speed: speed)
    driver = .realExecutors(executors)
    (search, searching, real, isInOrder, queuesJobs) = (nil, nil, executors, false, false)
    start = time
    now = time
  }

  // MARK: Jobs

  /// Takes a job from the runtime: a pool job, or the first job of a task.
  public func enqueue(_ job: consuming ExecutorJob) {
    enqueue(UnownedJob(job), on: resumeLane, isPlain: false, of: nil)
  }

  @inline(__always)
  func enqueue(_ job: UnownedJob, on lane: Unmanaged<Lane>?, isPlain: Bool, of scope: Unmanaged<LaneTask>?) {
    enqueue(ReadyJob(work: .job(job), lane: lane, isPlain: isPlain, task: currentTask, scope: scope))
  }

  @inline(__always)
  func enqueue(_ entry: ReadyJob) {
    precondition(
      thread == nil || thread == .current,
      "a job of this world was enqueued by a foreign thread; simulated code may only wait for what the world provides")
    if queuesJobs { ready.append(entry) } else { enqueueElsewhere(entry) }
  }

  @inline(never)
  private func enqueueElsewhere(_ entry: ReadyJob) {
    if let searching, searching._withUnsafeGuaranteedRef({ $0.picksJobs }) {
      searching._withUnsafeGuaranteedRef { $0.addJob(entry, now: now) }
    } else if let real {
      enqueue(entry, on: real)
    }
  }

  /// Updates the destination of jobs after the policy has changed.
  func notePolicy() { queuesJobs = real == nil && !(search?.picksJobs ?? false) }

  /// Starts a task in this world. Simulated code must start tasks in this way only.
  ///
  /// The task starts in the body's own isolation, after the jobs that are ready there. As with `Task {}`, a closure
  /// written inside an actor's method that uses `self` is isolated to that actor.
  ///
  /// The task prefers this world as its executor. If another thread resumes it outside actors, the world therefore
  /// receives the job and traps. Without the preference, the job would run in the system's pool, and nothing would
  /// notice.
  ///
  /// - Parameter lane: the lane of the body's isolation, if the caller knows it; this saves a look-up.
  @discardableResult
  public func spawn(
    in lane: Lane? = nil,
    @_inheritActorContext @_implicitSelfCapture _ body: sending @escaping @isolated(any) () async -> Void
  ) -> Task<Void, Never> {
    let parent = currentTask
    if let searching { currentTask = searching._withUnsafeGuaranteedRef { $0.paths.child(of: parent) } }
    // The body is passed to the task and not used again, as `sending` requires. The closure below hides this from the
    // compiler.
    let body = TaskBody(body).sendable
    // The runtime would start the task in the pool, and the task would then hop to its actor.
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

  /// Starts a task in the lane of an actor, from outside of it.
  ///
  /// Such a task prefers no executor. This saves a locked look-up at every hop and a pool job at the start. The task
  /// must stay within actors that have lanes.
  ///
  /// - Parameter isCancelled: whether the task may be cancelled; waits of a task that never is cost less.
  @discardableResult
  package func spawn<Resident: LaneActor>(
    on actor: Resident, isCancelled: Bool = true, _ body: @escaping @Sendable (isolated Resident) async -> Void
  ) -> Task<Void, Never> {
    guard isCancelled || tracksTasks else {
      let task = LaneTask(scheduler: self)
      return task.start(in: actor.lane) { actor.task(body, of: task) }
    }
    return spawn(
      in: actor.lane,
      making: {
        guard tracksTasks else { return actor.task(body) }
        let mark = live.add(path: currentTask)
        let task = LiveTask.$current.withValue(mark) { actor.task(body) }
        live.bind(task, to: mark)
        return task
      })
  }

  /// Starts a task that is never cancelled, with a pool job first, as for a task that belongs to no actor and calls
  /// this one.
  package func startInPool<Resident: LaneActor>(
    on actor: Resident, _ body: @escaping @Sendable (isolated Resident) async -> Void
  ) {
    let task = LaneTask(scheduler: self)
    let outer = GlobalPool.collect(for: self)
    defer { GlobalPool.release(to: outer) }
    asChild {
      making(task, in: nil) {
        _ = Task.detached { await actor.carryOut(body, of: task) }
      }
    }
  }

  /// Starts a task that `make` creates, isolated to the actor of that lane. The world tracks it only if `make`
  /// arranges for that. A task that only waits by the world's own means is found and closed all the same, if it is
  /// created between jobs.
  @discardableResult
  package func spawn(in lane: Lane, making make: () -> Task<Void, Never>) -> Task<Void, Never> {
    asChild { making(nil, in: lane, make) }
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
}
