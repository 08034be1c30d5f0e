/// Two independent estimates with their intervals, and the intervals of their difference and of their ratio that follow
/// from these (MOVER).
///
/// The ratio's interval contains r if and only if the interval of the first estimate less r times the second contains
/// zero. So it contains 1 if and only if the interval of the difference contains 0, and the two never contradict each
/// other. Zou and Donner, Statistics in Medicine 27 (2008) 1693-1702; for ratios, Donner and Zou, Statistical Methods in
/// Medical Research 21 (2012) 347-359.
package struct IndependentEstimates: Sendable {
  /// An estimate with the ends of its interval, which contain it.
  package typealias Estimate = (value: Double, low: Double, high: Double)

  package var first: Estimate
  package var second: Estimate

  package init(_ first: Estimate, _ second: Estimate) { (self.first, self.second) = (first, second) }

  /// The first estimate less the second.
  package var difference: Double { first.value - second.value }

  /// The distances of the ends of the difference's interval from the difference.
  package var reach: (below: Double, above: Double) {
    let below = (first.value - first.low, second.high - second.value)
    let above = (first.high - first.value, second.value - second.low)
    return (
      (below.0 * below.0 + below.1 * below.1).squareRoot(), (above.0 * above.0 + above.1 * above.1).squareRoot()
    )
  }

  /// The relative change from the second estimate, which is above 0, to the first, with its interval.
  ///
  /// - Parameters:
  ///   - level: the level of the interval.
  ///   - scale: the factor by which the half-widths of the estimates are multiplied to be those of the level.
  package func relativeChange(level: Double, scale: Double = 1) -> (value: Double, interval: Interval) {
    let ratio = ratio(scale: scale)
    return (
      first.value / second.value - 1,
      Interval(level: level, low: ratio.low - 1, high: ratio.high - 1, method: "mover")
    )
  }

  /// The ends of the interval of the first estimate over the second, which is above 0. No end is below 0, and the upper
  /// end is infinite if the second estimate may be 0.
  private func ratio(scale: Double) -> (low: Double, high: Double) {
    let (a, b) = (first.value, second.value)
    let (left, right) = (scale * (a - first.low), scale * (second.high - b))
    let (up, down) = (scale * (first.high - a), scale * (b - second.low))
    // The roots of (a - r b)² = left² + r² right², below a / b, and of (a - r b)² = up² + r² down², above it.
    func root(_ product: Double) -> Double { max(0, a * a * b * b - product).squareRoot() }
    let lower = a * a - left * left
    let low = lower <= 0 ? 0 : lower / (a * b + root((b * b - right * right) * lower))
    guard b > down else { return (low, .infinity) }
    let square = b * b - down * down
    return (low, (a * b + root(square * (a * a - up * up))) / square)
  }
}
