import Foundation
import Statistics

/// An axis of a chart: its quantity, and the format of its numbers.
package struct Axis: Equatable, Sendable {
  /// The kind of the numbers. Decides how they are written and where ticks may be.
  package enum Unit: Equatable, Sendable {
    /// A share of 1, written in percent.
    case share
    /// A time in seconds, written in milliseconds up to days.
    case seconds
    /// A count: no fractions on the ticks.
    case count
    /// A number of any other kind.
    case number
    /// A correlation, from -1 to 1, with two decimals.
    case correlation
    /// A relative change, written in percent with a sign.
    case change
    /// A difference of shares, written in percentage points with a sign.
    case points
  }

  /// The scale from values to distances on the axis.
  package enum Scale: Equatable, Sendable {
    case linear
    /// Equal ratios are equal distances. Values of 0 or less are drawn at the low end.
    case log
  }

  /// The name of the measured quantity, such as `Share acknowledged`; may be empty.
  package var label: String
  package var unit: Unit
  package var scale: Scale
  /// Values that the axis always includes, such as 0 and 1 for a share.
  package var holds: [Double]

  package init(_ label: String, _ unit: Unit, scale: Scale = .linear, holds: [Double] = []) {
    self.label = label
    self.unit = unit
    self.scale = scale
    self.holds = holds
  }

  /// A share of everything: from 0 to 100 %.
  package static func wholeShare(_ label: String) -> Axis { Axis(label, .share, holds: [0, 1]) }

  /// A value as text, in tables, tooltips and labels.
  package func text(_ value: Double) -> String { unit.text(value) }
}

extension Axis.Unit {
  /// A value as text, in the format of the unit.
  package func text(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "–" : value < 0 ? "−∞" : "∞" }
    return switch self {
    case .share: Wording.percent(value)
    case .seconds: Wording.seconds(value)
    case .change: signed(value, "%")
    case .points: signed(value, " pp")
    case .correlation: Wording.fixed(value, 2)
    case .count, .number: number(value)
    }
  }

  /// Both ends of an interval as text. The unit is written once if that reads well.
  package func text(_ low: Double, _ high: Double) -> String {
    switch self {
    case .share, .seconds:
      guard low.isFinite, high.isFinite, low >= 0, high >= low else { return "\(text(low)) to \(text(high))" }
      return Wording.interval(
        Interval(level: 0.95, low: low, high: high, method: ""), unit: self == .share ? "share" : "s")
    case .change, .points:
      let unit = self == .points ? " pp" : "%"
      let first = text(low)
      return "\(first.hasSuffix(unit) ? String(first.dropLast(unit.count)) : first) to \(text(high))"
    case .count, .number, .correlation:
      return "\(text(low)) to \(text(high))"
    }
  }

  private func signed(_ value: Double, _ suffix: String) -> String {
    let text = Wording.fixed(value * 100, 1)
    return "\(value > 0 && text != "0.0" ? "+" : "")\(text)\(suffix)"
  }

  private func number(_ value: Double) -> String {
    let size = abs(value)
    if size >= 1e15 || (size > 0 && size < 1e-3) { return Self.exponent(value, 2) }
    if value == value.rounded() { return Wording.whole(Int(value)) }
    return size >= 1_000 ? Wording.whole(Int(value.rounded())) : Wording.short(value, size < 1 ? 4 : 2)
  }

  /// A number in exponential notation, such as `2.5e-7`, for numbers without a named unit.
  package static func exponent(_ value: Double, _ decimals: Int) -> String {
    // The C library rounds correctly across a power of ten. Its zeros and plus sign are removed.
    let parts = String(format: "%.\(decimals)e", value).split(separator: "e")
    guard parts.count == 2, let mantissa = Double(parts[0]), let power = Int(parts[1]) else { return "0" }
    return mantissa == 0 ? "0" : "\(Wording.short(mantissa, decimals))e\(power)"
  }
}
