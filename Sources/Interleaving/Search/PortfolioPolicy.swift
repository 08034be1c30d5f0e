/// Several policies in turn: schedule n is that of policy n modulo their number.
///
/// No single policy is good at every shape of hazard, and those of a portfolio fail at different ones.
public final class Portfolio: SearchPolicy {
  /// Whose turns come one after the other where a search is a portfolio.
  ///
  /// Priorities find hazards that need several orders at once, which ask for somebody to starve; uniform picks, which had
  /// the second turn once, find no hazard of the library sooner than one of these does (`bench hard`).
  static let turns: [SearchStrategy] = [.pos, .pct, .urw, .pct]

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
