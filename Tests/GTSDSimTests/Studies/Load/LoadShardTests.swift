import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import HTTPLoop
@testable import Interleaving
@testable import Statistics
@testable import gtsd_sim

/// One load run by several generators.
@Suite(.limitedWait) struct LoadShardTests {
  private static let load =
    #"{"rate": 60, "arrivals": "constant", "iterations": 12, "thinkTimeScale": 0, "connections": 8}"#

  private static func shard(_ index: Int, of count: Int, _ target: LoadTarget, startAt: Int64? = nil) throws
    -> LoadShard
  {
    var run = LoadRun(try LoadRunTests.scenario(load), target: target)
    run.name("ab12")
    run.shard = ShardPosition(index: index, of: count)
    run.startAt = startAt
    return LoadShard(try run.measure(), loops: 1)
  }

  private static func report(_ shards: [LoadShard?]) throws -> Report {
    let scenario = try LoadRunTests.scenario(load)
    return try #require(
      LoadShard.report(shards, scenario: scenario, digest: scenario.digest, target: "http://a", run: "ab12"))
  }

  @Test func partsAreOnePlanAndMergeExactly() throws {
    // Metrics that are computed a second later than these people end would never be read.
    let shards = try LoadRunTests.serving(["backend.metricsDelay=0"]) { target in
      try (1...3).map { try Self.shard($0, of: 3, target) }
    }
    // Each generator ran its third of the plan, with accounts that no other created.
    #expect(shards.map(\.fold.started) == [4, 4, 4])
    let settings = try #require(try LoadRunTests.scenario(Self.load).load)
    let read = try shards.map { try #require(LoadShard(settings, $0.bytes)) }
    for (one, other) in zip(shards, read) {
      #expect(one.fold == other.fold && one.kpis.state == other.kpis.state && one.observed == other.observed)
      #expect(one.names == other.names && !one.names.isEmpty)
    }
    #expect(Set(shards.flatMap(\.names)).count == shards.reduce(0) { $0 + $1.names.count })
    let report = try Self.report(read)
    let total = try #require(report.load?.total)
    #expect(total.count == shards.reduce(0) { $0 + Int($1.fold.total.count) })
    #expect(total.errors == 0 && report.load?.starts.started == 12 && report.violations.isEmpty)
    #expect(report.load?.plan.run == "ab12" && report.load?.plan.loops == 3)
    // Percentiles are computed over all values, not averaged.
    var times = LogHistogram()
    for shard in shards { times.merge(shard.fold.times(.response).ended) }
    #expect(total.responseTime.count == Int(times.count))
    #expect(total.responseTime.max == Nanoseconds.seconds(times.maximum))
  }

  @Test func deviationFromThePlanIsNamed() throws {
    let whole = try LoadRunTests.serving { try Self.shard(1, of: 2, $0) }
    let missing = try Self.report([whole, nil])
    #expect(!missing.complete && missing.notes.contains { $0.hasPrefix("Generator 2 of 2 is missing") })
    // The missing generator's starts were due, and thresholds and outcome make no claim about the whole.
    #expect(missing.load?.starts.offered == 12 && missing.load?.starts.dropped == 6)
    #expect(missing.load?.missingGenerators == [2] && missing.outcome == "incomplete: a generator is missing")
    #expect(Headline(missing).sentences.first?.finding.hasPrefix("Generator 2 is missing") == true)
    var late = whole
    late.startedLate = 0.4
    #expect(try Self.report([late, whole]).notes.contains { $0.hasPrefix("Generator 1 of 2 began 400 ms late") })
    late.startedLate = 0.05
    late.complete = false
    #expect(try Self.report([whole, late]).notes.contains { $0.hasPrefix("Generator 2 of 2 was interrupted") })
    // Two generators that received the same account.
    #expect(try Self.report([whole, whole]).violations.map(\.key) == ["I-USER/observed/shared-id"])
    let settings = try #require(try LoadRunTests.scenario(Self.load).load)
    #expect(LoadShard(settings, Array(whole.bytes.dropLast(9))) == nil)
    // Values that no generator can have produced are never added.
    for change: (inout LoadShard) -> Void in [
      { $0.uncounted = .max }, { $0.uncounted = -1 }, { $0.loops = .max }, { $0.loops = 0 }, { $0.startedLate = -1 },
      { $0.startedLate = 1e300 },
    ] {
      var shard = whole
      change(&shard)
      #expect(LoadShard(settings, shard.bytes) == nil)
    }
    // Each whole number of the measurements at its largest possible value: rejected, or added without overflow.
    let kept = try #require(JSONSerialization.jsonObject(with: Data(whole.bytes)) as? [String: Any])
    for part in ["fold", "observed"] {
      let text = try #require(kept[part] as? String)
      let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
      for path in Tree.places(document) {
        let changed = Tree.changed(document, at: path[...], to: Int64.max)
        var other = kept
        other[part] = String(decoding: try JSONSerialization.data(withJSONObject: changed), as: UTF8.self)
        let bytes = Array(try JSONSerialization.data(withJSONObject: other))
        if let shard = LoadShard(settings, bytes) { _ = try Self.report([whole, shard]) }
      }
    }
  }

  /// The part of a complete hour of load is not replaced by an interrupted attempt.
  @Test func anInterruptedPartReplacesNoWholeOne() throws {
    let scratch = try Scratch()
    let line = ["load", "few.json", "--output", scratch.path("out"), "--quiet"]
    guard case .command(_, let arguments) = try Invocation.parse(line) else { return }
    try FileManager.default.createDirectory(atPath: scratch.path("out"), withIntermediateDirectories: true)
    let position = try #require(ShardPosition(index: 1, of: 2))
    var outcome = try LoadRunTests.serving { target in
      try LoadRun(LoadRunTests.scenario(Self.load), target: target).measure()
    }
    func write() throws -> (code: ExitCode, said: String) {
      let collector = Collector()
      let code = try LoadShards.write(
        outcome, position, loops: 1, [("target", "there")], arguments, collector.console())
      return (code, collector.remarks)
    }
    #expect(try write() == (.success, ""))
    let place = scratch.path("out/shard.pieces")
    let whole = try Data(contentsOf: URL(filePath: place))
    outcome.complete = false
    let second = try write()
    #expect(second.code == .interrupted && second.said.contains("shard.pieces: kept;"), "\(second.said)")
    #expect(try Data(contentsOf: URL(filePath: place)) == whole)
    let beside = try ShardFile(Data(contentsOf: URL(filePath: scratch.path("out/shard.partial.pieces"))))
    #expect(beside.position == position)
  }

  @Test func generatorsBeginTogether() throws {
    let late = try LoadRunTests.serving { target in
      try Self.shard(1, of: 1, target, startAt: CalendarClock.milliseconds - 5_000)
    }
    #expect(late.startedLate >= 5 && late.startedLate < 3_600)
    // A machine that is not ready in time begins late, and reports it; it then gets more time.
    let isPunctual = try ([700, 5_000, 60_000] as [Int64]).contains { lead in
      let due = CalendarClock.milliseconds + lead
      let early = try LoadRunTests.serving { try Self.shard(1, of: 1, $0, startAt: due) }
      #expect(CalendarClock.milliseconds > due)
      return early.startedLate == 0
    }
    #expect(isPunctual)
  }

  @Test(arguments: [
    (["--shard", "1/2"], "--shard needs --run"), (["--shard", "1/2", "--run", "a"], "--shard needs --start-at"),
    (["--shard", "1/2", "--run", "a", "--start-at", "+1s"], "--shard needs --output"),
    (["--run", "a b"], "--run takes 1 to 32 letters and digits"), (["--start-at", "soon"], "--start-at takes +TIME"),
  ])
  func impossibleShardIsAUsageError(options: [String], message: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write(#"{"name": "few", "load": {"rate": 1}}"#, "few.json")
    let result = CommandResult(["load", path, "--target", "http://127.0.0.1:9"] + options, input: "")
    #expect(result.code == .usage && result.error.contains(message), "\(result.error)")
  }
}
