import GTSDCommandLine
import GTSDModel
import GTSDSim

/// Runs `gtsd-sim schema [scenario|report]`.
enum SchemaCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) -> ExitCode {
    let text = arguments.operands.first == "report" ? ReportSchema.json : Scenario.jsonSchema
    console.out(text.hasSuffix("\n") ? text : text + "\n")
    return .success
  }
}
