/// The time of a world in wall-clock time, and what goes on outside it.
///
/// Used on the world's thread alone.
public protocol WallClock: AnyObject {
  /// Nanoseconds since the clock began, here and now; never goes back.
  func read() -> Int64
  /// Lets what is due outside happen: input and output, deadlines of its own. Waits for it at most until an instant, not
  /// at all if that has passed.
  ///
  /// - Parameter awake: to be told the time before anything happens in the world on the outside's behalf.
  func turn(until deadline: Int64, _ awake: (_ now: Int64) -> Void)
}

extension Scheduler {
  /// Jobs that run before the outside gets its turn again.
  private static let batch = 512

  /// Runs until the horizon or ``stop()``: as long as the outside may still want something.
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

  /// Lets ``run()`` return, in wall-clock time, as soon as the job that calls it has run, or at once if it does not run
  /// yet; called by simulated code or by what the clock lets happen.
  public func stop() { isStopping = true }

  /// Runs a body in an actor's lane at once, outside every job, where only what the clock lets happen runs: as a job of
  /// the actor would, without a task.
  public func perform<Result>(in lane: Lane, _ body: () -> Result) -> Result {
    precondition(thread == nil || thread == .current, "\(lane.label) was entered from a foreign thread")
    precondition(currentLane == nil, "\(lane.label) was entered from inside a job")
    currentLane = Unmanaged.passUnretained(lane)
    defer { currentLane = nil }
    return body()
  }
}
