import Documents
import Foundation
import GTSDCommandLine
import GTSDModel
import GTSDSim

/// The command: parses, dispatches, and maps every error to a message and an exit code.
@main
struct GTSDSimCommand {
  static func main() {
    StandardStreams.secure()
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(run(arguments, console: .standard()).rawValue)
  }

  /// Runs a command line. All output goes to the console.
  static func run(_ arguments: [String], console: Console) -> ExitCode {
    do {
      return try dispatch(Invocation.parse(arguments), console)
    } catch let error as UsageError {
      console.error("gtsd-sim: \(PlainText.visible(error.message))\n\(HelpText.usage(of: error.command))\n")
      let topic = error.command.map { "help \($0.rawValue)" } ?? "--help"
      console.error("`gtsd-sim \(topic)` says more.\n")
      return .usage
    } catch let failure as CommandFailure {
      // Texts from files, servers and command lines are quoted, and must not control the terminal.
      console.error("\(PlainText.visible(failure.message))\n")
      return failure.code
    } catch {
      console.error("gtsd-sim: \(error)\n")
      return .failure
    }
  }

  private static func dispatch(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
    switch invocation {
    case .help(nil): console.writeFitted(HelpText.general(width: console.textWidth))
    case .help(let command?): console.writeFitted(HelpText.command(command, width: console.textWidth))
    case .version: console.out("gtsd-sim \(GTSDSimVersion.current)\n")
    case .command(let command, let arguments):
      var console = console
      if arguments[flag: .noColor] { console.colorsOut = false }
      return try dispatch(command, arguments, console)
    }
    return .success
  }

  private static func dispatch(
    _ command: CommandID, _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    var isDirectory: ObjCBool = false
    if let output = arguments[text: .output],
      FileManager.default.fileExists(atPath: output, isDirectory: &isDirectory), !isDirectory.boolValue
    {
      throw CommandFailure(code: .failure, message: "\(output): is a file; --output takes a directory")
    }
    guard console.takesOutput || arguments[flag: .output] && !arguments[flag: .json] else {
      throw CommandFailure(
        code: .failure, message: "gtsd-sim: standard output is closed, and results go there; redirect it to a file")
    }
    return switch command {
    case .run: try RunCommand.run(arguments, console)
    case .explore: try ExploreCommand.run(arguments, console)
    case .play: try PlayCommand.run(arguments, console)
    case .replay: try ReplayCommand.run(arguments, console)
    case .forecast: try ForecastCommand.run(arguments, console)
    case .compare: try CompareCommand.run(arguments, console)
    case .studio: try StudioCommand.run(arguments, console)
    case .load: try LoadCommand.run(arguments, console)
    case .serve: try ServeCommand.run(arguments, console)
    case .merge: try MergeCommand.run(arguments, console)
    case .cluster: try ClusterCommand.run(arguments, console)
    case .checkEvents: try CheckEventsCommand.run(arguments, console)
    case .calibrate: try CalibrateCommand.run(arguments, console)
    case .report: try ReportCommand.run(arguments, console)
    case .validate: try ValidateCommand.run(arguments, console)
    case .schema: SchemaCommand.run(arguments, console)
    case .list: try ListCommand.run(arguments, console)
    case .completions: CompletionsCommand.run(arguments, console)
    }
  }
}
