/// Completion scripts, rendered from the tables.
package enum CompletionScript {
  /// The names of the scripts that can be printed.
  package static let names = ["bash", "zsh", "fish", "man"]

  /// The script of a shell, or the manual page.
  package static func of(_ shell: String) -> String {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    case "man": ManualPage.text
    default: preconditionFailure("the parser accepted the shell \(shell)")
    }
  }

  private static var commandNames: String { CommandTable.commands.map(\.id.rawValue).joined(separator: " ") }

  private static func choices(_ value: OptionSpec.Value?) -> [String] {
    switch value {
    case .choice(_, let known), .member(_, let known, _), .choices(_, let known): known
    case .text, .integer, .seed, .shard, .duration, .input, .file, .directory, nil: []
    }
  }

  private static var bash: String {
    var lines = [
      "# Completion of gtsd-sim for bash: source <(gtsd-sim completions bash)",
      "_gtsd_sim() {",
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}",
      "  COMPREPLY=()",
      "  if ((COMP_CWORD == 1)); then",
      "    COMPREPLY=($(compgen -W \"\(commandNames) help --help --version\" -- \"$current\"))",
      "    return",
      "  fi",
      "  case $previous in",
    ]
    for option in CommandTable.ownOptions where option.value != nil {
      let names = [option.long] + (option.short.map { ["-\($0)"] } ?? [])
      let words = choices(option.value).joined(separator: " ")
      let reply: String
      switch option.value {
      case .input, .file: reply = "COMPREPLY=($(compgen -f -- \"$current\"))"
      case .directory: reply = "COMPREPLY=($(compgen -d -- \"$current\"))"
      case .choice, .member, .choices: reply = "COMPREPLY=($(compgen -W \"\(words)\" -- \"$current\"))"
      case .text, .integer, .seed, .shard, .duration, nil: reply = ":"
      }
      lines.append("    \(names.joined(separator: "|"))) \(reply); return ;;")
    }
    lines += ["  esac", "  case $command in"]
    for command in CommandTable.commands {
      let options = command.options.map { CommandTable.spec(of: $0).long }.joined(separator: " ")
      let words = command.operand.choices.joined(separator: " ")
      let operand =
        command.operand.isFile
        ? "COMPREPLY=($(compgen -f -- \"$current\"))" : "COMPREPLY=($(compgen -W \"\(words)\" -- \"$current\"))"
      lines += [
        "    \(command.id.rawValue))",
        "      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W \"\(options)\" -- \"$current\"))",
        "      else \(operand); fi ;;",
      ]
    }
    lines += [
      "    help) COMPREPLY=($(compgen -W \"\(commandNames)\" -- \"$current\")) ;;", "  esac", "}",
      "complete -F _gtsd_sim gtsd-sim",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static var zsh: String {
    func quoted(_ text: String) -> String {
      text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
        .replacing(":", with: "\\:")
    }
    func action(_ value: OptionSpec.Value) -> String {
      switch value {
      case .input, .file: "_files"
      case .directory: "_files -/"
      case .choice(_, let known), .member(_, let known, _): "(\(known.joined(separator: " ")))"
      case .choices(_, let known): "_values -s , format \(known.joined(separator: " "))"
      case .text, .integer, .seed, .shard, .duration: " "
      }
    }
    var lines = ["#compdef gtsd-sim", "# Completion of gtsd-sim for zsh.", "_gtsd_sim() {", "  local -a commands"]
    lines.append("  commands=(")
    lines += CommandTable.commands.map { "    '\($0.id.rawValue):\(quoted($0.summary))'" }
    lines += [
      "    'help:Show help.'", "    '--help:Show help.'", "    '--version:Show the version.'", "  )",
      "  if ((CURRENT == 2)); then", "    _describe command commands", "    return", "  fi",
      "  local command=$words[2]", "  shift words", "  ((CURRENT--))", "  case $command in",
    ]
    for command in CommandTable.commands {
      lines.append("    \(command.id.rawValue))")
      lines.append("      _arguments \\")
      for option in command.options.map({ CommandTable.spec(of: $0, in: command.id) }) {
        let value = option.value.map { ":\(quoted($0.placeholder)):\(action($0))" } ?? ""
        let star = option.isRepeatable ? "*" : ""
        lines.append("        '\(star)\(option.long)[\(quoted(option.help))]\(value)' \\")
        if let short = option.short {
          lines.append("        '\(star)-\(short)[\(quoted(option.help))]\(value)' \\")
        }
      }
      let operand = command.operand.isFile ? "_files" : "(\(command.operand.choices.joined(separator: " ")))"
      lines.append(
        "        '\(command.operand.count.upperBound > 1 ? "*" : "1"):\(command.operand.name):\(operand)' ;;")
    }
    lines += ["    help) _describe command commands ;;", "  esac", "}", "_gtsd_sim \"$@\""]
    return lines.joined(separator: "\n") + "\n"
  }

  private static var fish: String {
    func quoted(_ text: String) -> String { "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'" }
    var lines = [
      "# Completion of gtsd-sim for fish.", "complete -c gtsd-sim -f",
      "complete -c gtsd-sim -n __fish_use_subcommand -l help -s h -d 'Show help.'",
      "complete -c gtsd-sim -n __fish_use_subcommand -l version -d 'Show the version.'",
      "complete -c gtsd-sim -n __fish_use_subcommand -a help -d 'Show help.'",
      "complete -c gtsd-sim -n '__fish_seen_subcommand_from help' -a '\(commandNames)'",
    ]
    for command in CommandTable.commands {
      let name = command.id.rawValue
      lines.append("complete -c gtsd-sim -n __fish_use_subcommand -a \(name) -d \(quoted(command.summary))")
      let seen = "complete -c gtsd-sim -n '__fish_seen_subcommand_from \(name)'"
      let words = command.operand.choices.joined(separator: " ")
      lines.append(command.operand.isFile ? "\(seen) -F" : "\(seen) -a '\(words)'")
      for option in command.options.map({ CommandTable.spec(of: $0, in: command.id) }) {
        var line = "\(seen) -l \(option.id.rawValue)"
        if let short = option.short { line += " -s \(short)" }
        switch option.value {
        case .input, .file: line += " -r -F"
        case .directory: line += " -x -a '(__fish_complete_directories)'"
        case .choice(_, let known), .member(_, let known, _), .choices(_, let known):
          line += " -x -a '\(known.joined(separator: " "))'"
        case .text, .integer, .seed, .shard, .duration: line += " -x"
        case nil: break
        }
        lines.append("\(line) -d \(quoted(option.help))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
