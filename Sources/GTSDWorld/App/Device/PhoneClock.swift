import GTSDModel

/// The clock of one phone, which a person can set and take to another time zone. Waits do not follow it: timers of the
/// system count on.
struct PhoneClock {
  /// How far it is ahead of the true time, nanoseconds; behind where negative.
  var lead: Int64 = 0
  /// How far local time is ahead of UTC, nanoseconds; behind where negative.
  var zone: Int64 = 0

  /// The clock's time in UTC. Never before the beginning of the world, at which dates have their zero.
  func time(at now: Int64) -> Int64 { max(0, now + lead) }

  /// The day that it says it is, in UTC, from the one on which the world began.
  func day(at now: Int64) -> Int64 { time(at: now) / (24 * Nanoseconds.hour) }

  /// How long it takes until its next midnight, local time, nanoseconds.
  func untilMidnight(at now: Int64) -> Int64 {
    let day = 24 * Nanoseconds.hour
    let sinceMidnight = (now + lead + zone) % day
    return sinceMidnight < 0 ? -sinceMidnight : day - sinceMidnight
  }

  /// The local midnight with which a day begins whose name is that of a UTC day.
  func midnight(of day: Timestamp) -> Timestamp {
    Timestamp(milliseconds: day.milliseconds - zone / Nanoseconds.millisecond)
  }
}
