/// The `Date` field of replies, rewritten at most once a second.
struct HTTPDateLine {
  private var second: Int?
  /// The date with the end of its line.
  private(set) var bytes: [UInt8] = []

  /// Updates ``bytes`` if a new second has begun since the last update.
  @inline(__always)
  mutating func refresh() {
    let current = Int(CalendarClock.milliseconds / 1_000)
    guard current != second else { return }
    second = current
    bytes = Array("Date: \(Self.text(unixSeconds: current))\r\n".utf8)
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// An instant since 1970 in HTTP's format: `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func text(unixSeconds: Int) -> String {
    let (days, second) = unixSeconds.quotientAndRemainder(dividingBy: 86_400)
    // Years begin in March, so that the leap day is last and five months always have 153 days.
    let shifted = days + 719_468
    let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * march + 2) / 5 + 1
    let month = (march + 2) % 12
    let year = yearOfEra + era * 400 + (month < 2 ? 1 : 0)

    let clock = [second / 3_600, second / 60 % 60, second % 60].map(twoDigits).joined(separator: ":")
    return "\(weekdays[days % 7]), \(twoDigits(day)) \(months[month]) \(year) \(clock) GMT"
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
