/// A job that could run now.
struct ReadyJob {
  var job: UnownedJob
  /// The lane on which the job runs; nil for a job of the pool.
  var lane: Unmanaged<Lane>?
  /// Whether it is of a task that prefers no executor, and so never leaves the lanes of actors.
  var isPlain: Bool
  /// Whose job it is, while paths are traced.
  var task: UInt32
}
