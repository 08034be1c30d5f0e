/// Why a search could not be made.
public enum ExplorationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Code cannot be captured in this process.
  case unavailable(String)
  /// A search was started by code that is being searched.
  case nested
  /// A search of Swift Testing was started where no test runs.
  case noTest
  /// A token that is none, and why.
  case token(String, String)
  /// A parameter that makes no sense, and why.
  case parameter(String)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .unavailable(let problem):
      "This code cannot be captured: \(problem). Where that is meant to be so, give the test the trait "
        + ".enabled(if: Exploration.isAvailable)."
    case .nested:
      "A search runs in this test already: the body of a search, and what it calls, cannot start another one."
    case .noTest:
      "No test runs here: call Exploration.search from the body of a @Test function, outside of detached tasks, or use "
        + "Exploration.run, which needs none."
    case .token(let token, let problem):
      "\"\(token)\" is no token of a find: \(problem). Copy it whole from the issue that named it."
    case .parameter(let problem):
      problem
    }
  }
}
