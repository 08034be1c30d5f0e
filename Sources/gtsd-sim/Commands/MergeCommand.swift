import Foundation
import GTSDCommandLine
import GTSDSim

/// Runs `gtsd-sim merge SHARD…`.
enum MergeCommand {
  static func run(
    _ arguments: ParsedArguments, _ console: Console, interrupts: Interrupts = Interrupts()
  ) throws(CommandFailure) -> ExitCode {
    if arguments.operands.count(where: { $0 == "-" }) > 1 {
      throw .usage(of: .merge, "standard input can be read once")
    }
    if let study = try study(arguments) { return try finish(study, arguments, console, interrupts) }
    // Reads one shard at a time, since there may be thousands.
    var merge = ShardMerge()
    var first: (command: String?, file: String?)?
    var failures: [CommandFailure] = []
    for operand in arguments.operands {
      do throws(CommandFailure) {
        let shard = try Inputs.report(operand, console: console, isPart: true)
        merge.add(shard, path: operand == "-" ? "(standard input)" : operand)
        first = first ?? (shard.command, shard.scenario.file)
      } catch {
        failures.append(error)
      }
    }
    if let failure = failures.first {
      let code = failures.contains { $0.code == .invalidInput } ? .invalidInput : failure.code
      throw CommandFailure(code: code, message: failures.map(\.message).joined(separator: "\n"))
    }
    var report: Report
    do {
      report = try merge.report()
    } catch {
      throw CommandFailure(code: .invalidInput, message: error.description)
    }
    // Shards from another machine may have had their scenario at another path.
    (report.command, report.scenario.file) = first ?? (nil, nil)
    try ReportCommand.write(report, of: .merge, arguments, console)
    return report.exit(noFail: arguments[flag: .noFail])
  }

  /// The merged shards of a study; nil if none of the files is a study's shard.
  private static func study(_ arguments: ParsedArguments) throws(CommandFailure) -> ShardFile? {
    let isStudy = arguments.operands.contains { path in
      path != "-" && (try? Inputs.data(of: path)).map(ShardFile.isOne) == true
    }
    guard isStudy else { return nil }
    let files = try StudyPieces.files(arguments.operands.filter { $0 != "-" })
    do {
      // A load run cannot be repeated, so the existing parts are reported and the missing ones named.
      let isLoad = files.allSatisfy { $0.file.command.first == CommandID.load.rawValue }
      return try ShardFile.merged(files, toleratesMissing: isLoad)
    } catch {
      throw CommandFailure(code: .invalidInput, message: error.description)
    }
  }

  /// Completes the study with the results of its shards, as if it had run everything itself.
  private static func finish(
    _ study: ShardFile, _ arguments: ParsedArguments, _ console: Console, _ interrupts: Interrupts
  ) throws(CommandFailure) -> ExitCode {
    let invocation: Invocation
    do {
      invocation = try Invocation.parse(study.command)
    } catch {
      throw CommandFailure(
        code: .invalidInput,
        message: "\(arguments.operands[0]): made by a command that this program does not have: \(error.message)")
    }
    guard case .command(let command, var parsed) = invocation else {
      throw CommandFailure(code: .invalidInput, message: "\(arguments.operands[0]): of no command")
    }
    // A shard determines the study. The user who merges determines the output paths, since a file from elsewhere must
    // not name any.
    guard study.command == [command.rawValue] + parsed.studyWords(of: command) else {
      throw CommandFailure(
        code: .invalidInput,
        message: "\(arguments.operands[0]): its command line is not one of a shard; run the shard again")
    }
    parsed.take([.output, .format, .json, .quiet, .noFail, .noColor], from: arguments)
    if command != .load { parsed.take([.jobs], from: arguments) }
    if command == .load {
      return try LoadShards.merge(study, parsed, console)
    }
    return switch command {
    case .forecast: try ForecastCommand.run(parsed, console, interrupts: interrupts, merged: study)
    case .compare: try CompareCommand.run(parsed, console, interrupts: interrupts, merged: study)
    case .explore: try ExploreCommand.run(parsed, console, interrupts: interrupts, merged: study)
    default:
      throw CommandFailure(
        code: .invalidInput, message: "\(arguments.operands[0]): `\(command.rawValue)` has no shards of this kind")
    }
  }
}
