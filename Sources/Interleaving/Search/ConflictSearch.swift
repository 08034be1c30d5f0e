/// Finds the orders between conflicting arrivals that make a schedule fail.
///
/// Two consecutive arrivals *conflict* if exchanging only these two changes the outcome. Exchanging arrivals that
/// commute cannot change it. An arrival that only delays others does not conflict with them.
public struct ConflictSearch {
  /// A run of the world.
  public struct Run {
    /// Whether the run fails in the same way.
    public var fails: Bool
    /// The arrivals of the run, in order.
    public var trace: [TracedArrival]
    /// The number of arrivals after which the failure appeared.
    public var effect: Int

    /// Creates a run.
    public init(fails: Bool, trace: [TracedArrival], effect: Int) {
      (self.fails, self.trace, self.effect) = (fails, trace, effect)
    }
  }

  /// A failing schedule that differs as little from the natural order as the search found.
  public struct Cause {
    /// The constraints that make the natural order fail: first conflicts, then mere delays.
    public var constraints: [OrderConstraint]
    /// The number of conflicts, which are the first of the constraints.
    public var conflicts: Int
    /// The run under these constraints.
    public var trace: [TracedArrival]

    /// The orders between arrivals that conflict.
    public var conflicting: ArraySlice<OrderConstraint> { constraints.prefix(conflicts) }
  }

  /// A value that no arrival has as its identity. It stands for an arrival that never happens.
  private static let never = UInt64.max - 1

  private let window: Int64
  private let budget: Int
  private let run: (any SchedulePolicy) -> Run
  private let natural: [TracedArrival]
  private var ranks = IdentityTable()
  /// The number of runs of the world.
  public private(set) var replays = 0

  /// Creates a search of the conflicts of a world that passes in its natural order.
  ///
  /// - Parameters:
  ///   - natural: the trace of the natural order.
  ///   - window: see ``SchedulePolicy/window``.
  ///   - budget: the largest number of runs.
  ///   - run: runs the world once under a policy.
  public init(
    natural: [TracedArrival], window: Int64, budget: Int, run: @escaping (any SchedulePolicy) -> Run
  ) {
    self.natural = natural
    self.window = window
    self.budget = budget
    self.run = run
    for (index, arrival) in natural.enumerated() where ranks[arrival.id] == nil { ranks[arrival.id] = UInt32(index) }
  }

  private var isOver: Bool { replays >= budget }

  private mutating func replay(under policy: any SchedulePolicy) -> Run {
    replays += 1
    return run(policy)
  }

  private mutating func replay(under constraints: [OrderConstraint]) -> Run {
    replay(under: ConstraintPolicy(constraints, window: window))
  }

  // MARK: Single orders

  /// Searches for the single orders that make the world fail. Returns each with its smallest sufficient delay, the
  /// latest arrival first.
  ///
  /// Each arrival is delayed past one more of the arrivals that can overtake it, until the world fails. The result
  /// therefore depends on the world alone, and not on the schedule that was found.
  public mutating func singleOrders() -> [Cause] {
    var causes: [Cause] = []
    for late in natural.reversed() where !isOver {
      let held = replay(under: [OrderConstraint(before: Self.never, after: late.id)])
      for early in overtaking(late.id, in: held.trace) where !isOver {
        let order = OrderConstraint(before: early, after: late.id)
        let result = replay(under: [order])
        guard result.fails else { continue }
        if precedesEffect(early, in: result) {
          let isConflict = exchanging(order, in: result.trace)
          causes.append(Cause(constraints: [order], conflicts: isConflict ? 1 : 0, trace: result.trace))
        }
        break
      }
    }
    return causes
  }

  /// The arrivals that come before this one in the trace, but after it or never in the natural order.
  private func overtaking(_ late: UInt64, in trace: [TracedArrival]) -> [UInt64] {
    guard let rank = ranks[late] else { return [] }
    return trace.prefix { $0.id != late }.map(\.id).filter { id in ranks[id].map { $0 > rank } ?? true }
  }

  private func precedesEffect(_ id: UInt64, in result: Run) -> Bool {
    result.trace.prefix(result.effect).contains { $0.id == id }
  }

  /// Whether the world passes if only these two arrivals change places.
  private mutating func exchanging(_ order: OrderConstraint, in trace: [TracedArrival]) -> Bool {
    guard let early = trace.firstIndex(where: { $0.id == order.before }),
      let late = trace.firstIndex(where: { $0.id == order.after }), early < late
    else { return false }
    var exchanged = trace
    exchanged.insert(exchanged.remove(at: late), at: early)
    return !replay(under: FollowingPolicy(exchanged, window: window)).fails
  }

  // MARK: Several orders

