import Foundation
import GTSDModel
import Synchronization
import TestSupport
import Testing

@testable import Documents
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness
@testable import gtsd_sim

/// A continued run gives the same bytes as one that was never interrupted.
struct CheckpointTests {
  private static func scenario() throws -> Scenario {
    var scenario = try library("first-day", users: 16)
    scenario.population.cellSize = 4
    return scenario
  }

  /// A report and the events of a run that is cancelled once this many units have ended.
  private func run(
    _ scenario: Scenario, in directory: String?, units: Int = .max, shard: ShardPosition? = nil,
    calls: FileCalls = .system
  ) throws -> (report: Report, events: String, failure: FileFailure?) {
    var simulation = Simulation(scenario, replications: 2, jobs: 2)
    simulation.keepsEvents = true
    simulation.shard = shard
    let identity = simulation.identity
    let checkpoint = try directory.map { try Checkpoint($0, identity: identity, owner: "test", calls: calls) }
    simulation.checkpoint = checkpoint
    let ended = Atomic<Int>(0)
    let lines = SimulationTests.Collected()
    let outcome = simulation.run(
      progress: { _ in ended.add(1, ordering: .relaxed) }, lines: { lines.add($0) },
      isCancelled: { ended.load(ordering: .relaxed) >= units || checkpoint?.hasFailed == true })
    return (outcome.report, lines.texts.joined(separator: "\n"), checkpoint?.failure)
  }

  @Test(arguments: [nil, ShardPosition(index: 2, of: 3)])
  func resumedRunGivesTheSameBytes(shard: ShardPosition?) throws {
    let scratch = try Scratch()
    let scenario = try Self.scenario()
    let whole = try run(scenario, in: nil, shard: shard)
    var finished = 0
    for _ in 0..<20 {
      let part = try run(scenario, in: scratch.path("cp"), units: 2, shard: shard)
      finished += 1
      if part.report.complete { break }
    }
    #expect(finished > 1 || shard != nil)
    let last = try run(scenario, in: scratch.path("cp"), shard: shard)
    #expect(last.report.json == whole.report.json)
    #expect(last.events == whole.events)
  }

  /// A record that was cut off or changed on disk is run again.
  @Test func partialPieceRunsAgain() throws {
    let scratch = try Scratch()
    let scenario = try Self.scenario()
    let path = scratch.path("cp/finished")
    let whole = try run(scenario, in: scratch.path("cp"))
    let bytes = try Data(contentsOf: URL(filePath: path))
    var generator = SplitMix64(seed: 6)
    for number in 0..<6 {
      var damaged = bytes
      let place = Int(generator.next() % UInt64(bytes.count))
      if number % 2 == 0 { damaged = bytes.prefix(place) } else { damaged[place] ^= 1 }
      try damaged.write(to: URL(filePath: path))
      let again = try run(scenario, in: scratch.path("cp"))
      #expect(again.report.json == whole.report.json && again.events == whole.events, "\(number) at \(place)")
    }
    try Data("no record\n".utf8).write(to: URL(filePath: path))
    #expect(try run(scenario, in: scratch.path("cp")).report.json == whole.report.json)
  }

