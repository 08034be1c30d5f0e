import GTSDCommandLine

/// Runs `gtsd-sim completions SHELL`.
enum CompletionsCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) -> ExitCode {
    console.out(CompletionScript.of(arguments.operands[0]))
    return .success
  }
}
