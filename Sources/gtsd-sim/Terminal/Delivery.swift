import GTSDModel
import GTSDSim

/// Where the report of a command goes: files, standard output, and the exit that it calls for.
struct Delivery {
  private let arguments: ParsedArguments
  private let command: CommandID
  private let console: Console
  /// Where files are written, nil for nowhere.
  let directory: String?
  private let formats: [ReportFormat]
  private let timings: String?

  /// Finds what the options ask for.
  ///
  /// - Parameter scenario: whose `output` holds where the options are silent; nil where there is no one scenario.
  init(
    _ arguments: ParsedArguments, of command: CommandID, scenario: Scenario? = nil, _ console: Console
  ) throws(CommandFailure) {
    self.arguments = arguments
    self.command = command
    self.console = console
    directory = arguments[text: .output] ?? scenario?.output.directory
    timings = arguments[text: .timings]
    formats = arguments.formats ?? ReportFormat.allCases.filter { scenario?.output.formats.contains($0) ?? true }
    if arguments[flag: .json], timings == "-" {
      throw .usage(of: command, "standard output takes one of --json and --timings")
    }
    if arguments[flag: .format], directory == nil {
      let place = scenario == nil ? "" : ", or a directory in the scenario's `output`"
      throw .usage(of: command, "--format needs --output\(place)")
    }
  }

  /// Makes sure, before anything runs, that everything can be written.
  func prepare() throws(CommandFailure) {
    if let directory { try OutputFiles.prepare(directory: directory) }
    if let timings, timings != "-" { try OutputFiles.prepare(file: timings) }
  }

  /// Writes the report where it was asked for, and shows it or its summary.
  ///
  /// - Parameter timing: what --timings asks for.
  func deliver(_ report: Report, timing: JSONNode? = nil) throws(CommandFailure) -> ExitCode {
    var report = report
    report.command = arguments.commandLine(of: command)
    if let directory { try OutputFiles.write(report, formats: formats, to: directory) }
    let code = report.exit(noFail: arguments[flag: .noFail])
    if arguments[flag: .json] {
      console.out(report.json)
    } else if timings != "-" {
      console.show(report, exitCode: code)
    }
    if let timings, let timing {
      let text = timing.prettyText + "\n"
      if timings == "-" { console.out(text) } else { try OutputFiles.write(text, to: timings) }
    }
    return code
  }
}
