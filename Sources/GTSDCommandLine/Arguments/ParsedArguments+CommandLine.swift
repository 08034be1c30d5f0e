import Documents

extension ParsedArguments {
  /// The command line that produces the same report again. It contains the options that affect the simulation, not
  /// those for output.
  ///
  /// - Parameter operands: replace the given operands.
  package func commandLine(of command: CommandID, operands: [String]? = nil) -> String {
    var words = ["gtsd-sim", command.rawValue] + (operands ?? self.operands)
    for option in CommandTable.spec(of: command).options where option.shapesReport(of: command) {
      for value in self[all: option] { words += ["--\(option.rawValue)"] + (value.isEmpty ? [] : [value]) }
    }
    return ShellWord.quoted(words)
  }

  /// The words after the command that reproduce the study, in the form that a parser takes.
  package func studyWords(of command: CommandID) -> [String] {
    var words: [String] = []
    for option in CommandTable.spec(of: command).options where option.shapesReport(of: command) {
      for value in self[all: option] { words.append("--\(option.rawValue)" + (value.isEmpty ? "" : "=\(value)")) }
    }
    return words + ["--"] + operands
  }
}

extension OptionID {
  /// Whether a command's report depends on this option.
  fileprivate func shapesReport(of command: CommandID) -> Bool {
    switch self {
    case .output, .format, .events, .json, .timings, .profile, .quiet, .noColor, .noFail, .prometheus, .dashboard,
      .dashboardOf, .influx, .header, .waitReady, .run, .startAt, .shard, .known, .checkpoint:
      false
    // The number of event loops affects a load run; the number of threads does not affect a simulation.
    case .jobs: command == .load
    default: true
    }
  }
}
