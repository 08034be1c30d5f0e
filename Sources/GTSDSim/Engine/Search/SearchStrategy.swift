/// How a search chooses its orders.
public enum SearchStrategy: String, CaseIterable, Sendable {
  /// Partial-order sampling, the uniform walk and priorities in turn, the last twice as often.
  case portfolio
  /// Uniform picks among what could happen.
  case random
  /// Partial-order sampling.
  case pos
  /// Priorities with two change points (d = 3).
  case pct
  /// The uniform random walk over interleavings.
  case urw
  /// Every order, few deviations first.
  case dfs

  /// A policy of this strategy.
  ///
  /// - Parameters:
  ///   - seed: neighbouring seeds give independent orders.
  ///   - window: how late something may come; see ``SchedulePolicy/window``.
  ///   - reference: how the natural schedule went.
  ///   - picksJobs: see ``SchedulePolicy/picksJobs``.
  public func policy(
    seed: UInt64, window: Int64, reference: SearchReference, picksJobs: Bool = false
  ) -> any SearchPolicy {
    switch self {
    case .portfolio:
      // Priorities find hazards that need several orders at once, which ask for somebody to starve; uniform picks, which
      // had the second turn once, find no hazard of the library sooner than one of these does (`bench hard`).
      Portfolio(
        [SearchStrategy.pos, .pct, .urw, .pct].map {
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

/// Several policies in turn: schedule n is that of policy n modulo their number.
///
/// No single policy is good at every shape of hazard, and those of a portfolio fail at different ones.
public final class Portfolio: SearchPolicy {
  /// See ``SchedulePolicy/window``.
  public let window: Int64
  /// See ``SchedulePolicy/picksJobs``.
  public let picksJobs: Bool
  private let policies: [any SearchPolicy]
  private var current: any SearchPolicy

  /// A portfolio of at least one policy, all with the same window.
  public init(_ policies: [any SearchPolicy]) {
    precondition(!policies.isEmpty, "a portfolio of nothing")
    let (window, picksJobs) = (policies[0].window, policies[0].picksJobs)
    precondition(
      policies.allSatisfy { $0.window == window && $0.picksJobs == picksJobs },
      "a portfolio whose policies see different windows: \(policies.map(\.window))")
    self.window = window
    self.picksJobs = picksJobs
    self.policies = policies
    current = policies[0]
  }

  /// Starts a schedule of the policy whose turn it is.
  public func begin(schedule: UInt64) {
    current = policies[Int(schedule % UInt64(policies.count))]
    current.begin(schedule: schedule)
  }

  /// That policy's pick.
  public func pick(from choices: [ReadyChoice]) -> Int {
    current.pick(from: choices)
  }
}
