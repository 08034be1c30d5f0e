package import GTSDWorld

/// The results of one unit, from which the report is made.
package struct UnitFold: Sendable {
  package var digest: UInt64
  package var events: Int
  package var jobs: Int
  package var kpis: KPIFold
  package var violations: ViolationFold
  /// Analytics events as JSON Lines; empty unless requested.
  package var lines: [UInt8]
}

extension UnitFold {
  /// Creates the data of a unit from a store. It has no measurements of the machine's work and no analytics events.
  package init(digest: UInt64, kpis: KPIFold, violations: ViolationFold) {
    self.init(digest: digest, events: 0, jobs: 0, kpis: kpis, violations: violations, lines: [])
  }
}
