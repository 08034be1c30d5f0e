import Foundation
public import GTSDModel
import GTSDWorld
import Synchronization

/// Runs a scenario in virtual time: one world per cell and replication, spread over threads, with results merged in
/// order.
///
/// The report depends on the scenario alone, never on the number of threads.
public struct Simulation: Sendable {
  /// The scenario to run.
  public var scenario: Scenario
  /// The number of replications of the whole population, 1 to 1,000,000. Their counts are pooled.
  public var replications: Int
  /// The number of threads, 1 or more; nil takes one for each processor.
  public var jobs: Int?
  /// Whether analytics events are kept as JSON Lines, for callers that take `lines`.
  package var keepsEvents = false
  /// The changes to the scenario's file, `PATH=VALUE` in order, for replay tokens.
  package var overrides: [String] = []
  /// The part of the units that is run; nil for all of them.
  ///
  /// The report of a part keeps every unit's state, so it grows with the number of its units.
  package var shard: ShardPosition?
  /// The store of finished units, which are then not run again; nil if there is none.
  package var checkpoint: (any WorkStore)?
  /// The recorder of the people's paths through the funnel; nil if nobody watches. Units from a checkpoint are not
  /// recorded.
  package var film: FilmReel?
  /// The profile to which times are added; nil if there is none.
  package var profile: RunProfile?
  /// Version of the program, for the report.
  package var version = GTSDSimVersion.current

  /// Creates a run of a scenario.
  public init(_ scenario: Scenario, replications: Int = 1, jobs: Int? = nil) {
    precondition(replications > 0, "a run needs at least one replication, not \(replications)")
    self.scenario = scenario
    self.replications = replications
    self.jobs = jobs
  }

  /// The progress of a run, reported at most once a unit.
  package struct Progress: Sendable {
    /// The number of users whose world has ended.
    package var usersDone: Int
    /// The number of users over all replications.
    package var users: Int
    /// The number of events of the users done.
    package var events: Int
  }

  /// The number of users that are run, over all replications.
  package var userCount: Int { RunUnit.all(of: scenario, replications: replications, shard: shard).userCount }

  /// The number of cells of all replications, in all shards.
  package var unitCount: Int { scenario.population.cellCount * replications }

  /// The data of a finished run. No part of it depends on the machine.
  package struct Outcome: Sendable {
    /// The sums over all units, added in order.
    package var total: RunFold
    /// The units of a shard in their order.
    package var units: [EndedUnit]
    /// Whether every unit ended.
    package var isComplete: Bool
  }

  /// A finished unit, with the hash of its events.
  package struct EndedUnit: Sendable {
    package var unit: RunUnit
    package var digest: UInt64
  }

  /// Runs to the end, or until `isCancelled` returns true. The outcome is then incomplete and holds whole units only.
  ///
  /// - Parameters:
  ///   - progress: called on some thread after each unit.
  ///   - lines: receives the analytics events as JSON Lines, in unit order, one call per unit.
  package func simulate(
    progress: @escaping @Sendable (Progress) -> Void = { _ in },
    lines: @escaping @Sendable ([UInt8]) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> Outcome {
    let units = RunUnit.all(of: scenario, replications: replications, shard: shard)
    let threads = max(1, min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, units.count))
    let collector = UnitCollector(
      users: userCount, arms: scenario.armCount, keepsUnits: shard != nil, progress: progress, lines: lines)
    let next = Atomic<Int>(0)
    let store = checkpoint.map { UnitStore(store: $0, digest: scenario.digest) }
    runOnThreads(threads) {
      while !isCancelled() {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < units.count else { return }
        let unit = units[index]
        guard
          let fold = UnitRun.run(
            unit, of: scenario, keepsEvents: keepsEvents, film: film, profile: profile, store: store,
            isCancelled: isCancelled)
        else { return }
        collector.add(fold, for: unit, at: index)
      }
    }
    let (total, kept) = collector.finish()
    return Outcome(total: total, units: kept, isComplete: total.units == units.count)
  }

  /// Runs to the end, or until `isCancelled` returns true, and returns the result.
  package func result(
    progress: @escaping @Sendable (Progress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> SimulationResult {
    result(of: simulate(progress: progress, isCancelled: isCancelled))
  }

  /// The result in the form of a report's tables.
  package func result(of outcome: Outcome) -> SimulationResult {
    SimulationResult(
      of: scenario, digest: scenario.digest, overrides: overrides, replications: replications, total: outcome.total,
      complete: outcome.isComplete)
  }
}

/// Adds up units in their order, although they may finish in another one. Keeps only units that wait for an earlier
/// one.
final class UnitCollector: Sendable {
  struct State: ~Copyable {
    var total: RunFold
    var waiting: [Ended] = []
    var usersDone = 0
    var eventsDone = 0
    /// The units kept for a shard, in their order.
    var kept: [Simulation.EndedUnit] = []

    mutating func take(_ ended: Ended) {
      total.add(ended.fold)
      if let unit = ended.kept { kept.append(.init(unit: unit, digest: ended.fold.digest)) }
    }
  }

  /// A finished unit, by its position among those that are run.
  struct Ended {
    var place: Int
    var fold: UnitFold
    /// The unit, if its own state must be kept for a shard; otherwise nil.
    var kept: RunUnit?
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
    let ended = Ended(place: place, fold: fold, kept: keepsUnits ? unit : nil)
    let report = state.withLock { state in
      state.waiting.append(ended)
      state.usersDone += unit.users.count
      state.eventsDone += fold.events
      while let index = state.waiting.firstIndex(where: { $0.place == state.total.units }) {
        let ready = state.waiting.remove(at: index)
        if !ready.fold.lines.isEmpty { lines(ready.fold.lines) }
        state.take(ready)
      }
      return Simulation.Progress(usersDone: state.usersDone, users: users, events: state.eventsDone)
    }
    progress(report)
  }

  /// Adds the units that still wait for an earlier one, which a cancelled run never finishes. Returns the sum of all
  /// finished units.
  func finish() -> (total: RunFold, kept: [Simulation.EndedUnit]) {
    state.withLock { state in
      for entry in state.waiting.ordered(by: { $0.place < $1.place }) { state.take(entry) }
      state.waiting = []
      return (state.total, state.kept)
    }
  }
}
