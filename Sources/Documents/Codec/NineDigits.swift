import Foundation
package import GTSDFields

/// Measured numbers in a report: at most nine significant digits, so that the last bits, in which the mathematics
/// libraries of two systems may differ, never show.
package enum NineDigits {
  /// The number with nine significant digits; zero has no sign.
  package static func rounded(_ number: Double) -> Double {
    guard number.isFinite, number != 0 else { return number == 0 ? 0 : number }
    return Double(String(format: "%.8e", number)) ?? number
  }

  /// A number with the nine digits of reports; `null` if it is not finite.
  package static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    let text = "\(rounded(number))"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension JSONNode {
  /// A measured number; null where it is not finite.
  package static func measured(_ value: Double) -> JSONNode {
    value.isFinite ? JSONNode(.number(NineDigits.text(of: value))) : .null
  }

  package static func measured(_ value: Double?) -> JSONNode { value.map { measured($0) } ?? .null }
  package static func numbers(_ values: [Double]) -> JSONNode { .array(values.map { measured($0) }) }
  package static func rows(_ rows: [[Double]]) -> JSONNode { .array(rows.map(numbers)) }
}
