import GTSDCommandLine
import GTSDModel
import GTSDSim
import GTSDStudies

/// Runs `gtsd-sim play STORY`.
enum PlayCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let (path, scenario) = try Inputs.scenarios(arguments, console: console)[0]
    guard scenario.story != nil else {
      throw CommandFailure(
        code: .invalidInput, message: "\(path): has no `story` to play; `gtsd-sim run \(path)` simulates a population")
    }
    let delivery = try StandaloneDelivery(arguments, of: .play, name: "play", console)
    let result: PlayResult
    do {
      result = try Play(scenario).run()
    } catch {
      throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
    }
    return try delivery.deliver(PlayDocument(result), passes: result.passes, events: result.analyticsLines)
  }
}
