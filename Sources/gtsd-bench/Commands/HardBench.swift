import Foundation
package import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDWorld
import Interleaving

/// `gtsd-bench hard`: the stories in which several orders must go wrong at once, to compare policies.
package enum HardBench {
  private static let folder = "hard"
  /// The compared strategies. A depth-first search has no blocks.
  static let policies = SearchStrategy.allCases.filter { $0 != .dfs }
  /// The number of schedules in a block, for every depth. With more, most policies would find most hazards, and the
  /// policies could not be compared.
  private static let block = 500
  /// The number of schedules searched for causes to shrink, and for the twin.
  private static let schedules = 20_000
  private static let shrinkLimit = 5

  /// The measurements of one story.
  struct Row: Sendable {
    var name: String
    var hazard: String
    /// The smallest cause that was found; nil if nothing was found.
    var cause: ExplorationBenchmark.Cause?
    var blockSize: Int
    var blocks: Int
    /// The number of schedules after which each block found the hazard, nil for a block that did not; for each policy.
    var found: [[Int?]]
    var stress: ExplorationBenchmark.Stress
    var twinSchedules: Int
    var twinReports: Int?

    /// The requirement that this story does not meet, in words; nil if it meets all.
    var shortcoming: String? {
      if cause == nil { return "the hazard was not found" }
      if let twinReports, twinReports > 0 { return "\(twinReports) of \(twinSchedules) schedules of the twin report" }
      return nil
    }
  }

  package static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    var rows: [Row] = []
    for path in try ExploreBench.paths(in: folder, console) {
      let benchmark = try ExploreBench.benchmark(path, arguments)
      if !arguments[flag: .quiet] { console.error("\(benchmark.scenario.name)\n") }
      do {
        rows.append(try measure(benchmark, arguments))
      } catch {
        throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
      }
    }
    if arguments[flag: .json] {
      console.out(
        JSONNode.object([
          "benchmark": "hard", "version": .int(1), "scenarios": .array(rows.map(\.node)),
        ]).prettyText + "\n")
    } else {
      console.out(table(rows))
    }
    guard arguments[flag: .check] else { return .success }
    let shortcomings = rows.compactMap { row in row.shortcoming.map { "\(row.name): \($0)" } }
    guard shortcomings.isEmpty else {
      throw CommandFailure(code: .failure, message: shortcomings.joined(separator: "\n"))
    }
    return .success
  }

  private static func measure(
    _ benchmark: ExplorationBenchmark, _ arguments: ParsedArguments
  ) throws(ExplorationBenchmark.Failure) -> Row {
    let jobs = arguments[integer: .jobs]
    let most = arguments[integer: .schedules]
    let schedules = most ?? schedules
    let met = try benchmark.examples(schedules: schedules, jobs: jobs)
    let cause = (0..<min(shrinkLimit, met.count)).compactMap { benchmark.shrink($0, of: met) }
      .min { ($0.depth, $0.faults) < ($1.depth, $1.faults) }
    let blockSize = min(block, most ?? .max)
    // A run that only checks needs no comparison.
    let blocks = arguments[flag: .check] ? 0 : arguments[integer: .blocks] ?? 20
    var found: [[Int?]] = []
    for policy in policies {
      found.append(try benchmark.blocks(blocks, of: blockSize, strategy: policy, jobs: jobs))
    }
    return Row(
      name: benchmark.scenario.name, hazard: benchmark.hazard, cause: cause, blockSize: blockSize, blocks: blocks,
      found: found, stress: try benchmark.stress(blocks: min(blocks, 5), of: blockSize), twinSchedules: schedules,
      twinReports: try benchmark.twinReports(schedules: schedules, jobs: jobs))
  }

  /// A Markdown table of the measurements, and the total finds of each policy. The totals are left out if no block ran.
  static func table(_ rows: [Row]) -> String {
    let header = ["Story", "Hazard", "Depth", "Faults", "Block"] + policies.map(\.rawValue) + ["Stress", "Twin"]
    let rule = ["---", "---"] + Array(repeating: "---:", count: header.count - 2)
    let lines = rows.map(cells)
    let sums = policies.enumerated().map { index, policy in
      "\(policy.rawValue) \(rows.map { $0.found[index].count { $0 != nil } }.reduce(0, +))"
    }
    let blocks = rows.map(\.blocks).reduce(0, +)
    let text = ([header, rule] + lines).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    guard blocks > 0 else { return text }
    return text + "\nBlocks that find the hazard, of \(blocks): \(sums.joined(separator: ", ")).\n"
      + (StressRemark(rows.map(\.stress))?.text ?? "")
  }

  private static func cells(_ row: Row) -> [String] {
    var cells = [row.name, row.hazard]
    cells += row.cause.map { ["\($0.depth)", "\($0.faults)"] } ?? ["not found", "–"]
    cells.append("\(row.blockSize)")
    for found in row.found {
      let count = found.count { $0 != nil }
      let median = ExploreBench.median(found).map { "\(Int($0.rounded()))" } ?? "–"
      cells.append(count == row.blocks ? median : "\(median), \(count) of \(row.blocks)")
    }
    cells.append(row.stress.counts)
    cells.append(row.twinReports.map { "\($0) of \(row.twinSchedules)" } ?? "no twin")
    return cells
  }
}

extension HardBench.Row {
  var node: JSONNode {
    let blocksFound = zip(HardBench.policies, found).map { policy, found -> (String, JSONNode) in
      (policy.rawValue, .int(found.count { $0 != nil }))
    }
    let medians = zip(HardBench.policies, found).map { policy, found -> (String, JSONNode) in
      (policy.rawValue, ExploreBench.median(found).map(JSONNode.number) ?? .null)
    }
    return .object([
      "scenario": .string(name), "hazard": .string(hazard), "depth": cause.map { .int($0.depth) } ?? .null,
      "faults": cause.map { .int($0.faults) } ?? .null, "blockSize": .int(blockSize), "blocks": .int(blocks),
      "blocksFound": .object(blocksFound), "medianSchedules": .object(medians),
      "stressBlocks": .int(stress.found.count), "stressBlocksFound": .int(stress.found.count { $0 != nil }),
      "stressLatenessSeconds": .number(stress.lateness),
      "twinSchedules": .int(twinSchedules), "twinReports": twinReports.map { .int($0) } ?? .null,
    ])
  }
}
