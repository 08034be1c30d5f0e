import Dispatch
import Foundation
public import GTSDModel
import Synchronization

/// Runs a scenario in virtual time: one world per cell and replication, spread over threads, folded in order.
///
/// The report depends on the scenario alone, never on the number of threads.
public struct Simulation: Sendable {
  /// What is run.
  public var scenario: Scenario
  /// How often the whole population lives through it, 1 to 1,000,000; counts are pooled.
  public var replications: Int
  /// Threads, 1 or more; nil takes one for each processor.
  public var jobs: Int?
  /// Whether analytics events are kept as JSON Lines for `eventLines`.
  package var keepsEvents = false
  /// What made the scenario differ from its file, `PATH=VALUE` in order: for replay tokens.
  package var overrides: [String] = []
  /// The part of the units that is run; nil for all of them.
  ///
  /// The report of a part keeps every unit's state, so it grows with the number of its units.
  package var shard: ShardPosition?
  /// Version of the program, for the report.
  package var version = GTSDSimVersion.current

  /// A run of a scenario.
  public init(_ scenario: Scenario, replications: Int = 1, jobs: Int? = nil) {
    precondition(replications > 0, "a run needs at least one replication, not \(replications)")
    self.scenario = scenario
    self.replications = replications
    self.jobs = jobs
  }

  /// How far a run has come; handed to its observer at most once a unit.
  public struct Progress: Sendable {
    /// Users whose world has ended.
    public var usersDone: Int
    /// Users in all, over all replications.
    public var users: Int
    /// Events so far.
    public var events: Int
  }

  /// Users that are run, over all replications.
  package var userCount: Int { RunUnit.all(of: scenario, replications: replications, shard: shard).userCount }

  /// Cells of all replications that there are, in this shard or another.
  package var unitCount: Int { scenario.population.cellCount * replications }

  /// Runs to the end and reports.
  public func run() -> Report {
    run(progress: { _ in }, lines: { _ in }, isCancelled: { false }).report
  }

  /// What a run leaves beside its report; none of it is deterministic in wall-clock terms, so none is in the report.
  package struct Outcome: Sendable {
    package var report: Report
    package var events: Int
    package var jobs: Int
  }

  /// Runs to the end, or until `isCancelled` says so; then the report is marked incomplete and holds whole units only.
  ///
  /// - Parameters:
  ///   - progress: called on some thread after each unit.
  ///   - lines: takes the analytics events as JSON Lines, in unit order, one call a unit.
  package func run(
    progress: @escaping @Sendable (Progress) -> Void, lines: @escaping @Sendable ([UInt8]) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> Outcome {
    let units = RunUnit.all(of: scenario, replications: replications, shard: shard)
    let threads = max(1, min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, units.count))
    let collector = UnitCollector(
      users: userCount, arms: scenario.armCount, keepsUnits: shard != nil, progress: progress, lines: lines)
    let next = Atomic<Int>(0)
    let digest = scenario.digest
    runOnThreads(threads) {
      while !isCancelled() {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < units.count else { return }
        guard
          let fold = UnitRun.run(
            units[index], of: scenario, keepsEvents: keepsEvents, isCancelled: isCancelled)
        else { return }
        collector.add(fold, for: units[index], at: index)
      }
    }
    let (total, kept) = collector.finish()
    var report = SimulationReport.make(
      scenario: scenario, scenarioDigest: digest, overrides: overrides, replications: replications, total: total,
      complete: total.units == units.count, version: version)
    if let shard {
      report.becomeShard(.init(index: shard.index, of: shard.of, overrides: overrides, units: kept))
    }
    return Outcome(report: report, events: total.events, jobs: total.jobs)
  }
}

/// Runs a closure on so many fresh threads and returns when all have ended.
///
/// Threads of our own, with room for deep call chains, rather than the cooperative pool: a world blocks its thread.
func runOnThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  for _ in 0..<count {
    group.enter()
    let thread = Thread {
      body()
      group.leave()
    }
    thread.stackSize = 16 << 20
    thread.start()
  }
  group.wait()
}

/// Folds units in their order, whatever order they end in; holds only those that wait for an earlier one.
private final class UnitCollector: Sendable {
  struct State: ~Copyable {
    var total: RunFold
    var waiting: [Ended] = []
    var usersDone = 0
    /// For a shard: the units in their order.
    var kept: [ShardUnit] = []

    mutating func take(_ ended: Ended) {
      total.add(ended.fold)
      if let unit = ended.kept { kept.append(unit) }
    }
  }

  /// A unit that has ended, by its place among those that are run.
  struct Ended {
    var place: Int
    var fold: UnitFold
    var kept: ShardUnit?
  }

  private let users: Int
  private let keepsUnits: Bool
  private let state: Mutex<State>
  private let progress: @Sendable (Simulation.Progress) -> Void
  private let lines: @Sendable ([UInt8]) -> Void

  init(
    users: Int, arms: Int, keepsUnits: Bool, progress: @escaping @Sendable (Simulation.Progress) -> Void,
    lines: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.users = users
    self.keepsUnits = keepsUnits
    self.progress = progress
    self.lines = lines
    state = Mutex(State(total: RunFold(arms: arms)))
  }

  func add(_ fold: UnitFold, for unit: RunUnit, at place: Int) {
    let ended = Ended(place: place, fold: fold, kept: keepsUnits ? ShardUnit(unit, fold) : nil)
    let report = state.withLock { state in
      state.waiting.append(ended)
      state.usersDone += unit.users.count
      while let index = state.waiting.firstIndex(where: { $0.place == state.total.units }) {
        let ready = state.waiting.remove(at: index)
        if !ready.fold.lines.isEmpty { lines(ready.fold.lines) }
        state.take(ready)
      }
      return Simulation.Progress(usersDone: state.usersDone, users: users, events: state.total.events)
    }
    progress(report)
  }

  /// The fold of all units up to the first that is missing; after an interruption also those beyond it, in order.
  func finish() -> (total: RunFold, kept: [ShardUnit]) {
    state.withLock { state in
      for entry in state.waiting.sorted(by: { $0.place < $1.place }) { state.take(entry) }
      state.waiting = []
      return (state.total, state.kept)
    }
  }
}

/// The fold of a whole run, or of what there is of it.
package struct RunFold: Sendable {
  package var units = 0
  package var events = 0
  package var jobs = 0
  package var kpis: KPIFold
  package var violations = ViolationFold()
  private var hash = XXH64()

  init(arms: Int) {
    kpis = KPIFold(arms: arms)
  }

  /// Adds a later part, such as another replication.
  mutating func merge(_ other: RunFold) {
    units += other.units
    events += other.events
    jobs += other.jobs
    kpis.merge(other.kpis)
    violations.merge(other.violations)
    hash.combine(other.digest)
  }

  mutating func add(_ unit: UnitFold) {
    units += 1
    events += unit.events
    jobs += unit.jobs
    kpis.merge(unit.kpis)
    violations.merge(unit.violations)
    hash.combine(unit.digest)
  }

  /// Hashes the units' digests in order.
  package var digest: UInt64 { hash.digest }
}
