import Foundation
import GTSDCommandLine
import GTSDModel
import GTSDSim

/// Runs `gtsd-sim studio [SCENARIO]`.
enum StudioCommand {
  static func run(
    _ arguments: ParsedArguments, _ console: Console, interrupts: Interrupts = Interrupts()
  ) throws(CommandFailure) -> ExitCode {
    // Problems with the file are reported on the terminal, not on a page.
    if !arguments.operands.isEmpty { _ = try Inputs.scenarios(arguments, console: console) }
    let target = try StudioTarget(arguments)
    let shelf = StudioShelf(operand: arguments.operands.first, directory: console.directory, target: target)
    let server = try StudioServer(
      shelf: shelf, directory: console.directory, port: arguments[integer: .port] ?? 0, jobs: arguments[integer: .jobs])
    console.out("studio at \(server.url)\n")
    if !arguments[flag: .quiet] {
      console.error("Ends with Control-C. Only this machine reaches it, and only with that address.\n")
    }
    if let target, !arguments[flag: .quiet] {
      console.error("The page may send load to \(target.url), when asked to, and to no other server.\n")
    }
    if !arguments[flag: .noOpen] { Browser.open(server.url) }
    interrupts.watching { server.run { interrupts.isRequested } }
    return .success
  }
}
