/// The loop that runs a world's jobs.
extension Scheduler {
  /// Runs until nothing is ready and no timer is left.
  public func run() {
    run(until: .max)
  }

  /// Runs a body as a task of this world, until nothing is left to happen. Code outside the world uses it to read the
  /// state of idle actors.
  ///
  /// - Returns: the body's value; nil if the body waits for something that never happens.
  public func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value? {
    let result = OneShot<Value>(scheduler: self)
    spawn { result.fulfil(await body()) }
    run()
    return result.take()
  }

  /// Runs everything that happens up to and including an instant, in nanoseconds since the world began.
  public func run(until horizon: Int64) {
    precondition(thread == nil, "a running world was run again at \(now) ns")
    if case .realExecutors(let real) = driver { return real.run() }
    let outer = enterThread()
    defer { leaveThread(to: outer) }
    switch driver {
    case .inOrder: runInOrder(until: horizon)
    case .search(let search): runChosen(search, until: horizon)
    case .wallClock(let clock): run(by: clock, until: horizon)
    case .realExecutors: break
    }
  }

  private func runInOrder(until horizon: Int64) {
    if profile != nil { return runProfiled(until: horizon) }
    while true {
      while jobsRun < maxJobs, let entry = ready.popFirst() { run(entry) }
      currentLane = nil
      guard jobsRun < maxJobs, let index = wheel.expire(through: horizon) else { break }
      now = wheel.records[Int(index)].deadline
      // Nothing else is ready, so the continuing job need not pass through the queue.
      if let entry = endWait(index) { run(entry) }
    }
  }

  private func runProfiled(until horizon: Int64) {
    while true {
      runReady()
      guard jobsRun < maxJobs, let index = wheel.expire(through: horizon) else { break }
      now = wheel.records[Int(index)].deadline
      if let entry = endWait(index) { ready.append(entry) }
    }
  }

  /// Runs ready jobs. The hot loop: a few instructions around each of the runtime's jobs.
  private func runReady() {
    if let profile {
      while jobsRun < maxJobs, let entry = ready.popFirst() {
        profile.run(entry.lane?._withUnsafeGuaranteedRef { $0.kind }, isOfTask: entry.isOfTask) { run(entry) }
      }
    } else {
      while jobsRun < maxJobs, let entry = ready.popFirst() { run(entry) }
    }
    currentLane = nil
  }

  private func runChosen(_ search: SearchQueue, until horizon: Int64) {
    while true {
      runReady()
      currentTask = TaskPath.none
      guard jobsRun < maxJobs else { return }
      switch search.next(now: now, horizon: horizon) {
      case .run(let job):
        run(job)
        currentLane = nil
      case .end(let choice, let time):
        now = time
        wheel.remove(choice.record)
        nameHandler(of: choice, search)
        finishWait(choice.record)
      case nil:
        return
      }
    }
  }

  /// Gives a timer's handler a path of its own, below the task that set the timer.
  func nameHandler(of choice: ReadyChoice, _ search: SearchQueue) {
    let record = wheel.records + Int(choice.record)
    guard record.pointee.isTimer else { return }
    record.pointee.task = search.paths.handler(of: choice.task, wait: choice.number, id: choice.id)
  }

  /// Runs all ready jobs, including those that they make ready, first in, first out. The policy is not asked.
  func runFairly() {
    runReady()
    while let job = search?.oldestJob() { run(job) }
    currentLane = nil
    currentTask = TaskPath.none
  }

  @inline(__always)
  func run(_ entry: ReadyJob) {
    jobsRun &+= 1
    currentLane = entry.lane
    currentTask = entry.task
    currentIsPlain = entry.isPlain
    currentScope = entry.scope
    let job: UnownedJob
    switch entry.work {
    case .job(let ofTask): job = ofTask
    case .handler(let handler): return runOutsideTasks(handler)
    }
    runningJob = unsafeBitCast(job, to: UnsafeRawPointer.self)
    if let lane = entry.lane {
      let executor = lane._withUnsafeGuaranteedRef { $0.asUnownedSerialExecutor() }
      // If another executor than the preferred one ran the job, the runtime would enqueue it again at its next hop.
      if entry.isPlain {
        job.runSynchronously(on: executor)
      } else {
        job.runSynchronously(isolatedTo: executor, taskExecutor: asUnownedTaskExecutor())
      }
    } else {
      runInPool(job)
    }
    if hasLeftActor { runOutsideActor(job) }
    runningJob = nil  // a later job may have its address
  }

  /// Continues the running job outside the actor that it has left. The job keeps the actor's lane, so that returning to
  /// the actor needs no other job.
  @inline(never)
  private func runOutsideActor(_ job: UnownedJob) {
    while hasLeftActor {
      hasLeftActor = false
      if let lane = currentLane {
        job.runSynchronously(on: lane._withUnsafeGuaranteedRef { $0.asUnownedSerialExecutor() })
      } else {
        job.runSynchronously(on: GlobalPool.executor)
      }
    }
  }

  /// Runs a job outside every lane.
  @inline(__always)
  func runInPool(_ job: UnownedJob) {
    if currentIsPlain {
      job.runSynchronously(on: GlobalPool.executor)
    } else {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Runs a step that belongs to no task. The entry retained its handler since it was enqueued, and releases it.
  func runOutsideTasks(_ handler: Unmanaged<LaneHandler>) {
    jobsOutsideTasks &+= 1
    handler._withUnsafeGuaranteedRef { $0.run() }
    handler.release()
  }
}
