import CInterpose
import Interleaving

extension CapturedWorld {
  /// The path of a task, counted from the test's own task: "test", "test.2", "test.2.1".
  func path(of task: UInt32) -> String {
    let path = scheduler.path(of: task)
    guard let first = path.firstIndex(where: { $0 == "." || $0 == "@" }) else { return path.isEmpty ? "?" : "test" }
    return "test\(path[first...])"
  }

  /// A description of the task and the lane.
  func whereItRuns(task: UInt32) -> String { whereItRuns(task: task, lane: laneNow) }

  func whereItRuns(task: UInt32, lane: CapturedLane?) -> String {
    let function = currentPlace.map { " of \($0.text)" } ?? ""
    return "task \(path(of: task))\(function) on \(lane?.label ?? "the pool")"
  }

  /// A description of the place at which the test's own task waits.
  func whereTheTestWaits() -> String {
    guard let rootTask else { return "task test" }
    var points: [UnsafeRawPointer?] = Array(repeating: nil, count: 16)
    let count = capture_resume_points(rootTask, &points, points.count)
    let name = points[..<count].lazy.compactMap { $0.flatMap { CodePlace.resumed(at: $0) } }.first
    return "task test\(name.map { " of \($0.text)" } ?? "")"
  }

  /// Ends the search on this thread, which cannot continue, and passes on the results so far.
  func stop(_ why: String) {
    escaped(why)
    stopped?(.escape, record.escapes)
  }

  /// Handles a crash of the running code, or a deadlock with itself; its thread cannot continue.
  func crashed(_ how: String) {
    // An action that the world refuses, such as starting a process, may be the reason for the crash.
    guard record.escapes.isEmpty else { return stopped?(.escape, record.escapes) ?? () }
    let (place, task) = (CodePlace.ofCaller(), whereItRuns(task: scheduler.runningTask))
    let failure =
      how.hasPrefix("deadlock")
      ? Failure.deadlock("\(how), in \(place.map { "\($0.text), " } ?? "")\(task)") : .crash(how, at: place, in: task)
    if !record.isClosed {
      failed(failure)
      noteEnd()
    } else if failure.isCrash, !handovers.breaksLocks {
      // A task that the test has left behind would have ended the process a moment later.
      record.failures.append(failure)
    }
    stopped?(.crash, [failure.message])
  }

  /// Reads the names of all lanes and tasks while this world still exists.
  func nameAll() {
    for arrival in scheduler.trace.prefix(record.arrivals) {
      record.paths[arrival.task] = path(of: arrival.task)
      if let lane = lane(at: arrival.lane) { record.lanes[arrival.lane] = lane.label }
    }
    for (task, origin) in record.origins {
      record.paths[task] = path(of: task)
      if let owner = origin.owner { record.paths[owner] = path(of: owner) }
    }
    for case let index? in record.rows.map(\.lane) {
      if let lane = lane(at: index) { record.lanes[index] = lane.label }
    }
  }
}

extension CapturedWorld {
  // MARK: What happens

  /// Records a failure of the running code.
  package func failed(_ failure: Failure) {
    guard !record.isClosed else { return }
    Self.searching {
      record.failures.append(failure)
      note("✘ \(failure.message.prefix { $0 != "\n" })")
    }
  }

  /// Records that a continuation was freed without having been resumed.
  ///
  /// - Returns: whether the runtime's warning is left out: if this is a failure of the schedule, or if an earlier
  ///   schedule has printed the same warning.
  func leaked(_ message: String) -> Bool {
    guard reportsLeaks else { return !heartbeat.isNew(warning: message) }
    failed(.leakedContinuation(message))
    return true
  }
}
