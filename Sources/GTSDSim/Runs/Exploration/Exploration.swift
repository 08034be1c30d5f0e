import Foundation
public import GTSDModel
import Synchronization

/// Searches the schedules of a scenario for what breaks an invariant.
///
/// The report depends on the scenario and the number of schedules alone, never on the number of threads.
public struct Exploration: Sendable {
  /// What is searched: a scenario with a story, or a small population of one without.
  public var scenario: Scenario
  /// How many schedules, 1 to 4,294,967,295.
  public var schedules: Int
  /// Seconds after which no more schedules begin; nil for no limit.
  public var timeBudget: Double?
  /// Threads, 1 or more; nil takes one for each processor.
  public var jobs: Int?
  /// How schedules are made.
  package var strategy = SearchStrategy.portfolio

  /// How late a wait may come, nanoseconds: long enough for every race between replies, timers and taps, and shorter than
  /// a time-out.
  package static let window: Int64 = 2_000_000_000

  /// A search of a scenario.
  public init(_ scenario: Scenario, schedules: Int = 10_000, jobs: Int? = nil) {
    precondition((1...Int(UInt32.max)).contains(schedules), "a search of \(schedules) schedules")
    self.scenario = scenario
    self.schedules = schedules
    self.jobs = jobs
  }

  /// How far a search has come.
  package struct Progress: Sendable {
    package var schedules: Int
    package var classes: Int
    package var unseenMass: Double
    package var finds: Int
  }

  /// Searches, without shrinking.
  func search(
    _ subject: any SearchSubject, progress: @escaping @Sendable (Progress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> ExplorationFold {
    let chunk = 64
    let chunks = (schedules + chunk - 1) / chunk
    let threads = max(1, min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, chunks))
    let next = Atomic<Int>(0)
    let collector = ScheduleCollector(progress)
    let strategy = strategy
    runOnThreads(threads) {
      let runner = ScheduleRunner(subject)
      let policy = RandomPolicy(seed: subject.scenario.seed, window: Self.window)
      while !isCancelled() {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < chunks else { return }
        var fold = ExplorationFold()
        for number in index * chunk..<min(schedules, (index + 1) * chunk) {
          let schedule = Schedule(
            number: UInt32(number), strategy: strategy, seed: subject.scenario.seed, faults: subject.faultCount,
            optional: subject.optionalSteps)
          policy.begin(schedule: UInt64(number))
          fold.add(runner.run(schedule, under: policy), number: UInt32(number))
        }
        collector.add(fold, index: index)
      }
    }
    return collector.finish()
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
      return Exploration.Progress(
        schedules: state.total.schedules, classes: state.total.classCount, unseenMass: state.total.unseenMass,
        finds: state.total.entries.count)
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
