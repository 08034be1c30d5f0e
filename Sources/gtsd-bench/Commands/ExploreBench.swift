import Dispatch
import Foundation
package import GTSDCommandLine
package import GTSDFields
import GTSDModel
import GTSDStudies
import GTSDWorld
import Synchronization

/// Runs `gtsd-bench explore`: how many schedules does the search need to find each hazard?
package enum ExploreBench {
  /// The number of schedules run to measure speed, and the number searched for causes to shrink.
  private static let schedules = 5_000
  private static let twinSchedules = 20_000
  /// The greatest number of causes to shrink.
  private static let shrinkLimit = 5
  /// The greatest number of blocks for a stress loop, which is slow.
  private static let stressBlocks = 5

  /// The measurements of one scenario.
  package struct Row: Sendable {
    package var hazard: String
    var scenario: String
    var digest: String
    /// The depth of the smallest cause; nil if nothing was found to shrink.
    var depth: Int?
    var faults: Int?
    var blockSize: Int
    var blocks: Int
    var blocksFound: Int
    /// Blocks of a plain stress loop, each with as many runs as a block of the search has schedules.
    var stress: ExplorationBenchmark.Stress
    /// The median over all blocks; nil if half of them or more did not find the hazard.
    var medianSchedules: Double?
    var shrinkReplays: Double?
    var shrinkMilliseconds: Double?
    var twin: String?
    var twinSchedules: Int
    var twinReports: Int?
    var jobsPerSchedule: Double
    /// The speed; nil if it was not measured.
    var schedulesPerSecond: Double?
    var schedulesPerSecondAllCores: Double?

    /// Whether natural order shows the hazard without any fault, so that nothing must be searched.
    var isDeterministic: Bool { depth == 0 && faults == 0 }

    /// The requirement that this story does not meet, in words; nil if it meets all.
    package var shortcoming: String? {
      if depth == nil { return "the hazard was not found" }
      if !isDeterministic, Double(blocksFound) < 0.99 * Double(blocks) {
        return "\(blocks - blocksFound) of \(blocks) blocks do not find it within \(blockSize) schedules"
      }
      if let twinReports, twinReports > 0 { return "\(twinReports) of \(twinSchedules) schedules of the twin report" }
      return nil
    }
  }

  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    var benchmarks: [(path: String, benchmark: ExplorationBenchmark)] = []
    for path in try paths(arguments, console) { benchmarks.append((path, try benchmark(path, arguments))) }
    let rows = try rows(of: benchmarks, arguments, console)
    if arguments[flag: .json] {
      console.out(
        JSONNode.object([
          "benchmark": "explore", "version": .int(1), "scenarios": .array(rows.map(\.node)),
        ]).prettyText + "\n")
    } else {
      console.out(ExploreBenchTable(rows: rows).text)
    }
    guard arguments[flag: .check] else { return .success }
    let shortcomings = rows.compactMap { row in row.shortcoming.map { "\(row.hazard): \($0)" } }
    guard shortcomings.isEmpty else {
      throw CommandFailure(code: .failure, message: shortcomings.joined(separator: "\n"))
    }
    return .success
  }

  /// The measurements of each scenario, in order. If nothing is timed, each core works on one scenario.
  private static func rows(
    of benchmarks: [(path: String, benchmark: ExplorationBenchmark)], _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> [Row] {
    let isOneByOne = Lengths(arguments).repeats > 0
    let threads = isOneByOne ? 1 : arguments[integer: .jobs] ?? ProcessInfo.processInfo.activeProcessorCount
    let jobs = isOneByOne ? arguments[integer: .jobs] : 1
    let next = Atomic<Int>(0)
    let results = Mutex<[Int: Result<Row, CommandFailure>]>([:])
    DispatchQueue.concurrentPerform(iterations: min(threads, benchmarks.count)) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < benchmarks.count else { return }
        let (path, benchmark) = benchmarks[index]
        if !arguments[flag: .quiet] { console.error("\(benchmark.hazard)\n") }
        let result: Result<Row, CommandFailure>
        do throws(ExplorationBenchmark.Failure) {
          result = .success(try measure(benchmark, path, arguments, jobs: jobs))
        } catch {
          result = .failure(CommandFailure(code: .invalidInput, message: "\(path): \(error)"))
          next.store(benchmarks.count, ordering: .relaxed)
        }
        results.withLock { $0[index] = result }
      }
    }
    var rows: [Row] = []
    for (_, result) in results.withLock({ $0 }).ordered(by: { $0.key < $1.key }) { rows.append(try result.get()) }
    return rows
  }

  package static func paths(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> [String] {
    let paths = try paths(in: "races", console)
    guard let hazard = arguments[text: .hazard] else { return paths }
    if let path = paths.first(where: { $0.hasSuffix("/\(hazard).json") }) { return [path] }
    throw CommandFailure(code: .missingInput, message: "scenarios/races/\(hazard).json: no such file")
  }

  /// The scenarios of one folder of `scenarios`. Benchmarks use only these files, not built-in scenarios.
  static func paths(in folder: String, _ console: Console) throws(CommandFailure) -> [String] {
    let paths = ScenarioLibrary.files(in: console.directory).filter { $0.folder == folder }.compactMap(\.file)
    let place = folder.isEmpty ? "scenarios" : "scenarios/\(folder)"
    if paths.isEmpty { throw CommandFailure(code: .missingInput, message: "\(place): no scenarios here") }
    return paths
  }

  package static func benchmark(
    _ path: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExplorationBenchmark {
    do {
      let overrides = ScenarioOverrides(seed: arguments[text: .seed].flatMap { UInt64($0) })
      return try ExplorationBenchmark(try Scenario.load(path, overrides: overrides))
    } catch let error as ScenarioFileError {
      throw CommandFailure(code: .invalidInput, message: error.description)
    } catch {
      throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
    }
  }

  /// The target of the search, and its length.
  private struct Lengths {
    /// The number of schedules of a search for causes, and of a measurement of speed.
    var schedules: Int
    var twinSchedules: Int
    var blocks: Int
    /// The number of measurements of speed.
    var repeats: Int
    /// The greatest number of schedules of one search.
    var most: Int?

    init(_ arguments: ParsedArguments) {
      most = arguments[integer: .schedules]
      // A run that only checks needs neither speed nor comparison.
      repeats = arguments[integer: .repeats] ?? (arguments[flag: .check] ? 0 : 5)
      schedules = min(arguments[flag: .check] ? 1_000 : ExploreBench.schedules, most ?? .max)
      twinSchedules = most ?? ExploreBench.twinSchedules
      blocks = arguments[integer: .blocks] ?? 20
    }

    func ofBlock(depth: Int) -> Int { min(ExplorationBenchmark.blockSize(depth: depth), most ?? .max) }
  }

  /// The smallest cause, and the cost of finding the causes.
  private static func causes(
    of benchmark: ExplorationBenchmark, _ lengths: Lengths, jobs: Int?
  ) throws(ExplorationBenchmark.Failure) -> (
    causes: [ExplorationBenchmark.Cause], milliseconds: [Double], engineJobs: Int
  ) {
    let met = try benchmark.examples(schedules: lengths.schedules, jobs: jobs)
    var causes: [ExplorationBenchmark.Cause] = []
    var milliseconds: [Double] = []
    for index in 0..<min(shrinkLimit, met.count) {
      let start = ContinuousClock.now
      let cause = benchmark.shrink(index, of: met)
      milliseconds.append((ContinuousClock.now - start).inSeconds * 1_000)
      if let cause { causes.append(cause) }
    }
    return (causes, milliseconds, met.jobs)
  }

  private static func smallest(_ causes: [ExplorationBenchmark.Cause]) -> ExplorationBenchmark.Cause? {
    causes.min { ($0.depth, $0.faults) < ($1.depth, $1.faults) }
  }

  private static func measure(
    _ benchmark: ExplorationBenchmark, _ path: String, _ arguments: ParsedArguments, jobs: Int?
  ) throws(ExplorationBenchmark.Failure) -> Row {
    let lengths = Lengths(arguments)
    var speeds: (one: [Double], all: [Double]) = ([], [])
    // The first search is a warm-up.
    if lengths.repeats > 0 { _ = try benchmark.search(schedules: lengths.schedules, jobs: 1) }
    for _ in 0..<lengths.repeats {
      speeds.one.append(try speed(of: benchmark, schedules: lengths.schedules, jobs: 1))
      speeds.all.append(try speed(of: benchmark, schedules: lengths.schedules, jobs: jobs))
    }
    let (causes, milliseconds, engineJobs) = try causes(of: benchmark, lengths, jobs: jobs)
    let smallest = smallest(causes)
    let blockSize = lengths.ofBlock(depth: smallest?.depth ?? 0)
    let found = try benchmark.blocks(lengths.blocks, of: blockSize, jobs: jobs)
    let isCheck = arguments[flag: .check]
    let stress = try benchmark.stress(blocks: isCheck ? 0 : min(stressBlocks, found.count), of: blockSize)
    return Row(
      hazard: benchmark.hazard, scenario: path, digest: benchmark.scenario.digest, depth: smallest?.depth,
      faults: smallest?.faults, blockSize: blockSize, blocks: found.count,
      blocksFound: found.count { $0 != nil }, stress: stress,
      medianSchedules: median(found),
      shrinkReplays: causes.isEmpty ? nil : JourneyBench.median(causes.map { Double($0.replays) }),
      shrinkMilliseconds: milliseconds.isEmpty ? nil : JourneyBench.median(milliseconds), twin: benchmark.twin,
      twinSchedules: lengths.twinSchedules,
      twinReports: try benchmark.twinReports(schedules: lengths.twinSchedules, jobs: jobs),
      jobsPerSchedule: Double(engineJobs) / Double(lengths.schedules),
      schedulesPerSecond: speeds.one.isEmpty ? nil : JourneyBench.median(speeds.one),
      schedulesPerSecondAllCores: speeds.all.isEmpty ? nil : JourneyBench.median(speeds.all))
  }

  /// The schedules per second of a search.
  private static func speed(
    of benchmark: ExplorationBenchmark, schedules: Int, jobs: Int?
  ) throws(ExplorationBenchmark.Failure) -> Double {
    let start = ContinuousClock.now
    _ = try benchmark.search(schedules: schedules, jobs: jobs)
    return Double(schedules) / (ContinuousClock.now - start).inSeconds
  }

  /// The median, where a block that found nothing counts as larger than every other. Nil if such a block is the median,
  /// or if there are no blocks.
  static func median(_ found: [Int?]) -> Double? {
    guard !found.isEmpty else { return nil }
    let value = JourneyBench.median(found.map { $0.map(Double.init) ?? .infinity })
    return value.isFinite ? value : nil
  }
}

extension ExploreBench.Row {
  package var node: JSONNode {
    func number(_ value: Double?) -> JSONNode { value.map { .number($0) } ?? .null }
    func int(_ value: Int?) -> JSONNode { value.map { .int($0) } ?? .null }
    return .object([
      "hazard": .string(hazard), "scenario": .string(scenario), "digest": .string(digest), "depth": int(depth),
      "faults": int(faults), "blockSize": .int(blockSize), "blocks": .int(blocks), "blocksFound": .int(blocksFound),
      "stressBlocks": .int(stress.found.count), "stressBlocksFound": .int(stress.found.count { $0 != nil }),
      "stressLatenessSeconds": .number(stress.lateness), "medianSchedules": number(medianSchedules),
      "shrinkReplays": number(shrinkReplays),
      "shrinkMilliseconds": number(shrinkMilliseconds), "twin": twin.map { .string($0) } ?? .null,
      "twinSchedules": .int(twinSchedules), "twinReports": int(twinReports),
      "jobsPerSchedule": .number(jobsPerSchedule), "schedulesPerSecond": number(schedulesPerSecond),
      "schedulesPerSecondAllCores": number(schedulesPerSecondAllCores),
    ])
  }
}

/// The measurements as a table of Markdown.
package struct ExploreBenchTable {
  var rows: [ExploreBench.Row]

  package init(rows: [ExploreBench.Row]) { self.rows = rows }

  package var text: String {
    let header = [
      "Hazard", "Depth", "Faults", "Blocks that find it", "Stress loop", "Median schedules", "Shrink replays",
      "Shrink ms",
      "Twin: reports", "Schedules/s, one core", "all cores",
    ]
    let lines =
      [header, ["---"] + Array(repeating: "---:", count: header.count - 1)]
      + rows.ordered { ($0.depth ?? .max, $0.hazard) < ($1.depth ?? .max, $1.hazard) }.map(cells)
    return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined() + "\n" + remark
  }

  private func cells(_ row: ExploreBench.Row) -> [String] {
    func whole(_ value: Double?) -> String { value.map { "\(Int($0.rounded()))" } ?? "–" }
    let isSearched = !row.isDeterministic
    return [
      row.hazard, row.depth.map(String.init) ?? "not found", row.faults.map(String.init) ?? "–",
      isSearched ? "\(row.blocksFound) of \(row.blocks) (\(row.blockSize))" : "deterministic",
      isSearched ? row.stress.counts : "–",
      isSearched ? whole(row.medianSchedules) : "–", whole(row.shrinkReplays),
      row.shrinkMilliseconds.map { "\(($0 * 10).rounded() / 10)" } ?? "–",
      row.twinReports.map { "\($0) of \(row.twinSchedules)" } ?? "no twin", whole(row.schedulesPerSecond),
      whole(row.schedulesPerSecondAllCores),
    ]
  }

  private var remark: String {
    let searched = rows.filter { !$0.isDeterministic }
    let found = searched.count { $0.blocksFound == $0.blocks }
    let depths = rows.compactMap(\.depth)
    let deepest = depths.max().map { ", the deepest cause has \($0)" } ?? ""
    return "\(rows.count) hazards, \(rows.count - searched.count) of them deterministic; \(found) of the other "
      + "\(searched.count) found in every block\(deepest).\n" + (StressRemark(searched.map(\.stress))?.text ?? "")
  }
}

extension ExplorationBenchmark.Stress {
  /// The number of blocks that found the hazard, as a table cell.
  var counts: String { "\(found.count { $0 != nil }) of \(found.count)" }
}

/// A sentence on the stress loops of several stories, and on how far the machine's own timing was from the stories'
/// timing.
struct StressRemark {
  let text: String

  /// Summarises the stress loops; nil if none ran.
  init?(_ loops: [ExplorationBenchmark.Stress]) {
    let runs = loops.map(\.runs).reduce(0, +)
    guard runs > 0 else { return nil }
    let found = loops.flatMap(\.found)
    let lateness = loops.map { $0.lateness * Double($0.runs) }.reduce(0, +) / Double(runs)
    text =
      "Stress loop: \(found.count { $0 != nil }) of \(found.count) blocks, its timers late by "
      + "\((lateness * 100).rounded() / 100) s of the stories' time on average. A busy machine makes them later, and the loop "
      + "then meets orders that no phone would.\n"
  }
}
