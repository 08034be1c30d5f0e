import Documents
import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim

/// Writes a command's report to files and standard output, and sets the exit code.
struct Delivery {
  private let arguments: ParsedArguments
  private let command: CommandID
  private let console: Console
  /// The directory for files; nil if there is none.
  let directory: String?
  private let formats: [ReportFormat]
  private let timings: String?

  /// Determines the output that the options ask for.
  ///
  /// - Parameter scenario: the scenario whose `output` applies where the options give none; nil if there is not exactly
  ///   one scenario.
  init(
    _ arguments: ParsedArguments, of command: CommandID, scenario: Scenario? = nil, _ console: Console
  ) throws(CommandFailure) {
    self.arguments = arguments
    self.command = command
    self.console = console
    directory = arguments[text: .output] ?? (console.followsOutput ? scenario?.output.directory : nil)
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

  /// Checks, before anything runs, that everything can be written. Keep the returned value until then.
  ///
  /// - Parameters:
  ///   - extras: names of files besides those of the formats.
  ///   - files: options whose files are written while the command runs.
  func prepare(extras: [String] = [], files: [OptionID] = []) throws(CommandFailure) -> OutputHold {
    var plan = OutputPlan()
    if let directory { plan.directories = [.init(path: directory, formats: formats, extras: extras)] }
    plan.add(.timings, timings)
    for option in files { plan.add(option, arguments[text: option]) }
    return try console.files.open(plan, of: command, arguments)
  }

  /// Writes the report to the requested places, and shows it or its summary.
  ///
  /// Continues after failures, so that everything that can be written is.
  ///
  /// - Parameters:
  ///   - timing: the output of --timings.
  ///   - extras: files besides those of the formats.
  ///   - failure: the reason why a checkpoint or another file could not be written, which ended the run.
  func deliver(
    _ report: Report, timing: JSONNode? = nil, extras: [(name: String, text: String)] = [], failure: FileFailure? = nil
  ) throws(CommandFailure) -> ExitCode {
    var report = report
    report.command = arguments.commandLine(of: command)
    var failures = failure.map { [CommandFailure($0).message] } ?? []
    func attempt(_ write: () throws(CommandFailure) -> Void) {
      do throws(CommandFailure) { try write() } catch { failures.append(error.message) }
    }
    if let directory {
      attempt { () throws(CommandFailure) in
        try console.write(report, formats: formats, extras: extras, to: directory)
      }
    }
    let text = timing.map { $0.prettyText + "\n" }
    if let timings, timings != "-", let text {
      attempt { () throws(CommandFailure) in try console.files.write(text, to: timings) }
    }
    let code = report.exit(noFail: arguments[flag: .noFail])
    if arguments[flag: .json] {
      console.out(report.json)
    } else if timings != "-" {
      console.show(report, exitCode: failures.isEmpty ? code : .failure)
    } else if let text {
      console.out(text)
    }
    guard failures.isEmpty else {
      // A finding decides the exit code, even if some outputs could not be written.
      let isFinding = code == .violation || code == .targetMissed
      throw CommandFailure(code: isFinding ? code : .failure, message: failures.joined(separator: "\n"))
    }
    return code
  }
}
