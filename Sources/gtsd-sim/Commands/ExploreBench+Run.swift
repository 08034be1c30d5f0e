import GTSDBench
import GTSDModel
import GTSDSim

extension ExploreBench {
  /// - Parameter merged: what all shards have found, where they are put together.
  static func run(
    _ arguments: ParsedArguments, _ console: Console, merged: ShardFile? = nil
  ) throws(CommandFailure) -> ExitCode {
    if arguments[flag: .users] { throw .usage(of: .bench, "`explore` takes no --users") }
    var benchmarks: [(path: String, benchmark: ExplorationBenchmark)] = []
    for path in try paths(arguments, console) { benchmarks.append((path, try benchmark(path, arguments))) }
    let scenarios = benchmarks.map { ($0.path, $0.benchmark.scenario.digest, $0.benchmark.scenario.seed) }
    let pieces = try StudyPieces(
      of: .bench, Inputs.identity(of: .bench, scenarios, arguments), arguments, console, merged: merged, noun: "blocks")
    if arguments[flag: .output], !pieces.isShard { throw .usage(of: .bench, "--output goes with --shard") }
    let hold = try pieces.isShard ? pieces.prepare(console) : nil
    defer { hold?.release() }
    for index in benchmarks.indices { benchmarks[index].benchmark.store = pieces.store }
    let rows = try rows(of: benchmarks, arguments, console, isShard: pieces.isShard)
    if pieces.isShard { return try pieces.deliver(isComplete: true, console) }
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
}
