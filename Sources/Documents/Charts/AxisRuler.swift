import Foundation
import Statistics

extension Axis {
  /// An axis that is fitted to data and to a length in pixels: the positions of values, and the ticks.
  package struct Ruler: Equatable, Sendable {
    package struct Tick: Equatable, Sendable {
      package var value: Double
      package var text: String
    }

    /// The 2 to 9 ticks in ascending order; the data lie between the first and the last.
    package let ticks: [Tick]
    private let scale: Scale

    fileprivate init(_ ticks: [Tick], _ scale: Scale) {
      self.ticks = ticks
      self.scale = scale
    }

    package var low: Double { ticks[0].value }
    package var high: Double { ticks[ticks.count - 1].value }

    /// The position of a value between the ends, 0 to 1. Values outside are moved to the nearer end.
    package func fraction(_ value: Double) -> Double {
      let share: Double =
        switch scale {
        case .linear: (value / 2 - low / 2) / (high / 2 - low / 2)
        case .log: value > 0 ? log(value / low) / log(high / low) : 0
        }
      return share.isNaN ? 0 : min(max(share, 0), 1)
    }

    /// The value at a fraction of the length.
    package func value(_ fraction: Double) -> Double {
      switch scale {
      case .linear: low * (1 - fraction) + high * fraction
      case .log: low * pow(high / low, fraction)
      }
    }
  }

  /// The direction in which ticks follow each other.
  package enum Direction: Sendable {
    /// Labels are side by side, so their widths decide how many fit.
    case across
    /// Labels are above each other, so their heights decide how many fit.
    case up
  }

  /// The ruler for data over a length in pixels, with as many ticks as fit.
  package func ruler(over data: [Double], length: Double, _ direction: Direction) -> Ruler {
    let candidates =
      switch scale {
      case .linear: linearTicks(data)
      case .log: logTicks(data)
      }
    // Candidates are ordered from dense to sparse. The last one has ticks only at the two ends.
    let chosen = candidates.first { ticks in
      let ruler = Ruler(ticks, scale)
      return ticks.count <= 9 && (ticks.count == 2 || hasRoom(ruler, length, direction))
    }
    if let chosen { return Ruler(chosen, scale) }
    guard let sparse = candidates.last(where: { $0.count > 1 }) else {
      return Ruler([Ruler.Tick(value: 1, text: "1"), Ruler.Tick(value: 10, text: "10")], scale)
    }
    return Ruler([sparse[0], sparse[sparse.count - 1]], scale)
  }

  private func hasRoom(_ ruler: Ruler, _ length: Double, _ direction: Direction) -> Bool {
    zip(ruler.ticks, ruler.ticks.dropFirst()).allSatisfy { one, next in
      let distance = (ruler.fraction(next.value) - ruler.fraction(one.value)) * length
      return switch direction {
      case .up: distance >= 34
      case .across: distance >= (TextWidth.of(one.text) + TextWidth.of(next.text)) / 2 + 14
      }
    }
  }
}

// MARK: Linear ticks

extension Axis {
  private func linearTicks(_ data: [Double]) -> [[Ruler.Tick]] {
    let values = (data + holds).filter { $0.isFinite && abs($0) < 1e300 }
    var low = values.min() ?? 0
    var high = values.max() ?? (unit == .share ? 1 : 0)
    let size = max(abs(low), abs(high))
    if high - low <= size * 1e-9 {
      // Constant data: some room on both sides, but none below zero.
      let room = size == 0 ? 1 : unit == .share ? min(size, 0.05) : size * 0.1
      if low != 0 { low -= room }
      high += room
    }
    if unit == .share, low >= 0, high > 1, high < 1 + 1e-9 { high = 1 }
    var result: [[Ruler.Tick]] = []
    for step in linearSteps(span: high - low) {
      let first = Self.whole(low / step, .down)
      let last = max(first + 1, Self.whole(high / step, .up))
      guard last - first < 40 else { continue }
      let numbers = stride(from: first, through: last, by: 1).map { Self.multiple($0, of: step) }
      let format = tickFormat(numbers, step: step)
      result.append(numbers.map { Ruler.Tick(value: $0, text: format($0)) })
    }
    return result
  }

