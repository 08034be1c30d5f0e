internal import GTSDModel
package import GTSDSim

/// Something on the wire that shows an app's client to be wrong.
package struct ClientBreach: Equatable, Sendable {
  package var oracle: Oracle
  /// The catalogued way in which it went wrong, where the wire tells it.
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

  /// In two lines: what is wrong, and what must hold.
  package var message: String {
    "\(oracle.id): \(summary)\(hazard.map { " (\($0.rawValue))" } ?? "")\n\(oracle.statement)"
  }
}
