import GTSDModel

/// Reads dates whose month is written as a word, so that day and month cannot be confused: `Thu, 01 Jan 2026 00:05:55
/// GMT`, `Jan 1, 2026, 12:05:55 AM`, `01/Jan/2026:00:05:55 +0000`, `Thu Jan  1 00:05:55 UTC 2026`.
enum WordyTime {
  private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Reads a date and time: the milliseconds since 1970, read as UTC, and the stated offset, nil if none is stated.
  /// Returns nil for other texts.
  static func read(_ text: String) -> (milliseconds: Int64, offset: Int64?)? {
    var rest = Substring(text)
    var (year, month, day): (Int?, Int?, Int?) = (nil, nil, nil)
    var time: (milliseconds: Int64, isLate: Bool?)?
    var offset: Int64?
    while let first = rest.first {
      if first.isLetter {
        var zone = rest
        if time != nil, offset == nil, let read = TimeForm.offset(&zone) {
          (offset, rest) = (read, zone)
          continue
        }
        let word = rest.prefix { $0.isLetter || $0 == "." }.filter(\.isLetter).lowercased()
        rest = rest.drop { $0.isLetter || $0 == "." }
        if let index = TimeForm.months.firstIndex(of: String(word.prefix(3))), word.count >= 3, month == nil {
          month = index + 1
        } else if word == "am" || word == "pm", time != nil {
          time?.isLate = word == "pm"
        } else if !days.contains(String(word.prefix(3))), !["at", "of", "t"].contains(word) {
          return nil
        }
      } else if first.isASCII, first.isNumber {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), digits.count <= 4 else { return nil }
        let behind = rest.dropFirst(digits.count)
        if digits.count == 4, year == nil {
          (year, rest) = (number, behind)
          // Web servers write a colon between day and time.
          if rest.first == ":" { rest = rest.dropFirst() }
        } else if behind.first == ":", time == nil {
          guard let read = clock(&rest) else { return nil }
          time = (read, nil)
        } else if digits.count <= 2, day == nil {
          day = number
          rest = behind
          if let ending = ["st", "nd", "rd", "th"].first(where: { rest.hasPrefix($0) }) {
            rest = rest.dropFirst(ending.count)
          }
        } else {
          return nil
        }
      } else if time != nil, offset == nil, first == "+" || first == "-" || first == "\u{2212}" {
        guard let read = TimeForm.offset(&rest) else { return nil }
        offset = read
      } else {
        guard first.isWhitespace || ",/-()".contains(first) else { return nil }
        rest = rest.dropFirst()
      }
    }
    guard let year, let month, let day, let date = CivilDate(year: year, month: month, day: day) else { return nil }
    guard var instant = time?.milliseconds else { return (Timestamp(date).milliseconds, offset) }
    if let isLate = time?.isLate {
      guard (Milliseconds.hour..<13 * Milliseconds.hour).contains(instant) else { return nil }
      instant = instant % (12 * Milliseconds.hour) + (isLate ? 12 * Milliseconds.hour : 0)
    }
    return (Timestamp(date).milliseconds + instant, offset)
  }

  /// Milliseconds since midnight of `00:05`, `00:05:55` or `00:05:55.834`.
  private static func clock(_ rest: inout Substring) -> Int64? {
    var parts: [Int64] = []
    while parts.count < 3 {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard (1...2).contains(digits.count), let number = Int64(digits) else { return nil }
      parts.append(number)
      rest = rest.dropFirst(digits.count)
      guard rest.first == ":" else { break }
      rest = rest.dropFirst()
    }
    guard parts.count >= 2, parts[0] < 24, parts[1] < 60, parts.count < 3 || parts[2] < 61 else { return nil }
    var milliseconds = (parts[0] * 3_600 + parts[1] * 60 + (parts.count == 3 ? parts[2] : 0)) * 1_000
    if parts.count == 3, rest.first == "." || rest.first == "," {
      let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      // A comma may be part of the date's text.
      if !digits.isEmpty {
        milliseconds += Int64(String((digits + "000").prefix(3))) ?? 0
        rest = rest.dropFirst(1 + digits.count)
      }
    }
    return milliseconds
  }
}