  /// The possible distances between ticks in ascending order, from those with too many ticks to the one with two.
  private func linearSteps(span: Double) -> [Double] {
    let least = Int(log10(span).rounded(.down)) - 2
    let powers: [Int] = Array(least...(least + 4))
    let decimals: [Double] = powers.flatMap { power -> [Double] in
      let size = pow(10, Double(abs(power)))
      return [1.0, 2, 5].map { power < 0 ? $0 / size : $0 * size }
    }
    switch unit {
    case .count: return Array(Set(decimals.map { max(1, $0) })).sorted()
    case .share, .number, .correlation, .change, .points: return decimals
    case .seconds:
      let steps = Self.timeSteps.filter { $0 >= span / 200 && $0 <= span * 20 }
      if span < 1 { return decimals }
      if span > 100 * 86_400 { return decimals.map { $0 * 86_400 }.filter { $0 >= span / 200 } }
      return steps
    }
  }

  private static let timeSteps: [Double] =
    [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30] + [1, 2, 5, 10, 15, 30].map { $0 * 60 }
    + [1, 2, 3, 4, 6, 12].map { $0 * 3_600 } + [1, 2, 5, 7, 10, 14, 20, 28, 50, 100, 200].map { $0 * 86_400 }

  /// Rounds a quotient to a whole number by a rule. A quotient that differs from a whole number only by rounding errors
  /// becomes that number.
  private static func whole(_ quotient: Double, _ rule: FloatingPointRoundingRule) -> Double {
    let nearest = quotient.rounded()
    return abs(quotient - nearest) <= 1e-9 * max(1, abs(quotient)) ? nearest : quotient.rounded(rule)
  }

  /// A multiple of a step. A step below 1 is handled as one over a whole number, so that the result is as exact as
  /// possible.
  private static func multiple(_ count: Double, of step: Double) -> Double {
    let inverse = (1 / step).rounded()
    return step < 1 && inverse < 1e15 ? count / inverse : count * step
  }

  private func tickFormat(_ numbers: [Double], step: Double) -> (Double) -> String {
    let size = numbers.map { abs($0) }.max() ?? 0
    switch unit {
    case .share: return { "\(Self.plain($0 * 100, step: step * 100))%" }
    case .change: return { ($0 > 0 ? "+" : "") + "\(Self.plain($0 * 100, step: step * 100))%" }
    case .points: return { ($0 > 0 ? "+" : "") + "\(Self.plain($0 * 100, step: step * 100)) pp" }
    case .count, .number, .correlation: return { Self.plain($0, step: step, upTo: size) }
    case .seconds:
      let (length, name) = Self.timeUnit(step: step, upTo: size)
      return { $0 == 0 ? "0" : "\(Self.plain($0 / length, step: step / length)) \(name)" }
    }
  }

  /// The largest unit in which the steps are whole or half numbers, and which the axis reaches.
  private static func timeUnit(step: Double, upTo size: Double) -> (Double, String) {
    let units: [(Double, String)] = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")]
    for (length, name) in units {
      let halves = step / length * 2
      let isWhole = abs(halves - halves.rounded()) < 1e-6
      if isWhole, halves >= 2 || (halves == 1 && size >= 2 * length) { return (length, name) }
    }
    return size >= 1 ? (1, "s") : (1e-3, "ms")
  }

  /// A number with as many decimals as its step has, shortened if it is long: `250,000`, `2.5M`, `3e-7`.
  ///
  /// - Parameter most: the greatest number on the axis. If it is written in millions, all are.
  private static func plain(_ value: Double, step: Double, upTo most: Double = 0) -> String {
    let size = abs(value)
    let decimals = max(0, -Int((log10(step) + 1e-9).rounded(.down)))
    if value == 0 { return "0" }
    // As many digits as are needed to distinguish neighbouring ticks.
    let digits = Int((log10(size) + 1e-9).rounded(.down)) - Int((log10(step) + 1e-9).rounded(.down))
    if decimals > 6 || size >= 1e12 { return Unit.exponent(value, min(max(digits, 0), 15)) }
    if max(size, most) >= 1e6, step >= 1e4 { return "\(Wording.short(value / 1e6, 2))M" }
    return decimals == 0 ? Wording.whole(Int(value.rounded())) : Wording.fixed(value, decimals)
  }
}

