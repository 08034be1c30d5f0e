import Foundation
import GTSDCommandLine
import GTSDLoad
import GTSDModel
import GTSDSim
import Statistics

/// Runs `gtsd-sim serve [SCENARIO]`.
enum ServeCommand {
  /// The port without `--port`.
  private static let standardPort = 8080

  static func run(
    _ arguments: ParsedArguments, _ console: Console, interrupts: Interrupts = Interrupts()
  ) throws(CommandFailure) -> ExitCode {
    let scenario = try scenario(arguments, console)
    let host = arguments[text: .host] ?? ServeRun.standardHost
    let server: ServeRun
    do throws(ServeFailure) {
      server = try ServeRun(scenario: scenario, host: host, port: arguments[integer: .port] ?? standardPort)
    } catch {
      let remedy = error.isTaken ? "; --port 0 picks a free one" : ""
      throw CommandFailure(code: .failure, message: "gtsd-sim: \(error)\(remedy)")
    }
    console.out("listening on \(server.url)\n")
    if !arguments[flag: .quiet] {
      if !server.isLoopback {
        console.error("Anybody who reaches \(server.url) can use it: it keeps no secrets and refuses nobody.\n")
      }
      console.error("Ends with Control-C. All data are in memory and will be lost.\n")
    }
    interrupts.watching { server.run { interrupts.isRequested } }
    if !arguments[flag: .quiet] { console.error("\(Wording.count(server.requests, "request")) served.\n") }
    return .success  // an interrupt is how a server ends
  }

  /// The scenario, or one in which nothing takes time or fails.
  private static func scenario(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> Scenario {
    guard arguments.operands.isEmpty else {
      let (path, scenario) = try Inputs.scenarios(arguments, console: console)[0]
      if scenario.backend.remote != nil {
        throw CommandFailure(
          code: .invalidInput, message: "\(path): $.backend.remote: `serve` answers itself; leave it out")
      }
      return scenario
    }
    var overrides = Inputs.overrides(arguments)
    overrides.sets = ServeRun.plainAssignments + overrides.sets
    do {
      return try Scenario.parse(Data(ServeRun.plainScenario.utf8), path: "(no scenario)", overrides: overrides)
    } catch {
      throw CommandFailure(code: .invalidInput, message: error.description)
    }
  }
}
