import Foundation
public import GTSDModel
package import GTSDWorld
package import Interleaving
import Synchronization

/// Searches the schedules of a scenario for what breaks an invariant.
///
/// The report depends on the scenario and the number of schedules alone, never on the number of threads.
public struct Exploration: Sendable {
  /// What is searched: a scenario with a story, or a small population of one without.
  public var scenario: Scenario
  /// How many schedules, 1 to 4,294,967,295.
  public var schedules: Int
  /// Threads, 1 or more; nil takes one for each processor.
  public var jobs: Int?
  /// How schedules are made.
  package var strategy = SearchStrategy.portfolio

  /// How late a wait may come, nanoseconds: long enough for every race between replies, timers and taps, and shorter than
  /// a time-out.
  package static let window = 2 * Nanoseconds.second

  /// A search of a scenario.
  public init(_ scenario: Scenario, schedules: Int = 10_000, jobs: Int? = nil) {
    precondition((1...Int(UInt32.max)).contains(schedules), "a search of \(schedules) schedules")
    self.scenario = scenario
    self.schedules = schedules
    self.jobs = jobs
  }

  /// Whether finds are shrunk; else they are shown as they were found.
  package var minimizes = true
  /// Id of the only hazard whose finds are shown, nil for all.
  package var hazard: String?
  /// What made the scenario differ from its file, `PATH=VALUE` in order: for replay tokens.
  package var overrides: [String] = []
  /// Where finished chunks of schedules are kept, and taken from instead of run; nil for nowhere. A depth-first search has
  /// none: what it runs next depends on all that it ran before.
  package var checkpoint: (any WorkStore)?
  /// Whether nobody wants the outcome any more: unlike one who cancels, who still wants what has been found.
  package var isAbandoned: @Sendable () -> Bool = { false }
  /// Version of the program, for the report.
  package var version = GTSDSimVersion.current

  /// How far a search has come.
  package struct Progress: Sendable {
    package var schedules: Int
    package var classes: Int
    /// The part of all schedules, by probability, whose class has not been met, by the estimate of Good and Turing.
    package var unseenMass: Double
    /// Ways of breaking something that were met, before shrinking.
    package var finds: Int
  }

  /// What a search found; none of it depends on the machine.
  package struct Outcome: Sendable {
    package let subject: any SearchSubject
    package let fold: ExplorationFold
    package let finds: Finds
    package let isComplete: Bool

    package var schedules: Int { fold.schedules }
    package var jobs: Int { fold.jobs }
  }

  /// Searches to the end, or until it is over by somebody's clock, or cancelled; then the outcome is incomplete.
  ///
  /// - Parameters:
  ///   - progress: called on some thread after each chunk of schedules.
  ///   - isOver: whether the time for the search is used up, which is a proper end.
  package func outcome(
    progress: @escaping @Sendable (Progress) -> Void = { _ in }, isOver: @escaping @Sendable () -> Bool = { false },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ExplorationError) -> Outcome {
    let subject = try Self.subject(of: scenario)
    let fold = search(subject, progress: progress, isOver: { isOver() || isCancelled() })
    let finds = finds(in: fold, subject, isCancelled: isCancelled)
    return Outcome(subject: subject, fold: fold, finds: finds, isComplete: !isCancelled())
  }

  /// Searches this shard's part of the schedules; what it met is kept, and shrunk where all parts are put together.
  package func runPart(
    progress: @escaping @Sendable (Progress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ExplorationError) {
    _ = search(try Self.subject(of: scenario), progress: progress, isOver: isCancelled)
  }

  /// What schedules are made of.
  static func subject(of scenario: Scenario) throws(ExplorationError) -> any SearchSubject {
    if scenario.story != nil { return try StoryStage(scenario) }
    return PopulationStage(scenario)
  }

  // MARK: Search

  /// Searches, without shrinking: what the steps before the search break is met in every schedule.
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

  /// What became of what a search met.
  package struct Finds: Sendable {
    package var finds: [Find] = []
    /// What each signature of the search is told as: its own find, or that of the cause that it shares.
    package var told: [String: Told] = [:]
    /// What this program contradicts itself in, each with the signature that is not shown for it.
    package var errors: [(signature: String, text: String)] = []

    package struct Told: Sendable {
      /// Its index among the finds.
      package var find: Int
      package var hazard: HazardID?
      /// With the hazard that was agreed on.
      package var signature: String
    }
  }

  /// Shrinks what was met, an example or a few of each key, and explains it; what has one cause becomes one find.
  private func finds(
    in fold: ExplorationFold, _ subject: any SearchSubject, isCancelled: @Sendable () -> Bool
  ) -> Finds {
    let entries = fold.sortedEntries.filter { isWanted($0.entry) }
    // What a story is there to show comes first, then what it expects: what else its schedules break is told there.
    let told = scenario.story?.hazard
    let shown = entries.filter { $0.entry.finding.hazard?.rawValue == told }
    let isExpected = { (entry: (signature: String, entry: ExplorationFold.Entry)) in
      entry.entry.finding.oracle == .expectation
    }
    let wanted =
      shown.filter(isExpected) + shown.filter { !isExpected($0) }
      + entries.filter { $0.entry.finding.hazard?.rawValue != told }
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

  /// Whether what was met is to be shown.
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

/// Folds chunks of schedules in their order, whatever order they end in.
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

  /// The fold of all chunks up to the first that is missing.
  func finish() -> ExplorationFold {
    state.withLock { state in
      state.waiting = []
      return state.total
    }
  }
}
