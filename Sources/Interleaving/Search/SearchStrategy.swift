/// The strategy by which a search chooses orders.
public enum SearchStrategy: String, CaseIterable, Sendable {
  /// Partial-order sampling, the uniform walk and priorities in turn, the last twice as often.
  case portfolio
  /// Uniform picks among the choices.
  case random
  /// Partial-order sampling.
  case pos
  /// Priorities with two change points (d = 3).
  case pct
  /// The uniform random walk over interleavings.
  case urw
  /// Every order, those with few deviations first.
  case dfs

  /// The strategy in a sentence.
  public var summary: String {
    switch self {
    case .portfolio: "pos, urw and pct in turn, pct twice as often. The default."
    case .random: "Each possible next event has the same chance."
    case .pos: "Partial-order sampling: random priorities, drawn anew for events that compete with the chosen one."
    case .pct: "Random priorities that change at two random points of a schedule; good for bugs of three steps."
    case .urw: "The uniform random walk: each order of the natural run's events has about the same chance."
    case .dfs: "Every order in turn, those close to natural order first; says when all have been tried."
    }
  }

  /// Creates a policy of this strategy.
  ///
  /// - Parameters:
  ///   - seed: neighbouring seeds give independent orders.
  ///   - window: the largest delay of an event; see ``SchedulePolicy/window``.
  ///   - reference: a record of the natural schedule.
  ///   - picksJobs: see ``SchedulePolicy/picksJobs``.
  public func policy(
    seed: UInt64, window: Int64, reference: SearchReference, picksJobs: Bool = false
  ) -> any SearchPolicy {
    switch self {
    case .portfolio:
      Portfolio(
        Portfolio.turns.map {
          $0.policy(seed: seed, window: window, reference: reference, picksJobs: picksJobs)
        })
    case .random: RandomPolicy(seed: seed, window: window, picksJobs: picksJobs)
    case .pos: PartialOrderPolicy(seed: seed, window: window, picksJobs: picksJobs)
    case .pct: PriorityPolicy(seed: seed, depth: 3, reference: reference, window: window, picksJobs: picksJobs)
    case .urw: UniformWalkPolicy(seed: seed, reference: reference, window: window, picksJobs: picksJobs)
    case .dfs: DepthFirstSearch(window: window, picksJobs: picksJobs)
    }
  }
}
