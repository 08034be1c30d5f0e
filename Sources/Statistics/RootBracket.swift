/// A search for the argument at which a rising or falling function reaches a target, one evaluation at a time.
///
/// A state machine: ``next()`` names an argument, and ``record(_:low:high:)`` takes the function's value there with its
/// interval. If the values share their randomness over all arguments (common random numbers), the function is as smooth
/// as the model allows. The search first asks for both ends, and for three points between them if both ends are on one
/// side of the target. It then narrows the bracket of the value, and after that the brackets of the interval's two
/// ends. That interval consists of the arguments whose own interval contains the target. Regula falsi and bisection
/// take turns, so two steps at least halve a bracket, whatever the function's form.
package struct RootBracket: Equatable, Sendable {
  /// A known value of the function.
  package struct Point: Equatable, Sendable {
    /// The argument of the curve.
    package var x: Double
    /// The value of the curve at ``x``.
    package var value: Double
    /// The lower end of the value's interval.
    package var low: Double
    /// The upper end of the value's interval.
    package var high: Double
  }

  /// The result of the search.
  package enum Outcome: Equatable, Sendable {
    /// The target is reached at `x`, or between two neighbouring arguments if the function has a step. The interval
    /// consists of the arguments whose band contains the target; an end that is not reached within the range is nil.
    case reached(x: Double, low: Double?, high: Double?)
    /// No value in the range reaches the target. The nearest one is given with its interval, which may contain the
    /// target.
    case unreachable(best: Point)
  }

  private enum Curve: Hashable, CaseIterable {
    case value, low, high
  }

  /// The range in which arguments may lie.
  package let range: ClosedRange<Double>
  /// The target value of the curve.
  package let target: Double
  /// The width at which a bracket is narrow enough.
  package let tolerance: Double
  /// The distance between allowed arguments, counted from the lower end of the range; nil if all are allowed.
  package let step: Double?
  /// The largest number of values to request.
  package let limit: Int
  /// The values known, in order of the argument.
  package private(set) var points: [Point] = []
  private var pending: Double?

  /// Creates a search over a range; `tolerance` is a share of its width.
  package init(
    range: ClosedRange<Double>, target: Double, tolerance: Double = 1e-3, step: Double? = nil, limit: Int = 60
  ) {
    precondition(range.lowerBound < range.upperBound, "a range with one point cannot be searched")
    precondition(step.map { $0 > 0 } ?? true, "a step is positive")
    self.range = range
    self.target = target
    self.tolerance = max(tolerance * (range.upperBound - range.lowerBound), step ?? 0)
    self.step = step
    self.limit = max(2, limit)
  }

  /// Returns the argument to evaluate next, the same one until its value is recorded; nil when the search is over.
  package mutating func next() -> Double? {
    if let pending { return pending }
    guard points.count < limit else { return nil }
    pending = propose()
    return pending
  }

  /// Takes the value at the argument that ``next()`` named. Without an interval it counts as exact.
  package mutating func record(_ value: Double, low: Double? = nil, high: Double? = nil) {
    guard let x = pending else { return }
    pending = nil
    let point = Point(x: x, value: value, low: min(low ?? value, value), high: max(high ?? value, value))
    points.insert(point, at: points.firstIndex { $0.x > x } ?? points.count)
  }

  /// The result so far; nil before both ends are known.
  package var outcome: Outcome? {
    guard points.count >= 2, points[0].x == range.lowerBound, points[points.count - 1].x == range.upperBound else {
      return nil
    }
    guard let x = crossing(.value) else {
      guard let best = points.min(by: { abs($0.value - target) < abs($1.value - target) }) else { return nil }
      return .unreachable(best: best)
    }
    let ends = [crossing(.low), crossing(.high)]
    let low = ends.compactMap { $0 }.filter { $0 <= x }.max()
    let high = ends.compactMap { $0 }.filter { $0 >= x }.min()
    // A band without width has both its ends at the crossing.
    return .reached(x: x, low: low, high: high)
  }

  private func propose() -> Double? {
    if points.isEmpty { return range.lowerBound }
    if points.last?.x != range.upperBound { return range.upperBound }
    if bracket(.value) == nil {
      let width = range.upperBound - range.lowerBound
      let probes = [0.5, 0.25, 0.75].map { allowed(range.lowerBound + $0 * width) }
      return probes.first { probe in !points.contains { $0.x == probe } }
    }
    for curve in Curve.allCases {
      guard let (a, b) = bracket(curve), b.x - a.x > tolerance * (1 + 1e-9) else { continue }
      if let x = inside(a, b, curve) { return x }
    }
    return nil
  }

  /// The first two neighbouring points between which a curve passes the target; the same point twice if it is on the
  /// target.
  private func bracket(_ curve: Curve) -> (Point, Point)? {
    for (a, b) in zip(points, points.dropFirst()) {
      let (one, two) = (at(a, curve) - target, at(b, curve) - target)
      if one == 0 { return (a, a) }
      if two == 0 { return (b, b) }
      if (one < 0) != (two < 0) { return (a, b) }
    }
    return nil
  }

  /// The argument at which a curve crosses the target, by linear interpolation within its bracket.
  private func crossing(_ curve: Curve) -> Double? {
    guard let (a, b) = bracket(curve) else { return nil }
    return straight(a, b, curve)
  }

  private func straight(_ a: Point, _ b: Point, _ curve: Curve) -> Double {
    let (one, two) = (at(a, curve), at(b, curve))
    return one == two ? (a.x + b.x) / 2 : a.x + (b.x - a.x) * ((target - one) / (two - one))
  }

  /// An argument inside a bracket; nil if the bracket is too narrow for another one.
  private func inside(_ a: Point, _ b: Point, _ curve: Curve) -> Double? {
    let width = b.x - a.x
    var x = a.x + width / 2
    if points.count.isMultiple(of: 2) {
      // At least the tolerance away from an end, so that a step that reaches the root leaves little of the bracket on
      // its far side.
      let margin = min(width / 2, max(tolerance / 2, width / 20))
      x = min(b.x - margin, max(a.x + margin, straight(a, b, curve)))
    }
    x = allowed(x)
    if let step, x <= a.x || x >= b.x {
      x = x <= a.x ? allowed(a.x + step) : allowed(b.x - step)
    }
    return x > a.x && x < b.x ? x : nil
  }

  private func allowed(_ x: Double) -> Double {
    guard let step else { return x }
    let steps = ((x - range.lowerBound) / step).rounded()
    return min(range.upperBound, range.lowerBound + steps * step)
  }

  private func at(_ point: Point, _ curve: Curve) -> Double {
    switch curve {
    case .value: point.value
    case .low: point.low
    case .high: point.high
    }
  }
}
