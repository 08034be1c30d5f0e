package import GTSDFields

/// One thing wrong with a scenario: where, what, and what to do about it.
public struct ScenarioProblem: Sendable, Equatable {
  /// Where in the document, such as `$.population.personas[2].decisions.followCard`.
  public var path: String
  /// Line of the file, from 1; nil for what no file says.
  public var line: Int?
  /// Column of the line, from 1, in Unicode scalars.
  public var column: Int?
  /// The command-line option that says it, such as `--set population.size=0`; nil for what the file says.
  public var option: String?
  /// What is wrong.
  public var message: String
  /// What would be right.
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
  /// One line: place, path, message and remedy.
  public var description: String {
    var result = ""
    if let line, let column { result += "\(line):\(column): " }
    if let option { result += "\(option): " }
    result += "\(path): \(message)"
    if let remedy { result += "; \(remedy)" }
    return result.onOneLine
  }
}

/// Everything that is wrong with a scenario, never only the first thing.
public struct ScenarioError: Error, Sendable, Equatable {
  /// In the order of the file, then of the options; at least one.
  public var problems: [ScenarioProblem]

  package init(problems: [ScenarioProblem]) {
    precondition(!problems.isEmpty, "an error without a problem")
    self.problems = problems
  }
}

extension ScenarioError: CustomStringConvertible {
  /// One line a problem.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
