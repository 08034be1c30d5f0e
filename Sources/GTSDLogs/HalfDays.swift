import GTSDModel

/// Times of a 12-hour clock that lack AM or PM, so that evenings are read as mornings.
enum HalfDays {
  /// The smallest number of events, and the shortest log in milliseconds.
  private static let (fewest, shortest) = (500, Milliseconds.day)
  /// The smallest share of the mean that each of the twelve hours has. People who use an app by day only begin and end
  /// gradually.
  private static let least = 0.2

  static func finding(_ log: EventLog) -> LogFinding? {
    guard log.count >= fewest, log.span >= shortest else { return nil }
    var counts = [Int](repeating: 0, count: 24)
    for user in 0..<log.users {
      for event in log.events(of: user) {
        let time = (event.time % Milliseconds.day + Milliseconds.day) % Milliseconds.day
        counts[Int(time / Milliseconds.hour)] += 1
      }
    }
    let limit = least * Double(log.count) / 12
    let isHalf = (0..<24).contains { start in
      (0..<24).allSatisfy { hour in
        let count = counts[(start + hour) % 24]
        return hour < 12 ? Double(count) >= limit : count == 0
      }
    }
    guard isHalf else { return nil }
    return LogFinding(
      .clocks,
      "All events are within the same twelve hours of each day, and every one of these hours has many: times are of a "
        + "12-hour clock without AM or PM, so half of them are wrong by twelve hours. Export times with 24 hours.",
      isFault: true, paths: Array(Set(ObservedEvent.Name.allCases.flatMap(\.paths))).sorted())
  }
}
