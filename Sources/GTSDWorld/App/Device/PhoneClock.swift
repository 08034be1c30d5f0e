import GTSDModel

/// The clock of one phone. A person can set it and take the phone to another time zone. Waits do not use this clock;
/// they are timers of the system.
struct PhoneClock {
  /// The time by which the clock is ahead of the true time, in nanoseconds; negative if it is behind.
  var lead: Int64 = 0
  /// The time by which local time is ahead of UTC, in nanoseconds; negative if it is behind.
  var zone: Int64 = 0

  /// The clock's time in UTC, counted from the world's start; negative before it.
  func time(at now: Int64) -> Int64 { now + lead }

  /// The clock's day in UTC, counted from the day on which the world began.
  func day(at now: Int64) -> Int64 {
    let time = time(at: now)
    return (time < 0 ? time - Nanoseconds.day + 1 : time) / Nanoseconds.day
  }

  /// The time until the clock's next midnight, local time, in nanoseconds.
  func untilMidnight(at now: Int64) -> Int64 {
    let day = 24 * Nanoseconds.hour
    let sinceMidnight = (now + lead + zone) % day
    return sinceMidnight < 0 ? -sinceMidnight : day - sinceMidnight
  }

  /// The local midnight at which the day begins that has the same date as a day in UTC.
  func midnight(of day: Timestamp) -> Timestamp {
    Timestamp(milliseconds: day.milliseconds - zone / Nanoseconds.millisecond)
  }
}
