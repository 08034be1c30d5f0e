package import GTSDFields

/// A problem of a scenario: its place, a description and a remedy.
public struct ScenarioProblem: Sendable, Equatable {
  /// The place in the document, such as `$.population.personas[2].decisions.followCard`.
  public var path: String
  /// The line in the file, from 1; nil for a value that is not in the file.
  public var line: Int?
  /// Column of the line, from 1, in Unicode scalars.
  public var column: Int?
  /// The command-line option with the value, such as `--set population.size=0`; nil for a value of the file.
  public var option: String?
  /// The problem, in words.
  public var message: String
  /// The remedy, in words.
  public var remedy: String?

  package init(path: String, origin: JSONNode.Origin, message: String, remedy: String? = nil) {
    self.path = path
    self.message = message
    self.remedy = remedy
    switch origin {
    case .file(let line, let column):
      self.line = line
      self.column = column
    case .option(let option):
      self.option = option
    case .computed:
      break
    }
  }

  init(_ problem: FieldProblem) {
    self.init(path: problem.path, origin: problem.origin, message: problem.message, remedy: problem.remedy)
  }
}

extension ScenarioProblem: CustomStringConvertible {
  /// The problem in one line: place, path, message and remedy.
  public var description: String {
    var result = ""
    if let line, let column { result += "\(line):\(column): " }
    if let option { result += "\(option): " }
    result += "\(path): \(message)"
    if let remedy { result += "; \(remedy)" }
    return result.onOneLine
  }
}

/// All problems of a scenario.
public struct ScenarioError: Error, Sendable, Equatable {
  /// The problems in the order of the file, then of the options; at least one.
  public var problems: [ScenarioProblem]

  package init(problems: [ScenarioProblem]) {
    precondition(!problems.isEmpty, "an error without a problem")
    self.problems = problems
  }
}

extension ScenarioError: CustomStringConvertible {
  /// The problems, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
