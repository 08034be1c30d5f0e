package import GTSDCommandLine
import GTSDModel
import GTSDSim
import GTSDStudies
import GTSDWorld
import Randomness

/// `gtsd-bench causes`: whether the cause of a hazard depends on the seed of the search.
package enum CausesBench {
  /// The smallest share of seeds that must report the same cause.
  private static let least = 11.0 / 12

  /// The causes that searches with several seeds name for one hazard, the most frequent first.
  struct Row {
    var hazard: String
    var causes: [(text: String, seeds: Int)]
    var seeds: Int

    var isStable: Bool { Double(causes.first?.seeds ?? 0) >= CausesBench.least * Double(seeds) - 1e-9 }
  }

  package static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    if arguments[flag: .check] { return try check(arguments, console) }
    let seeds = arguments[integer: .limit] ?? 12
    let first = arguments[text: .seed].flatMap { UInt64($0) } ?? 1
    let schedules = arguments[integer: .schedules] ?? 1_000
    var rows: [Row] = []
    for path in try ExploreBench.paths(arguments, console) {
      let benchmark = try ExploreBench.benchmark(path, arguments)
      if !arguments[flag: .quiet] { console.error("\(benchmark.hazard)\n") }
      var counts: [(text: String, seeds: Int)] = []
      for seed in 0..<UInt64(max(0, seeds)) {
        var scenario = benchmark.scenario
        scenario.seed = first &+ seed
        let text = cause(try find(benchmark.hazard, in: scenario, schedules, arguments, path))
        if let index = counts.firstIndex(where: { $0.text == text }) {
          counts[index].seeds += 1
        } else {
          counts.append((text, 1))
        }
      }
      rows.append(
        Row(hazard: benchmark.hazard, causes: counts.sorted { ($1.seeds, $0.text) < ($0.seeds, $1.text) }, seeds: seeds)
      )
    }
    console.out(table(rows))
    return .success
  }

  /// Searches a scenario for a hazard; nil if it is not found.
  private static func find(
    _ hazard: String, in scenario: Scenario, _ schedules: Int, _ arguments: ParsedArguments, _ path: String
  ) throws(CommandFailure) -> Find? {
    var exploration = Exploration(scenario, schedules: schedules, jobs: arguments[integer: .jobs])
    exploration.hazard = hazard
    do {
      return try exploration.run().report.exploration?.finds.first { $0.hazard == hazard }
    } catch {
      throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
    }
  }

  // MARK: Reversals

  /// Draws hazards at random. Checks for each that the story passes if its cause is reversed.
  private static func check(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let paths = try ExploreBench.paths(arguments, console)
    var draws = SplitMix64(seed: arguments[text: .seed].flatMap { UInt64($0) } ?? 1)
    let drawn = draws.permutation(paths.count).prefix(max(0, arguments[integer: .limit] ?? 20)).sorted()
    console.out("| Hazard | Cause | What is reversed | As it is | Reversed |\n| --- | --- | --- | --- | --- |\n")
    var shown = 0
    for path in drawn.map({ paths[$0] }) {
      let benchmark = try ExploreBench.benchmark(path, arguments)
      let schedules = arguments[integer: .schedules] ?? 1_000
      let find = try find(benchmark.hazard, in: benchmark.scenario, schedules, arguments, path)
      let reversal: CauseReversal?
      do {
        if let find { reversal = try CauseReversal(find, of: benchmark.scenario) } else { reversal = nil }
      } catch {
        throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
      }
      if reversal?.isShown == true { shown += 1 }
      console.out("| \(benchmark.hazard) | \(cause(find)) | \(text(reversal)) |\n")
    }
    console.out("\n\(shown) of \(drawn.count) stories fail with their cause and pass with it reversed.\n")
    return shown == drawn.count ? .success : .failure
  }

  private static func text(_ reversal: CauseReversal?) -> String {
    guard let reversal else { return "– | – | –" }
    let part =
      switch reversal.part {
      case .orders(1): "the order"
      case .orders(let count): "each of \(count) orders"
      case .faults: "the fault"
      case .strategy: "the strategy"
      }
    return "\(part) | \(reversal.fails ? "fails" : "passes") | \(reversal.passesReversed ? "passes" : "fails")"
  }

  /// The cause in words: its conflicting orders, or that natural order is enough.
  private static func cause(_ find: Find?) -> String {
    guard let find else { return "not found" }
    let conflicts = find.constraints.filter { $0.role != .delay }
      .map { "\($0.before) before \($0.after)" + ($0.state.map { " (\($0))" } ?? "") }
    if !conflicts.isEmpty { return conflicts.sorted().joined(separator: "; ") }
    return find.faults.isEmpty ? "natural order" : "natural order with " + find.faults.joined(separator: ", ")
  }

  /// The causes as a table of Markdown, with the share of hazards whose cause is stable.
  static func table(_ rows: [Row]) -> String {
    let lines = rows.map { row in
      let others = row.causes.dropFirst().map { "\($0.seeds): \($0.text)" }
      return "| \(row.hazard) | \(row.causes.first?.seeds ?? 0) of \(row.seeds) | \(row.causes.first?.text ?? "–") | "
        + "\(others.isEmpty ? "–" : others.joined(separator: "<br>")) |\n"
    }
    let stable = rows.count { $0.isStable }
    return "| Hazard | Seeds | Cause | Other seeds |\n| --- | ---: | --- | --- |\n" + lines.joined()
      + "\n\(stable) of \(rows.count) hazards have one cause in at least 11 of 12 seeds.\n"
  }
}
