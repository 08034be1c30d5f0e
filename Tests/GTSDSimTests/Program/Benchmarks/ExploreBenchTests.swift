import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDFields
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import InterleavingTesting
@testable import gtsd_bench
@testable import gtsd_sim

struct ExploreBenchTests {
  private static let root = Checkout.root.path

  @Test("A story passes if its cause (an order, a fault or a strategy) is reversed")
  func causesAreReversed() throws {
    for (hazard, what) in [
      ("double-tap-acknowledge", "the order"), ("onboarding-reply-lost", "the fault"),
      ("gender-coercion", "the strategy"),
    ] {
      let line = ["causes", "--check", "--hazard", hazard, "--schedules", "60", "-q"]
      let result = CommandResult.bench(line, directory: Self.root)
      #expect(result.code == .success)
      #expect(result.out.contains("| \(what) | fails | passes |"))
      #expect(result.out.hasSuffix("\n1 of 1 stories fail with their cause and pass with it reversed.\n"))
    }
  }

  @Test func printsWhatItMeasured() throws {
    let line = ["explore", "--hazard", "double-tap-acknowledge", "--blocks", "2", "--schedules", "60"]
    let result = CommandResult.bench(line + ["--repeat", "1", "--json", "-q"], directory: Self.root)
    #expect(result.code == .success)
    #expect(result.error.isEmpty)
    let rows = try #require(try JSONReader.read(result.out)["scenarios"]?.elements)
    let row = try #require(rows.first)
    #expect(rows.count == 1)
    #expect(row["hazard"]?.string == "double-tap-acknowledge")
    #expect(row["depth"]?.number == 1)
    #expect(row["faults"]?.number == 0)
    #expect(row["blocks"]?.number == 2)
    #expect(row["blocksFound"]?.number == 2)
    #expect(row["twin"]?.string == "acknowledge.guard=inFlight")
    #expect(row["twinReports"]?.number == 0)
    #expect(row["twinSchedules"]?.number == 60)
  }

  @Test func missingScenariosAre66AndOptionsOfTheOtherBenchmarkAre64() throws {
    let scratch = try Scratch()
    let line = ["explore", "--hazard", "double-tap-acknowledge"]
    #expect(CommandResult.bench(line, directory: scratch.url.path).code == .missingInput)
    #expect(CommandResult.bench(["explore"], directory: scratch.url.path).code == .missingInput)
    #expect(CommandResult.bench(line + ["--users", "3"], directory: Self.root).code == .usage)
    #expect(CommandResult.bench(["journey", "--blocks", "3"]).code == .usage)
  }

  @Test func blocksHaveSeedsOfTheirOwn() throws {
    let benchmark = try ExplorationBenchmark(try Scenario.load(ExploreCommandTests.doubleTap))
    let found = try benchmark.blocks(3, of: 60, jobs: 1)
    var second = benchmark.scenario
    second.seed += 1
    #expect(try found[1] == ExplorationBenchmark(second).blocks(1, of: 60, jobs: 2)[0])
    #expect(Set(found).count > 1)
    #expect(throws: ExplorationBenchmark.Failure.noHazard) { try ExplorationBenchmark(Scenario(name: "plain")) }
  }

  @Test func blocksThatFoundNothingCountAsBeyondEveryOther() {
    #expect(ExploreBench.median([3, nil, 1]) == 3)
    #expect(ExploreBench.median([3, nil, nil]) == nil)
    #expect(ExploreBench.median([2, 4]) == 3)
    #expect(ExploreBench.median([]) == nil)
  }

  @Test func tablesPutShallowCausesFirst() {
    let row = ExploreBench.Row(
      hazard: "b", scenario: "b.json", digest: "", depth: 2, faults: 1, blockSize: 500, blocks: 20, blocksFound: 20,
      stress: .init(found: [7, nil, 3, nil, 1], runs: 1_011, lateness: 0.016), medianSchedules: 12, shrinkReplays: 31,
      shrinkMilliseconds: 4.26,
      twin: "x=y", twinSchedules: 1_000,
      twinReports: 0, jobsPerSchedule: 40, schedulesPerSecond: 20_000.4, schedulesPerSecondAllCores: 38_000)
    var natural = row
    (natural.hazard, natural.depth, natural.faults, natural.medianSchedules) = ("c", 0, 0, 1)
    var missed = row
    (missed.hazard, missed.depth, missed.faults, missed.blocksFound, missed.medianSchedules) = ("a", nil, nil, 0, nil)
    (missed.shrinkReplays, missed.shrinkMilliseconds, missed.twin, missed.twinReports) = (nil, nil, nil, nil)
    #expect(natural.shortcoming == nil && row.shortcoming == nil)
    #expect(missed.shortcoming == "the hazard was not found")
    var rare = row
    rare.blocksFound = 19
    #expect(rare.shortcoming == "1 of 20 blocks do not find it within 500 schedules")
    let lines = ExploreBenchTable(rows: [missed, row, natural]).text.split(separator: "\n")
    #expect(lines[2] == "| c | 0 | 0 | deterministic | – | – | 31 | 4.3 | 0 of 1000 | 20000 | 38000 |")
    #expect(lines[3] == "| b | 2 | 1 | 20 of 20 (500) | 3 of 5 | 12 | 31 | 4.3 | 0 of 1000 | 20000 | 38000 |")
    #expect(lines[4] == "| a | not found | – | 0 of 20 (500) | 3 of 5 | – | – | – | no twin | 20000 | 38000 |")
    #expect(
      lines[5] == "3 hazards, 1 of them deterministic; 1 of the other 2 found in every block, the deepest cause has 2.")
    #expect(
      lines[6]
        == "Stress loop: 6 of 10 blocks, its timers late by 0.02 s of the stories' time on average. A busy machine makes "
        + "them later, and the loop then meets orders that no phone would.")
  }
}

