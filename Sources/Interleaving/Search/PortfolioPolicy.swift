/// Several policies in turn: schedule n belongs to policy n modulo their number.
///
/// No single policy finds every kind of hazard. The policies of a portfolio miss different ones.
public final class Portfolio: SearchPolicy {
  /// The strategies that a portfolio uses in turn.
  ///
  /// Priorities find hazards that need several orders at once, where some task must starve. Uniform picks are not among
  /// them: they found no hazard of the library sooner than one of these strategies (`bench hard`).
  static let turns: [SearchStrategy] = [.pos, .pct, .urw, .pct]

  /// The window; see ``SchedulePolicy/window``.
  public let window: Int64
  /// Whether the policies pick jobs; see ``SchedulePolicy/picksJobs``.
  public let picksJobs: Bool
  private let policies: [any SearchPolicy]
  private var current: any SearchPolicy

  /// Creates a portfolio of at least one policy, all with the same window.
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

  /// Picks as the policy of the current schedule does.
  public func pick(from choices: [ReadyChoice]) -> Int {
    current.pick(from: choices)
  }
}
