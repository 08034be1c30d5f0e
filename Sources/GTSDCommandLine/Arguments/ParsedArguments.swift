import GTSDFields
package import GTSDModel

/// Options and operands of a command, checked against its table.
package struct ParsedArguments: Sendable, Equatable {
  /// The values of each option in the order given. A flag has one empty text.
  package private(set) var values: [OptionID: [String]] = [:]
  /// The words without dashes.
  package var operands: [String] = []

  package init() {}

  /// Whether a flag was given.
  package subscript(flag option: OptionID) -> Bool { values[option] != nil }

  /// The last value of an option.
  package subscript(text option: OptionID) -> String? { values[option]?.last }

  /// The last value of an option that takes whole numbers.
  package subscript(integer option: OptionID) -> Int? { values[option]?.last.flatMap { Int($0) } }

  /// The last value of an option that takes durations, in seconds.
  package subscript(seconds option: OptionID) -> Double? {
    values[option]?.last.flatMap { try? DurationText.span($0).seconds }
  }

  /// The part of a run that an option names, after the parser has checked it.
  package subscript(shard option: OptionID) -> ShardPosition? { values[option]?.last.flatMap { ShardPosition($0) } }

  /// All values of an option.
  package subscript(all option: OptionID) -> [String] { values[option] ?? [] }

  /// The requested formats, in the order of the table of formats.
  package var formats: [ReportFormat]? {
    self[text: .format].map { text in
      let chosen = text.split(separator: ",").map(String.init)
      return ReportFormat.allCases.filter { chosen.contains($0.rawValue) }
    }
  }

  /// Takes the values of some options from another command line.
  package mutating func take(_ options: [OptionID], from other: ParsedArguments) {
    for option in options { values[option] = other.values[option] }
  }

  package mutating func add(_ value: String, to option: OptionID) {
    values[option, default: []].append(value)
  }
}

/// A fault in the words after a command.
package struct ArgumentComplaint: Error, Sendable, Equatable {
  package var message: String

  /// The error for an unknown name, with the nearest known name.
  package static func unknown(_ what: String, _ name: String, known: [String]) -> ArgumentComplaint {
    let nearest = NearestName.of(name, in: known).map { "; did you mean `\($0)`?" } ?? ""
    return ArgumentComplaint(message: "unknown \(what) `\(name)`\(nearest)")
  }
}

extension ParsedArguments {
  /// Parses the words after a command.
  ///
  /// - Parameter refusal: returns the reason why the command does not have an option of a given name, if one is known.
  package init(
    parsing arguments: ArraySlice<String>, options: [OptionSpec], operand: CommandSpec.Operand,
    refusal: (_ name: String) -> String? = { _ in nil }
  ) throws(ArgumentComplaint) {
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let isLong = argument.hasPrefix("--")
      // A short option may be joined with its value: -j2.
      let name = isLong ? parts[0] : String(argument.prefix(2))
      guard let option = options.first(where: { name == $0.long || $0.short.map { name == "-\($0)" } == true }) else {
        if let refusal = refusal(name) { throw ArgumentComplaint(message: refusal) }
        throw .unknown("option", name, known: options.map(\.long))
      }
      var value: String?
      if isLong { value = parts.count == 2 ? parts[1] : nil }
      if !isLong, argument.count > 2 {
        value = String(argument.dropFirst(2))
        if value?.hasPrefix("=") == true { value?.removeFirst() }
      }
      guard let kind = option.value else {
        guard value == nil else {
          throw ArgumentComplaint(message: "\(name) takes no value; found `\(value ?? "")`")
        }
        add("", to: option.id)
        continue
      }
      guard let text = value ?? rest.popFirst() else {
        throw ArgumentComplaint(message: "\(name) needs a value: \(name) \(kind.placeholder)")
      }
      if let complaint = kind.complaint(about: text) { throw ArgumentComplaint(message: "\(name): \(complaint)") }
      if !option.isRepeatable, self[flag: option.id] { throw ArgumentComplaint(message: "\(name) is given twice") }
      add(text, to: option.id)
    }
    if let complaint = operand.complaint(about: operands) { throw ArgumentComplaint(message: complaint) }
  }
}
