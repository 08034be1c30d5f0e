package import GTSDModel
package import GTSDStudies
import GTSDWorld
package import Interleaving
import Randomness

/// The measurements of one micro-scenario by `gtsd-bench explore`; the caller takes the times.
package struct ExplorationBenchmark: Sendable {
  /// The reason why a scenario cannot be measured.
  package enum Failure: Error, Equatable, Sendable {
    /// The scenario has no story, or one that names no hazard.
    case noHazard
    case search(ExplorationError)
  }

  /// The smallest cause of the hazard that was found.
  package struct Cause: Sendable, Equatable {
    /// The number of order constraints that the cause needs; 0 if natural order shows the hazard as well.
    package var depth: Int
    package var faults: Int
    /// The number of replays that shrinking took.
    package var replays: Int
  }

  package let scenario: Scenario
  /// The id of the hazard.
  package let hazard: String
  /// The correct strategy of the story's `twin`, `path=value`; nil if there is none.
  package let twin: String?

  package init(_ scenario: Scenario) throws(Failure) {
    guard let story = scenario.story, let hazard = story.hazard else { throw .noHazard }
    self.scenario = scenario
    self.hazard = hazard
    twin = story.twin
  }

  /// The number of schedules in a block for a cause with this many constraints.
  package static func blockSize(depth: Int) -> Int { depth <= 3 ? 500 : 5_000 }

  // MARK: Speed

  /// Searches, with checkers, and returns the number of jobs of the schedules.
  package func search(schedules: Int, jobs: Int?) throws(Failure) -> Int {
    try fold(of: scenario, schedules: schedules, jobs: jobs).jobs
  }

  // MARK: Blocks

  /// Searches blocks of schedules, each with its own seed. Returns the number of schedules after which each block found
  /// the hazard; nil for a block that did not.
  package func blocks(
    _ count: Int, of schedules: Int, strategy: SearchStrategy = .portfolio, jobs: Int?
  ) throws(Failure) -> [Int?] {
    var result: [Int?] = []
    for block in 0..<count {
      var scenario = scenario
      scenario.seed &+= UInt64(block)
      let fold = try fold(of: scenario, schedules: schedules, strategy: strategy, jobs: jobs)
      result.append(shown(in: fold).compactMap { $0.entry.examples.first?.number }.min().map { Int($0) + 1 })
    }
    return result
  }

  // MARK: Shrinking

  /// The failures that a search found, to be shrunk.
  package struct FoundFailures: Sendable {
    fileprivate var stage: StoryStage
    fileprivate var found: [(signature: String, schedule: Schedule)]
    /// The number of jobs in the schedules.
    package var jobs: Int
    /// The number of examples.
    package var count: Int { found.count }
  }

  /// Searches for examples of the hazard.
  package func examples(schedules: Int, jobs: Int?) throws(Failure) -> FoundFailures {
    let stage = try stage(scenario)
    let fold = Exploration(scenario, schedules: schedules, jobs: jobs).search(stage)
    let found = shown(in: fold).flatMap { signature, entry in
      entry.examples.map { (signature, entry.schedule($0, strategy: .portfolio, of: stage)) }
    }
    return FoundFailures(stage: stage, found: found, jobs: fold.jobs)
  }

  /// Shrinks one of the examples; nil if a replay contradicts the search.
  package func shrink(_ index: Int, of failures: FoundFailures) -> Cause? {
    let runner = ScheduleRunner(failures.stage)
    let example = failures.found[index]
    var shrinker = ScheduleShrinker(
      runner: runner, policies: SchedulePolicies(runner), signature: example.signature)
    guard let shrunk = try? shrinker.shrink(example.schedule) else { return nil }
    let depth: Int =
      switch shrunk.schedule.order {
      case .constrained(let constraints): constraints.count
      case .natural, .given: 0
      case .recorded, .searched: shrunk.trace.count
      }
    return Cause(depth: depth, faults: shrunk.schedule.faults.count, replays: shrunk.replays)
  }

  // MARK: Stress

  /// The results of the blocks of a plain stress loop.
  package struct Stress: Sendable {
    /// The number of runs after which each block found the hazard; nil for a block that did not.
    package var found: [Int?] = []
    /// The number of runs of all blocks together.
    package var runs = 0
    /// The mean delay of timers over the runs, in seconds of the story's time.
    ///
    /// Other work of the machine delays timers by milliseconds of real time, which are seconds of the story. The real
    /// execution can therefore show orders that would occur on no phone.
    package var lateness = 0.0
  }

  /// Runs blocks of a plain stress loop on the system's own executors. Differs from call to call.
  package func stress(blocks: Int, of runs: Int) throws(Failure) -> Stress {
    var stress = Stress()
    var lateness = 0.0
    for block in 0..<blocks {
      var scenario = scenario
      scenario.seed &+= UInt64(block)
      let loop = StressLoop(stage: try stage(scenario))
      var met: Int?
      for number in 0..<runs where met == nil {
        let run = loop.run(number: UInt32(number))
        stress.runs += 1
        lateness += run.lateness
        if run.findings.contains(where: { $0.hazard?.rawValue == hazard }) { met = number + 1 }
      }
      stress.found.append(met)
    }
    if stress.runs > 0 { stress.lateness = lateness / Double(stress.runs) / Double(Nanoseconds.second) }
    return stress
  }

  // MARK: Replays

  /// The results of replaying failing schedules.
  package struct Replays: Sendable, Equatable {
    /// The number of failing schedules that were run again.
    package var count: Int
    /// The number of replays with identical events.
    package var identical: Int
    /// A hash of all their events in order, equal in every process and build with the same behaviour.
    package var digest: UInt64

    /// The digest with its algorithm.
    package var digestText: String { DigestText.make(digest) }
  }

  /// Runs the first failing schedules of a search twice, each time in a new world, and compares all their events.
  package func replays(_ limit: Int, within schedules: Int) throws(Failure) -> Replays {
    let stage = try stage(scenario)
    let first = ScheduleRunner(stage)
    let second = ScheduleRunner(stage)
    let policies = SchedulePolicies(first)
    var hash = XXH64()
    var result = Replays(count: 0, identical: 0, digest: 0)
    for number in 0..<UInt32(schedules) where result.count < limit {
      let schedule = Schedule(number: number, strategy: .portfolio, of: stage)
      let (digest, again) = (EventDigest(), EventDigest())
      let outcome = first.run(schedule, under: policies.policy(for: schedule)) { _ in [digest] }
      guard !outcome.findings.isEmpty else { continue }
      let other = second.run(schedule, under: policies.policy(for: schedule)) { _ in [again] }
      result.count += 1
      if digest.value == again.value, outcome.findings == other.findings { result.identical += 1 }
      hash.combine(digest.value)
    }
    result.digest = hash.digest
    return result
  }

  // MARK: Twin

  /// The number of schedules that break a rule under the twin; nil without a twin.
  package func twinReports(schedules: Int, jobs: Int?) throws(Failure) -> Int? {
    guard let twin, let generation = scenario.generation.applying(strategy: twin) else { return nil }
    var sound = scenario
    sound.generation = generation
    return try fold(of: sound, schedules: schedules, jobs: jobs).violating
  }

  // MARK: Search

  private func stage(_ scenario: Scenario) throws(Failure) -> StoryStage {
    do {
      return try StoryStage(scenario)
    } catch {
      throw .search(error)
    }
  }

  private func fold(
    of scenario: Scenario, schedules: Int, strategy: SearchStrategy = .portfolio, jobs: Int?
  ) throws(Failure) -> ExplorationFold {
    var exploration = Exploration(scenario, schedules: schedules, jobs: jobs)
    exploration.strategy = strategy
    return exploration.search(try stage(scenario))
  }

  private func shown(in fold: ExplorationFold) -> [(signature: String, entry: ExplorationFold.Entry)] {
    fold.sortedEntries.filter { $0.entry.finding.hazard?.rawValue == hazard }
  }
}

extension ExplorationBenchmark.Failure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noHazard: "this scenario has no `story` that names a hazard"
    case .search(let error): error.description
    }
  }
}
