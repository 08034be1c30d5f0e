package import GTSDModel

/// What the command line asks for.
package enum Invocation: Sendable, Equatable {
  /// Help on a command, or on all.
  case help(CommandID?)
  case version
  case command(CommandID, ParsedArguments)
}

/// Options and operands of a command, checked against its table.
package struct ParsedArguments: Sendable, Equatable {
  /// Values in the order given; a flag has an empty text.
  package private(set) var values: [OptionID: [String]] = [:]
  /// What stands without dashes.
  package var operands: [String] = []

  /// Whether a flag was given.
  package subscript(flag option: OptionID) -> Bool { values[option] != nil }

  /// The last value of an option.
  package subscript(text option: OptionID) -> String? { values[option]?.last }

  /// The last value of an option that the parser knows to be a number.
  package subscript(integer option: OptionID) -> Int? { values[option]?.last.flatMap { Int($0) } }

  /// The last value of an option that the parser knows to be a length of time, in seconds.
  package subscript(seconds option: OptionID) -> Double? {
    values[option]?.last.flatMap { try? DurationText.span($0).seconds }
  }

  /// The part of a run that an option names, once the parser has let it through.
  package subscript(shard option: OptionID) -> ShardPosition? { values[option]?.last.flatMap { ShardPosition($0) } }

  /// All values of an option.
  package subscript(all option: OptionID) -> [String] { values[option] ?? [] }

  /// The formats asked for, in the order of the table.
  package var formats: [ReportFormat]? {
    self[text: .format].map { text in
      let chosen = text.split(separator: ",").map(String.init)
      return ReportFormat.allCases.filter { chosen.contains($0.rawValue) }
    }
  }

  /// Takes over what another command line says of some options.
  package mutating func take(_ options: [OptionID], from other: ParsedArguments) {
    for option in options { values[option] = other.values[option] }
  }

  package mutating func add(_ value: String, to option: OptionID) {
    values[option, default: []].append(value)
  }
}

/// A command line that says nothing this program can do.
package struct UsageError: Error, Sendable, Equatable {
  package var message: String
  /// The command it is about, for its help.
  package var command: CommandID?

  package init(message: String, command: CommandID? = nil) { (self.message, self.command) = (message, command) }
}

extension Invocation {
  /// What a command line asks for; `arguments` without the program's name.
  package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let first = arguments.first else {
      throw UsageError(message: "a command is missing")
    }
    switch first {
    case "-h", "--help": return .help(try topic(arguments.dropFirst()))
    case "--version": return .version
    case "help": return .help(try topic(arguments.dropFirst()))
    default: break
    }
    if first.hasPrefix("-") {
      throw UsageError(message: "expected a command first; found `\(first)`")
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
    // Help after anything, so that it can be added to a line that does not work.
    if arguments.prefix(while: { $0 != "--" }).contains(where: { $0 == "-h" || $0 == "--help" }) {
      return .help(command.id)
    }
    func failure(_ message: String) -> UsageError { UsageError(message: message, command: command.id) }
    var parsed = ParsedArguments()
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        parsed.operands += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        parsed.operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let isLong = argument.hasPrefix("--")
      // A short option takes its value glued on, too: -j2.
      let name = isLong ? parts[0] : String(argument.prefix(2))
      guard let option = command.option(named: name) else {
        let known = command.options.map { CommandTable.spec(of: $0).long }
        throw failure(unknown("option", name, known: known))
      }
      var value: String?
      if isLong { value = parts.count == 2 ? parts[1] : nil }
      if !isLong, argument.count > 2 {
        value = String(argument.dropFirst(2))
        if value?.hasPrefix("=") == true { value?.removeFirst() }
      }
      guard let kind = option.value else {
        guard value == nil else { throw failure("\(name) takes no value; found `\(value ?? "")`") }
        parsed.add("", to: option.id)
        continue
      }
      guard let text = value ?? rest.popFirst() else {
        throw failure("\(name) needs a value: \(name) \(kind.placeholder)")
      }
      if let complaint = kind.complaint(about: text) { throw failure("\(name): \(complaint)") }
      if !option.isRepeatable, parsed[flag: option.id] { throw failure("\(name) is given twice") }
      parsed.add(text, to: option.id)
    }
    if let complaint = command.operand.complaint(about: parsed.operands) { throw failure(complaint) }
    return .command(command.id, parsed)
  }

  private static func unknown(_ what: String, _ name: String, known: [String]) -> String {
    let nearest = NearestName.of(name, in: known).map { "; did you mean `\($0)`?" } ?? ""
    return "unknown \(what) `\(name)`\(nearest)"
  }
}

extension CommandSpec {
  /// The option of this command with this name, long or short.
  fileprivate func option(named name: String) -> OptionSpec? {
    options.lazy.map { CommandTable.spec(of: $0, in: id) }.first { option in
      name == option.long || option.short.map { name == "-\($0)" } == true
    }
  }
}

extension CommandSpec.Operand {
  /// What is wrong with the operands, nil when nothing is.
  fileprivate func complaint(about operands: [String]) -> String? {
    if operands.count < count.lowerBound { return "\(name) is missing" }
    if operands.count > count.upperBound {
      return count.upperBound == 1
        ? "expected one \(name); found `\(operands[count.upperBound])` after it"
        : "at most \(count.upperBound) of \(name) at once"
    }
    for operand in operands where !choices.isEmpty && !choices.contains(operand) {
      let nearest = NearestName.of(operand, in: choices).map { "did you mean `\($0)`?" }
      return "unknown \(name) `\(operand)`; \(nearest ?? "one of \(choices.joined(separator: ", "))")"
    }
    return nil
  }
}

extension OptionSpec.Value {
  /// What is wrong with a value, nil when nothing is.
  fileprivate func complaint(about text: String) -> String? {
    func unknown(_ name: String, in known: [String]) -> String? {
      if known.contains(name) { return nil }
      let nearest = NearestName.of(name, in: known).map { "did you mean `\($0)`?" }
      return "unknown choice `\(name)`; \(nearest ?? "one of \(known.joined(separator: ", "))")"
    }
    switch self {
    case .integer(_, let range):
      let fits = Int(text).map(range.contains) ?? false
      return fits ? nil : "expected a whole number from \(range.lowerBound) to \(range.upperBound); found `\(text)`"
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
