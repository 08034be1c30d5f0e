import Foundation
import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// A small population in several cells, with an experiment and enough people for violations.
private func sharded() throws -> Scenario {
  var scenario = try library("card-copy", users: 26, seed: 5)
  scenario.horizon = .hours(30)
  scenario.population.cellSize = 6
  scenario.generation = .preset(.seedCurrent)
  return scenario
}

struct ShardTests {
  private typealias Part = (path: String, report: Report)

  private static let overrides = ["population.cellSize=6", "name=\"ü\""]

  private func simulation(_ shard: String? = nil) throws -> Simulation {
    var simulation = Simulation(try sharded(), replications: 2, jobs: 2)
    simulation.overrides = Self.overrides
    simulation.shard = try shard.map { try #require(ShardPosition($0)) }
    return simulation
  }

  /// The shards as files contain them.
  private func parts(_ count: Int) throws -> [Part] {
    try (1...count).map { index in
      let report = try simulation("\(index)/\(count)").run()
      return ("\(index).json", try Report(json: Data(report.json.utf8)))
    }
  }

  /// Five cells, replicated twice, are ten units: parts of three and four, and more parts than units.
  @Test func mergedShardsAreTheWholeRunByteForByte() throws {
    let whole = try simulation().run()
    #expect(whole.funnel.first?.users == 52)
    #expect(!whole.violations.isEmpty)
    #expect(whole.arms?.count == 4)
    let texts = Report.Format.allCases.map { whole.rendered(as: $0) }
    for count in [3, 12] {
      let parts = try parts(count)
      #expect(parts.reduce(0) { $0 + ($1.report.funnel.first?.users ?? 0) } == 52)
      let merged = try ShardMerge.report(of: parts)
      for (format, text) in zip(Report.Format.allCases, texts) {
        #expect(merged.rendered(as: format) == text, "\(count) shards, \(format.rawValue)")
      }
      for order in [parts.reversed(), Array(parts[(count / 2)...] + parts[..<(count / 2)])] {
        #expect(try ShardMerge.report(of: order) == merged, "\(count) shards in another order")
      }
    }
  }

  @Test func aShardIsReadAndWrittenAlikeFitsTheSchemaAndJudgesNothing() throws {
    let check = try SchemaCheck(ReportSchema.json)
    for part in try parts(12) {
      let report = part.report
      #expect(try Report(json: Data(report.json.utf8)) == report)
      #expect(try check.problems(in: report.json).isEmpty)
      #expect(report.kpis.allSatisfy { $0.verdict == .none })
      #expect(report.exitCode == (report.violations.isEmpty ? 0 : 11))
      #expect(report.complete)
    }
  }

  @Test func shardsHoldTheirUnitsInOrder() throws {
    let shards = try parts(3).compactMap(\.report.shard)
    let indices = shards.map { $0.units.map { Int($0.replication) * 5 + $0.cell } }
    #expect(indices == [[0, 3, 6, 9], [1, 4, 7], [2, 5, 8]])
    #expect(try simulation("2/3").userCount == 6 + 2 + 6)
    #expect(try simulation().userCount == 52)
  }

  @Test func tokensOfAShardAreThoseOfTheWholeRun() throws {
    let whole = try simulation().run()
    let known = Set(whole.violations.flatMap { $0.examples.map(\.replay) })
    let first = try parts(3)[0].report
    let tokens = first.violations.flatMap { $0.examples.map(\.replay) }
    #expect(tokens.contains { known.contains($0) })
    let token = try ReplayToken.decode(try #require(tokens.first))
    #expect(token.overrides == Self.overrides)
    #expect(try Replay(token: token, scenario: sharded()).run().isReproduced)
  }

  @Test func eventsOfAShardAreItsUnits() throws {
    let lines = SimulationTests.Collected()
    var shard = try simulation("2/3")
    shard.keepsEvents = true
    let outcome = shard.run(progress: { _ in }, lines: { lines.add($0) }, isCancelled: { false })
    #expect(lines.count == outcome.report.analytics.total)
    #expect(lines.count > 0)
  }

  @Test(arguments: [
    "", "1", "0/3", "4/3", "1/0", "-1/3", "+1/3", "1/3/5", " 1/3", "1/1000001", "a/b", "1/", "/2", "1/²",
  ])
  func textThatIsNoShardPositionIsRefused(text: String) {
    #expect(ShardPosition(text) == nil)
  }

  @Test(arguments: [(1, 1), (1, 3), (3, 3), (7, 9)], [0, 1, 2, 3, 10, 29])
  func sharesCountTheirUnits(position: (Int, Int), count: Int) throws {
    let shard = try #require(ShardPosition(index: position.0, of: position.1))
    let indices = (0..<count).filter { $0 % position.1 == position.0 - 1 }
    #expect(Array(shard.indices(of: count)) == indices)
    #expect(shard.share(of: count) == indices.count)
  }

  // MARK: Refusals

  private func problems(_ parts: [Part]) -> [String] {
    do {
      _ = try ShardMerge.report(of: parts)
      return []
    } catch {
      return error.problems
    }
  }

  @Test func everyRefusalNamesItsFile() throws {
    let good = try parts(3)
    #expect(problems(good).isEmpty)
    func changed(_ index: Int, _ change: (inout Report) -> Void) -> [Part] {
      var parts = good
      change(&parts[index].report)
      return parts
    }
    let digest = good[0].report.scenario.digest
    let cases: [([Part], [String])] = [
      (Array(good[..<2]), ["shard 3 of 3 is missing"]),
      ([good[1]], ["shards 1, 3 of 3 are missing"]),
      (good + [good[0]], ["1.json, 1.json: are all shard 1 of 3"]),
      ([good[2], good[2]], ["3.json, 3.json: are all shard 3 of 3", "shards 1 to 2 of 3 are missing"]),
      (changed(1) { $0.shard = nil }, ["2.json: is a whole report, not a shard", "shard 2 of 3 is missing"]),
      (
        changed(1) { $0.take(SampleExploration.section) },
        ["2.json: is a whole report, not a shard", "shard 2 of 3 is missing"]
      ),
      (changed(0) { $0.shard?.index = 4 }, ["1.json: claims to be shard 4 of 3", "shard 1 of 3 is missing"]),
      (
        changed(2) { $0.tool.version = "0.0.9" },
        ["3.json: was made by version 0.0.9 of this program, which is \(GTSDSimVersion.current)"]
      ),
      (changed(2) { $0.complete = false }, ["3.json: shard 3 was interrupted; run it again"]),
      (changed(1) { $0.shard?.of = 4 }, ["2.json: is one of 4 shards, unlike 1.json", "shard 2 of 3 is missing"]),
      (
        changed(1) { ($0.scenario.seed, $0.scenario.digest) = (6, "xxh64:1") },
        ["2.json: has the seed 6, unlike 1.json"]
      ),
      (
        changed(1) { ($0.scenario.name, $0.scenario.digest) = ("week-one", "xxh64:1") },
        ["2.json: is of the scenario `week-one`, unlike 1.json"]
      ),
      (
        changed(1) { $0.scenario.digest = "xxh64:1" },
        ["2.json: is of a scenario of the digest xxh64:1, unlike 1.json"]
      ),
      (changed(1) { $0.scenario.replications = 1 }, ["2.json: has 1 replication, unlike 1.json"]),
      (changed(1) { $0.shard?.overrides = [] }, ["2.json: has no overrides, unlike 1.json"]),
      (changed(1) { $0.shard?.overrides = ["a=1"] }, ["2.json: has the overrides a=1, unlike 1.json"]),
      (changed(0) { $0.scenario.resolved = nil }, ["1.json: holds no resolved scenario"]),
      (
        changed(0) { $0.scenario.resolved = $0.scenario.resolved?.replacing("\"seed\":5", with: "\"seed\":6") },
        ["1.json: its resolved scenario does not have the digest \(digest)"]
      ),
      (changed(1) { $0.shard?.units.removeLast() }, ["2.json: holds 2 units, but shard 2 of 3 has 3"]),
      (
        changed(1) { $0.shard?.units.swapAt(0, 1) },
        [
          "2.json: replication 0, cell 4 is where replication 0, cell 1 belongs",
          "2.json: replication 0, cell 1 is where replication 0, cell 4 belongs",
        ]
      ),
      (
        changed(1) { $0.shard?.state.kpis.funnel[0] += 1 },
        ["2.json: shard 2 of 3 is damaged: its checksum does not fit"]
      ),
      (changed(1) { $0.shard?.units[2].digest ^= 1 }, ["2.json: shard 2 of 3 is damaged: its checksum does not fit"]),
      // Forged: the checksum is right and the state is not.
      (changed(1) { $0.shard?.forge { $0.kpis.arms.removeLast() } }, ["2.json: shard 2 of 3 is damaged: its arms"]),
      (
        changed(1) { $0.shard?.forge { $0.kpis.queueWait.buckets = [1] } },
        ["2.json: shard 2 of 3 is damaged: its queueWait"]
      ),
      (
        changed(1) { $0.shard?.forge { $0.violations.entries[0].examples[2] = -1 } },
        ["2.json: shard 2 of 3 is damaged: its violations"]
      ),
    ]
    for (parts, expected) in cases { #expect(problems(parts) == expected) }
    // Replications beyond the possible number do not overflow.
    var vast = good
    for index in vast.indices { vast[index].report.scenario.replications = .max }
    #expect(problems(vast).count == 3)
  }

  @Test func allProblemsAreListedAtOnce() throws {
    var parts = try parts(3)
    parts[0].report.complete = false
    parts[1].report.shard?.units[0].digest ^= 1
    parts[2].report.shard = nil
    #expect(
      problems(parts) == [
        "1.json: shard 1 was interrupted; run it again", "3.json: is a whole report, not a shard",
        "shard 3 of 3 is missing", "2.json: shard 2 of 3 is damaged: its checksum does not fit",
      ])
  }

  @Test func anInterruptedShardHoldsWhatItHas() throws {
    let stop = SimulationTests.Collected()
    var shard = try simulation("1/3")
    shard.jobs = 1
    let report = shard.run(
      progress: { _ in stop.add([UInt8(ascii: "\n")]) }, lines: { _ in }, isCancelled: { stop.count >= 2 }
    ).report
    #expect(!report.complete)
    #expect(report.shard?.units.count == 2)
  }
}

extension Report.Shard {
  /// Changes the state and corrects the checksum.
  fileprivate mutating func forge(_ change: (inout FoldState) -> Void) {
    change(&state)
    checksum = ownChecksum
  }
}
