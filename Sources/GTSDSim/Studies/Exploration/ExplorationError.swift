/// Why a search could not begin.
package enum ExplorationError: Error, Equatable, Sendable {
  /// The steps that come before the search end with work in progress, or with a phone that waits for ever.
  case givenNeverRests(String)
  /// The steps that come before the search break an invariant already.
  case givenViolates(String)
}

extension ExplorationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .givenNeverRests(let what): "story.given: the world does not come to rest after these steps: \(what)"
    case .givenViolates(let what):
      "story.given: these steps break an invariant before the search begins: \(what); move what breaks it to `when`"
    }
  }
}
