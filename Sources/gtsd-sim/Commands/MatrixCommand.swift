import Foundation
import GTSDCommandLine
import GTSDModel
import GTSDSim
import GTSDStudies
import Statistics

/// Runs `gtsd-sim run STORY… --matrix`.
enum MatrixCommand {
  /// The number of schedules of each cell without --schedules.
  private static let schedules = 500

  static func run(
    _ arguments: ParsedArguments, _ console: Console, interrupts: Interrupts
  ) throws(CommandFailure) -> ExitCode {
    let others: [OptionID] = [.users, .replications, .shard, .checkpoint, .events, .profile]
    for option in others where arguments[flag: option] {
      throw .usage(of: .run, "--\(option.rawValue) has no meaning for a matrix of stories; leave it or --matrix out")
    }
    let generations = try generations(arguments)
    let cases = try cases(arguments, console, generations)
    let (width, limit) = (generations.count, arguments[integer: .schedules] ?? schedules)
    let delivery = try StandaloneDelivery(arguments, of: .run, name: "matrix", console)
    let isQuiet = arguments[flag: .quiet]
    if !isQuiet {
      console.error("\(cases.count) cases, \(width) generations, \(Wording.whole(limit)) schedules each\n")
    }
    let progress = ProgressLine(console, label: "matrix")
    let matrix = AcceptanceMatrix(
      cases, generations: generations, schedules: limit, sets: arguments[all: .set], jobs: arguments[integer: .jobs])
    let outcome = interrupts.watching {
      matrix.run(
        progress: { if !isQuiet { progress.show(cells: $0, of: cases.count * width) } },
        isCancelled: { interrupts.isRequested })
    }
    if !isQuiet { progress.clear() }
    guard let outcome else {
      throw CommandFailure(code: .interrupted, message: "gtsd-sim: interrupted before the first case was done")
    }
    return try delivery.deliver(
      AcceptanceDocument(outcome), passes: outcome.passes, isComplete: outcome.isComplete)
  }

  /// The columns: the generation of --generation, otherwise all.
  private static func generations(_ arguments: ParsedArguments) throws(CommandFailure) -> [Generation.Preset] {
    guard let name = arguments[text: .generation] else { return Generation.Preset.allCases }
    guard let preset = Generation.Preset(rawValue: name) else {
      let names = Generation.Preset.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage(of: .run, "--generation \(name): a matrix takes a preset: \(names)")
    }
    return [preset]
  }

  /// The stories of all operands, each under every generation. A directory stands for the files in it.
  private static func cases(
    _ arguments: ParsedArguments, _ console: Console, _ generations: [Generation.Preset]
  ) throws(CommandFailure) -> [AcceptanceMatrix.Case] {
    var arguments = arguments
    arguments.operands = arguments.operands.flatMap { files(of: $0) }
    guard !arguments.operands.isEmpty else {
      throw CommandFailure(code: .missingInput, message: "gtsd-sim: there is no .json file in these directories")
    }
    var cases: [AcceptanceMatrix.Case] = []
    for (column, generation) in generations.enumerated() {
      var overrides = Inputs.overrides(arguments)
      overrides.generation = generation.rawValue
      let scenarios = try Inputs.scenarios(arguments, console: console, overrides: overrides)
      for (row, (path, scenario)) in scenarios.enumerated() {
        guard scenario.story != nil else {
          throw CommandFailure(
            code: .invalidInput,
            message: "\(path): has no `story` to search for a matrix; `gtsd-sim run` without --matrix simulates it")
        }
        if column == 0 {
          cases.append(AcceptanceMatrix.Case(path: path, scenarios: [scenario]))
        } else {
          cases[row].scenarios.append(scenario)
        }
      }
    }
    return cases
  }

  private static func files(of operand: String) -> [String] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: operand, isDirectory: &isDirectory), isDirectory.boolValue else {
      return [operand]
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: operand)) ?? []
    let folder = operand.hasSuffix("/") ? operand : operand + "/"
    return names.filter { $0.hasSuffix(".json") }.sorted().map { folder + $0 }
  }
}
