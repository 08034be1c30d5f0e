package import Foundation
import GTSDModel

/// Reads an instant as logs write it.
package enum EventTime {
  /// Milliseconds since 1970 of a text or number; nil for what is no instant.
  ///
  /// Numbers are seconds, milliseconds, microseconds or nanoseconds since 1970, by their size: each unit has only one
  /// reading between 1973 and 5138. A text without an offset is of `zone`.
  package static func milliseconds(_ text: String, zone: TimeZone) -> (value: Int64, isZoneless: Bool)? {
    if let instant = Timestamp(iso8601: text) { return (instant.milliseconds, false) }
    if let number = Double(text) { return epoch(number).map { ($0, false) } }
    var plain = text.trimmingCharacters(in: .whitespaces)
    if plain.hasSuffix(" UTC") { plain = String(plain.dropLast(4)) }
    let isUTC = plain.count < text.count
    guard let separator = plain.firstIndex(where: { $0 == " " || $0 == "T" }) else { return nil }
    plain.replaceSubrange(separator...separator, with: "T")
    guard let instant = Timestamp(iso8601: plain + "Z") else { return nil }
    guard !isUTC else { return (instant.milliseconds, false) }
    let local = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
    // The offset that holds at the instant itself; at the clock's change, that of the hour before.
    var offset = zone.secondsFromGMT(for: local)
    offset = zone.secondsFromGMT(for: local.addingTimeInterval(-Double(offset)))
    return (instant.milliseconds - Int64(offset) * 1_000, true)
  }

  /// Whether a text is a time that names no zone; cheap, since it is asked of every line.
  package static func isZoneless(_ text: String) -> Bool {
    guard let last = text.utf8.last, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last) else { return false }
    guard text.utf8.count >= 19, text.utf8.contains(UInt8(ascii: ":")) else { return false }
    // An offset stands behind the time, so behind the eleventh character.
    return !text.utf8.dropFirst(11).contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
  }

  /// The unit by the size.
  package static func epoch(_ number: Double) -> Int64? {
    guard number.isFinite, number >= 1e8 else { return nil }
    if number < 1e11 { return Int64((number * 1_000).rounded()) }
    if number < 1e14 { return Int64(number.rounded()) }
    if number < 1e17 { return Int64((number / 1_000).rounded()) }
    return number < 1e20 ? Int64((number / 1e6).rounded()) : nil
  }
}
