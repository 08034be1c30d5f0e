extension Scheduler {
  /// Suspends the caller for `nanoseconds` of virtual time (none if negative). Always suspends, and ignores
  /// cancellation; only a shutdown of the world ends it early. Inlined, since a sleeping task would otherwise keep one
  /// more frame.
  @inlinable @inline(__always)
  public func sleep(_ nanoseconds: Int64, kind: SleepKind) async {
    park(for: nanoseconds, kind: kind)
    await parking.wait()
    noteWake()
  }

  /// Suspends code of an actor with a lane for `nanoseconds`. Faster than the general function, which asks the runtime
  /// for the lane.
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
