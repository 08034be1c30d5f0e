/// Where the tasks of one world wait.
///
/// A task waits by a hop. It names the record in which it will wait and calls ``wait()``; the runtime hands what is left of
/// the task, as a job, to this actor's executor, which puts it into that record. When the wait has ended, the scheduler
/// lets the job run in the lane that the task came from: it returns from the call, and is where it wants to be. A
/// continuation would take a lock as the wait begins, and look up the task's executor for a job more as it ends.
@usableFromInline
actor Parking {
  private let executor = ParkingExecutor()

  @usableFromInline nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Says where the calling task is about to wait; it must call ``wait()`` next.
  @inline(__always)
  nonisolated func prepare(_ record: UnsafeMutablePointer<TimingWheel.Record>) { executor.record = record }

  /// Suspends the calling task.
  ///
  /// The body runs when the wait has ended. It is not inlined and does something, or the optimiser would drop the hop.
  @inline(never) @usableFromInline
  func wait() { executor.record = nil }
}

/// Takes the jobs of tasks that begin to wait.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
private final class ParkingExecutor: SerialExecutor, @unchecked Sendable {
  /// Where the task that runs now will wait. Records move only when one more is taken, which nobody does before the hop.
  @exclusivity(unchecked) var record: UnsafeMutablePointer<TimingWheel.Record>?

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func enqueue(_ job: consuming ExecutorJob) {
    guard let record else { preconditionFailure("a task began to wait without saying where") }
    record.pointee.job = UnownedJob(job)
  }
}
