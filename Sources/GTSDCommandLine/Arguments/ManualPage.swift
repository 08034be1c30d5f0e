import GTSDModel

/// The manual page, rendered from the tables with the man macros of roff.
package enum ManualPage {
  package static var text: String {
    var lines = [
      #".\" Made by `gtsd-sim completions man`."#,
      ".TH GTSD-SIM 1 \"\" \"gtsd-sim \(GTSDSimVersion.current)\" \"User Commands\"",
      ".SH NAME", #"gtsd-sim \- synthetic users of an app: indicators, forecasts, state races and load"#,
      ".SH SYNOPSIS",
    ]
    for command in CommandTable.commands {
      if command.id != CommandTable.commands.first?.id { lines.append(".br") }
      lines.append(synopsis(of: command.id))
    }
    lines += [".SH DESCRIPTION"] + prose(HelpText.purpose)
    lines += prose("Results go to standard output; progress, remarks and errors go to standard error.")
    lines.append(".SH COMMANDS")
    lines += CommandTable.commands.flatMap(section)
    lines.append(".SH OPTIONS")
    lines += CommandTable.ownOptions.flatMap(option)
    lines.append(".SH EXIT STATUS")
    lines += ExitCode.allCases.flatMap { [".TP", ".B \($0.rawValue)"] + prose($0.meaning) }
    lines.append(".SH ENVIRONMENT")
    lines += HelpText.environment.flatMap { [".TP", ".B \($0.name)"] + prose($0.meaning) }
    lines.append(".SH EXAMPLES")
    lines += CommandTable.commands.flatMap(examples).drop { $0 == ".PP" }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Parts

  private static func synopsis(_ command: CommandID, prefix: String) -> String {
    prefix + escaped(String(HelpText.usage(of: command).dropFirst("Usage: gtsd-sim ".count)))
  }

  private static func synopsis(of command: CommandID) -> String { synopsis(command, prefix: #".B gtsd\-sim "#) }

  /// The section of a command: its description, and the names of its options.
  private static func section(_ command: CommandSpec) -> [String] {
    var lines = [synopsis(command.id, prefix: ".SS ")] + prose(command.summary)
    for paragraph in paragraphs(of: command) { lines += [".PP"] + prose(paragraph) }
    if !command.operand.choices.isEmpty {
      lines += [".PP"] + prose("\(command.operand.name) is one of: \(command.operand.choices.joined(separator: ", ")).")
    }
    let names = command.options.map { "`\(CommandTable.spec(of: $0).long)`" }
    return lines + [".PP"] + prose("Options: \(names.joined(separator: ", ")).")
  }

  private static func option(_ option: OptionSpec) -> [String] {
    var head = option.short.map { "`-\($0)`, " } ?? ""
    head += "`\(option.long)`"
    if let value = option.value { head += " \(value.placeholder)" }
    let elsewhere = option.variants.flatMap { variant in
      prose(
        "In `\(variant.command.rawValue)`: \(HelpText.meaning(of: CommandTable.spec(of: option.id, in: variant.command)))"
      )
    }
    return [".TP"] + prose(head) + prose(HelpText.meaning(of: option)) + elsewhere
  }

  private static func examples(_ command: CommandSpec) -> [String] {
    let lines = command.discussion.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }
    if lines.isEmpty { return [] }
    return [".PP"] + prose(command.summary) + [".PP", ".RS 4", ".nf"] + lines.map { escaped(String($0)) } + [
      ".fi", ".RE",
    ]
  }

  /// The paragraphs of a command's discussion before its examples.
  private static func paragraphs(of command: CommandSpec) -> [String] {
    let text = command.discussion.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("  ") && $0 != "Examples:" }
    return text.split(separator: "").map { $0.joined(separator: " ") }
  }

  // MARK: Roff

  /// Running text with one line per sentence, as roff prefers it, and text between backquotes in bold.
  private static func prose(_ text: String) -> [String] {
    var result = ""
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      result += index.isMultiple(of: 2) ? escaped(String(part)) : #"\fB"# + escaped(String(part)) + #"\fR"#
    }
    return result.replacing(". ", with: ".\n").split(separator: "\n").map { guarded(String($0)) }
  }

  /// A text for roff: hyphens can be copied, and other characters are ASCII.
  private static func escaped(_ text: String) -> String {
    let characters = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": #"\e"#
      case "-": #"\-"#
      case _ where !scalar.isASCII: #"\[u"# + padded(String(scalar.value, radix: 16, uppercase: true)) + "]"
      default: String(scalar)
      }
    }
    return guarded(characters.joined())
  }

  private static func padded(_ digits: String) -> String {
    String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The line, escaped if it begins with a control character of roff.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? #"\&"# + line : line
  }
}
