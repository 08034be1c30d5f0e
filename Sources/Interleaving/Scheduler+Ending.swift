/// The end and the reset of a world.
extension Scheduler {
  /// The number of spawned tasks that have not ended, if the world tracks them.
  public var liveTasks: Int { live.count }

  /// The tasks that nothing in the world will ever resume, in a repeatable order.
  ///
  /// Empty while something is ready or a timer is left. After ``run()``, no code of the world can resume the listed
  /// tasks.
  public func stuckTasks() -> [StuckTask] {
    guard ready.isEmpty, search?.isEmpty ?? true, wheel.timedCount == 0 else { return [] }
    guard wheel.untimedCount > 0 || live.count > 0 else { return [] }
    let waiting = wheel.waiting().map { index in
      let record = wheel.records[Int(index)]
      let lane = record.lane?.takeUnretainedValue()
      return StuckTask(path: path(of: record.task), lane: lane?.label, laneNumber: lane?.number, waitsForValue: true)
    }
    if !waiting.isEmpty { return waiting }
    return live.all().map { StuckTask(path: path(of: $0.path), lane: nil, laneNumber: nil, waitsForValue: false) }
  }

  /// Closes the world: cancels every task, ends every wait, drops every timer, and runs the consequences to their end,
  /// so that nothing of the world stays in memory. Virtual time does not advance.
  ///
  /// - Returns: the tasks that did not end. These wait for something outside the world, or still waited after 1,000
  ///   waits in a row were ended for them. Empty for code that handles cancellation.
  @discardableResult
  public func shutdown() -> [StuckTask] {
    precondition(thread == nil, "a world was shut down while it runs, at \(now) ns")
    let outer = enterThread()
    defer { leaveThread(to: outer) }
    isShuttingDown = true
    maxJobs = .max
    for _ in 0..<1_000 {
      for mark in live.all() { mark.task?.cancel() }
      let waiting = wheel.waiting().map { TimerHandle(index: $0, ticket: wheel.records[Int($0)].ticket) }
      for handle in waiting where unlink(handle) {
        let isTimer = wheel.records[Int(handle.index)].isTimer
        if isTimer { wheel.free(handle.index) } else { finishWait(handle.index) }
      }
      runFairly()
      if wheel.timedCount == 0, wheel.untimedCount == 0 { break }
    }
    return live.all().map { StuckTask(path: path(of: $0.path), lane: nil, laneNumber: nil, waitsForValue: false) }
  }

  /// Turns this world into a new one that reuses its memory. The old one must be finished: nothing ready, nothing
  /// waiting, no task alive.
  ///
  /// - Parameters:
  ///   - policy: the policy of the new world, nil for the same as before. A world without a policy stays without.
  ///   - time: the time at which the new world begins.
  ///   - lanes: the number of the old world's lanes, from the first, that belong to the new one as well.
  public func reset(policy: (any SchedulePolicy)? = nil, at time: Int64 = 0, keepingLanes lanes: UInt32 = 0) {
    precondition(thread == nil, "a world was reset while it runs, at \(now) ns")
    precondition(
      ready.isEmpty && search?.isEmpty ?? true && wheel.timedCount == 0 && wheel.untimedCount == 0 && live.count == 0,
      "a world was reset before it was idle: \(wheel.timedCount + wheel.untimedCount) waits, \(live.count) tasks")
    precondition(policy == nil || search != nil, "a world without a policy was reset with one")
    wheel.turnEmpty(to: time)
    search?.reset(policy: policy)
    notePolicy()
    now = time
    (jobsRun, jobsOutsideTasks) = (0, 0)
    laneCount = lanes
    isShuttingDown = false
  }
}
