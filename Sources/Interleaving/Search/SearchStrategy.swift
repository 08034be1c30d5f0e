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
