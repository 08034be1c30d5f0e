import Foundation
import GTSDModel
import GTSDSim
import GTSDStudies
import GTSDWorld
import Randomness
import Synchronization

/// Runs one random scenario in every way that must give the same result: on one thread and on several, in shards that
/// are merged, interrupted and continued, replayed from its tokens, and read back from its report.
struct EqualityRound {
  var attack: SoakCase
  var generation: String
  /// The number of schedules of a story.
  var schedules = 320
  /// Threads of the second run, and shards.
  var jobs: Int
  var shards: Int
  /// The number of pieces after which the interrupted run ends, and the share of its checkpoint that is then cut off.
  var pieces: Int
  var torn: Double

  /// Creates the round of a seed.
  init(_ kind: SoakCase.Kind, seed: UInt64) {
    var random = SplitMix64(seed: seed ^ 0xE9_0A11_7E55)
    func pick(_ range: ClosedRange<Int>) -> Int {
      range.lowerBound + Int(random.next() % UInt64(range.count))
    }
    attack = SoakGenerator.make(kind, seed: seed)
    if kind == .population {
      attack.users = pick(6...40)
      attack.settings.append("population.cellSize=\(pick(2...12))")
    }
    let presets = Generation.Preset.allCases
    generation = presets[pick(0...presets.count - 1)].rawValue
    jobs = pick(2...5)
    shards = pick(2...5)
    pieces = pick(0...6)
    torn = Double(pick(0...4)) / 5
  }

  /// The results that should be equal and are not, a line each; empty if all are equal.
  func problems() throws(ScenarioError) -> [String] {
    let scenario = try attack.scenario(generation: generation)
    let directory = FileManager.default.temporaryDirectory.appending(path: "gtsd-sim-soak-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: directory) }
    do {
      return switch attack.kind {
      case .population: try ofPopulation(scenario, directory)
      case .story: try ofStory(scenario, directory)
      }
    } catch let error as ExplorationError {
      // The story never becomes idle, so there is no search to compare.
      _ = error
      return []
    } catch {
      return ["\(error)"]
    }
  }

  // MARK: A population

  private func ofPopulation(_ scenario: Scenario, _ directory: String) throws -> [String] {
    func run(
      jobs: Int, shard: ShardPosition? = nil, checkpoint: Checkpoint? = nil, until pieces: Int = .max
    ) -> (report: Report, events: [UInt8]) {
      var simulation = Simulation(scenario, replications: 2, jobs: jobs)
      simulation.keepsEvents = true
      simulation.shard = shard
      simulation.checkpoint = checkpoint
      let ended = Atomic<Int>(0)
      let lines = Mutex<[UInt8]>([])
      let outcome = simulation.run(
        progress: { _ in ended.add(1, ordering: .relaxed) }, lines: { more in lines.withLock { $0 += more } },
        isCancelled: { ended.load(ordering: .relaxed) >= pieces })
      return (outcome.report, lines.withLock { $0 })
    }
    var problems: [String] = []
    let whole = run(jobs: 1)
    let json = whole.report.json
    func hold(_ other: (report: Report, events: [UInt8]), _ name: String) {
      if other.report.json != json { problems.append("\(name): another report") }
      if other.events != whole.events { problems.append("\(name): other events") }
    }
    hold(run(jobs: jobs), "\(jobs) threads")
    let parts = (1...shards).compactMap { ShardPosition(index: $0, of: shards) }.map { run(jobs: 1, shard: $0).report }
    do {
      let merged = try ShardMerge.report(of: parts.map { ("part", $0) })
      if merged.json != json { problems.append("\(shards) shards: another report") }
    } catch {
      problems.append("\(shards) shards: \(error)")
    }
    let identity = Simulation(scenario, replications: 2).identity
    func checkpoint() throws -> Checkpoint { try Checkpoint(directory, identity: identity, owner: "soak") }
    _ = run(jobs: 2, checkpoint: try checkpoint(), until: pieces)
    try tear(directory + "/finished")
    hold(run(jobs: 2, checkpoint: try checkpoint()), "ended after \(pieces) cells and gone on with")
    let (kept, cells) = (try checkpoint().count, 2 * scenario.population.cellCount)
    if kept != cells { problems.append("gone on with: \(kept) of \(cells) cells are kept") }
    problems += held(whole.report, scenario)
    return problems
  }

  // MARK: A story

  private func ofStory(_ scenario: Scenario, _ directory: String) throws -> [String] {
    func search(jobs: Int, checkpoint: Checkpoint? = nil, until pieces: Int = .max) throws(ExplorationError) -> Report {
      var exploration = Exploration(scenario, schedules: schedules, jobs: jobs)
      exploration.checkpoint = checkpoint
      let ended = Atomic<Int>(0)
      return try exploration.run(
        progress: { _ in ended.add(1, ordering: .relaxed) },
        isCancelled: { ended.load(ordering: .relaxed) >= pieces }
      ).report
    }
    var problems: [String] = []
    let whole = try search(jobs: 1)
    if try search(jobs: jobs).json != whole.json { problems.append("\(jobs) threads: another report") }
    func checkpoint() throws -> Checkpoint {
      try Checkpoint(directory, identity: [("digest", scenario.digest)], owner: "soak")
    }
    _ = try search(jobs: 2, checkpoint: try checkpoint(), until: pieces)
    try tear(directory + "/finished")
    if try search(jobs: 2, checkpoint: try checkpoint()).json != whole.json {
      problems.append("ended after \(pieces) chunks and gone on with: another report")
    }
    return problems + held(whole, scenario)
  }

  // MARK: Both

  /// Cuts off a part of a checkpoint, as a killed process would.
  private func tear(_ path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else { return }
    try data.prefix(Int(Double(data.count) * (1 - torn))).write(to: URL(filePath: path))
  }

  /// Checks that every token of a report repeats its violation, and that the report can be read back from its JSON in
  /// every format.
  private func held(_ report: Report, _ scenario: Scenario) -> [String] {
    var problems: [String] = []
    do {
      let again = try Report(json: Data(report.json.utf8))
      for format in ReportFormat.allCases where again.rendered(as: format) != report.rendered(as: format) {
        problems.append("read back: another \(format.rawValue)")
      }
    } catch {
      problems.append("read back: refused")
    }
    let tokens =
      report.exploration?.finds.map(\.token) ?? report.violations.compactMap { $0.examples.first?.replay }
    for text in tokens.prefix(4) {
      do {
        let outcome = try Replay(token: try ReplayToken.decode(text), scenario: scenario).run()
        if !outcome.isReproduced { problems.append("token not reproduced: \(outcome.summary)") }
      } catch {
        problems.append("token refused: \(error)")
      }
    }
    return problems
  }
}
