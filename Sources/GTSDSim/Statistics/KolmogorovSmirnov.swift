import Foundation

/// The greatest distance of two distribution functions, and how surprising it is.
///
/// The p-value is Kolmogorov's limit with the correction of Stephens, Journal of the Royal Statistical Society B 32
/// (1970), good to a few per mille from about ten values on. A distribution fitted to the same values lies closer than
/// chance: against it the p-value is too large, and only a simulation of the whole fit gives the right one.
package struct KolmogorovSmirnov: Hashable, Sendable {
  /// The greatest distance.
  package let distance: Double
  /// The probability of such a distance or a greater one.
  package let p: Double

  /// The values of a sample against a distribution function; nil without values.
  package init?(_ values: [Double], cumulative: (Double) -> Double) {
    guard !values.isEmpty else { return nil }
    let n = Double(values.count)
    var distance = 0.0
    for (index, value) in values.sorted().enumerated() {
      let expected = cumulative(value)
      distance = max(distance, expected - Double(index) / n, Double(index + 1) / n - expected)
    }
    self.init(distance: distance, size: n)
  }

  /// Two samples against each other; nil where one has no values.
  package init?(_ first: [Double], _ second: [Double]) {
    guard !first.isEmpty, !second.isEmpty else { return nil }
    let (a, b) = (first.sorted(), second.sorted())
    let (n, m) = (Double(a.count), Double(b.count))
    var (i, j, distance) = (0, 0, 0.0)
    while i < a.count, j < b.count {
      let value = min(a[i], b[j])
      while i < a.count, a[i] == value { i += 1 }
      while j < b.count, b[j] == value { j += 1 }
      distance = max(distance, abs(Double(i) / n - Double(j) / m))
    }
    self.init(distance: distance, size: n * m / (n + m))
  }

  /// The greatest distance of a curve with censoring from a distribution function, over the times up to its last event.
  package static func distance(_ curve: KaplanMeier, cumulative: (Double) -> Double) -> Double {
    var before = 0.0
    var distance = 0.0
    for step in curve.steps {
      let expected = cumulative(step.time)
      distance = max(distance, abs(expected - before), abs(expected - (1 - step.survival)))
      before = 1 - step.survival
    }
    return distance
  }

  private init(distance: Double, size: Double) {
    self.distance = distance
    let root = size.squareRoot()
    p = Self.upperTail((root + 0.12 + 0.11 / root) * distance)
  }

  /// The probability that Kolmogorov's limit exceeds `x`.
  package static func upperTail(_ x: Double) -> Double {
    if x <= 0 { return 1 }
    if x < 1.18 {
      // Of two series the one that converges quickly here.
      let factor = exp(-Double.pi * Double.pi / (8 * x * x))
      let terms = [1, 9, 25, 49].reduce(0.0) { $0 + pow(factor, $1) }
      return min(1, max(0, 1 - (2 * Double.pi).squareRoot() / x * terms))
    }
    return 2
      * (1...8).reduce(0.0) { sum, k in
        let term = exp(-2 * Double(k * k) * x * x)
        return k.isMultiple(of: 2) ? sum - term : sum + term
      }
  }
}
