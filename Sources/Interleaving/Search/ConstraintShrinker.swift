/// Finds a small set of constraints over the natural order that makes a schedule fail.
///
/// A single inversion is tried first, since most races are one. Next come all neighbouring pairs of each lane, reduced
/// by delta debugging (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 2002). The total
/// order is the last resort. At the end chains are merged: A before B before C becomes A before C if that fails as
/// well.
public struct ConstraintShrinker {
  /// The result of shrinking: whether constraints could still be left out.
  public enum Outcome: String, Hashable, Sendable {
    /// Every constraint is needed: without any one of them, the rest does not fail.
    case minimal
    /// The budget of replays ran out before every constraint was known to be needed. The world does fail under the
    /// constraints.
    case budgetExhausted
    /// The world does not fail again, not even in the total order. The constraints are the total order.
    case notReproduced
  }

  /// A cause of a failure.
  public struct Minimum: Hashable, Sendable {
    /// The required orders: each says which event comes before which.
    public var constraints: [OrderConstraint]
    /// The number of runs of the world that this took.
    public var replays: Int
    /// The result of shrinking: whether constraints could still be left out.
    public var outcome: Outcome
  }

  /// The largest distance in the failing schedule between the two arrivals of an inversion.
  private static let reach = 200

  private var failing: [TracedArrival]
  /// The arrivals of the natural order that the failing schedule never reached, for example because it crashed.
  private let missing: [TracedArrival]
  /// The position of each arrival in the natural order.
  private var natural = IdentityTable()
  private let budget: Int
  private let reproduces: ([OrderConstraint]) -> Bool
  private var known: [[OrderConstraint]: Bool] = [:]
  private var replays = 0

  /// Finds a smallest cause.
  ///
  /// - Parameters:
  ///   - failing: the trace of the schedule that failed.
  ///   - natural: the trace of the natural order of the same world.
  ///   - budget: the largest number of replays. A fifth of them is for single inversions within lanes, and a fifth for
  ///     those across lanes.
  ///   - reproduces: whether the world fails in the same way under constraints.
  public static func shrink(
    failing: [TracedArrival], natural: [TracedArrival], budget: Int = 1_000,
    reproduces: @escaping ([OrderConstraint]) -> Bool
  ) -> Minimum {
    var shrinker = ConstraintShrinker(failing: failing, natural: natural, budget: budget, reproduces: reproduces)
    return shrinker.shrink()
  }

  private init(
    failing: [TracedArrival], natural: [TracedArrival], budget: Int,
    reproduces: @escaping ([OrderConstraint]) -> Bool
  ) {
    self.failing = failing
    self.budget = budget
    self.reproduces = reproduces
    let reached = Set(failing.map(\.id))
    missing = natural.filter { !reached.contains($0.id) }
    for (index, arrival) in natural.enumerated() where self.natural[arrival.id] == nil {
      self.natural[arrival.id] = UInt32(index)
    }
  }

  private mutating func shrink() -> Minimum {
    if fails([]) { return cause([], .minimal) }
    if let minimum = smallestSet() { return minimum }
    let order = neighbours(of: failing)
    // An arrival that the failing schedule never reached may have to wait until the schedule ends.
    if !missing.isEmpty, replays < budget {
      failing += missing
      if let minimum = smallestSet() { return minimum }
    }
    return cause(order, replays < budget ? .notReproduced : .budgetExhausted)
  }

  /// A smallest failing set of orders among the arrivals; nil if none was found.
  private mutating func smallestSet() -> Minimum? {
    for isWithinLanes in [true, false] {
      let limit = replays + budget / 5
      for inversion in inversions(withinLanes: isWithinLanes) where replays < limit {
        if fails([inversion]) { return cause([inversion], .minimal) }
      }
    }
    guard let start = startingPoint() else { return nil }
    var constraints = deltaDebug(start)
    constraints = mergeChains(constraints)
    return cause(constraints, replays < budget ? .minimal : .budgetExhausted)
  }

  private func cause(_ constraints: [OrderConstraint], _ outcome: Outcome) -> Minimum {
    Minimum(constraints: constraints, replays: replays, outcome: outcome)
  }

  /// Whether the world fails under constraints; false without a replay once the budget is used up.
  private mutating func fails(_ constraints: [OrderConstraint]) -> Bool {
    if let answer = known[constraints] { return answer }
    guard replays < budget else { return false }
    replays += 1
    let answer = reproduces(constraints)
    known[constraints] = answer
    return answer
  }

