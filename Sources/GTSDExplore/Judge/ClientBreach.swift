import GTSDModel
package import GTSDWorld

/// Something on the wire that shows an app's client to be wrong.
package struct ClientBreach: Equatable, Sendable {
  package var oracle: Oracle
  /// The catalogued way in which it went wrong, where the wire tells it.
  package var hazard: HazardID?
  /// What was looked at, such as `sent-again/acknowledge`.
  package var site: String
  /// What was expected and observed, with the requests and their times.
  package var summary: String

  package init(_ oracle: Oracle, _ hazard: HazardID? = nil, site: String, _ summary: String) {
    (self.oracle, self.hazard, self.site, self.summary) = (oracle, hazard, site, summary)
  }

  /// What makes two of them one.
  package var key: String { "\(oracle.id)/\(site)" }

  /// In two lines: what is wrong, and what must hold.
  package var message: String {
    "\(oracle.id): \(summary)\(hazard.map { " (\($0.rawValue))" } ?? "")\n\(oracle.statement)"
  }
}
