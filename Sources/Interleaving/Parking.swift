/// The actor in which the tasks of one world wait.
///
/// A task waits by a hop to this actor: it names the record in which it will wait and calls ``wait()``. The runtime
/// then hands the rest of the task, as a job, to this actor's executor, which stores it in that record. When the wait
/// ends, the scheduler runs the job in the task's own lane, so that the call returns there. A continuation would take a
/// lock when the wait begins, and would need one more job at the end to find the task's executor.
@usableFromInline
actor Parking {
  private let executor = ParkingExecutor()

  @usableFromInline nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Sets the record in which the calling task will wait. The task must call ``wait()`` next.
  @inline(__always)
  nonisolated func prepare(_ record: UnsafeMutablePointer<TimingWheel.Record>) { executor.record = record }

  /// Suspends the calling task.
  ///
  /// The body runs after the wait. It must not be inlined or empty, or the optimiser would remove the hop.
  @inline(never) @usableFromInline
  func wait() { executor.record = nil }
}

/// Receives the jobs of tasks that begin to wait.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
private final class ParkingExecutor: SerialExecutor, @unchecked Sendable {
  /// The record in which the running task will wait. Records move only when another one is allocated, which cannot
  /// happen before the hop.
  @exclusivity(unchecked) var record: UnsafeMutablePointer<TimingWheel.Record>?

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func enqueue(_ job: consuming ExecutorJob) {
    guard let record else { preconditionFailure("a task began to wait without a record") }
    record.pointee.job = UnownedJob(job)
  }
}
