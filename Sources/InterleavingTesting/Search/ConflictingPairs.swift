import Interleaving

/// Pairs of events of a passing schedule that may conflict, the most telling first.
///
/// The reads and writes of the code under test are not recorded. Two jobs that run in the same actor or serial queue
/// touch the same state, so they come first. A line that only awaits others runs in no actor, or in a task from which
/// the other side descends; such pairs come last. The order depends only on the passing schedule, so every seed tries
/// the same pairs in the same order.
struct ConflictingPairs {
  /// The relation between two events, from the most telling to the least.
  private enum Relation: CaseIterable {
    /// Both jobs run in the same actor or queue, in tasks of which neither descends from the other.
    case sameLane
    case sameLaneOfDescendant
    /// The jobs run in different places, in tasks of which neither descends from the other.
    case apart
    case apartOfDescendant
    /// One of the events is the end of a sleep or of another wait.
    case wait
  }

  /// The largest number of events that are looked at: the last ones, from which the effect is near.
  private static let reach = 400

  private let events: [TracedArrival]
  private let paths: [UInt32: String]

  /// - Parameters:
  ///   - passing: the events of the passing schedule.
  ///   - paths: the path of each task, as in "test.2.1".
  init(_ passing: [TracedArrival], paths: [UInt32: String]) {
    events = Array(passing.suffix(Self.reach))
    self.paths = paths
  }

  /// The orders that are the reverse of the passing schedule's, those of late events first.
  ///
  /// - Parameter isCandidate: whether a pair is wanted: the event that is to come first, and the other one.
  func orders(
    limit: Int, where isCandidate: (_ before: UInt64, _ after: UInt64) -> Bool = { _, _ in true }
  ) -> [OrderConstraint] {
    var found: [OrderConstraint] = []
    for relation in Relation.allCases {
      for (index, after) in events.enumerated().reversed() {
        for before in events[(index + 1)...] where self.relation(after, before) == relation {
          guard isCandidate(before.id, after.id) else { continue }
          found.append(OrderConstraint(before: before.id, after: after.id))
          if found.count == limit { return found }
        }
      }
    }
    return found
  }

  /// The relation of two events; nil within a task, whose events have an order of their own.
  private func relation(_ first: TracedArrival, _ second: TracedArrival) -> Relation? {
    guard first.task != second.task else { return nil }
    if first.kind.isWait || second.kind.isWait { return .wait }
    let isSameLane = first.lane == second.lane && first.lane != ReadyChoice.noLane
    if descends(first.task, from: second.task) || descends(second.task, from: first.task) {
      return isSameLane ? .sameLaneOfDescendant : .apartOfDescendant
    }
    return isSameLane ? .sameLane : .apart
  }

  private func descends(_ task: UInt32, from other: UInt32) -> Bool {
    guard let path = paths[task], let ancestor = paths[other], path.hasPrefix(ancestor) else { return false }
    return path.dropFirst(ancestor.count).first.map { $0 == "." || $0 == "@" } ?? true
  }
}
