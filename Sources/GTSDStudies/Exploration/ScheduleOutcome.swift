package import GTSDWorld

/// The observations of one schedule.
package struct ScheduleOutcome: Equatable, Sendable {
  /// The findings in the order in which the oracles noticed them.
  package var findings: [Finding]
  /// The partial-order class of the events, faults and steps included.
  var orderClass: UInt64
  var jobs: Int
  var arrivals: Int
}
