import GTSDFields
import GTSDModel

/// The action that a command line asks for.
package enum Invocation: Sendable, Equatable {
  /// Help on a command, or on all.
  case help(CommandID?)
  case version
  case command(CommandID, ParsedArguments)
}

/// A command line that this program cannot interpret.
package struct UsageError: Error, Sendable, Equatable {
  package var message: String
  /// The command whose help the error refers to.
  package var command: CommandID?

  package init(message: String, command: CommandID? = nil) { (self.message, self.command) = (message, command) }
}

extension Invocation {
  /// Parses a command line; `arguments` excludes the program's name.
  package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let first = arguments.first else {
      throw UsageError(message: "a command is missing, such as `gtsd-sim run first-day`")
    }
    switch first {
    case "-h", "--help": return .help(try topic(arguments.dropFirst()))
    case "--version": return .version
    case "help": return .help(try topic(arguments.dropFirst()))
    default: break
    }
    if first.hasPrefix("-") {
      let nearest = NearestName.of(first, in: ["--help", "--version"]).map { "; did you mean `\($0)`?" } ?? ""
      throw UsageError(message: "expected a command first; found `\(first)`\(nearest)")
    }
    guard let command = CommandID(rawValue: first) else {
      throw UsageError(message: unknown("command", first, known: CommandID.allCases.map(\.rawValue)))
    }
    return try parse(CommandTable.spec(of: command), arguments.dropFirst())
  }

  private static func topic(_ rest: ArraySlice<String>) throws(UsageError) -> CommandID? {
    guard let name = rest.first else { return nil }
    if let command = CommandID(rawValue: name) { return command }
    throw UsageError(message: unknown("command", name, known: CommandID.allCases.map(\.rawValue)))
  }

  private static func parse(
    _ command: CommandSpec, _ arguments: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    // Accepts these two after any words, so that they can be added to a command line that is wrong.
    let words = arguments.prefix { $0 != "--" }
    if words.contains(where: { $0 == "-h" || $0 == "--help" }) { return .help(command.id) }
    if words.contains("--version") { return .version }
    do throws(ArgumentComplaint) {
      let options = command.options.map { CommandTable.spec(of: $0, in: command.id) }
      return .command(
        command.id,
        try ParsedArguments(parsing: arguments, options: options, operand: command.operand) {
          CommandTable.refusal(ofOptionNamed: $0, by: command.id)
        })
    } catch {
      throw UsageError(message: error.message, command: command.id)
    }
  }

  private static func unknown(_ what: String, _ name: String, known: [String]) -> String {
    ArgumentComplaint.unknown(what, name, known: known).message
  }
}

extension CommandSpec.Operand {
  /// The problem with the operands; nil if there is none.
  func complaint(about operands: [String]) -> String? {
    if operands.count < count.lowerBound {
      return "\(name) is missing\(choices.isEmpty ? "" : "; one of \(choices.joined(separator: ", "))")"
    }
    if operands.count > count.upperBound {
      if count.upperBound == 0 { return "expected options alone; found `\(operands[0])`" }
      return count.upperBound == 1
        ? "expected one \(name); found `\(operands[count.upperBound])` after it"
        : "\(name) may be at most \(count.upperBound) names; found \(operands.count)"
    }
    for operand in operands where !choices.isEmpty && !choices.contains(operand) {
      let nearest = NearestName.of(operand, in: choices).map { "did you mean `\($0)`?" }
      return "unknown \(name) `\(operand)`; \(nearest ?? "one of \(choices.joined(separator: ", "))")"
    }
    return nil
  }
}

extension OptionSpec.Value {
  /// The problem with a value; nil if there is none.
  func complaint(about text: String) -> String? {
    func unknown(_ name: String, in known: [String]) -> String? {
      if known.contains(name) { return nil }
      let nearest = NearestName.of(name, in: known).map { "did you mean `\($0)`?" }
      return "unknown choice `\(name)`; \(nearest ?? "one of \(known.joined(separator: ", "))")"
    }
    switch self {
    case .integer(_, let range):
      let fits = Int(text).map(range.contains) ?? false
      return fits
        ? nil
        : "expected a whole number from \(range.lowerBound) to \(ProgressLine.grouped(range.upperBound)); found `\(text)`"
    case .seed:
      return UInt64(text) == nil ? "expected a whole number from 0 to \(UInt64.max); found `\(text)`" : nil
    case .shard:
      return ShardPosition(text) == nil
        ? "expected I/N with 1 <= I <= N <= \(ShardPosition.limit), such as 2/3; found `\(text)`" : nil
    case .duration:
      let span = try? DurationText.span(text)
      return span.map { $0.nanoseconds > 0 } ?? false
        ? nil : "expected a length of time above 0, such as 60s, 5m or 1h30m; found `\(text)`"
    case .choice(_, let known):
      return unknown(text, in: known)
    case .member(let name, let known, let list):
      if known.contains(text) { return nil }
      let nearest = NearestName.of(text, in: known).map { "did you mean `\($0)`?" }
      return "unknown \(name) `\(text)`; \(nearest ?? "`gtsd-sim list \(list.rawValue)` names them")"
    case .choices(_, let known):
      return text.split(separator: ",", omittingEmptySubsequences: false).lazy
        .compactMap { unknown(String($0), in: known) }.first
    case .text, .input, .file, .directory:
      return text.isEmpty ? "expected a value; found none" : nil
    }
  }
}
