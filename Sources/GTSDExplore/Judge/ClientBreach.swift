import GTSDModel
package import GTSDWorld

/// A rule that an app's client has broken, as seen in its requests.
package struct ClientBreach: Equatable, Sendable {
  package var oracle: Oracle
  /// The catalogued hazard that explains the breach; nil if the requests do not show one.
  package var hazard: HazardID?
  /// The check that failed, such as `sent-again/acknowledge`.
  package var site: String
  /// The expected and the observed behaviour, with the requests and their times.
  package var summary: String

  package init(_ oracle: Oracle, _ hazard: HazardID? = nil, site: String, _ summary: String) {
    (self.oracle, self.hazard, self.site, self.summary) = (oracle, hazard, site, summary)
  }

  /// The identity: two breaches with equal keys count as one.
  package var key: String { "\(oracle.id)/\(site)" }

  /// Two lines: the client's action, and the rule that it breaks.
  package var message: String {
    "\(oracle.id): \(summary)\(hazard.map { " (\($0.rawValue))" } ?? "")\n\(oracle.statement)"
  }
}
