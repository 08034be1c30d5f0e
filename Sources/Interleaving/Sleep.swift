extension Scheduler {
  /// Suspends the caller for so many nanoseconds of virtual time (none, if negative). Not ended early by cancellation,
  /// only by a shutdown of the world; always a true suspension. Inlined, since a task that sleeps would keep one frame more.
  @inlinable @inline(__always)
  public func sleep(_ nanoseconds: Int64, kind: SleepKind) async {
    park(for: nanoseconds, kind: kind)
    await parking.wait()
    noteWake()
  }

  /// The same for the code of an actor with a lane, of which it is known where it goes on: of anybody else's, the runtime is
  /// asked.
  @inlinable @inline(__always)
  public func sleep<Resident: LaneActor>(
    _ nanoseconds: Int64, kind: SleepKind, in resident: isolated Resident
  ) async {
    park(for: nanoseconds, kind: kind)
    await parking.wait()
    noteWake()
  }

  /// Suspends the caller until the virtual time reaches `deadline`, in nanoseconds since the world began.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, or the world shuts down.
  public func sleep(
    until deadline: Int64, kind: SleepKind, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try Task.checkCancellation()
    let handle = reserve()
    await withTaskCancellationHandler {
      // Capturing it keeps this closure in the caller's lane.
      _ = isolation
      park(at: handle, deadline: max(now, deadline), kind: kind)
      await parking.wait()
    } onCancel: {
      wake(handle)
    }
    noteWake()
    try Task.checkCancellation()
  }
}
