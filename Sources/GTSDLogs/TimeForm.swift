import GTSDModel

/// A time format in the letters of Unicode's date patterns (UTS 35): `MM/dd/yyyy hh:mm:ss a`.
package struct TimeForm: Sendable, Equatable {
  /// A part of a time.
  private enum Part: Sendable, Equatable {
    case year, month, monthName, day, hour, halfDayHour, minute, second, fraction, half, zone
    case text(String)
  }

  /// The parts of a time in this format, before its zone is applied.
  package struct Reading: Sendable, Equatable {
    /// The milliseconds since 1970, with the time read as if it were UTC.
    package var milliseconds: Int64
    /// The stated offset in seconds east of UTC; nil if the text states none.
    package var offset: Int64?
  }

  /// The format as a date pattern.
  package let pattern: String
  private let parts: [Part]

  /// Reads a pattern, such as `yyyy-MM-dd`; nil for unknown letters, or a pattern without a day.
  package init?(_ pattern: String) {
    self.pattern = pattern
    var parts: [Part] = []
    var rest = Substring(pattern)
    while let letter = rest.first {
      if letter == "'" {
        let text = rest.dropFirst().prefix { $0 != "'" }
        guard rest.count > text.count + 1 else { return nil }
        parts.append(.text(text.isEmpty ? "'" : String(text)))
        rest = rest.dropFirst(text.count + 2)
        continue
      }
      let run = rest.prefix { $0 == letter }
      rest = rest.dropFirst(run.count)
      guard letter.isASCII, letter.isLetter else {
        parts.append(.text(String(run)))
        continue
      }
      guard let part = Self.part(letter, count: run.count) else { return nil }
      parts.append(part)
    }
    let hasMonth = parts.contains(.month) || parts.contains(.monthName)
    guard parts.contains(.year), hasMonth, parts.contains(.day) else { return nil }
    self.parts = parts
  }

  private static func part(_ letter: Character, count: Int) -> Part? {
    switch letter {
    case "y", "u": .year
    case "M", "L": count > 2 ? .monthName : .month
    case "d": .day
    case "H": .hour
    case "h": .halfDayHour
    case "m": .minute
    case "s": .second
    case "S": .fraction
    case "a": .half
    case "z", "Z", "x", "X", "O": .zone
    default: nil
    }
  }

  static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Reads a time; nil if it has another format.
  package func read(_ text: String) -> Reading? {
    var rest = Substring(text.drop { $0.isWhitespace })
    var (year, month, day, hour, minute, second) = (0, 0, 0, 0, 0, 0)
    var fraction: Int64 = 0
    var isAfternoon: Bool?
    var offset: Int64?
    for part in parts {
      switch part {
      case .text(let expected):
        // Any space character counts as a space: spreadsheets write narrow ones.
        if expected.allSatisfy(\.isWhitespace) {
          rest = rest.drop { $0.isWhitespace }
        } else {
          guard rest.hasPrefix(expected) else { return nil }
          rest = rest.dropFirst(expected.count)
        }
      case .monthName:
        let name = rest.prefix { $0.isLetter }
        guard let index = Self.months.firstIndex(of: name.prefix(3).lowercased()) else { return nil }
        month = index + 1
        rest = rest.dropFirst(name.count).drop { $0 == "." }
      case .half:
        let letters = rest.prefix { $0.isLetter || $0 == "." }.filter(\.isLetter).lowercased()
        guard letters == "am" || letters == "pm" else { return nil }
        isAfternoon = letters == "pm"
        rest = rest.drop { $0.isLetter || $0 == "." }
      case .zone:
        guard let read = Self.offset(&rest) else { return nil }
        offset = read
      case .fraction:
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        fraction = Int64(String((digits + "000").prefix(3))) ?? 0
        rest = rest.dropFirst(digits.count)
      case .year, .month, .day, .hour, .halfDayHour, .minute, .second:
        let digits = rest.prefix(part == .year ? 4 : 2).prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits) else { return nil }
        rest = rest.dropFirst(digits.count)
        switch part {
        case .year: year = digits.count <= 2 ? 2_000 + number : number
        case .month: month = number
        case .day: day = number
        case .hour, .halfDayHour: hour = number
        case .minute: minute = number
        case .second, .monthName, .fraction, .half, .zone, .text: second = number
        }
      }
    }
    guard rest.allSatisfy(\.isWhitespace), let date = CivilDate(year: year, month: month, day: day) else { return nil }
    if let isAfternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard hour < 24, minute < 60, second < 61 else { return nil }
    let seconds = Int64(hour * 3_600 + minute * 60 + second)
    return Reading(milliseconds: Timestamp(date).milliseconds + seconds * 1_000 + fraction, offset: offset)
  }

  /// The offsets from UTC, in hours, of the zone names that mail uses (RFC 5322). Each has one meaning there.
  private static let zones: [(name: String, hours: Int64)] = [
    ("EST", -5), ("EDT", -4), ("CST", -6), ("CDT", -5), ("MST", -7), ("MDT", -6), ("PST", -8), ("PDT", -7),
  ]

  /// Reads a zone (`Z`, `UTC`, `GMT`, `EST` and the other American names, `+02`, `+0200` or `+02:00`) as seconds east
  /// of UTC.
  static func offset(_ rest: inout Substring) -> Int64? {
    if let zone = zones.first(where: { rest.hasPrefix($0.name) }) {
      rest = rest.dropFirst(zone.name.count)
      return zone.hours * 3_600
    }
    for name in ["UTC", "GMT", "Z"] where rest.hasPrefix(name) {
      rest = rest.dropFirst(name.count)
      guard let sign = rest.first, sign == "+" || sign == "-" else { return 0 }
    }
    guard let sign = rest.first, sign == "+" || sign == "-" || sign == "\u{2212}" else { return nil }
    let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber || $0 == ":" }
    let numbers = digits.filter { $0 != ":" }
    guard [1, 2, 4, 6].contains(numbers.count), let hours = Int64(numbers.prefix(2)), hours < 24,
      let minutes = numbers.count >= 4 ? Int64(numbers.dropFirst(2).prefix(2)) : 0, minutes < 60
    else { return nil }
    rest = rest.dropFirst(1 + digits.count)
    return (hours * 3_600 + minutes * 60) * (sign == "+" ? 1 : -1)
  }
}
