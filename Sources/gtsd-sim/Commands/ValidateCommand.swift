import GTSDModel
import GTSDSim

/// `gtsd-sim validate SCENARIO…`
enum ValidateCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let scenarios = try Inputs.scenarios(arguments, console: console)
    if arguments[flag: .json] {
      let nodes = scenarios.map { entry in
        JSONNode.object([
          "id": .string(entry.scenario.name), "path": .string(entry.path), "digest": .string(entry.scenario.digest),
          "scenario": resolved(entry.scenario),
        ])
      }
      console.out(JSONNode.array(nodes).prettyText + "\n")
    } else if !arguments[flag: .quiet] {
      for (path, scenario) in scenarios {
        console.out("\(path): valid; \(scenario.population.size) users, \(scenario.digest)\n")
      }
    }
    return .success
  }

  private static func resolved(_ scenario: Scenario) -> JSONNode {
    do {
      return try JSONReader.read(scenario.resolvedJSON)
    } catch {
      preconditionFailure("the resolved text of \(scenario.name) is no JSON: \(error)")
    }
  }
}