  // MARK: Candidates

  private func isInverted(_ earlier: TracedArrival, _ later: TracedArrival) -> Bool {
    guard let first = natural[earlier.id], let second = natural[later.id] else { return false }
    return first > second
  }

  /// The pairs whose order differs from the natural one, the closest first.
  private func inversions(withinLanes: Bool) -> [OrderConstraint] {
    var found: [(distance: Int, constraint: OrderConstraint)] = []
    for (later, second) in failing.enumerated() {
      var distance = 0
      for first in failing[max(0, later - Self.reach)..<later].reversed() {
        let isSameLane = first.lane == second.lane && first.lane != ReadyChoice.noLane
        if withinLanes, !isSameLane { continue }
        distance += 1
        guard withinLanes || !isSameLane, isInverted(first, second) else { continue }
        found.append((distance, OrderConstraint(before: first.id, after: second.id)))
      }
    }
    // Sorted with a tie-breaker, so that the order is stable.
    let order = found.indices.sorted { (found[$0].distance, $0) < (found[$1].distance, $1) }
    return order.map { found[$0].constraint }
  }

  private func neighbours(of arrivals: [TracedArrival]) -> [OrderConstraint] {
    zip(arrivals, arrivals.dropFirst()).map { OrderConstraint(before: $0.id, after: $1.id) }
  }

  /// Finds a failing set to start from: neighbouring inversions of each lane, or all neighbours of each lane, or all
  /// pairs.
  private mutating func startingPoint() -> [OrderConstraint]? {
    var lanes: [(lane: UInt32, arrivals: [TracedArrival])] = []
    for arrival in failing where arrival.lane != ReadyChoice.noLane {
      if let index = lanes.firstIndex(where: { $0.lane == arrival.lane }) {
        lanes[index].arrivals.append(arrival)
      } else {
        lanes.append((arrival.lane, [arrival]))
      }
    }
    let inverted = lanes.flatMap { lane in
      zip(lane.arrivals, lane.arrivals.dropFirst())
        .filter { isInverted($0, $1) }
        .map { OrderConstraint(before: $0.id, after: $1.id) }
    }
    let perLane = lanes.flatMap { neighbours(of: $0.arrivals) }
    for candidate in [inverted, perLane, neighbours(of: failing)] where fails(candidate) { return candidate }
    return nil
  }

  // MARK: Reduction

  /// Shrinks by the algorithm ddmin, until no single member can be left out.
  private mutating func deltaDebug(_ start: [OrderConstraint]) -> [OrderConstraint] {
    var constraints = start
    var parts = 2
    while constraints.count >= 2, replays < budget {
      let count = constraints.count
      let chunks = (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
      if let chunk = chunks.first(where: { fails(Array(constraints[$0])) }) {
        (constraints, parts) = (Array(constraints[chunk]), 2)
      } else if let chunk = chunks.first(where: { fails(constraints.leavingOut($0)) }) {
        constraints = constraints.leavingOut(chunk)
        parts = max(parts - 1, 2)
      } else {
        guard parts < constraints.count else { break }
        parts = min(parts * 2, constraints.count)
      }
    }
    return constraints
  }

  /// Replaces two links of a chain by one, as long as that still fails.
  private mutating func mergeChains(_ start: [OrderConstraint]) -> [OrderConstraint] {
    var constraints = start
    var isMerging = true
    while isMerging {
      isMerging = false
      for candidate in merges(of: constraints) where fails(candidate) {
        constraints = deltaDebug(candidate)
        isMerging = true
        break
      }
    }
    return constraints
  }

  private func merges(of constraints: [OrderConstraint]) -> [[OrderConstraint]] {
    var candidates: [[OrderConstraint]] = []
    for (first, earlier) in constraints.enumerated() {
      for (second, later) in constraints.enumerated() where second != first && earlier.after == later.before {
        var merged = constraints
        merged[first].after = later.after
        merged.remove(at: second)
        candidates.append(merged)
      }
    }
    return candidates
  }
}

extension [OrderConstraint] {
  fileprivate func leavingOut(_ range: Range<Int>) -> [OrderConstraint] {
    Array(self[..<range.lowerBound] + self[range.upperBound...])
  }
}
