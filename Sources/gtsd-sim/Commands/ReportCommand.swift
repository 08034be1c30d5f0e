import GTSDCommandLine
import GTSDModel
import GTSDSim

/// Runs `gtsd-sim report REPORT`.
enum ReportCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let report = try Inputs.report(arguments.operands[0], console: console)
    try write(report, of: .report, arguments, console)
    return report.exit(noFail: arguments[flag: .noFail])
  }

  /// Writes a report to --output, and shows it according to --json and --format.
  static func write(
    _ report: Report, of command: CommandID, _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) {
    let formats = arguments.formats
    if arguments[text: .output] == nil, let formats {
      guard formats.count == 1 else {
        throw .usage(of: command, "several formats need --output; standard output takes one")
      }
      guard formats == [.json] || !arguments[flag: .json] else {
        throw .usage(of: command, "standard output takes one of --json and --format \(formats[0].rawValue)")
      }
    }
    var failure: CommandFailure?
    if let directory = arguments[text: .output] {
      let formats = formats ?? ReportFormat.allCases
      let plan = OutputPlan(directories: [.init(path: directory, formats: formats)])
      let hold = try console.files.open(plan, of: command, arguments)
      do throws(CommandFailure) {
        try console.write(report, formats: formats, to: directory)
      } catch {
        failure = error
      }
      hold.release()
    }
    if arguments[flag: .json] {
      console.out(report.json)
    } else if arguments[text: .output] == nil, let formats {
      console.out(report.rendered(as: formats[0]))
    } else {
      console.show(report, exitCode: failure?.code ?? report.exit(noFail: arguments[flag: .noFail]))
    }
    if let failure { throw failure }
  }
}