  @Test func aFullDiskEndsTheRunAndLosesNoUnit() throws {
    let scratch = try Scratch()
    let scenario = try Self.scenario()
    let whole = try run(scenario, in: nil)
    let left = Atomic<Int>(4)
    let full = FileCalls(
      write: { descriptor, bytes in
        guard left.subtract(1, ordering: .relaxed).oldValue > 0 else {
          // A part of the record is written when the disk becomes full.
          _ = FileCalls.system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)))
          errno = ENOSPC
          return -1
        }
        return FileCalls.system.write(descriptor, bytes)
      }, synchronize: FileCalls.system.synchronize, rename: FileCalls.system.rename)
    let part = try run(scenario, in: scratch.path("cp"), calls: full)
    #expect(!part.report.complete && part.failure?.reason == "No space left on device")
    #expect(try run(scenario, in: scratch.path("cp")).report.json == whole.report.json)
  }

  /// Every study, on a disk that accepts only a number of pieces at a time, twice as many each time, until it is
  /// complete.
  @Test(
    .limitedWait,
    arguments: [
      ["forecast", "-", "-n", "2", "--solve", "backend.servers=2..5", "--target", "0.5"],
      ["compare", "-", "-", "-n", "3"],
      ["calibrate", "-", "-n", "6"],
      ["explore", "scenarios/races/double-tap-acknowledge.json", "--schedules", "512", "--no-minimize"],
    ])
  func resumedStudyGivesTheSameBytes(line: [String]) throws {
    let scratch = try Scratch()
    let scenario = try scratch.write(
      #"{"name": "small", "horizon": "30h", "generation": "seed-current", "population": {"size": 8, "cellSize": 4}}"#,
      "small.json")
    let other = try scratch.write(
      #"{"name": "other", "horizon": "30h", "generation": "correct", "population": {"size": 8, "cellSize": 4}}"#,
      "other.json")
    let events = scratch.path("events.jsonl")
    _ = CommandResult(["run", scenario, "--users", "40", "--events", events, "-q", "--no-fail"])
    var files = line[0] == "calibrate" ? [events] : [other, scenario]
    let line =
      line.map { word in
        if word.hasSuffix(".json") { return Checkout.root.appending(path: word).path }
        return word == "-" ? files.removeLast() : word
      } + ["--json", "-q", "--no-fail"]
    let whole = CommandResult(line)
    #expect(whole.code == .success && !whole.out.isEmpty)
    let going = line + ["--checkpoint", scratch.path("cp")]
    var ends = 0
    while ends < 200 {
      let left = Atomic<Int>(2 << min(ends, 20))
      let result = CommandResult(going) { console in
        console.files.calls = FileCalls(
          write: { descriptor, bytes in
            guard left.subtract(1, ordering: .relaxed).oldValue > 0 else {
              _ = FileCalls.system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 3)))
              errno = ENOSPC
              return -1
            }
            return FileCalls.system.write(descriptor, bytes)
          }, synchronize: FileCalls.system.synchronize, rename: FileCalls.system.rename)
      }
      guard result.code != .success else {
        #expect(result.out == whole.out)
        break
      }
      #expect(result.code == .failure && result.error.contains("No space left on device"), "\(result.error)")
      ends += 1
    }
    #expect((2..<200).contains(ends))
    // Once everything is stored, nothing more is written, so nothing can fail.
    #expect(CommandResult(going).out == whole.out)
    let different = CommandResult(going + ["--seed", "77"])
    #expect(different.code == .invalidInput && different.error.contains("is a checkpoint of another run: its seed is"))
  }

  /// A depth-first search can only continue from the schedules that it has just run.
  @Test func depthFirstSearchHasNoCheckpoint() throws {
    let scratch = try Scratch()
    let file = Checkout.root.appending(path: "scenarios/races/double-tap-acknowledge.json").path
    let result = CommandResult(["explore", file, "--policy", "dfs", "--checkpoint", scratch.path("cp")])
    #expect(result.code == .usage && !FileManager.default.fileExists(atPath: scratch.path("cp")))
  }

  /// A chunk of schedules is read back unchanged, whatever it contains.
  @Test(arguments: ["double-tap-acknowledge", "stale-get-overwrites-ack", "photo-cache-clobber"])
  func chunkOfSchedulesSurvivesARoundTrip(story: String) throws {
    let scenario = try Scenario.load(Checkout.root.appending(path: "scenarios/races/\(story).json").path)
    let fold = Exploration(scenario, schedules: 64, jobs: 1).search(try StoryStage(scenario))
    let again = try #require(ExplorationFold(kept: fold.keptBytes))
    #expect(again.keptBytes == fold.keptBytes && again.digest == fold.digest)
    #expect(again.classesMetOnce == fold.classesMetOnce && !fold.sortedEntries.isEmpty)
    #expect(again.sortedEntries.map(\.entry.finding) == fold.sortedEntries.map(\.entry.finding))
    #expect(ExplorationFold(kept: Array(fold.keptBytes.dropLast(9))) == nil)
  }

  @Test func aDirectoryOfAnotherRunIsRefused() throws {
    let scratch = try Scratch()
    let calm = #"{"name": "calm", "horizon": "30h", "generation": "correct", "population": {"size": 3}}"#
    let line = ["run", "-", "-q", "--no-fail", "--checkpoint", scratch.path("cp")]
    let first = CommandResult(line, input: calm)
    #expect(first.code == .success)
    #expect(CommandResult(line, input: calm).out == first.out)
    for (options, name) in [
      (["--seed", "9"], "seed"), (["--users", "2"], "digest"), (["-n", "2"], "replications"),
      (["--shard", "1/2"], "shard"), (["--events", scratch.path("e")], "events"), (["--set", "name=b"], "scenario"),
    ] {
      let other = CommandResult(line + options, input: calm)
      #expect(other.code == .invalidInput && other.out.isEmpty, "\(options)")
      #expect(
        other.error.contains("\(scratch.path("cp")): is a checkpoint of another run: its \(name) is "), "\(other.error)"
      )
    }
    let several = CommandResult(["run", "-", scratch.path("x"), "--checkpoint", scratch.path("cp")], input: calm)
    #expect(several.code != .success)
    _ = try scratch.write("{}", "cp/checkpoint.json")
    #expect(CommandResult(line, input: calm).code == .invalidInput)
  }
}
