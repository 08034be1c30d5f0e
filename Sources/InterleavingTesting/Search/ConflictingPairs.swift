import Interleaving

/// Pairs of events of a passing schedule that may conflict, the most likely ones first.
///
/// The reads and writes of the code under test are not recorded, so the order is an estimate. Two jobs in the same
/// actor or serial queue touch the same state, so these pairs come first. A job outside actors, or of a task from which
/// the other task descends, often only awaits others, so these pairs come later. The order depends only on the passing
/// schedule, so every seed tries the same pairs in the same order.
struct ConflictingPairs {
  /// The relation between two events, from the most to the least likely to conflict.
  private enum Relation: CaseIterable {
    /// Both jobs run in the same actor or queue. Neither task descends from the other.
    case sameLane
    case sameLaneOfDescendant
    /// The jobs run in different actors or queues, or in none. Neither task descends from the other.
    case apart
    case apartOfDescendant
    /// A pair in which one event is the end of a sleep or of another wait.
    case wait
  }

  /// The largest number of events that are considered: the last ones, which are closest to the effect.
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

  /// Reversed orders of two events of the passing schedule, those of late events first.
  ///
  /// - Parameter isCandidate: decides whether a pair is included. Its arguments are the event that would come first,
  ///   and the other one.
  func orders(
    limit: Int, where isCandidate: (_ before: UInt64, _ after: UInt64) -> Bool = { _, _ in true }
  ) -> [OrderConstraint] {
    orders(limit: limit, Relation.allCases, where: isCandidate)
  }

  private func orders(
    limit: Int, _ relations: [Relation], where isCandidate: (_ before: UInt64, _ after: UInt64) -> Bool
  ) -> [OrderConstraint] {
    var found: [OrderConstraint] = []
    for relation in relations {
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

  /// The two jobs in one actor or queue that a required order makes change places; the order itself if there are none.
  ///
  /// Jobs enter an actor in the order in which they request it. An earlier event of their tasks therefore often decides
  /// their order, but the conflict is between the jobs.
  func conflict(of order: OrderConstraint, in failing: [TracedArrival]) -> OrderConstraint {
    guard let before = events.first(where: { $0.id == order.before }),
      let after = events.first(where: { $0.id == order.after }), relation(after, before) != .sameLane
    else { return order }
    let tasks = Dictionary(events.map { ($0.id, $0.task) }) { first, _ in first }
    let places = Self.places(in: failing)
    let moved = orders(limit: 1, [.sameLane]) { first, second in
      guard let place = places[first], let later = places[second], place < later, let firstTask = tasks[first],
        let secondTask = tasks[second]
      else { return false }
      return isAlong(firstTask, before.task) && isAlong(secondTask, after.task)
    }
    return moved.first ?? order
  }

  /// The first position of each event in a schedule.
  static func places(in events: [TracedArrival]) -> [UInt64: Int] {
    Dictionary(events.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
  }

  /// Whether two tasks are the same, or one descends from the other.
  private func isAlong(_ task: UInt32, _ other: UInt32) -> Bool {
    task == other || descends(task, from: other) || descends(other, from: task)
  }

  /// The relation of two events; nil for events of one task, whose order is fixed.
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
