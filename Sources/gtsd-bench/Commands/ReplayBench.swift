package import GTSDCommandLine
import GTSDFields
import GTSDModel

/// Runs `gtsd-bench replays`: does a replay of a failing schedule give the identical result?
package enum ReplayBench {
  /// The number of schedules in which failing ones are searched.
  private static let schedules = 20_000

  package static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let limit = arguments[integer: .limit] ?? 120
    var rows: [(hazard: String, replays: ExplorationBenchmark.Replays)] = []
    for path in try ExploreBench.paths(arguments, console) {
      let benchmark = try ExploreBench.benchmark(path, arguments)
      if !arguments[flag: .quiet] { console.error("\(benchmark.hazard)\n") }
      do {
        let most = arguments[integer: .schedules] ?? schedules
        rows.append((benchmark.hazard, try benchmark.replays(limit, within: most)))
      } catch {
        throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
      }
    }
    let count = rows.reduce(0) { $0 + $1.replays.count }
    let identical = rows.reduce(0) { $0 + $1.replays.identical }
    if arguments[flag: .json] {
      let scenarios = rows.map { row in
        JSONNode.object([
          "hazard": .string(row.hazard), "replays": .int(row.replays.count), "identical": .int(row.replays.identical),
          "digest": .string(row.replays.digestText),
        ])
      }
      console.out(
        JSONNode.object([
          "benchmark": "replays", "version": .int(1), "replays": .int(count), "identical": .int(identical),
          "scenarios": .array(scenarios),
        ]).prettyText + "\n")
    } else {
      for row in rows {
        console.out(
          "\(row.hazard): \(row.replays.identical) of \(row.replays.count) identical, "
            + "\(row.replays.digestText)\n")
      }
      console.out("\(identical) of \(count) failing schedules replay identically\n")
    }
    return identical == count ? .success : .failure
  }
}
