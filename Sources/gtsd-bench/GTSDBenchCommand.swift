import Documents
import Foundation
import GTSDCommandLine
import GTSDModel
import GTSDSim

/// The program that measures the simulator: benchmarks, soak, mutants and coverage. It is not a product.
@main
struct GTSDBenchCommand {
  static func main() {
    StandardStreams.secure()
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(run(arguments, console: .standard()).rawValue)
  }

  /// Runs a command line. All output goes to the console.
  static func run(_ arguments: [String], console: Console) -> ExitCode {
    guard let first = arguments.first else { return refuse("a subject is missing", console) }
    if ["-h", "--help", "help"].contains(first) {
      let subject = arguments.dropFirst().first.flatMap(BenchSubject.init(rawValue:))
      console.writeFitted(subject.map { help($0, width: console.textWidth) } ?? help(width: console.textWidth))
      return .success
    }
    if first == "--version" {
      console.out("gtsd-bench \(GTSDSimVersion.current)\n")
      return .success
    }
    guard let subject = BenchSubject(rawValue: first) else {
      return refuse(
        ArgumentComplaint.unknown("subject", first, known: BenchSubject.allCases.map(\.rawValue)).message, console)
    }
    let rest = arguments.dropFirst()
    if rest.contains("-h") || rest.contains("--help") {
      console.writeFitted(help(subject, width: console.textWidth))
      return .success
    }
    do {
      let parsed = try ParsedArguments(
        parsing: rest, options: subject.optionRows, operand: .init(name: "SUBJECT", count: 0...0))
      return try run(subject, parsed, console)
    } catch let complaint as ArgumentComplaint {
      return refuse(complaint.message, console, subject)
    } catch let failure as CommandFailure {
      console.error("\(PlainText.visible(failure.message))\n")
      return failure.code
    } catch {
      console.error("gtsd-bench: \(error)\n")
      return .failure
    }
  }

  private static func run(
    _ subject: BenchSubject, _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    switch subject {
    case .journey: return try JourneyBench.run(arguments, console)
    case .explore: return try ExploreBench.run(arguments, console)
    case .hard: return try HardBench.run(arguments, console)
    case .causes: return try CausesBench.run(arguments, console)
    case .replays: return try ReplayBench.run(arguments, console)
    case .http: return try HTTPBench.run(arguments, console)
    case .mutants: return try MutantsBench.run(arguments, console)
    case .soak: return try SoakBench.run(arguments, console)
    case .inputs: return try InputsBench.run(arguments, console)
    case .coverage: return try CoverageBench.run(arguments, console)
    case .gate: return try GateBench.run(arguments, console)
    case .own:
      console.out("GTSD_APP_LONG=1 swift test -c release --package-path Examples/GTSDApp --filter SpeedTests\n")
      return .success
    }
  }

  private static func refuse(_ message: String, _ console: Console, _ subject: BenchSubject? = nil) -> ExitCode {
    let words = subject.map { "\($0.rawValue) [OPTIONS]" } ?? "SUBJECT [OPTIONS]"
    console.error(
      "gtsd-bench: \(PlainText.visible(message))\nUsage: gtsd-bench \(words)\n`gtsd-bench help` says more.\n")
    return .usage
  }

  /// The help on the program as a whole.
  static func help(width: Int = HelpText.standardWidth) -> String {
    let subjects = BenchSubject.allCases.flatMap { HelpText.entry($0.rawValue, $0.summary, width: width) }
    return """
      Measures the simulator itself. Run it from the root of the checkout, in release.

      Usage: gtsd-bench SUBJECT [OPTIONS]

      Subjects:
      \(subjects.joined(separator: "\n"))

      `gtsd-bench help SUBJECT` explains a subject.

      """
  }

  /// The help on one subject.
  static func help(_ subject: BenchSubject, width: Int = HelpText.standardWidth) -> String {
    let options = subject.optionRows.flatMap { HelpText.option($0, width: width) }
    return """
      \(subject.summary)

      Usage: gtsd-bench \(subject.rawValue) [OPTIONS]

      \(HelpText.filled(subject.discussion, width: width).joined(separator: "\n"))

      Options:
      \(options.joined(separator: "\n"))

      """
  }
}
