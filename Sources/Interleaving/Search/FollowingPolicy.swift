/// A policy that stays as close as possible to the order of another schedule, in a world where some of its events are
/// missing.
///
/// Events that the other schedule does not have happen when they are next in natural order. All others follow the other
/// schedule.
public final class FollowingPolicy: SchedulePolicy {
  /// The window; see ``SchedulePolicy/window``.
  public let window: Int64
  /// Always false: the policy picks only among waits.
  public let picksJobs = false
  private var ranks: [UInt64: Int] = [:]

  /// Creates a policy that follows a trace.
  public init(_ trace: [TracedArrival], window: Int64) {
    self.window = window
    for (rank, arrival) in trace.enumerated() where ranks[arrival.id] == nil { ranks[arrival.id] = rank }
  }

  /// Picks the choice that comes first in the other schedule.
  public func pick(from choices: [ReadyChoice]) -> Int {
    guard ranks[choices[0].id] != nil else { return 0 }
    var best = (rank: Int.max, index: 0)
    for (index, choice) in choices.enumerated() {
      if let rank = ranks[choice.id], rank < best.rank { best = (rank, index) }
    }
    return best.index
  }
}
