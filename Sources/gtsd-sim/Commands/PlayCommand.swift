import GTSDModel
import GTSDSim

/// `gtsd-sim play STORY`
enum PlayCommand {
  /// Names of what --output writes.
  private static let names = ["play.json", "play.md", "play.html"]

  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let (path, scenario) = try Inputs.scenarios(arguments, console: console)[0]
    guard scenario.story != nil else {
      throw CommandFailure(
        code: .invalidInput, message: "\(path): has no `story` to play; `gtsd-sim run \(path)` simulates a population")
    }
    var plan = OutputPlan()
    if let directory = arguments[text: .output] {
      plan.directories = [.init(path: directory, formats: [], extras: names)]
    }
    let hold = try console.files.open(plan, of: .play, arguments)
    defer { hold.release() }
    let result: PlayResult
    do {
      result = try Play(scenario).run()
    } catch {
      throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
    }
    let document = PlayDocument(result)
    if let directory = arguments[text: .output] {
      try console.files.write(
        zip(names, [document.json, document.markdown, document.html]).map { ($0, $1) }, to: directory)
    }
    if arguments[flag: .json] {
      console.out(document.json)
    } else {
      console.out(document.text(width: console.width, color: console.colorsOut, isPlain: console.isPlain))
    }
    return result.passes ? .success : ExitCode.violation.forgiven(noFail: arguments[flag: .noFail])
  }
}
