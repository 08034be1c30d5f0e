/// The value of knowing an input before answering a yes-or-no question: is an uncertain value at or above a bound?
///
/// The uncertain value is normal, a sum of normal inputs and of chance. The value of an input is an increase in the
/// probability of a right answer: the expectation of the greater of P(yes) and P(no) with the input known, minus the
/// same without. Raiffa and Schlaifer, Applied Statistical Decision Theory (1961), for this loss.
///
/// It depends on two figures only: the probability of yes, and the share of the value's variance that the input causes.
package struct PerfectInformation: Equatable, Sendable {
  /// The probability of the answer yes, over inputs and chance.
  package var probability: Double

  package init(probability: Double) {
    precondition(probability >= 0 && probability <= 1, "a probability of \(probability)")
    self.probability = probability
  }

  /// The value of knowing inputs that cause a share of the variance, 0 to 1.
  package func worth(ofShare share: Double) -> Double {
    let known = min(1, share)
    guard known > 0 else { return 0 }
    let (margin, scale, rest) = (NormalDistribution.quantile(probability), known.squareRoot(), 1 - known)
    let points = 2_000
    let mean = (0..<points).reduce(0.0) { sum, index in
      let z = NormalDistribution.quantile((Double(index) + 0.5) / Double(points))
      let yes = Self.above(margin + scale * z, rest)
      return sum + max(yes, 1 - yes)
    }
    return max(0, mean / Double(points) - max(probability, 1 - probability))
  }

  /// The smallest and the largest value over all pairs of a probability and a share from two intervals.
  ///
  /// The value rises with the share, and with a probability closer to 0.5. So these ends contain the true value if both
  /// intervals contain theirs.
  package static func worth(probability: Interval, share: (low: Double, high: Double)) -> Interval {
    let (low, high) = (max(0, probability.low), min(1, probability.high))
    let farthest = abs(low - 0.5) > abs(high - 0.5) ? low : high
    let closest = min(max(0.5, low), high)
    return Interval(
      level: probability.level, low: Self(probability: farthest).worth(ofShare: share.low),
      high: Self(probability: closest).worth(ofShare: share.high), method: "of both intervals")
  }

  private static func above(_ margin: Double, _ variance: Double) -> Double {
    guard variance > 0 else { return margin > 0 ? 1 : margin < 0 ? 0 : 0.5 }
    return NormalDistribution.cumulative(margin / variance.squareRoot())
  }
}
