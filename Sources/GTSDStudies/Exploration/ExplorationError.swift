public import GTSDModel

/// The reason why a search could not begin.
public enum ExplorationError: Error, Equatable, Sendable {
  /// The steps before the search end with work in progress, or with a phone that waits for ever.
  case givenNeverIdle(String)
  /// The scenario was built in code and has values that no file could contain.
  case invalid(ScenarioError)
}

extension ExplorationError: CustomStringConvertible {
  /// The problem, and the remedy where one is known.
  public var description: String {
    switch self {
    case .givenNeverIdle(let what): "story.given: the world does not become idle after these steps: \(what)"
    case .invalid(let error): error.description
    }
  }
}
