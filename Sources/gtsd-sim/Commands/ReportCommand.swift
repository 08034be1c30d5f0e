import GTSDModel
import GTSDSim

/// `gtsd-sim report REPORT`
enum ReportCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let path = arguments.operands[0]
    let report = try Inputs.report(path, console: console)
    let formats = arguments.formats
    if let directory = arguments[text: .output] {
      try OutputFiles.prepare(directory: directory)
      try OutputFiles.write(report, formats: formats ?? ReportFormat.allCases, to: directory)
    }
    if arguments[flag: .json] {
      console.out(report.json)
    } else if arguments[text: .output] == nil, let formats {
      guard formats.count == 1 else {
        throw CommandFailure(code: .usage, message: "several formats need --output; standard output takes one")
      }
      console.out(report.rendered(as: formats[0]))
    } else {
      console.out(TerminalSummary(report, width: console.width, color: console.colorsOut).text)
    }
    return report.exit(noFail: arguments[flag: .noFail])
  }
}

extension ParsedArguments {
  /// The formats asked for, in the order of the table.
  var formats: [ReportFormat]? {
    self[text: .format].map { text in
      let chosen = text.split(separator: ",").map(String.init)
      return ReportFormat.allCases.filter { chosen.contains($0.rawValue) }
    }
  }
}
