import CInterpose
import Interleaving

/// A job that is interrupted for others and stays on its own thread until it is resumed.
///
/// `@unchecked Sendable`: touched by one thread of its world at a time.
final class InterruptedJob: @unchecked Sendable {
  let worker: Worker
  let lane: CapturedLane?
  let task: UInt32
  /// The identity of the job.
  let id: UInt64
  /// The place at which the job stopped, for reports.
  var place: CodePlace?
  /// The lock for which the job waits; nil if it waits for none.
  var lock: capture_lock?
  /// The number of times the job has waited for a lock.
  var waits: UInt64 = 0

  init(on worker: Worker, in lane: CapturedLane?, of task: UInt32, id: UInt64) {
    (self.worker, self.lane, self.task, self.id) = (worker, lane, task, id)
  }
}

/// The places at which jobs are interrupted.
struct HandoverPlan {
  private enum Kind {
    case none
    /// The branches at which each job is interrupted.
    case given([UInt64: [UInt64]])
    /// Places drawn at random from the seed of a schedule, the branches that each job took before, and the number of
    /// jobs that take any branch.
    case drawn(seed: UInt64, branches: [UInt64: UInt64], jobs: UInt64)
  }

  private var kind = Kind.none

  /// A plan that interrupts at no place.
  static let none = HandoverPlan()

  /// Creates a plan with the interruptions of a find.
  init(_ handovers: [Handover]) {
    kind = .given(Dictionary(grouping: handovers, by: \.job).mapValues { $0.map(\.edge).sorted() })
  }

  /// Creates a plan of places drawn at random for one schedule.
  init(seed: UInt64, branches: [UInt64: UInt64]) {
    kind = .drawn(seed: seed, branches: branches, jobs: UInt64(max(1, branches.values.count { $0 > 0 })))
  }

  private init() {}

  /// The next branch of a job at which it is interrupted; the greatest number if there is none.
  func next(of job: UInt64, after edge: UInt64) -> UInt64 {
    switch kind {
    case .none: return .max
    case .given(let edges): return edges[job]?.first { $0 > edge } ?? .max
    case .drawn(let seed, let branches, let jobs):
      let (count, draw) = (branches[job] ?? 16, Mix64.combine(Mix64.combine(seed, job), edge))
      // About two jobs per schedule, chosen among the jobs that take branches.
      guard count > edge, draw >> 32 % max(2, jobs / 2) == 0 else { return .max }
      return edge + 1 + (draw & 0xffff_ffff) % (count - edge)
    }
  }
}
