import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim
import GTSDStudies

/// The views of a page besides reports: a person's day, a violation step by step, a story in its natural order.
enum StudioScene {
  /// Creates the scene of an order.
  ///
  /// - Returns: nil for an order that gives a report.
  static func make(
    _ order: StudioOrder, _ console: Console, _ interrupts: Interrupts
  ) throws(CommandFailure) -> JSONNode? {
    let scene: [(String, JSONNode)]
    switch order.show {
    case .report, .film, .load: return nil
    case .day(let user):
      let scenario = try Inputs.scenarios(order.arguments, console: console)[0].scenario
      let overrides = Inputs.overrides(order.arguments).assignments
      guard let watch = PersonWatch(scenario, user: user, overrides: overrides) else {
        throw CommandFailure(code: .invalidInput, message: "there is no person \(user + 1)")
      }
      guard let day = watch.run(isCancelled: { interrupts.isRequested }) else { return .object([]) }
      scene = [("day", day.node)]
    case .replay(let replay):
      do {
        let outcome = try replay.run(isCancelled: { interrupts.isRequested })
        scene = [("isReproduced", .bool(outcome.isReproduced)), ("find", outcome.scene)]
      } catch {
        throw CommandFailure(code: .invalidInput, message: "\(error)")
      }
    case .play:
      let (path, scenario) = try Inputs.scenarios(order.arguments, console: console)[0]
      do {
        scene = [("story", try Play(scenario).run().scene)]
      } catch {
        throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
      }
    }
    return .object([("command", .string(order.commandLine))] + scene)
  }
}
