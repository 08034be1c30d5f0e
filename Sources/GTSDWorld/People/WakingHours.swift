import GTSDModel

/// The hours in which one person is awake: the same every day, but different between people.
///
/// Assumption, no source: people go to bed at 23:00, with a standard deviation of an hour.
struct WakingHours: Sendable {
  private static let day = Nanoseconds.day

  /// The length of sleep in nanoseconds a day; 0 for a person who never sleeps.
  private let sleep: Int64
  /// The time of the day, in nanoseconds of UTC, at which sleep begins.
  private let bedtime: Int64

  /// Computes the hours of a person.
  ///
  /// - Parameters:
  ///   - bedtimeScore: the bedtime, in standard deviations after the usual one.
  ///   - zone: the offset of the person's clock from UTC, in nanoseconds.
  init(sleep: Int64, bedtimeScore: Double, zone: Int64 = 0) {
    self.sleep = sleep
    let hours = 23 + max(-3, min(3, bedtimeScore))
    bedtime = Self.timeOfDay(Int64(hours * Double(Nanoseconds.hour)) - zone)
  }

  /// The time since midnight, in nanoseconds, at an instant of a clock, including instants before its first midnight.
  static func timeOfDay(_ instant: Int64) -> Int64 { (instant % day + day) % day }

  /// The time since the person fell asleep, at an instant; nil while awake.
  private func asleep(at instant: Int64) -> Int64? {
    let since = Self.timeOfDay(instant - bedtime)
    return since < sleep ? since : nil
  }

  /// The instant itself, or the next morning if the person sleeps then, slightly later for later instants.
  func awake(at instant: Int64) -> Int64 {
    guard let since = asleep(at: instant) else { return instant }
    return instant - since + sleep + since / 4
  }

  /// The instant after this many nanoseconds awake; the largest instant for more than a few days.
  func after(_ span: Int64, from instant: Int64) -> Int64 {
    guard sleep > 0 else { return instant.addingReportingOverflow(span).partialValue }
    var now = asleep(at: instant).map { instant - $0 + sleep } ?? instant
    var rest = span
    for _ in 0..<8 {
      let sinceBed = Self.timeOfDay(now - bedtime)
      let untilBed = Self.day - sinceBed
      if rest < untilBed { return now + rest }
      rest -= untilBed
      now += untilBed + sleep
    }
    return .max
  }
}
