import Interleaving

/// The strategy by which a search chooses orders.
public enum ExplorationPolicy: String, CaseIterable, Sendable {
  /// Partial-order sampling, the uniform walk and priorities in turn, the last twice as often.
  case portfolio
  /// Uniform picks among the possible next steps.
  case random
  /// Partial-order sampling.
  case pos
  /// Priorities with two change points.
  case pct
  /// The uniform random walk over interleavings.
  case urw
  /// Every order, those with few deviations from the natural one first.
  case dfs
}

/// The settings of a search.
struct ExplorationSettings: Sendable {
  var schedules = 1_000
  var seed: UInt64 = 1
  /// The window of virtual time within which two events may change their order, in nanoseconds.
  var window: Int64 = 100_000_000
  var policy = ExplorationPolicy.portfolio
  /// The token to replay instead of searching.
  var token: ExplorationToken?
  /// Whether a variable of the environment requested the replay; the test then passes if the failure is repaired.
  var isReplayedByEnvironment = false
  /// Whether each schedule runs in a copy of the process, so that nothing is kept from one to the next.
  var isIsolated = false
  /// The test that is searched, in the form of `swift test --filter`; nil if there is none.
  var test: String?
  /// The arguments of the test case as text; nil for a test without arguments.
  var arguments: String?
  /// The reason why nothing runs: the token belongs to other arguments of the test. Nil if it does not.
  var skipped: String?
  /// The real time in nanoseconds after which no further schedule begins.
  var timeBudget: Int64?
  /// The real time in seconds after which a job that does not end counts as hanging.
  var patience = 5.0
  /// The number of replays for shrinking one finding.
  var replays = 400
  /// The number of findings after which the search ends.
  var findings = 5

  /// The seed of the random numbers of a schedule: other numbers in each test, and in each of its cases.
  ///
  /// Searches of a process take turns. With equal numbers, two tests would draw the same `UUID()` to name a file.
  func drawingSeed(_ seed: UInt64) -> UInt64 {
    guard let test = token?.test ?? test else { return seed }
    return "\(test) \(token?.arguments ?? arguments ?? "")".utf8.reduce(seed) { Mix64.combine($0, UInt64($1)) }
  }

  /// The patience with its unit, without needless digits.
  var patienceText: String { patience == patience.rounded() ? "\(Int(patience)) s" : "\(patience) s" }

  func searchPolicy(reference: SearchReference) -> any SearchPolicy {
    switch policy {
    case .dfs: DepthFirstSearch(window: window, picksJobs: true)
    case .portfolio: strategy(.portfolio, reference)
    case .random: strategy(.random, reference)
    case .pos: strategy(.pos, reference)
    case .pct: strategy(.pct, reference)
    case .urw: strategy(.urw, reference)
    }
  }

  private func strategy(_ strategy: SearchStrategy, _ reference: SearchReference) -> any SearchPolicy {
    strategy.policy(seed: seed, window: window, reference: reference, picksJobs: true)
  }
}
