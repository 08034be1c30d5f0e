import Documents
import GTSDCommandLine
import GTSDSim

/// Writes the result of a command without a report: three files of one name, and standard output.
struct StandaloneDelivery {
  private let arguments: ParsedArguments
  private let console: Console
  private let names: [String]
  private let hold: OutputHold

  /// Checks, before anything runs, that everything can be written.
  ///
  /// - Parameter name: the name of the files that --output writes, without extension.
  init(
    _ arguments: ParsedArguments, of command: CommandID, name: String, _ console: Console
  ) throws(CommandFailure) {
    self.arguments = arguments
    self.console = console
    names = ["json", "md", "html"].map { "\(name).\($0)" }
    var plan = OutputPlan()
    if let directory = arguments[text: .output] {
      plan.directories = [.init(path: directory, formats: [], extras: names)]
    }
    hold = try console.files.open(plan, of: command, arguments)
  }

  /// Writes the requested files and shows the document. Nothing is written after that.
  ///
  /// - Parameter passes: whether the checks have passed.
  func deliver(_ document: some StandaloneDocument, passes: Bool) throws(CommandFailure) -> ExitCode {
    defer { hold.release() }
    if let directory = arguments[text: .output] {
      try console.files.write(
        zip(names, [document.json, document.markdown, document.html]).map { ($0, $1) }, to: directory)
    }
    if arguments[flag: .json] {
      console.out(document.json)
    } else {
      console.out(document.text(width: console.width, color: console.colorsOut, isPlain: console.isPlain))
    }
    return passes ? .success : ExitCode.violation.forgiven(noFail: arguments[flag: .noFail])
  }
}
