/// The number of bad lines at which a log is refused.
package enum BadLineLimit: Equatable, Sendable {
  /// The number of lines that may be rejected by default: a hundred, or half of the lines of a log with more than 200.
  /// The report calls more than one line in twenty a fault of the log.
  case standard
  case count(Int)
  /// A share of all lines, 0 to 1.
  case share(Double)

  /// Reads `N`, `P%` or a share below 1; nil for anything else.
  package init?(_ text: String) {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text), number >= 0, number <= 1e9,
      !isPercent || number <= 100, isPercent || number < 1 || number == number.rounded()
    else { return nil }
    self = isPercent ? .share(number / 100) : number < 1 ? .share(number) : .count(Int(number))
  }

  /// The limit for a log with this many lines.
  package func lines(of all: Int) -> Int {
    switch self {
    case .standard: max(100, all / 2)
    case .count(let count): count
    case .share(let share): Int(Double(all) * share)
    }
  }
}
