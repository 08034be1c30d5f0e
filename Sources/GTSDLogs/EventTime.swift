package import Foundation
import GTSDModel

/// Parses times in the formats that logs use.
package enum EventTime {
  /// The milliseconds since 1970 that a text or number stands for; nil if it is not a time.
  ///
  /// A number counts seconds, milliseconds, microseconds or nanoseconds since 1970. Its size decides which: for times
  /// between 1973 and 5138 only one unit is possible. A text without an offset is in `zone`. If a form is given, no
  /// other is accepted.
  package static func milliseconds(
    _ text: String, zone: TimeZone, form: TimeForm? = nil
  ) -> (value: Int64, isZoneless: Bool)? {
    if let form {
      guard let reading = form.read(text) else { return nil }
      if let offset = reading.offset { return (reading.milliseconds - offset * 1_000, false) }
      return (inUTC(reading.milliseconds, zone), true)
    }
    if text.utf8.count > 10, let instant = Timestamp(iso8601: text) { return (instant.milliseconds, false) }
    if let number = number(text) { return epoch(number).map { ($0, false) } }
    guard let (local, offset) = lenient(text) ?? WordyTime.read(text) else { return nil }
    if let offset { return (local - offset * 1_000, false) }
    return (inUTC(local, zone), true)
  }

  /// A number, also with the comma of some countries before its decimals.
  private static func number(_ text: String) -> Double? {
    if let number = Double(text) { return number }
    guard text.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 1 else { return nil }
    return Double(text.replacing(",", with: "."))
  }

  /// Converts a zone's local time to UTC, by the offset that applies at that instant. Around a change of clocks, the
  /// offset of the hour before it is used.
  private static func inUTC(_ milliseconds: Int64, _ zone: TimeZone) -> Int64 {
    let local = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    let first = zone.secondsFromGMT(for: local)
    let offset = zone.secondsFromGMT(for: local.addingTimeInterval(-Double(first)))
    return milliseconds - Int64(offset) * 1_000
  }

  /// Date and time as databases write them: `2026-01-01 00:03:02.334+00`, `2026-01-01T00:03Z`, `2026/01/01
  /// 00:03:02,334 +0100`, `20260101T000302Z`, `2026-01-01`, `2026-01-01 00:03:02 +0000 UTC`.
  private static func lenient(_ text: String) -> (milliseconds: Int64, offset: Int64?)? {
    var rest = Substring(text).drop { $0.isWhitespace }
    func number(_ count: Int) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
      rest = rest.dropFirst(count)
      return Int(digits)
    }
    func skip(_ set: String) -> Bool {
      guard let first = rest.first, set.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = number(4) else { return nil }
    let hasMarks = skip("-/")
    guard let month = number(2), !hasMarks || skip("-/"), let day = number(2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    var milliseconds = Timestamp(date).milliseconds
    guard !rest.allSatisfy(\.isWhitespace) else { return (milliseconds, nil) }
    guard skip("T t_"), let hour = number(2), hour < 24 else { return nil }
    let hasColons = skip(":")
    guard let minute = number(2), minute < 60 else { return nil }
    var second = 0
    if hasColons ? skip(":") : rest.first?.isNumber == true {
      guard let read = number(2), read < 61 else { return nil }
      second = read
    }
    milliseconds += Int64(hour * 3_600 + minute * 60 + second) * 1_000
    if skip(".,") {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, let fraction = Int64(String((digits + "000").prefix(3))) else { return nil }
      milliseconds += fraction
      rest = rest.dropFirst(digits.count)
    }
    rest = rest.drop { $0.isWhitespace }
    guard !rest.isEmpty else { return (milliseconds, nil) }
    guard let offset = TimeForm.offset(&rest) else { return nil }
    // Go appends the short name of the zone to the offset, and Java the long name in brackets.
    rest = rest.drop { $0.isWhitespace }
    if rest.first == "[", rest.last == "]" {
      rest = rest.dropFirst().dropLast().drop { $0.isLetter || "/_+-0123456789".contains($0) }
    } else {
      rest = rest.drop { $0.isASCII && $0.isUppercase }
    }
    guard rest.allSatisfy(\.isWhitespace) else { return nil }
    return (milliseconds, offset)
  }

  /// Whether a text is a time without a zone. It is fast, since it is called for every line.
  package static func isZoneless(_ text: String) -> Bool {
    guard let last = text.utf8.last, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last) else { return false }
    guard text.utf8.count >= 16, text.utf8.contains(UInt8(ascii: ":")) else { return false }
    // An offset follows the time, so it is after the eleventh character.
    return !text.utf8.dropFirst(11).contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
  }

  /// Whether a text looks like a date in which day and month may be either way.
  static func isAmbiguous(_ text: String) -> Bool {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count), let mark = text.dropFirst(digits.count).first else { return false }
    return "/.-".contains(mark)
  }

  /// The milliseconds since 1970 that a number states, in the unit that its size implies; nil if no unit fits.
  package static func epoch(_ number: Double) -> Int64? {
    guard number.isFinite, number >= 1e8 else { return nil }
    if number < 1e11 { return Int64((number * 1_000).rounded()) }
    if number < 1e14 { return Int64(number.rounded()) }
    if number < 1e17 { return Int64((number / 1_000).rounded()) }
    return number < 1e20 ? Int64((number / 1e6).rounded()) : nil
  }
}
