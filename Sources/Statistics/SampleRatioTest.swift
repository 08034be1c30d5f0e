/// A test of whether units were assigned to groups in the planned shares: Pearson's chi-square test of fit.
///
/// Fabijan et al., Diagnosing Sample Ratio Mismatch in Online Controlled Experiments, KDD 2019.
package struct SampleRatioTest: Equatable, Sendable {
  /// The p-value below which the split counts as wrong. It is this low because every experiment is tested, and a failed
  /// test invalidates its effects.
  package static let limit = 0.001

  package let chiSquare: Double
  /// The probability of a split at least as far from the planned one, if assignment follows the plan.
  package let p: Double

  /// Creates a test; nil for fewer than two groups, or for fewer than five expected units in a group, since the
  /// distribution then does not hold.
  ///
  /// - Parameter weights: one per group, each above 0, with any sum.
  package init?(counts: [Int], weights: [Double]) {
    precondition(counts.count == weights.count, "\(counts.count) groups with \(weights.count) weights")
    let total = Double(counts.reduce(0, +))
    let sum = weights.reduce(0, +)
    let expected = weights.map { total * $0 / sum }
    guard counts.count >= 2, expected.allSatisfy({ $0 >= 5 }) else { return nil }
    chiSquare = zip(counts, expected).reduce(0) { $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) / $1.1 }
    p = ChiSquareDistribution.upperTail(chiSquare, degrees: Double(counts.count - 1))
  }

  package var isMismatch: Bool { p < Self.limit }
}
