import Interleaving

/// A place within a job at which it is interrupted so that other jobs run: a branch, in code that is built for it.
struct Handover: Hashable, Sendable, Codable {
  /// The identity of the job.
  var job: UInt64
  /// The number of the branch among those that the job takes, from 1.
  var edge: UInt64

  /// The identity that the rest of the interrupted job has in schedules.
  var rest: UInt64 { Mix64.combine(job, edge << 8 | 0xe) }
}