  /// Brings a failing schedule as close to its natural order as possible, by exchanging neighbours that are in reverse
  /// order of their due times. The pairs that remain conflict, and each is needed for the failure.
  ///
  /// - Returns: nil if constraints cannot express the order.
  public mutating func conflicts(of failing: [TracedArrival]) -> Cause? {
    var current = replay(under: FollowingPolicy(failing, window: window))
    guard current.fails else { return nil }
    // An exchange that failed before may pass in another order, so every pair is tried again until no exchange
    // succeeds.
    var needed: Set<OrderConstraint> = []
    var isClosing = false
    var index = 0
    while !isOver {
      guard index + 1 < current.trace.count, index < current.effect else {
        if isClosing { break }
        (needed, isClosing, index) = ([], true, 0)
        continue
      }
      let order = OrderConstraint(before: current.trace[index].id, after: current.trace[index + 1].id)
      guard isOvertaken(index + 1, by: index, in: current.trace), !needed.contains(order) else {
        index += 1
        continue
      }
      var exchanged = current.trace
      exchanged.swapAt(index, index + 1)
      let result = replay(under: FollowingPolicy(exchanged, window: window))
      if result.fails, isCloser(result.trace, than: current.trace) {
        (current, isClosing) = (result, false)
        index = 0
      } else {
        if !result.fails { needed.insert(order) }
        index += 1
      }
    }
    return cause(current, needed)
  }

  /// Whether the arrival `late` was already due and waiting when `early` came first.
  private func isOvertaken(_ late: Int, by early: Int, in trace: [TracedArrival]) -> Bool {
    let cause = trace[late].cause
    return (cause == TracedArrival.none || Int(cause) < early) && trace[late].deadline < trace[early].deadline
  }

  /// Whether a trace is nearer to the natural order than another: fewer arrivals were overtaken, or equally many but
  /// later ones. This must be checked, because exchanging two arrivals may also change the order of their consequences.
  private func isCloser(_ trace: [TracedArrival], than other: [TracedArrival]) -> Bool {
    let (mine, theirs) = (overtakings(in: trace), overtakings(in: other))
    let (count, others) = (mine.reduce(0, +), theirs.reduce(0, +))
    return count < others || count == others && mine.lexicographicallyPrecedes(theirs)
  }

  /// The number of arrivals that overtook each arrival.
  private func overtakings(in trace: [TracedArrival]) -> [Int] {
    trace.indices.map { late in (0..<late).count { isOvertaken(late, by: $0, in: trace) } }
  }

  /// Whether the world passes under the constraints if one more order is reversed.
  public mutating func passes(turning order: OrderConstraint, under constraints: [OrderConstraint]) -> Bool {
    !isOver && !replay(under: [OrderConstraint(before: order.after, after: order.before)] + constraints).fails
  }

  /// The orders of a schedule that are reversed in the natural order, the latest first.
  public func turned(in trace: [TracedArrival]) -> [OrderConstraint] {
    var orders: [OrderConstraint] = []
    for late in trace.indices.reversed() {
      guard let rank = ranks[trace[late].id] else { continue }
      for early in (0..<late).reversed() where ranks[trace[early].id].map({ $0 > rank }) ?? false {
        orders.append(OrderConstraint(before: trace[early].id, after: trace[late].id))
      }
    }
    return orders
  }

  /// Divides the necessary constraints of a schedule into conflicts and delays, and reduces the delays as long as it
  /// fails.
  private mutating func cause(_ result: Run, _ needed: Set<OrderConstraint>) -> Cause? {
    let trace = result.trace
    var (conflicts, delays): ([OrderConstraint], [OrderConstraint]) = ([], [])
    for late in trace.indices.dropFirst() {
      let order = OrderConstraint(before: trace[late - 1].id, after: trace[late].id)
      if needed.contains(order) {
        conflicts.append(order)
      } else if (0..<late).contains(where: { isOvertaken(late, by: $0, in: trace) }) {
        // An overtaken arrival is held back until the arrival that overtook it has happened.
        delays.append(order)
      }
    }
    return smallest(conflicts, delays)
  }

  /// Removes delays as long as the world still fails. Returns nil if it passes even with all of them.
  public mutating func smallest(_ conflicts: [OrderConstraint], _ all: [OrderConstraint]) -> Cause? {
    var delays = all
    var last = replay(under: conflicts + delays)
    guard last.fails else { return nil }
    for delay in all.reversed() where !isOver {
      let rest = delays.filter { $0 != delay }
      let result = replay(under: conflicts + rest)
      if result.fails { (delays, last) = (rest, result) }
    }
    return Cause(constraints: conflicts + delays, conflicts: conflicts.count, trace: last.trace)
  }
}
