/// A job that could run now.
///
/// `@unchecked Sendable`: jobs leave the thread of their world only for the queues of real executors, which run one at a time.
struct ReadyJob: @unchecked Sendable {
  /// What there is to run.
  enum Work {
    /// Something of a task.
    case job(UnownedJob)
    /// The beginning of a task that is made in its lane; held, and released as it runs.
    case start(Unmanaged<LaneTask>)
    /// Something of no task; held, and released as it runs.
    case handler(Unmanaged<LaneHandler>)
    /// The end of a wait that nobody else knows.
    case wait(TimingWheel.Index)
  }

  var work: Work
  /// The lane on which the job runs; nil for a job of the pool.
  var lane: Unmanaged<Lane>?
  /// Whether it is of a task that prefers no executor, and so never leaves the lanes of actors.
  var isPlain: Bool
  /// Whose job it is, while paths are traced.
  var task: UInt32
  /// The task itself, if it is one that its world knows; it lives as long as its job does.
  var scope: Unmanaged<LaneTask>?
}
