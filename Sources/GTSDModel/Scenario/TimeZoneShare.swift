/// A time zone in which a share of the people live. Their waking hours, daily rhythm and weekends follow its clock.
public struct TimeZoneShare: Sendable, Equatable {
  /// The offset of the local clock from UTC, -12 to 14 hours. There is no daylight saving time.
  public var offset: TimeSpan
  /// The share of people in the zone, relative to all shares, 0 or more.
  public var share: Double

  /// Creates a zone with a share of the people.
  public init(offset: TimeSpan, share: Double = 1) {
    self.offset = offset
    self.share = share
  }
}
