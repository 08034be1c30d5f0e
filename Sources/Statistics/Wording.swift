import Foundation

/// The text form of numbers for people: English, with units and a true minus sign, the same on every machine.
package enum Wording {
  /// A whole number with thousands separated: `12,345`.
  package static func whole(_ number: Int) -> String {
    let digits = Array("\(number.magnitude)")
    var text = number < 0 ? "−" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// A number with a fixed number of decimals. Ties are rounded away from zero: 56.25 becomes 56.3.
  ///
  /// A report stores nine digits. A value that is read back from a report can therefore be slightly below a tie
  /// although the run's value was on it, or the reverse. Both must be rounded alike, so values that are below a tie by
  /// less than that error are rounded up as well.
  package static func fixed(_ number: Double, _ decimals: Int) -> String {
    let place = pow(10, -Double(decimals))
    let slack = min(max(number.magnitude * 2e-8, place / 1_000), place / 10)
    let text = String(format: "%.\(decimals)f", number + (number < 0 ? -slack : slack))
    guard text.hasPrefix("-") else { return text }
    let magnitude = String(text.dropFirst())
    return magnitude.contains { "123456789".contains($0) } ? "−\(magnitude)" : magnitude
  }

  /// A number without trailing zeros.
  package static func short(_ number: Double, _ decimals: Int) -> String {
    var text = fixed(number, decimals)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// A share as a percentage: `71.3%`, `0.42%`.
  package static func percent(_ share: Double) -> String {
    "\(fixed(share * 100, decimals(ofShare: share)))%"
  }

  private static func decimals(ofShare share: Double) -> Int {
    abs(share) < 0.01 && share != 0 ? 2 : 1
  }

  /// A time in the unit that suits it: `245 ms`, `42.1 s`, `12.4 min`, `5.3 h`, `3.1 days`.
  package static func seconds(_ seconds: Double) -> String {
    let (number, unit) = scaled(seconds)
    return "\(grouped(number, number < 100 ? 1 : 0)) \(unit)"
  }

  package static func scaled(_ seconds: Double) -> (Double, String) {
    switch abs(seconds) {
    case ..<0.9995 where seconds != 0: (seconds * 1_000, "ms")
    case ..<120: (seconds, "s")
    case ..<7_200: (seconds / 60, "min")
    case ...172_800: (seconds / 3_600, "h")
    default: (seconds / 86_400, "days")
    }
  }

  /// A value in its unit.
  package static func value(_ value: Double, unit: String) -> String {
    switch unit {
    case "share": percent(value)
    case "s": seconds(value)
    default: grouped(value, 2)
    }
  }

  /// A number without trailing zeros, with thousands separated: `2,975.9`.
  package static func grouped(_ number: Double, _ decimals: Int) -> String {
    separated(short(number, decimals))
  }

  /// A number as text, with its thousands separated.
  package static func separated(_ text: String) -> String {
    let parts = text.split(separator: ".", maxSplits: 1)
    let sign = parts[0].hasPrefix("−") ? "−" : ""
    guard let digits = Int(parts[0].dropFirst(sign.count)) else { return text }
    return sign + whole(digits) + (parts.count > 1 ? ".\(parts[1])" : "")
  }

  /// Both ends of an interval in the unit of its value: `69.8–72.7%`, `1.2–1.9 h`.
  package static func interval(_ interval: Interval, unit: String, of centre: Double? = nil) -> String {
    if interval.low.isInfinite && interval.high.isInfinite { return "unknown" }
    if interval.high.isInfinite { return "over \(value(interval.low, unit: unit))" }
    if interval.low.isInfinite { return "up to \(value(interval.high, unit: unit))" }
    if unit == "share" {
      let decimals = decimals(ofShare: interval.low == 0 ? interval.high : interval.low)
      // A small low end takes two decimals, which a high end above a tenth does not have.
      let last = abs(interval.high) < 0.1 ? decimals : 1
      return "\(fixed(interval.low * 100, interval.low == 0 ? last : decimals))–\(fixed(interval.high * 100, last))%"
    }
    guard unit == "s" else { return "\(value(interval.low, unit: unit))–\(value(interval.high, unit: unit))" }
    let reference = centre ?? interval.high
    let (number, name) = scaled(reference)
    let factor = reference == 0 ? 1 : number / reference
    // An end of another magnitude has a unit of its own. Nobody reads nine digits of milliseconds, and a report does
    // not store more.
    guard max(abs(interval.low), abs(interval.high)) * factor < 100_000 else {
      return "\(seconds(interval.low))–\(seconds(interval.high))"
    }
    let ends = alike([interval.low * factor, interval.high * factor]) { abs($0) < 100 ? 1 : 0 }
    return "\(ends[0])–\(ends[1]) \(name)"
  }

  /// Numbers that stand side by side: without trailing zeros where none has other decimals, else with as many decimals
  /// as they may have.
  package static func alike(_ numbers: [Double], decimals: (Double) -> Int) -> [String] {
    let texts = numbers.map { grouped($0, decimals($0)) }
    guard texts.contains(where: { $0.contains(".") }) else { return texts }
    return zip(numbers, texts).map { number, text in
      text.contains(".") || decimals(number) == 0 ? text : "\(text).\(String(repeating: "0", count: decimals(number)))"
    }
  }

  /// A relative change: `+20%`, `-3.1%`.
  package static func change(_ change: Double) -> String {
    "\(change >= 0 ? "+" : "")\(short(change * 100, 1))%"
  }

  /// A number with its noun, in the plural except for one: `1 user`, `2 users`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(whole(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}
