import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

/// Studies in shards, merged into the files and exit code of the whole, byte for byte.
struct StudyShardTests {
  private static let scenario =
    #"{"name": "few", "horizon": "30h", "population": {"size": 8, "cellSize": 4, "personas": [{"name": "one"}]}}"#

  private func run(_ arguments: [String]) -> CommandResult { CommandResult(arguments, input: "") }

  /// Runs a study as a whole and in shards, and compares the results.
  private func compare(_ command: [String], shards: Int, in scratch: borrowing Scratch) throws {
    let whole = run(command + ["--output", scratch.path("whole")])
    #expect(whole.code != .usage && whole.code != .invalidInput, "\(whole.error)")
    var files: [String] = []
    var pieces = 0
    for index in 1...shards {
      let directory = scratch.path("part-\(index)")
      let shard = run(command + ["--shard", "\(index)/\(shards)", "--output", directory])
      #expect(shard.code == .success, "\(shard.error)")
      files.append("\(directory)/shard.pieces")
      pieces += try ShardFile(Data(contentsOf: URL(filePath: files[index - 1]))).pieces.count
    }
    #expect(pieces > shards)
    let merged = run(["merge"] + files.reversed() + ["--output", scratch.path("merged")])
    #expect(merged.code == whole.code, "\(merged.error)")
    #expect(merged.out == whole.out)
    for format in ReportFormat.allCases {
      let bytes = try ["whole", "merged"].map {
        try Data(contentsOf: URL(filePath: scratch.path("\($0)/\(format.fileName)")))
      }
      #expect(bytes[0] == bytes[1], "\(format.rawValue)")
    }
  }

