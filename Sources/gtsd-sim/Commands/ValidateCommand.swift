import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim

/// Runs `gtsd-sim validate SCENARIO…`.
enum ValidateCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let isJSON = arguments[flag: .json]
    var nodes: [JSONNode] = []
    defer { if isJSON { console.out(JSONNode.array(nodes).prettyText + "\n") } }
    _ = try Inputs.scenarios(arguments, console: console) { path, scenario in
      let users = scenario.population.size
      if isJSON {
        nodes.append(
          .object([
            "id": .string(scenario.name), "path": .string(path), "digest": .string(scenario.digest),
            "scenario": scenario.resolved,
          ]))
      } else if !arguments[flag: .quiet] {
        console.out("\(path): valid; \(users) \(users == 1 ? "user" : "users"), \(scenario.digest)\n")
      }
    }
    return .success
  }
}
