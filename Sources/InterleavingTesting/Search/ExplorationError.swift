/// The reason why a search could not run.
public enum ExplorationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Code cannot be captured in this process, for this reason.
  case unavailable(String)
  /// Code that is being searched started another search.
  case nested
  /// A search for Swift Testing was started outside a test.
  case noTest
  /// The text is not a token; the reason.
  case token(String, String)
  /// The token belongs to another test.
  case otherTest(token: String, of: String, String)
  /// A parameter is invalid; the reason.
  case parameter(String)

  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .unavailable(let problem):
      "This code cannot be captured: \(problem). Where that is intended, give the test the trait "
        + ".enabled(if: Exploration.isAvailable)."
    case .nested:
      "A search runs in this test already: the body of a search, and what it calls, cannot start another one."
    case .noTest:
      "No test runs here: call Exploration.search from the body of a @Test function, outside of detached tasks, or use "
        + "Exploration.run, which needs none."
    case .token(let token, let problem):
      "\"\(token)\" is not the token of a find: \(problem). Copy the whole token from the issue."
    case .otherTest(let token, let test, let current):
      "\"\(token)\" belongs to a find in \(test), but this test is \(current). Use it there, or search again here."
    case .parameter(let problem):
      problem
    }
  }
}
