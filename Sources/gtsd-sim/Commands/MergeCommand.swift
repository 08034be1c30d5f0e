import GTSDSim

/// `gtsd-sim merge REPORT…`
enum MergeCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    if arguments.operands.count(where: { $0 == "-" }) > 1 {
      throw .usage(of: .merge, "standard input can be read once")
    }
    let reports = try Inputs.reports(arguments, console: console)
    var report: Report
    do {
      report = try ShardMerge.report(of: reports.map { .init(path: $0.path, report: $0.report) })
    } catch {
      throw CommandFailure(code: .invalidInput, message: error.description)
    }
    // Shards that were made elsewhere may have had their scenario at other places.
    report.command = reports.first?.report.command
    try ReportCommand.write(report, of: .merge, arguments, console)
    return report.exit(noFail: arguments[flag: .noFail])
  }
}
