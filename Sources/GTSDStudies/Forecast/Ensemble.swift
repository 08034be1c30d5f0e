import Foundation
package import GTSDModel
import GTSDWorld
import Synchronization

/// Runs many trials (one replication of one scenario each) in parallel, and passes their results on in order.
///
/// The work is divided by units, so that one trial of many cells also uses all threads. Results depend only on the
/// trials, never on the number of threads. Trials with the same seed and replication number share every draw that they
/// both make, whatever else differs between their scenarios (common random numbers).
package struct Ensemble: Sendable {
  /// One replication of one scenario.
  package struct Trial: Sendable {
    package var scenario: Scenario
    package var replication: UInt32

    package init(_ scenario: Scenario, replication: UInt32) {
      self.scenario = scenario
      self.replication = replication
    }
  }

  /// The progress of the work.
  package struct Progress: Sendable {
    package var trialsDone: Int
    package var trials: Int
    package var usersDone: Int
    package var users: Int
    package var events: Int
  }

  /// The number of threads, 1 or more; nil takes one for each processor.
  package var jobs: Int?
  /// The handler of progress, called on some thread after each unit.
  package var progress: @Sendable (Progress) -> Void = { _ in }
  /// Whether to end early, checked between units and within them. No further results are passed on then.
  package var isCancelled: @Sendable () -> Bool = { false }

  /// The store of finished units, which are then not run again; nil if there is none.
  package var checkpoint: (any WorkStore)?

  package init(jobs: Int? = nil) {
    self.jobs = jobs
  }

  /// Runs all trials and passes on the results of each, in order, while later ones still run. If the checkpoint is that
  /// of a shard, runs its part first, and passes nothing on unless all other parts are known.
  ///
  /// Units begin in order. Memory therefore holds only the folds of trials in progress and of the few that ended before
  /// an earlier one, whatever the number of trials.
  ///
  /// - Parameter body: takes a trial's position and fold; called by one thread at a time.
  /// - Returns: the number of trials passed on: all, or fewer after a cancellation.
  @discardableResult
  package func run(_ trials: [Trial], _ body: @escaping @Sendable (Int, RunFold) -> Void) -> Int {
    guard prepare(trials) else { return 0 }
    let collector = TrialCollector(trials, progress: progress, body: body)
    runUnits(of: trials, where: { _, _ in true }) { trial, unit, fold in
      collector.add(fold, of: unit, trial: trial)
    }
    return collector.handedOver
  }

  /// Runs this process's part of the work, if the checkpoint is one of a sharded study.
  ///
  /// - Returns: whether the results of all trials are available. False while other parts are missing, and after a
  ///   cancellation.
  package func prepare(_ trials: [Trial]) -> Bool {
    guard let checkpoint, let part = checkpoint.part else { return true }
    let collector = TrialCollector(trials, progress: progress) { _, _ in }
    let missing = Atomic<Bool>(false)
    runUnits(
      of: trials,
      where: { index, key in
        if part.has(index) { return true }
        if !checkpoint.has(key()) { missing.store(true, ordering: .relaxed) }
        return false
      },
      { _, unit, fold in collector.count(fold, of: unit) })
    return !isCancelled() && !missing.load(ordering: .relaxed)
  }

  /// Runs units on threads, except those whose results the checkpoint has.
  ///
  /// - Parameter isChosen: decides whether a unit is run. It receives the unit's position and a function that computes
  ///   the unit's key.
  private func runUnits(
    of trials: [Trial], where isChosen: @escaping @Sendable (Int, () -> UInt64) -> Bool,
    _ body: @escaping @Sendable (_ trial: Int, RunUnit, UnitFold) -> Void
  ) {
    let work = Work(trials)
    let threads = max(1, min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, work.count))
    let next = Atomic<Int>(0)
    runOnThreads(threads) {
      while !isCancelled() {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < work.count else { return }
        let (trial, cell) = work[index]
        let scenario = trials[trial].scenario
        let unit = RunUnit(cell: cell, of: scenario, replication: trials[trial].replication)
        var known: String?
        func digest() -> String {
          let digest = known ?? scenario.digest
          known = digest
          return digest
        }
        guard isChosen(index, { WorkKey.unit(unit, of: digest()) }) else { continue }
        let store = checkpoint.map { UnitStore(store: $0, digest: digest()) }
        guard let fold = UnitRun.run(unit, of: scenario, keepsEvents: false, store: store, isCancelled: isCancelled)
        else { return }
        body(trial, unit, fold)
      }
    }
  }

  /// The units of all trials in order, found by the number of units before each trial. A list of them may not fit
  /// into memory.
  private struct Work: Sendable {
    /// The position of each trial's first unit.
    private var starts: [Int] = []
    private(set) var count = 0

    init(_ trials: [Trial]) {
      starts.reserveCapacity(trials.count)
      for trial in trials {
        starts.append(count)
        count += trial.scenario.population.cellCount
      }
    }

    subscript(index: Int) -> (trial: Int, cell: Int) {
      // The last trial that begins at or before this position.
      var (low, high) = (0, starts.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if starts[middle] <= index { low = middle } else { high = middle }
      }
      return (low, index - starts[low])
    }
  }
}

/// Combines the results of units into those of trials, and passes the trials on in order.
private final class TrialCollector: Sendable {
  private struct Pending: Sendable {
    var units: [(index: Int, fold: UnitFold)] = []
    var missing: Int
  }

  private struct State: ~Copyable {
    /// The trials by position; nil for those already passed on.
    var pending: [Pending?]
    var next = 0
    var progress: Ensemble.Progress
  }

  private let arms: [Int]
  private let state: Mutex<State>
  private let progress: @Sendable (Ensemble.Progress) -> Void
  private let body: @Sendable (Int, RunFold) -> Void

  init(
    _ trials: [Ensemble.Trial], progress: @escaping @Sendable (Ensemble.Progress) -> Void,
    body: @escaping @Sendable (Int, RunFold) -> Void
  ) {
    arms = trials.map(\.scenario.armCount)
    self.progress = progress
    self.body = body
    let users = trials.reduce(0) { $0 + $1.scenario.population.size }
    state = Mutex(
      State(
        pending: trials.map { Pending(missing: $0.scenario.population.cellCount) },
        progress: .init(trialsDone: 0, trials: trials.count, usersDone: 0, users: users, events: 0)))
  }

  var handedOver: Int { state.withLock { $0.next } }

  /// Counts a unit in the progress that belongs to no trial here.
  func count(_ fold: UnitFold, of unit: RunUnit) {
    let now = state.withLock { state in
      state.progress.usersDone += unit.users.count
      state.progress.events += fold.events
      return state.progress
    }
    progress(now)
  }

  func add(_ fold: UnitFold, of unit: RunUnit, trial: Int) {
    let now = state.withLock { state in
      state.progress.usersDone += unit.users.count
      state.progress.events += fold.events
      state.pending[trial]?.units.append((unit.index, fold))
      state.pending[trial]?.missing -= 1
      if state.pending[trial]?.missing == 0 { state.progress.trialsDone += 1 }
      while state.next < state.pending.count, let ready = state.pending[state.next], ready.missing == 0 {
        var total = RunFold(arms: arms[state.next])
        for unit in ready.units.ordered(by: { $0.index < $1.index }) { total.add(unit.fold) }
        state.pending[state.next] = nil
        // The lock is held during the call, so that folds are passed on one at a time and in order.
        body(state.next, total)
        state.next += 1
      }
      return state.progress
    }
    progress(now)
  }
}
