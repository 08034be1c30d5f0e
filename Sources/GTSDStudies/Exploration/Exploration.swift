import Foundation
public import GTSDModel
package import GTSDWorld
package import Interleaving
import Synchronization

/// Searches the schedules of a scenario for violations of invariants.
///
/// The report depends on the scenario and the number of schedules alone, never on the number of threads.
public struct Exploration: Sendable {
  /// The scenario to search: a story, or a small population.
  public var scenario: Scenario
  /// The number of schedules, 1 to 4,294,967,295.
  public var schedules: Int
  /// The number of threads, 1 or more; nil takes one for each processor.
  public var jobs: Int?
  /// The strategy by which schedules are made.
  package var strategy = SearchStrategy.portfolio

  /// The largest delay of a wait in nanoseconds: long enough for every race between replies, timers and taps, and
  /// shorter than a time-out.
  package static let window = 2 * Nanoseconds.second

  /// Creates a search of a scenario.
  public init(_ scenario: Scenario, schedules: Int = 10_000, jobs: Int? = nil) {
    precondition((1...Int(UInt32.max)).contains(schedules), "a search of \(schedules) schedules")
    self.scenario = scenario
    self.schedules = schedules
    self.jobs = jobs
  }

  /// Whether finds are shrunk; otherwise they are shown as they were found.
  package var minimizes = true
  /// The id of the only hazard whose finds are shown; nil for all.
  package var hazard: String?
  /// The changes to the scenario's file, `PATH=VALUE` in order, for replay tokens.
  package var overrides: [String] = []
  /// The store of finished chunks of schedules, which are then not run again; nil if there is none. A depth-first
  /// search has none, because its next schedule depends on all earlier ones.
  package var checkpoint: (any WorkStore)?
  /// Whether the outcome is no longer needed. A cancelled search, in contrast, still reports its finds.
  package var isAbandoned: @Sendable () -> Bool = { false }
  /// The version of the program, for the report.
  package var version = GTSDSimVersion.current

  /// The progress of a search.
  package struct Progress: Sendable {
    package var schedules: Int
    package var classes: Int
    /// The estimated probability that the next schedule belongs to a class that was not seen yet (Good-Turing).
    package var unseenMass: Double
    /// The number of different failures so far, before shrinking.
    package var finds: Int
  }

  /// The result of a search. No part of it depends on the machine.
  package struct Outcome: Sendable {
    package let subject: any SearchSubject
    package let fold: ExplorationFold
    package let finds: Finds
    package let isComplete: Bool

    package var schedules: Int { fold.schedules }
    package var jobs: Int { fold.jobs }
  }

  /// Searches to the end, or until time is up or the search is cancelled. The outcome is then incomplete.
  ///
  /// - Parameters:
  ///   - progress: called on some thread after each chunk of schedules.
  ///   - isOver: whether the time limit is reached, which counts as a normal end.
  package func outcome(
    progress: @escaping @Sendable (Progress) -> Void = { _ in }, isOver: @escaping @Sendable () -> Bool = { false },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ExplorationError) -> Outcome {
    let subject = try Self.subject(of: scenario)
    let fold = search(subject, progress: progress, isOver: { isOver() || isCancelled() })
    let finds = finds(in: fold, subject, isCancelled: isCancelled)
    return Outcome(subject: subject, fold: fold, finds: finds, isComplete: !isCancelled())
  }

  /// Searches this shard's part of the schedules. Failures are stored, and shrunk when the parts are merged.
  package func runPart(
    progress: @escaping @Sendable (Progress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ExplorationError) {
    _ = search(try Self.subject(of: scenario), progress: progress, isOver: isCancelled)
  }

  /// The source of the schedules: the scenario's story, or its population.
  static func subject(of scenario: Scenario) throws(ExplorationError) -> any SearchSubject {
    if scenario.story != nil { return try StoryStage(scenario) }
    return PopulationStage(scenario)
  }

  // MARK: Search

  /// Searches without shrinking. Failures of the steps before the search count in every schedule.
  package func search(
    _ subject: any SearchSubject, progress: @escaping @Sendable (Progress) -> Void = { _ in },
    isOver: @escaping @Sendable () -> Bool = { false }
  ) -> ExplorationFold {
    var fold = searchSchedules(of: subject, progress: progress, isOver: isOver)
    fold.addGiven(subject.givenFindings)
    return fold
  }

  private func searchSchedules(
    of subject: any SearchSubject, progress: @escaping @Sendable (Progress) -> Void,
    isOver: @escaping @Sendable () -> Bool
  ) -> ExplorationFold {
    guard strategy != .dfs else { return searchDepthFirst(subject, progress: progress, isOver: isOver) }
    let chunk = subject.chunk
    let chunks = (schedules + chunk - 1) / chunk
    let threads = max(1, min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, chunks))
    let next = Atomic<Int>(0)
    let collector = ScheduleCollector(progress)
    let (strategy, schedules, checkpoint, isAbandoned) = (strategy, schedules, checkpoint, isAbandoned)
    runOnThreads(threads) {
      let runner = ScheduleRunner(subject, isAbandoned: isAbandoned)
      let policies = SchedulePolicies(runner)
      let policy = policies.searching(strategy)
      var known = KnownOrders(runner)
      while !isOver() {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < chunks else { return }
        if let part = checkpoint?.part, !part.has(index) { continue }
        let numbers = index * chunk..<min(schedules, (index + 1) * chunk)
        let key = WorkKey.schedules(numbers)
        if let kept = checkpoint?.bytes(of: key), let fold = ExplorationFold(kept: kept) {
          if checkpoint?.part == nil { collector.add(fold, index: index) }
          continue
        }
        var fold = ExplorationFold()
        for number in numbers {
          let schedule = Schedule(number: UInt32(number), strategy: strategy, of: subject)
          fold.add(
            known.outcome(of: schedule, under: policies.policy(for: schedule, among: policy)), number: UInt32(number))
        }
        checkpoint?.keep(fold.keptBytes, of: key)
        if checkpoint?.part != nil { continue }
        collector.add(fold, index: index)
      }
    }
    return collector.finish()
  }

