import Foundation
package import GTSDModel
import GTSDWorld
import Interleaving
import Synchronization

/// A matrix of stories and generations: each story is searched under each generation.
///
/// Like `explore`, it reports only what a search found in its schedules: a green cell is no proof. Nothing depends on
/// the number of threads.
package struct AcceptanceMatrix: Sendable {
  /// A story under each generation, in the order of ``generations``.
  package struct Case: Sendable {
    package var path: String
    package var scenarios: [Scenario]

    package init(path: String, scenarios: [Scenario]) {
      self.path = path
      self.scenarios = scenarios
    }

    package var name: String { scenarios[0].name }
    package var description: String { scenarios[0].description }
  }

  /// The result of a story under a generation.
  package enum Cell: Sendable, Equatable {
    case passes
    case fails(Breakage)
    /// The story does not apply; the reason.
    case notApplicable(String)

    /// The failures of a story under a generation.
    package struct Breakage: Sendable, Equatable {
      /// The failures, expectations first: the key, the observed value, and the number of schedules. The number is 0
      /// for a failure in the steps before the search.
      package var finds: [Find]
      /// The number of schedules with any failure.
      package var schedules: Int

      package struct Find: Sendable, Equatable {
        package var key: String
        package var summary: String
        package var schedules: Int
        /// The token for `replay`; nil if the steps before the search never end.
        package var token: String?
      }
    }
  }

  package let generations: [Generation.Preset]
  package let cases: [Case]
  /// The number of schedules of each cell.
  package let schedules: Int
  private let sets: [String]
  private let jobs: Int?

  /// Creates a matrix.
  ///
  /// - Parameters:
  ///   - sets: `PATH=VALUE` assignments that change every scenario, in order, in addition to the generation.
  ///   - jobs: the number of threads; nil for one per processor.
  package init(
    _ cases: [Case], generations: [Generation.Preset], schedules: Int, sets: [String] = [], jobs: Int? = nil
  ) {
    precondition(cases.allSatisfy { $0.scenarios.count == generations.count }, "a case lacks a generation")
    self.cases = cases
    self.generations = generations
    self.schedules = schedules
    self.sets = sets
    self.jobs = jobs
  }

  /// The results of a matrix, or of a part of one.
  package struct Result: Sendable {
    package let generations: [Generation.Preset]
    /// The results by case, then by generation.
    package let rows: [(path: String, name: String, description: String, cells: [Cell])]
    package let schedules: Int
    /// The number of cases that were not searched under every generation because the matrix was interrupted.
    package var missing = 0

    /// Whether every case was searched.
    package var isComplete: Bool { missing == 0 }

    /// The generation that decides: `correct` if it is among them, else the last.
    package var deciding: Generation.Preset {
      generations.contains(.correct) ? .correct : generations[generations.count - 1]
    }

    /// Whether the deciding generation passes every case that applies to it.
    package var passes: Bool {
      guard let column = generations.firstIndex(of: deciding) else { return true }
      return rows.allSatisfy { row in
        if case .fails = row.cells[column] { false } else { true }
      }
    }
  }

  /// Searches every cell. After a cancellation, returns the finished cases; nil if there are none.
  ///
  /// - Parameter progress: called after each cell, on any thread, with the number of finished cells.
  package func run(
    progress: @escaping @Sendable (Int) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> Result? {
    let width = generations.count
    let count = cases.count * width
    let next = Atomic<Int>(0)
    let cells = Mutex<[(index: Int, cell: Cell)]>([])
    let threads = max(1, min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, count))
    let (cases, schedules, sets) = (cases, schedules, sets)
    runOnThreads(threads) {
      while !isCancelled() {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let cell = Self.cell(cases[index / width].scenarios[index % width], schedules: schedules, sets: sets)
        let done = cells.withLock { cells in
          cells.append((index, cell))
          return cells.count
        }
        progress(done)
      }
    }
    let all = cells.withLock { Dictionary($0.map { ($0.index, $0.cell) }) { first, _ in first } }
    let rows = cases.enumerated().compactMap { row, item in
      let done = (row * width..<(row + 1) * width).compactMap { all[$0] }
      return done.count == width ? (item.path, item.name, item.description, done) : nil
    }
    guard !rows.isEmpty || cases.isEmpty else { return nil }
    return Result(generations: generations, rows: rows, schedules: schedules, missing: cases.count - rows.count)
  }

  /// Searches one story under its generation, on this thread.
  static func cell(_ scenario: Scenario, schedules: Int, sets: [String] = []) -> Cell {
    guard let story = scenario.story else { preconditionFailure("\(scenario.name) has no story") }
    if let reason = story.notFor[scenario.generation.preset] { return .notApplicable(reason) }
    let stage: StoryStage
    do {
      stage = try StoryStage(scenario)
    } catch {
      let find = Cell.Breakage.Find(key: "story.given", summary: "\(error)", schedules: 0, token: nil)
      return .fails(Cell.Breakage(finds: [find], schedules: 0))
    }
    let fold = Exploration(scenario, schedules: schedules, jobs: 1).search(stage)
    guard fold.violating > 0 else { return .passes }
    let digest = scenario.digest
    let overrides = ["generation=\(scenario.generation.preset.rawValue)"] + sets
    func token(_ finding: Finding, _ schedule: Schedule) -> String {
      ReplayToken(
        scenario: scenario.name, digest: digest, overrides: overrides, seed: scenario.seed,
        subject: .schedule(schedule), user: 0, time: finding.time, key: ReplayToken.hash(of: finding.signature)
      ).encode()
    }
    var searched: [(oracle: Oracle, find: Cell.Breakage.Find)] = []
    var given: [Cell.Breakage.Find] = []
    for (signature, entry) in fold.sortedEntries {
      let (finding, schedule) = (entry.finding, entry.schedule(entry.examples[0], strategy: .portfolio, of: stage))
      let isGiven = schedule.order == .given
      let find = Cell.Breakage.Find(
        key: signature, summary: (isGiven ? "before the search: " : "") + finding.summary,
        schedules: isGiven ? 0 : entry.schedules, token: token(finding, schedule))
      if isGiven { given.append(find) } else { searched.append((finding.oracle, find)) }
    }
    let expected = searched.filter { $0.oracle == .expectation }
    let others = searched.filter { $0.oracle != .expectation }
    return .fails(
      Cell.Breakage(finds: (expected + others).map(\.find) + given, schedules: fold.violating))
  }
}
