/// A time zone in which a share of a scenario's people live: waking hours, the rhythm of their days and their weekends
/// are those of the local clock.
public struct TimeZoneShare: Sendable, Equatable {
  /// How far the local clock is ahead of UTC, -12 to 14 hours; no daylight saving.
  public var offset: TimeSpan
  /// Share of people in it, among all shares, 0 or more.
  public var share: Double

  /// A zone of so many people.
  public init(offset: TimeSpan, share: Double = 1) {
    self.offset = offset
    self.share = share
  }
}