  // MARK: Finds

  /// The finds and errors of a search.
  package struct Finds: Sendable {
    package var finds: [Find] = []
    /// For each signature of the search, the find that reports it: a find with this signature, or one with the same
    /// cause.
    package var references: [String: Reference] = [:]
    /// Contradictions between results of this program, each with the signature that is therefore not reported.
    package var errors: [(signature: String, text: String)] = []

    package struct Reference: Sendable {
      /// The index among the finds.
      package var find: Int
      package var hazard: HazardID?
      /// The signature with the confirmed hazard.
      package var signature: String
    }
  }

  /// Shrinks and explains one or a few examples of each failure. Failures with one cause become one find.
  private func finds(
    in fold: ExplorationFold, _ subject: any SearchSubject, isCancelled: @Sendable () -> Bool
  ) -> Finds {
    let wanted = wanted(fold)
    guard !wanted.isEmpty else { return Finds() }
    let runner = ScheduleRunner(subject, isAbandoned: isAbandoned)
    let policies = SchedulePolicies(runner)
    var causes = CauseGroups(
      maker: FindMaker(
        runner: runner, policies: policies, of: scenario, schedules: schedules, digest: scenario.digest,
        overrides: overrides),
      minimizes: minimizes)
    for (signature, entry) in wanted {
      for example in minimizes ? entry.examples[...] : entry.examples.prefix(1) where !isCancelled() {
        causes.take(
          signature, entry.schedule(example, strategy: strategy, of: subject), schedules: entry.schedules,
          first: entry.examples[0].number)
      }
    }
    if hazard == nil, !isCancelled() { causes.takeOthers() }
    return isAbandoned() ? Finds() : causes.finds
  }

  /// The signatures to explain, in order: those of the story's own hazard first, then those of its expectations. Other
  /// violations of the same schedules are reported with these.
  func wanted(_ fold: ExplorationFold) -> [(signature: String, entry: ExplorationFold.Entry)] {
    let entries = fold.sortedEntries.filter { isWanted($0.entry) }
    let own = scenario.story?.hazard
    let shown = entries.filter { $0.entry.finding.hazard?.rawValue == own }
    let isExpected = { (entry: (signature: String, entry: ExplorationFold.Entry)) in
      entry.entry.finding.oracle == .expectation
    }
    return shown.filter(isExpected) + shown.filter { !isExpected($0) }
      + entries.filter { $0.entry.finding.hazard?.rawValue != own }
  }

  /// Whether a failure is to be shown.
  package func isWanted(_ entry: ExplorationFold.Entry) -> Bool {
    hazard == nil || entry.finding.hazard?.rawValue == hazard
  }
}

extension Schedule {
  /// Whether another schedule has the same order, faults and steps.
  func hasCause(of other: Schedule) -> Bool {
    order == other.order && faults == other.faults && leftOut == other.leftOut
  }
}

/// Merges chunks of schedules in their order, although they may finish in another one.
private final class ScheduleCollector: Sendable {
  struct State: ~Copyable {
    var total = ExplorationFold()
    var merged = 0
    var waiting: [(index: Int, fold: ExplorationFold)] = []
  }

  private let state = Mutex(State())
  private let progress: @Sendable (Exploration.Progress) -> Void

  init(_ progress: @escaping @Sendable (Exploration.Progress) -> Void) {
    self.progress = progress
  }

  func add(_ fold: ExplorationFold, index: Int) {
    let now = state.withLock { state in
      state.waiting.append((index, fold))
      while let place = state.waiting.firstIndex(where: { $0.index == state.merged }) {
        state.total.merge(state.waiting.remove(at: place).fold)
        state.merged += 1
      }
      return state.total.progress
    }
    progress(now)
  }

  /// The merged results of all chunks before the first missing one.
  func finish() -> ExplorationFold {
    state.withLock { state in
      state.waiting = []
      return state.total
    }
  }
}
