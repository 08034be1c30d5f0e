import GTSDModel
import GTSDWorld
import Randomness
import Synchronization

/// Runs several scenarios replication by replication, with the same people and draws in each, and keeps the data
/// for a comparison.
struct ComparisonTrials: Sendable {
  /// The results of the replications that all scenarios completed.
  struct Outcome: Sendable {
    /// The results by scenario, then by arm; one arm where a scenario is taken as a whole.
    var folds: [[ComparisonFold]]
    /// The episodes of each invariant by scenario.
    var broken: [[ComparisonSection.Side.Broken]]
    /// The number of replications that all scenarios completed.
    var replications: Int
    /// A hash of the runs in order.
    var digest: UInt64
  }

  var scenarios: [Scenario]
  var replications: Int
  /// Whether arms are counted separately.
  var splitsArms: Bool
  var ensemble: Ensemble

  func run() -> Outcome {
    let collector = PairCollector(scenarios, splitsArms: splitsArms)
    let trials = (0..<UInt32(replications)).flatMap { replication in
      scenarios.map { Ensemble.Trial($0, replication: replication) }
    }
    ensemble.run(trials) { collector.add($1) }
    return collector.outcome
  }
}

/// Collects results in order. A replication counts once all scenarios have completed it.
private final class PairCollector: Sendable {
  private struct Half: Sendable {
    var arms: [(ArmFold, DailyFold)]
    var violations: ViolationFold
    var digest: UInt64
  }

  private struct State: ~Copyable {
    var waiting: [Half] = []
    var folds: [[ComparisonFold]]
    var violations: [ViolationFold]
    var hash = XXH64()
    var replications = 0
  }

  private let splitsArms: Bool
  private let state: Mutex<State>

  init(_ scenarios: [Scenario], splitsArms: Bool) {
    self.splitsArms = splitsArms
    state = Mutex(
      State(
        folds: scenarios.map { Array(repeating: ComparisonFold(), count: splitsArms ? $0.armCount : 1) },
        violations: scenarios.map { _ in ViolationFold() }))
  }

  func add(_ fold: RunFold) {
    let kpis = fold.kpis
    let arms =
      splitsArms
      ? zip(kpis.arms, kpis.daily).map { ($0, $1) }
      : [(kpis.total, kpis.daily.reduce(into: DailyFold()) { $0.merge($1) })]
    state.withLock { state in
      state.waiting.append(Half(arms: arms, violations: fold.violations, digest: fold.digest))
      guard state.waiting.count == state.folds.count else { return }
      for (scenario, half) in state.waiting.enumerated() {
        for (arm, folds) in half.arms.enumerated() { state.folds[scenario][arm].add(folds.0, daily: folds.1) }
        state.violations[scenario].merge(half.violations)
        state.hash.combine(half.digest)
      }
      state.waiting = []
      state.replications += 1
    }
  }

  var outcome: ComparisonTrials.Outcome {
    state.withLock { state in
      ComparisonTrials.Outcome(
        folds: state.folds,
        broken: state.violations.map { fold in
          fold.broken.map { invariant in
            let episodes = fold.entries.filter { $0.key.invariant == invariant }.reduce(0) { $0 + $1.episodes }
            return .init(invariant: invariant.id, episodes: episodes)
          }
        },
        replications: state.replications, digest: state.hash.digest)
    }
  }
}
