/// Runs code that was not written for worlds. The caller runs the jobs; the world decides which one is next.
extension Scheduler {
  /// Adds a job of a task.
  ///
  /// - Parameter job: an opaque number for the world, returned by ``runNextGuest(_:)``.
  @inline(__always)
  package func addGuest(_ job: UnownedJob, in lane: Lane?, of task: UInt32) {
    guard let search else { preconditionFailure("a world without a policy was given a foreign job") }
    search.addJob(
      ReadyJob(
        work: .job(job), lane: lane.map { Unmanaged.passUnretained($0) }, isPlain: false, task: task,
        scope: nil), now: now)
  }

  /// Keeps the lane of the running job busy after the job returns, because the remainder of the job follows.
  package func holdLane(_ lane: Lane?) {
    if let lane { search?.hold(lane) }
  }

  /// Makes the remainder of an interrupted job ready. The job keeps its lane locked.
  ///
  /// - Parameter id: the identity of the remainder in schedules and tokens.
  package func addRest(_ job: UnownedJob, in lane: Lane?, of task: UInt32, id: UInt64) {
    search?.addRest(
      ReadyJob(
        work: .job(job), lane: lane.map { Unmanaged.passUnretained($0) }, isPlain: false, task: task, scope: nil),
      id: id, now: now)
  }

  /// The number of a new task, a child of `parent`.
  package func newTask(below parent: UInt32) -> UInt32 {
    guard let search else { return TaskPath.none }
    return search.paths.child(of: parent)
  }

  /// The number used for no task.
  package static var noTask: UInt32 { TaskPath.none }

  /// The number of the running task.
  package var runningTask: UInt32 {
    get { currentTask }
    set { currentTask = newValue }
  }

  /// The lane of the running task; nil outside every actor.
  package var laneNow: Lane? { runningLane }

  /// The identity of a task, equal in all schedules: the hash of its path.
  package func identity(of task: UInt32) -> UInt64 { search?.paths.hash(of: task) ?? 0 }

  /// Runs the next event: runs a job by the given function, or ends a wait.
  ///
  /// - Returns: false if nothing is left to happen.
  package func runNextGuest(_ run: (UnownedJob, Lane?) -> Void) -> Bool {
    guard let search, search.picksJobs else {
      preconditionFailure("a world that does not pick jobs was asked for one at \(now) ns")
    }
    currentTask = TaskPath.none
    switch search.next(now: now, horizon: .max) {
    case .run(let entry):
      runGuest(entry, run)
      return true
    case .end(let choice, let time):
      now = time
      wheel.remove(choice.record)
      nameHandler(of: choice, search)
      finishWait(choice.record)
      return true
    case nil:
      return false
    }
  }

  /// Runs a job of simulated code that ``runNextGuest(_:)`` passed to its caller.
  package func runOwn(_ job: UnownedJob, in lane: Lane?) {
    if let lane {
      let executor = lane.asUnownedSerialExecutor()
      if currentIsPlain {
        job.runSynchronously(on: executor)
      } else {
        job.runSynchronously(isolatedTo: executor, taskExecutor: asUnownedTaskExecutor())
      }
    } else {
      runInPool(job)
    }
  }

  /// Runs the oldest job of a lane at once, inside the running job, which waits for it.
  ///
  /// - Returns: false if there is none.
  package func runGuestAtOnce(in lane: Lane, _ run: (UnownedJob, Lane?) -> Void) -> Bool {
    guard let entry = search?.oldestJob(of: lane) else { return false }
    let (outer, task, isPlain, scope) = (currentLane, currentTask, currentIsPlain, currentScope)
    runGuest(entry, run)
    (currentLane, currentTask, currentIsPlain, currentScope) = (outer, task, isPlain, scope)
    return true
  }

  /// Advances virtual time within the running job. Events that are due in between happen late, after the job.
  package func passTime(_ nanoseconds: Int64) {
    now = deadline(after: nanoseconds)
  }

  @inline(__always)
  private func runGuest(_ entry: ReadyJob, _ run: (UnownedJob, Lane?) -> Void) {
    jobsRun &+= 1
    currentLane = entry.lane
    currentTask = entry.task
    currentIsPlain = entry.isPlain
    currentScope = entry.scope
    switch entry.work {
    case .job(let job): run(job, entry.lane?.takeUnretainedValue())
    case .handler(let handler): runOutsideTasks(handler)
    }
    currentLane = nil
  }

  /// Whether nothing is ready and nothing waits, so that ``reset(policy:at:keepingLanes:)`` may follow.
  package var isAtRest: Bool {
    ready.isEmpty && search?.isEmpty ?? true && wheel.timedCount == 0 && wheel.untimedCount == 0 && live.count == 0
  }
}
