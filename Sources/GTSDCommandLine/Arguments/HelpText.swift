import Documents

/// Help, rendered from the tables.
package enum HelpText {
  private static let indent = 2
  private static let labelColumn = 28
  private static let width = 100

  /// The purpose of the program.
  package static let purpose = [
    "gtsd-sim runs thousands of synthetic users through an app and its backend in virtual time. It reports",
    "indicators against their targets, and races that break the app's state.",
  ]

  /// The environment variables that the program reads.
  package static let environment: [(name: String, meaning: String)] = [
    ("NO_COLOR", "No colour, if set and not empty."),
    ("TERM", "No colour and no moving progress, if it is `dumb`."),
    ("COLUMNS", "Width of the summary if standard output is not a terminal."),
    ("LC_ALL, LC_CTYPE, LANG", "ASCII output for people if the first of these that is set is not UTF-8."),
  ]

  /// The help text for all commands.
  package static var general: String {
    var lines = purpose + ["", "Usage: gtsd-sim COMMAND [OPTIONS] …", "", "Commands:"]
    lines += CommandTable.commands.flatMap { command in
      entry(usageOperands(command, prefix: command.id.rawValue), command.summary)
    }
    lines += ["", "Options:"]
    lines += [OptionID.help, .version].flatMap { option(CommandTable.spec(of: $0)) }
    lines += [
      "", "`gtsd-sim help COMMAND` explains a command.", "",
      "Environment:",
    ]
    lines += environment.flatMap { entry($0.name, $0.meaning) }
    lines += ["", "Exit codes:"]
    lines += ExitCode.allCases.flatMap { entry("\($0.rawValue)", $0.meaning) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Help on one command.
  package static func command(_ id: CommandID) -> String {
    let command = CommandTable.spec(of: id)
    var lines = [command.summary, "", usage(of: id), ""]
    lines += command.discussion.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if !command.operand.choices.isEmpty {
      let choices = "\(command.operand.name) is one of: \(command.operand.choices.joined(separator: ", "))."
      lines += [""] + TextLines.wrap(choices, indent: 0, width: width)
    }
    lines += ["", "Options:"]
    lines += command.options.flatMap { option(CommandTable.spec(of: $0, in: id)) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The usage line of a command, or of all.
  package static func usage(of id: CommandID?) -> String {
    guard let id else { return "Usage: gtsd-sim COMMAND [OPTIONS] …" }
    return "Usage: gtsd-sim \(usageOperands(CommandTable.spec(of: id), prefix: "\(id.rawValue) [OPTIONS]"))"
  }

  private static func usageOperands(_ command: CommandSpec, prefix: String) -> String {
    let name = command.operand.count.upperBound > 1 ? "\(command.operand.name)…" : command.operand.name
    return command.operand.count.lowerBound == 0 ? "\(prefix) [\(name)]" : "\(prefix) \(name)"
  }

  package static func option(_ option: OptionSpec) -> [String] {
    let short = option.short.map { "-\($0), " } ?? "    "
    let value = option.value.map { " \($0.placeholder)" } ?? ""
    return entry(short + option.long + value, meaning(of: option))
  }

  /// The option's meaning, its choices and its default.
  package static func meaning(of option: OptionSpec) -> String {
    var text = option.help
    switch option.value {
    case .choice(_, let known), .choices(_, let known): text += " Choices: \(known.joined(separator: ", "))."
    case .text, .integer, .seed, .shard, .duration, .member, .input, .file, .directory, nil: break
    }
    if let standard = option.standard { text += " Default: \(standard)." }
    return text
  }

  package static func entry(_ label: String, _ text: String) -> [String] {
    let head = String(repeating: " ", count: indent) + label
    var lines: [String] = []
    var line = head
    if head.count + 2 > labelColumn {
      lines.append(head)
      line = ""
    }
    line += String(repeating: " ", count: labelColumn - line.count)
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: labelColumn)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}
