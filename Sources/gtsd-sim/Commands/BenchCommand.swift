import GTSDBench
import GTSDModel
import GTSDSim

/// `gtsd-sim bench WHAT`
enum BenchCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let what = arguments.operands[0]
    for option in [OptionID.shard, .checkpoint, .output] where arguments[flag: option] && what != "explore" {
      throw .usage(of: .bench, "`\(what)` takes no \(CommandTable.spec(of: option).long)")
    }
    return switch what {
    case "explore": try ExploreBench.run(arguments, console)
    case "coverage": try CoverageBench.run(arguments, console)
    case "gate": try GateBench.run(arguments, console)
    case "hard": try HardBench.run(arguments, console)
    case "http": try HTTPBench.run(arguments, console)
    case "replays": try ReplayBench.run(arguments, console)
    case "mutants": try MutantsBench.run(arguments, console)
    case "soak": try SoakBench.run(arguments, console)
    case "inputs": try InputsBench.run(arguments, console)
    case "own": throw .usage(of: .bench, ownCode)
    default: try JourneyBench.run(arguments, console)
    }
  }

  /// The search over an app's own code takes over the whole process it is linked into, so none of it is in this one.
  static let ownCode =
    "`own` is measured where it runs, in a test program: GTSD_APP_LONG=1 swift test -c release --package-path "
    + "Examples/GTSDApp --filter SpeedTests"
}
