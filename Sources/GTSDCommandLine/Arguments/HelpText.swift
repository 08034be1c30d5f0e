import Documents

/// Help, rendered from the tables and wrapped once, at a width in columns.
package enum HelpText {
  private static let indent = 2
  private static let labelColumn = 28
  /// The width of lines if the terminal states no other.
  package static let standardWidth = 100
  /// The greatest width of lines, since longer ones are hard to read.
  private static let maxWidth = 120

  /// The purpose of the program.
  package static let purpose =
    "gtsd-sim simulates thousands of users of an app and its backend in virtual time. It compares indicators with their "
    + "targets, and finds the orders of events that break the app's state."

  /// The environment variables that the program reads.
  package static let environment: [(name: String, meaning: String)] = [
    ("NO_COLOR", "No colour, if set and not empty."),
    ("TERM", "No colour and no moving progress, if it is `dumb`."),
    ("COLUMNS", "Width of help and summary if standard output is no terminal."),
    ("LC_ALL, LC_CTYPE, LANG", "Texts are ASCII if the first of these that is set is not UTF-8."),
  ]

  /// The help on the program as a whole.
  package static func general(width: Int = standardWidth) -> String {
    var lines = wrap(purpose, width) + ["", "Usage: gtsd-sim COMMAND [OPTIONS] …", "", "Commands:"]
    lines += CommandTable.commands.flatMap { command in
      entry(usageOperands(command, prefix: command.id.rawValue), command.summary, width: width)
    }
    lines += ["", "Options:"]
    lines += [OptionID.help, .version].flatMap { option(CommandTable.spec(of: $0), width: width) }
    lines += ["", "`gtsd-sim help COMMAND` explains a command.", "", "Environment:"]
    lines += environment.flatMap { entry($0.name, $0.meaning, width: width) }
    lines += ["", "Exit codes:"]
    lines += ExitCode.allCases.flatMap { entry("\($0.rawValue)", $0.meaning, width: width) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The help on one command.
  package static func command(_ id: CommandID, width: Int = standardWidth) -> String {
    let command = CommandTable.spec(of: id)
    var lines = wrap(command.summary, width) + ["", usage(of: id), ""] + filled(command.discussion, width: width)
    if !command.operand.choices.isEmpty {
      let choices = "\(command.operand.name) is one of: \(command.operand.choices.joined(separator: ", "))."
      lines += [""] + wrap(choices, width)
    }
    lines += ["", "Options:"]
    lines += command.options.flatMap { option(CommandTable.spec(of: $0, in: id), width: width) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of a text after wrapping. Sentences are wrapped to the width; indented lines, which are examples to
  /// copy, are kept as they are.
  ///
  /// A line that ends with a sentence ends its paragraph.
  package static func filled(_ text: String, width: Int = standardWidth) -> [String] {
    var lines: [String] = []
    var sentences: [Substring] = []
    func close() {
      if !sentences.isEmpty { lines += wrap(sentences.joined(separator: " "), width) }
      sentences = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard !line.isEmpty, !line.hasPrefix(" ") else {
        close()
        lines.append(String(line))
        continue
      }
      sentences.append(line)
      if line.hasSuffix(".") || line.hasSuffix(":") { close() }
    }
    close()
    return lines
  }

  private static func wrap(_ text: String, _ width: Int, indent: Int = 0) -> [String] {
    TextLines.wrap(text, indent: indent, width: min(max(width, 20), maxWidth))
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

  package static func option(_ option: OptionSpec, width: Int = standardWidth) -> [String] {
    let short = option.short.map { "-\($0), " } ?? "    "
    let value = option.value.map { " \($0.placeholder)" } ?? ""
    return entry(short + option.long + value, meaning(of: option), width: width)
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

  /// A label and a text beside it. The text is below the label if the label is long or the lines are short.
  package static func entry(_ label: String, _ text: String, width: Int = standardWidth) -> [String] {
    let head = String(repeating: " ", count: indent) + label
    let column = width < 72 ? 2 * indent + 4 : labelColumn
    let lines = wrap(text, width, indent: column)
    guard head.count + 2 <= column else { return [head] + lines }
    return [head + lines[0].dropFirst(head.count)] + lines.dropFirst()
  }
}