  @Test func forecastsMerge() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.scenario, "few.json")
    try compare(
      [
        "forecast", path, "-n", "3", "--solve", "population.personas.*.decisions.followCard=0.4..0.6", "--target",
        "0.5",
        "--seed", "3",
      ], shards: 3, in: scratch)
  }

  @Test func comparisonsMerge() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.scenario, "few.json")
    try compare(
      ["compare", path, "--set-b", "population.personas.*.decisions.followCard*=2", "-n", "3"], shards: 2, in: scratch)
  }

  /// The effect of daily looks is also in the result of a piece.
  @Test func storedUnitIsComplete() throws {
    let scenario = try library("card-copy", users: 8)
    let unit = RunUnit(cell: 0, of: scenario, replication: 0)
    let fold = try #require(UnitRun.run(unit, of: scenario, keepsEvents: true, isCancelled: { false }))
    let store = PieceStore()
    store.keep(fold, of: unit, key: 1)
    let kept = try #require(store.fold(of: unit, key: 1))
    #expect(fold.kpis.daily.contains { $0.rates(of: .acknowledgmentRate24h)?.isEmpty == false })
    #expect(kept.kpis.daily == fold.kpis.daily && kept.kpis.state == fold.kpis.state)
    #expect(kept.lines == fold.lines && kept.events == fold.events && kept.digest == fold.digest)
  }

  /// A piece with a correct hash but impossible content is run again, and its numbers are never added.
  @Test(arguments: [
    ("-1 1", nil), ("9223372036854775807 1", nil), ("1 9223372036854775807", nil), ("1 -9223372036854775808", nil),
    ("1 1", "[0,-1]"), ("1 1", "[2,1]"), ("1 1", "[-1,1]"), ("1 1", "[0,9223372036854775807]"), ("1 1", "[1]"),
  ])
  func impossibleUnitStateIsRefused(counts: String, day: String?) throws {
    let scenario = try Scenario.parse(Self.scenario)
    let unit = RunUnit(cell: 0, of: scenario, replication: 0)
    let fold = try #require(UnitRun.run(unit, of: scenario, keepsEvents: false, isCancelled: { false }))
    let store = PieceStore()
    store.keep(fold, of: unit, key: 1)
    let bytes = try #require(store.bytes(of: 1))
    let head = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    let numbers = String(decoding: bytes[..<head], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    let state = bytes[(head + 1)...].prefix(numbers[2])
    let own = bytes[(head + 1)...].dropFirst(numbers[2]).prefix(numbers[3])
    func piece(_ counts: String, _ daily: [UInt8]) -> [UInt8] {
      Array("\(counts) \(state.count) \(daily.count)\n".utf8) + state + daily
    }
    store.keep(piece("1 1", Array(own)), of: 2)
    #expect(store.fold(of: unit, key: 2) != nil)
    let daily = day.map { Array("[\(Array(repeating: $0, count: DailyFold.kpis.count))]".filter { $0 != "\"" }.utf8) }
    store.keep(piece(counts, daily ?? Array(own)), of: 3)
    #expect(store.fold(of: unit, key: 3) == nil)
  }

  @Test func searchesMerge() throws {
    let scratch = try Scratch()
    let path = Checkout.root.appending(path: "scenarios/races/double-tap-acknowledge.json").path
    try compare(["explore", path, "--schedules", "300", "--no-minimize"], shards: 3, in: scratch)
  }

  @Test func incompleteStudyIsRefusedByName() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.scenario, "few.json")
    func shard(_ part: String, _ name: String, seed: String = "1") throws -> String {
      let result = run(
        ["forecast", path, "-n", "2", "--seed", seed, "--shard", part, "--output", scratch.path(name)])
      #expect(result.code == .success, "\(result.error)")
      return scratch.path("\(name)/shard.pieces")
    }
    let (one, two, other) = (try shard("1/3", "one"), try shard("2/3", "two"), try shard("3/3", "other", seed: "2"))
    let refused = run(["merge", one, two, one, other])
    #expect(refused.code == .invalidInput && refused.out.isEmpty)
    #expect(refused.error.contains("\(other): its seed is `2`, unlike `1` of \(one)"))
    #expect(refused.error.contains("\(one), \(one): are all shard 1 of 3"))
    #expect(run(["merge", one, two]).error == "shard 3 of 3 is missing\n")
    let text = try String(contentsOfFile: two, encoding: .utf8)
    let damaged = try scratch.write(text.replacing("\"funnel\"", with: "\"fumble\""), "damaged.pieces")
    #expect(run(["merge", one, damaged]).error == "\(damaged): is damaged: shard 2 of 3; run it again\n")
    #expect(run(["merge", one, path]).error == "\(path): is no shard of a study\n")
    // The scenario has changed.
    let three = try shard("3/3", "three")
    try Data(Self.scenario.replacing("30h", with: "31h").utf8).write(to: URL(filePath: path))
    let changed = run(["merge", one, two, three])
    #expect(changed.code == .invalidInput && changed.error.contains("the digest is now"))
  }

  /// No checksum covers the first line of a shard: it never decides where a merge writes, and a shard that does not
  /// name its study belongs to none.
  @Test func firstLineOfAShardIsChecked() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.scenario, "few.json")
    let shard = run(["forecast", path, "-n", "2", "--shard", "1/1", "--output", scratch.path("one")])
    #expect(shard.code == .success, "\(shard.error)")
    let file = try ShardFile(Data(contentsOf: URL(filePath: scratch.path("one/shard.pieces"))))
    let before = scratch.files
    for option in ["--timings=\(scratch.path("t.json"))", "--checkpoint=\(scratch.path("c"))", "--shard=1/2"] {
      var changed = file
      changed.command.insert(option, at: 1)
      let merged = run(["merge", try scratch.write(changed.text, "one/changed.pieces")])
      #expect(merged.code == .invalidInput && merged.out.isEmpty, "\(option)")
      #expect(merged.error.contains("changed.pieces: its command line is not one of a shard"), "\(merged.error)")
    }
    for count in [0, 2, file.identity.count - 1] {
      var changed = file
      changed.identity = Array(file.identity.prefix(count))
      let merged = run(["merge", try scratch.write(changed.text, "one/changed.pieces")])
      #expect(merged.code == .invalidInput && merged.error.contains("do not name their study"), "\(merged.error)")
    }
    #expect(scratch.files == before)
    #expect(run(["merge", scratch.path("one/shard.pieces")]).code != .invalidInput)
  }

  @Test("Errors distinguish two kinds of shards, and shards from reports")
  func shardsOfTwoKinds() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.scenario, "few.json")
    let study = ["forecast", path, "-n", "2", "--shard", "1/2", "--output", scratch.path("study")]
    #expect(run(study).code == .success)
    #expect(run(["run", path, "-q", "--no-fail", "--shard", "1/2", "--output", scratch.path("run")]).code == .success)
    let (ofStudy, ofRun) = (scratch.path("study/shard.pieces"), scratch.path("run/shard.pieces"))
    let merged = run(["merge", ofRun, ofStudy])
    #expect(merged.code == .invalidInput)
    #expect(merged.error.contains("\(ofRun): is a shard of `run`, and others are of another study"), "\(merged.error)")
    let compared = run(["compare", ofStudy, ofStudy])
    #expect(compared.code == .invalidInput)
    #expect(
      compared.error.contains("\(ofStudy): this is one shard of a study; merge it with the others first"),
      "\(compared.error)")
  }

  @Test(arguments: [
    (["forecast", "FILE", "--shard", "1/2"], "--shard needs --output DIR"),
    (["forecast", "FILE", "--shard", "1/2", "--output", "OUT", "--json"], "--json: a shard of a study is no report"),
    (["explore", "FILE", "--shard", "1/2", "--output", "OUT", "--policy", "dfs"], "--shard: a depth-first search"),
    (["explore", "FILE", "--shard", "1/2", "--output", "OUT", "--time-budget", "5s"], "--shard takes --schedules"),
  ])
  func impossibleShardIsAUsageError(line: [String], message: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.scenario, "few.json")
    let result = run(line.map { $0 == "FILE" ? path : $0 == "OUT" ? scratch.path("out") : $0 })
    #expect(result.code == .usage && result.error.contains(message), "\(result.error)")
  }
}
