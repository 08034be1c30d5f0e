/// How many lines of a log may be bad before it is refused: as many as that say little of what was sent.
package enum BadLineLimit: Equatable, Sendable {
  /// A hundred, or one in a hundred of more than 10,000.
  case standard
  case count(Int)
  /// Of all lines, 0 to 1.
  case share(Double)

  /// Reads `N`, `P%` or a share below 1; nil for anything else.
  package init?(_ text: String) {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text), number >= 0, number <= 1e9,
      !isPercent || number <= 100, isPercent || number < 1 || number == number.rounded()
    else { return nil }
    self = isPercent ? .share(number / 100) : number < 1 ? .share(number) : .count(Int(number))
  }

  /// How many of so many lines.
  package func lines(of all: Int) -> Int {
    switch self {
    case .standard: max(100, all / 100)
    case .count(let count): count
    case .share(let share): Int(Double(all) * share)
    }
  }
}
