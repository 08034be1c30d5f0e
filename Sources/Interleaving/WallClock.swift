/// The clock of a world in real time, and the source of events from outside.
///
/// Used only on the world's thread.
public protocol WallClock: AnyObject {
  /// The nanoseconds since the clock began. Never goes back.
  func read() -> Int64
  /// Runs the outside events that are due: input and output, and their deadlines. Waits for them until `deadline` at
  /// most, and not at all if it has passed.
  ///
  /// - Parameter awake: must be called with the time before an outside event changes anything in the world.
  func turn(until deadline: Int64, _ awake: (_ now: Int64) -> Void)
}

extension Scheduler {
  /// The number of jobs that run before outside events are handled again.
  private static let batch = 512

  /// Runs until the horizon or ``stop()``.
  func run(by clock: any WallClock, until horizon: Int64) {
    defer { isStopping = false }
    while !isStopping, now < horizon {
      var left = Self.batch
      while left > 0, !isStopping, let entry = ready.popFirst() {
        run(entry)
        left -= 1
        if left & 15 == 0 { now = clock.read() }
      }
      currentLane = nil
      guard !isStopping else { break }
      clock.turn(until: ready.isEmpty ? min(wheel.earliest, horizon) : 0) { now = $0 }
      now = clock.read()
      while let index = wheel.expire(upTo: now) { finishWait(index) }
    }
  }

  /// Makes ``run()`` return in real time: after the calling job, or at once if no job is running. Called by simulated
  /// code or by outside events.
  public func stop() { isStopping = true }

  /// Runs a body in an actor's lane at once, outside every job and without a task. The body may touch the actor's
  /// state. Only outside events may call it.
  public func perform<Result>(in lane: Lane, _ body: () -> Result) -> Result {
    precondition(thread == nil || thread == .current, "\(lane.label) was entered from a foreign thread")
    precondition(currentLane == nil, "\(lane.label) was entered from inside a job")
    currentLane = Unmanaged.passUnretained(lane)
    defer { currentLane = nil }
    return body()
  }
}
