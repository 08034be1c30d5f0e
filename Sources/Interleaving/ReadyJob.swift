/// A job that could run now.
///
/// `@unchecked Sendable`: jobs leave the thread of their world only for the queues of real executors, which run one at
/// a time.
struct ReadyJob: @unchecked Sendable {
  /// The work of a ready job.
  enum Work {
    /// A job of a task.
    case job(UnownedJob)
    /// The next step of a handler. The entry retains it; running it releases it.
    case handler(Unmanaged<LaneHandler>)
  }

  var work: Work
  /// The lane on which the job runs; nil for a job of the pool.
  var lane: Unmanaged<Lane>?
  /// Whether the task has no executor preference, and so never leaves the lanes of actors.
  var isPlain: Bool
  /// The task that the job belongs to, while paths are traced.
  var task: UInt32
  /// The task, if its world knows it. Its job keeps it alive.
  var scope: Unmanaged<LaneTask>?

  /// Whether the job belongs to a task, and not to a handler.
  var isOfTask: Bool { if case .job = work { true } else { false } }
}
