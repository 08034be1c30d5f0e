/// What one unit leaves behind: everything that the report is rendered from.
package struct UnitFold: Sendable {
  var digest: UInt64
  var events: Int
  var jobs: Int
  var kpis: KPIFold
  var violations: ViolationFold
  /// Analytics events as JSON Lines, empty unless asked for.
  var lines: [UInt8]
}
