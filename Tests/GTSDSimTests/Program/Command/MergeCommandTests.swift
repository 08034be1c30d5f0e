import Foundation
import GTSDModel
import GTSDSim
import Testing

@testable import gtsd_sim

struct MergeCommandTests {
  private static let scenario =
    #"{"name": "few", "horizon": "30h", "population": {"size": 9, "cellSize": 3}, "output": {"formats": ["csv"]}}"#

  private func run(_ arguments: [String], input: String = "") -> CommandResult {
    CommandResult(arguments, input: input)
  }

  @Test func shardsMergeToTheFilesOutputAndExitOfTheWholeRun() throws {
    let scratch = try Scratch()
    let line = ["run", "-", "--seed", "3", "--replications", "2", "--set", "population.personas.casual.weight=2"]
    let formats = ["--format", "json,md,html,csv,junit"]
    let whole = run(line + formats + ["--output", scratch.path("whole")], input: Self.scenario)
    for index in 1...2 {
      let shard = run(
        line + ["--shard", "\(index)/2", "--output", scratch.path("\(index)")],
        input: Self.scenario)
      #expect(shard.code == .violation)
      #expect(shard.error.contains("shard \(index) of 2: 3 of 6 cells, 9 users"))
      #expect(shard.out.contains("shard \(index) of 2"))
    }
    let shards = ["1", "2"].map { scratch.path("\($0)/shard.pieces") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("1")) == ["shard.pieces"])
    let merged = run(["merge"] + shards.reversed() + ["--output", scratch.path("merged")])
    #expect(merged.code == whole.code)
    #expect(merged.out == whole.out)
    #expect(merged.error.isEmpty)
    for format in ReportFormat.allCases {
      let files = try ["whole", "merged"].map { name in
        try Data(contentsOf: URL(filePath: scratch.path("\(name)/\(format.fileName)")))
      }
      #expect(files[0] == files[1], "\(format.rawValue)")
    }
    let json = try String(contentsOfFile: scratch.path("whole/report.json"), encoding: .utf8)
    #expect(run(["merge"] + shards + ["--json", "--no-fail"]).out == json)
    #expect(run(["merge"] + shards + ["--no-fail"]).code == .success)
    let first = try String(contentsOfFile: shards[0], encoding: .utf8)
    #expect(run(["merge", "-", shards[1], "--format", "json"], input: first).out == json)
    #expect(run(["report", shards[0], "--json"]).out == first)
    #expect(run(["report", shards[0]]).code == .violation)
    // Every violation of a shard can be replayed from its report.
    #expect(run(["replay", shards[0], "-q"]).code == .violation)
  }

  @Test func shardsThatDoNotFitExitWith65AndWriteNothing() throws {
    let scratch = try Scratch()
    func shard(_ part: String, _ seed: String, _ name: String) throws -> String {
      try scratch.write(
        run(["run", "-", "-q", "--json", "--shard", part, "--seed", seed], input: Self.scenario).out, name)
    }
    let one = try shard("1/3", "1", "one.json")
    let other = try shard("2/3", "2", "other.json")
    let whole = try scratch.write(run(["run", "-", "-q", "--json"], input: Self.scenario).out, "whole.json")
    let result = run(["merge", one, other, whole, one, "--output", scratch.path("out")])
    #expect(result.code == .invalidInput)
    #expect(result.out.isEmpty)
    #expect(
      result.error == """
        \(whole): is a whole report, not a shard
        \(other): has the seed 2, unlike \(one)
        \(one), \(one): are all shard 1 of 3
        shard 3 of 3 is missing

        """)
    #expect(scratch.files == ["one.json", "other.json", "whole.json"])
    let damaged = try scratch.write(
      String(contentsOfFile: one, encoding: .utf8).replacing("\"funnel\":[", with: "\"funnel\":[1"), "damaged.json")
    let three = try shard("3/3", "1", "three.json")
    let two = try shard("2/3", "1", "two.json")
    #expect(run(["merge", one, two, three]).code == .violation)
    let refused = run(["merge", damaged, two, three])
    #expect(refused.code == .invalidInput)
    #expect(refused.error == "\(damaged): shard 1 of 3 is damaged: its checksum does not fit\n")
  }

  @Test("The error names all missing shards in one sentence, and a truncated shard with its remedy")
  func missingAndCutShards() throws {
    let scratch = try Scratch()
    let text = run(["run", "-", "-q", "--json", "--shard", "1/3"], input: Self.scenario).out
    let one = try scratch.write(text, "one.json")
    #expect(run(["merge", one]).error == "shards 2 to 3 of 3 are missing\n")
    let cut = run(["merge", try scratch.write(String(text.prefix(200)), "cut.json")])
    #expect(cut.code == .invalidInput)
    #expect(
      cut.error.hasSuffix("; name a shard.pieces that a command wrote with --shard, or run the shard again\n"),
      "\(cut.error)")
  }

  @Test func unreadableFilesAreListedTogether() throws {
    let scratch = try Scratch()
    let broken = try scratch.write("{", "broken.json")
    let missing = run(["merge", "/no/a.json", "/no/b.json"])
    #expect(missing.code == .missingInput)
    #expect(missing.error == "/no/a.json: no such file\n/no/b.json: no such file\n")
    let both = run(["merge", "/no/a.json", broken])
    #expect(both.code == .invalidInput)
    #expect(both.error.hasPrefix("/no/a.json: no such file\n\(broken):1:2: $: not JSON: "))
    #expect(run(["merge", "-", "-"]).code == .usage)
  }

  @Test func aShardWithoutACellIsFine() throws {
    let result = run(["run", "-", "--shard", "5/5"], input: Self.scenario)
    #expect(result.code == .success)
    #expect(result.error.contains("shard 5 of 5: 0 of 3 cells, 0 users"))
    #expect(!result.out.contains("✓") && !result.out.contains("✗"))
  }
}
