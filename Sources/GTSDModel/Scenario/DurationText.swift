import GTSDFields

/// Durations as scenario files write them: `24h`, `300ms`, `1h30m`, `2.5s`.
package enum DurationText {
  /// The reason why a text is no duration.
  package enum Failure: Error, Equatable {
    case malformed
    case negative
    case tooLong
  }

  /// The units by their length, longest first.
  static let units: [(name: String, nanoseconds: Int64)] = [
    ("d", Nanoseconds.day), ("h", Nanoseconds.hour), ("m", Nanoseconds.minute), ("s", Nanoseconds.second),
    ("ms", Nanoseconds.millisecond), ("us", 1_000), ("ns", 1),
  ]

  /// The regular expression of the schema.
  static let pattern = "^([0-9]+(\\.[0-9]+)?(e-?[0-9]+)?(d|h|m|s|ms|us|ns))+$"

  /// Reads a text as a time span, rounded to a nanosecond.
  package static func span(_ text: String) throws(Failure) -> TimeSpan {
    var total: Int64 = 0
    for part in try parts(text) {
      let nanoseconds: Int64
      if let whole = Int64(part.number) {
        let (product, overflow) = whole.multipliedReportingOverflow(by: part.unit)
        guard !overflow else { throw .tooLong }
        nanoseconds = product
      } else {
        guard let value = Double(part.number), let rounded = Int64(exactly: (value * Double(part.unit)).rounded())
        else {
          throw .tooLong
        }
        nanoseconds = rounded
      }
      let (sum, overflow) = total.addingReportingOverflow(nanoseconds)
      guard !overflow else { throw .tooLong }
      total = sum
    }
    return TimeSpan(nanoseconds: total)
  }

  /// The seconds of a text. Not rounded like a span, so that a written number reads back exactly.
  package static func seconds(_ text: String) throws(Failure) -> Double {
    var total = 0.0
    for part in try parts(text) {
      guard let value = Double(part.number) else { throw .tooLong }
      // Dividing rounds once: 180ms is the double nearest to 0.18.
      let second = Nanoseconds.second
      total += part.unit >= second ? value * Double(part.unit / second) : value / Double(second / part.unit)
    }
    guard total.isFinite else { throw .tooLong }
    return total
  }

  /// The canonical text of a span, such as `1h30m`; `0s` for none.
  package static func text(_ span: TimeSpan) -> String {
    precondition(span.nanoseconds >= 0, "negative span \(span.nanoseconds) ns")
    var rest = span.nanoseconds
    var result = ""
    for unit in units where rest >= unit.nanoseconds {
      result += "\(rest / unit.nanoseconds)\(unit.name)"
      rest %= unit.nanoseconds
    }
    return result.isEmpty ? "0s" : result
  }

  /// The canonical text of a span that may be negative, such as `-8h`.
  static func text(offset: TimeSpan) -> String {
    (offset < .zero ? "-" : "") + text(TimeSpan(nanoseconds: abs(offset.nanoseconds)))
  }

  /// The canonical text of seconds, such as `2.5s`.
  package static func text(seconds: Double) -> String { "\(seconds.shortText)s" }

  private static func parts(_ text: String) throws(Failure) -> [(number: String, unit: Int64)] {
    let bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: "-") { throw .negative }
    var result: [(number: String, unit: Int64)] = []
    var offset = 0
    func run(_ accepts: (UInt8) -> Bool) -> String {
      let start = offset
      while offset < bytes.count, accepts(bytes[offset]) { offset += 1 }
      return String(decoding: bytes[start..<offset], as: UTF8.self)
    }
    let isDigit: (UInt8) -> Bool = { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    while offset < bytes.count {
      var number = run(isDigit)
      guard !number.isEmpty else { throw .malformed }
      if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
        offset += 1
        let fraction = run(isDigit)
        guard !fraction.isEmpty else { throw .malformed }
        number += "." + fraction
      }
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "e") {
        offset += 1
        number += "e" + run { $0 == UInt8(ascii: "-") || isDigit($0) }
        guard Double(number) != nil else { throw .malformed }
      }
      let name = run { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      guard let unit = units.first(where: { $0.name == name }) else { throw .malformed }
      result.append((number, unit.nanoseconds))
    }
    guard !result.isEmpty else { throw .malformed }
    return result
  }
}
