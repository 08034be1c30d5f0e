import Foundation
import GTSDCommandLine
import GTSDModel
import GTSDSim
import GTSDStudies

/// The inputs that commands read.
enum Inputs {
  /// The scenarios of a command's operands with its overrides. All of their problems are listed before anything fails.
  ///
  /// - Parameters:
  ///   - overrides: replace the overrides of the options.
  ///   - valid: called for each valid scenario, even if others are invalid.
  static func scenarios(
    _ arguments: ParsedArguments, console: Console, overrides: ScenarioOverrides? = nil,
    valid: (String, Scenario) -> Void = { _, _ in }
  ) throws(CommandFailure) -> [(path: String, scenario: Scenario)] {
    let overrides = overrides ?? Self.overrides(arguments)
    var result: [(path: String, scenario: Scenario)] = []
    var problems: [String] = []
    var code = ExitCode.success
    for operand in arguments.operands {
      let path = operand == "-" ? standardInput : operand
      do {
        let scenario =
          try operand == "-"
          ? standardInput(console, overrides) : Scenario.named(operand, in: console.directory, overrides: overrides)
        result.append((path, scenario))
        valid(path, scenario)
      } catch {
        problems.append(error.description)
        switch error {
        case .unreadable, .unknown: if code == .success { code = .missingInput }
        case .invalid: code = .invalidInput
        }
      }
    }
    guard problems.isEmpty else { throw CommandFailure(code: code, message: problems.joined(separator: "\n")) }
    return result
  }

  /// Opens the checkpoint of `--checkpoint`, which must be of the same study, and reports its finished pieces.
  static func checkpoint(
    of command: CommandID, _ identity: Checkpoint.Identity, _ arguments: ParsedArguments, _ console: Console,
    pieces: String = "cells"
  ) throws(CommandFailure) -> Checkpoint? {
    guard let directory = arguments[text: .checkpoint] else { return nil }
    do throws(Checkpoint.Refusal) {
      let checkpoint = try Checkpoint(
        directory, identity: identity, owner: arguments.commandLine(of: command), calls: console.files.calls)
      if checkpoint.count > 0, !arguments[flag: .quiet] {
        console.error("\(directory): continues after \(checkpoint.count) finished \(pieces)\n")
      }
      return checkpoint
    } catch {
      switch error {
      case .failed(let failure): throw CommandFailure(failure)
      case .taken(let other): throw CommandFailure.taken(directory, by: other)
      case .differs(let differences):
        let lines = differences.map { "\(directory): is a checkpoint of another run: \($0)" }
        throw CommandFailure(
          code: .invalidInput, message: lines.joined(separator: "\n") + "; name another directory")
      }
    }
  }

  /// The identity of a study's checkpoint: the subject, and all options that affect the report.
  static func identity(
    of command: CommandID, _ scenarios: [(name: String, digest: String, seed: UInt64)], _ arguments: ParsedArguments
  ) -> Checkpoint.Identity {
    [
      ("command", command.rawValue), ("version", GTSDSimVersion.current),
      ("scenario", scenarios.map(\.name).joined(separator: ", ")),
      ("seed", scenarios.map { "\($0.seed)" }.joined(separator: ", ")),
      ("options", arguments.commandLine(of: command, operands: [])),
      ("digest", scenarios.map(\.digest).joined(separator: ", ")),
    ]
  }

  /// The file that a replay command must name for a scenario, `-` for standard input; nil if the library has the same
  /// scenario under its name.
  static func replayFile(_ operand: String, of name: String, _ console: Console) -> String? {
    guard operand != "-", let known = ScenarioLibrary.entry(named: name, in: console.directory),
      let library = try? known.read(), let read = try? Scenario.text(of: operand, in: console.directory)
    else { return operand }
    return library == read.data ? nil : operand
  }

  /// The command line's changes to scenario files.
  static func overrides(_ arguments: ParsedArguments) -> ScenarioOverrides {
    ScenarioOverrides(
      generation: arguments[text: .generation], seed: arguments[text: .seed].flatMap { UInt64($0) },
      users: arguments[integer: .users], sets: arguments[all: .set])
  }

  /// The name of standard input in messages.
  static let standardInput = "(standard input)"

  /// The text of the scenario that is named on the command line, and its name for messages.
  static func text(
    ofScenario operand: String, _ console: Console
  ) throws(CommandFailure) -> (data: Data, path: String) {
    if operand == "-" { return (console.input(), standardInput) }
    do {
      return try Scenario.text(of: operand, in: console.directory)
    } catch {
      throw CommandFailure(code: .missingInput, message: error.description)
    }
  }

  /// The scenario on standard input; messages call it `scenario` if it has no name.
  static func standardInput(
    _ console: Console, _ overrides: ScenarioOverrides
  ) throws(ScenarioFileError) -> Scenario {
    do {
      return try Scenario.parse(bytes: Array(console.input()), overrides: overrides)
    } catch {
      throw .invalid(path: standardInput, error)
    }
  }

  /// The report of a path.
  static func report(
    _ path: String, console: Console, isPart: Bool = false
  ) throws(CommandFailure) -> Report {
    let data = path == "-" ? console.input() : try data(of: path)
    do {
      return try Report(json: data)
    } catch {
      throw CommandFailure(code: .invalidInput, message: error.description(in: path, isPart: isPart))
    }
  }

  /// The content of a file.
  static func data(of path: String) throws(CommandFailure) -> Data {
    do {
      return try Data(contentsOf: URL(filePath: path))
    } catch {
      throw CommandFailure(code: .missingInput, message: "\(path): \(UnreadableFile.reason(path))")
    }
  }
}
