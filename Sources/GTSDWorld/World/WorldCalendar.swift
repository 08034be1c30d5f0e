package import GTSDModel

/// The calendar of every world: the date at which virtual time begins.
package enum WorldCalendar {
  /// The start of virtual time: midnight of 2026-01-01, UTC.
  package static var epoch: Timestamp { Timestamp(milliseconds: epochMilliseconds) }

  private static let epochMilliseconds: Int64 = 1_767_225_600_000

  /// The date and time at a virtual instant, cut to milliseconds.
  package static func timestamp(at instant: Int64) -> Timestamp {
    Timestamp(milliseconds: epochMilliseconds + instant / Nanoseconds.millisecond)
  }

  /// The virtual instant of a date and time.
  package static func instant(of timestamp: Timestamp) -> Int64 {
    (timestamp.milliseconds - epochMilliseconds) * Nanoseconds.millisecond
  }
}