struct HardBenchTests {
  private static let story = "double-tap-acknowledge"

  /// A directory whose only story on the list of hard ones is not hard.
  private static func library(_ edit: (String) -> String = { $0 }) throws -> Scratch {
    let scratch = try Scratch()
    let folder = scratch.url.appending(path: "scenarios/hard")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = try String(contentsOfFile: ExploreCommandTests.doubleTap, encoding: .utf8)
    try edit(text).write(to: folder.appending(path: "\(story).json"), atomically: true, encoding: .utf8)
    return scratch
  }

  @Test func countsTheBlocksOfEachPolicy() throws {
    let scratch = try Self.library()
    let line = ["hard", "--blocks", "3", "--schedules", "40", "--json", "-q"]
    let result = CommandResult.bench(line, directory: scratch.url.path)
    #expect(result.code == .success)
    let row = try #require(try JSONReader.read(result.out)["scenarios"]?.elements?.first)
    #expect(row["scenario"]?.string == Self.story)
    #expect(row["depth"]?.number == 1)
    #expect(row["twinReports"]?.number == 0)
    // The finds of each policy, counted in separate searches.
    for policy in ["portfolio", "random", "pos", "pct", "urw"] {
      let found = try (1...3 as ClosedRange<UInt64>).count { seed in
        let scenario = try Scenario.load(ExploreCommandTests.doubleTap, overrides: ScenarioOverrides(seed: seed))
        var search = Exploration(scenario, schedules: 40, jobs: 1)
        search.strategy = try #require(SearchStrategy(rawValue: policy))
        let fold = search.search(try StoryStage(scenario))
        return fold.entries.values.contains { $0.finding.hazard?.rawValue == Self.story }
      }
      #expect(row["blocksFound"]?[policy]?.number == Double(found), "\(policy)")
    }
  }

  @Test func aStoryThatShowsNothingOrWhoseTwinReportsFailsTheCheck() throws {
    let line = ["hard", "--check", "--schedules", "40", "-q"]
    let whole = try Self.library()
    #expect(CommandResult.bench(line, directory: whole.url.path).code == .success)
    let sound = try Self.library { text in
      text.replacing(#"{"do": "acknowledge", "again": true, "after": "50ms"},"#, with: "")
    }
    let silent = CommandResult.bench(line, directory: sound.url.path)
    #expect(silent.code == .failure)
    #expect(silent.error.contains("double-tap-acknowledge: the hazard was not found"))
    let other = try Self.library { $0.replacing("acknowledge.guard=inFlight", with: "prefs.write=lastWriterWins") }
    let loud = CommandResult.bench(line, directory: other.url.path)
    #expect(loud.code == .failure)
    #expect(loud.error.contains("of 40 schedules of the twin report"))
    let empty = try Scratch()
    #expect(CommandResult.bench(["hard"], directory: empty.url.path).code == .missingInput)
    #expect(CommandResult.bench(line + ["--hazard", Self.story], directory: sound.url.path).code == .usage)
  }
}

struct HazardListTests {
  @Test func hazardsNameTheirScenarioAndTwin() throws {
    let result = CommandResult(["list", "hazards", "--json"], directory: Checkout.root.path)
    let rows = try #require(try JSONReader.read(result.out).elements)
    let row = try #require(rows.first { $0["id"]?.string == "double-tap-acknowledge" })
    #expect(row["twin"]?.string == "acknowledge.guard=inFlight")
    #expect(row["scenario"]?.string?.hasSuffix("scenarios/races/double-tap-acknowledge.json") == true)
  }

  @Test func depthsAreThoseThatWereMeasured() throws {
    let scratch = try Scratch()
    for folder in ["scenarios", "reports"] {
      try FileManager.default.createDirectory(
        at: scratch.url.appending(path: folder), withIntermediateDirectories: true)
    }
    let measured = #"{"benchmark": "explore", "scenarios": [{"hazard": "double-tap-acknowledge", "depth": 4}]}"#
    _ = try scratch.write(measured, "reports/bench-explore.json")
    let result = CommandResult(["list", "hazards", "--json"], directory: scratch.url.path)
    for row in try #require(try JSONReader.read(result.out).elements) {
      let isMeasured = row["id"]?.string == "double-tap-acknowledge"
      #expect(row["depth"]?.number == (isMeasured ? 4 : nil))
    }
  }
}
