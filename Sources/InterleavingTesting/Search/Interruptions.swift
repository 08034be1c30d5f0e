import Interleaving

/// The interruptions of one job that may cause a failure, each with the job that runs before the rest of it.
///
/// They depend on the natural order only, as long as all of them are few. Otherwise they are those of the jobs that the
/// failing schedule interrupted.
struct Interruptions {
  /// The number of other jobs that are tried for each interruption.
  private static let others = 3

  private(set) var all: [(handover: Handover, next: UInt64)] = []

  /// - Parameters:
  ///   - events: the events of the natural order.
  ///   - branches: the number of branches that each job takes in it.
  ///   - limit: the largest number of interruptions.
  ///   - seen: the interruptions of the failing schedule.
  init(_ events: [TracedArrival], branches: [UInt64: UInt64], limit: Int, seen: [Handover]) {
    var jobs: [(id: UInt64, branches: UInt64, next: [UInt64])] = []
    for (index, event) in events.enumerated() where !event.kind.isWait {
      guard let count = branches[event.id], count > 0 else { continue }
      let next = Self.others(than: index, in: events)
      if !next.isEmpty { jobs.append((event.id, count, next)) }
    }
    let sum = jobs.reduce(0 as UInt64) { $0 &+ min($1.branches, 1_000_000) * UInt64($1.next.count) }
    if sum > limit { jobs.removeAll { job in !seen.contains { $0.job == job.id } } }
    for job in jobs {
      for next in job.next {
        for edge in 1...job.branches {
          guard all.count < limit else { return }
          all.append((Handover(job: job.id, edge: edge), next))
        }
      }
    }
  }

  /// Later jobs of other tasks that are ready before a job ends, the first of each task.
  private static func others(than index: Int, in events: [TracedArrival]) -> [UInt64] {
    var tasks: Set<UInt32> = [events[index].task]
    var found: [UInt64] = []
    for event in events[(index + 1)...] where !event.kind.isWait && tasks.insert(event.task).inserted {
      guard event.cause == TracedArrival.none || event.cause <= index else { continue }
      found.append(event.id)
      if found.count == others { break }
    }
    return found
  }
}