// MARK: Logarithmic ticks

extension Axis {
  private func logTicks(_ data: [Double]) -> [[Ruler.Tick]] {
    let values = (data + holds).filter { $0.isFinite && $0 > 0 }.map { min(max($0, 1e-300), 1e300) }
    let low = values.min() ?? 1
    let high = max(values.max() ?? 10, low)
    var result: [[Ruler.Tick]] = []
    for marks in logMarks(low, high) {
      let first = marks.lastIndex { $0 <= low * (1 + 1e-9) } ?? 0
      var last = marks.firstIndex { $0 >= high * (1 - 1e-9) } ?? marks.count - 1
      if last <= first { last = min(first + 1, marks.count - 1) }
      let chosen = marks[min(first, last - 1)...last]
      result.append(chosen.map { Ruler.Tick(value: $0, text: logText($0)) })
    }
    return result
  }

  /// Sets of values that may have a tick, each around the data, from dense to sparse.
  private func logMarks(_ low: Double, _ high: Double) -> [[Double]] {
    let bottom = Int(log10(low).rounded(.down)) - 1
    let top = Int(log10(high).rounded(.up)) + 1
    let decades = (bottom...top).map { pow(10, Double($0)) }
    let dense = decades.flatMap { decade in [1.0, 2, 5].map { $0 * decade } }
    var sparse: [[Double]] = [2, 3, 6, 12, 25, 50, 100, 200].map { every in
      let first = Int((Double(bottom) / Double(every)).rounded(.down))
      let last = max(first + 1, Int((Double(top) / Double(every)).rounded(.up)))
      return (first...last).map { pow(10, Double(min(max($0 * every, -300), 300))) }
    }
    sparse = sparse.filter { zip($0, $0.dropFirst()).allSatisfy(<) }
    guard unit == .seconds else { return [dense, decades] + sparse }
    let isNamed = low >= 1e-6 && high <= 1e9
    guard isNamed else { return [decades] + sparse }
    return [
      Self.times(below: [1, 2, 5], within: [1, 2, 5, 10, 30], [1, 2, 5, 10, 20], days: [1, 2, 5]),
      Self.times(below: [1], within: [1, 10], [1, 10], days: [1]),
      Self.times(below: [1], within: [1], [1], days: [1]),
      [1e-6, 1, 3_600, 86_400 * 100, 86_400 * 1e5], [1e-6, 3_600, 86_400 * 1e5],
    ]
  }

  private static func times(below: [Double], within: [Double], _ hours: [Double], days: [Double]) -> [Double] {
    let small = (-6...(-1)).flatMap { power in below.map { $0 * pow(10, Double(power)) } }
    let large = (0...5).flatMap { power in days.map { $0 * pow(10, Double(power)) * 86_400 } }
    return small + within + within.map { $0 * 60 } + hours.map { $0 * 3_600 } + large
  }

  private func logText(_ value: Double) -> String {
    let digits = -Int(log10(value).rounded(.down))
    switch unit {
    case .share: return "\(Self.plain(value * 100, step: pow(10, Double(-max(0, digits - 2)))))%"
    case .seconds where value < 0.999e-6: return "\(Unit.exponent(value, 1)) s"
    case .seconds where value < 0.000_999: return "\(Wording.short(value * 1e6, 1)) µs"
    case .seconds where value < 1: return Wording.seconds(value)
    case .seconds:
      let (length, name) = Self.timeUnit(step: value, upTo: value)
      return "\(Self.plain(value / length, step: 1)) \(name)"
    default: return value >= 1e9 ? Unit.exponent(value, 1) : Self.plain(value, step: pow(10, Double(min(0, -digits))))
    }
  }
}
