/// The value of knowing an input before answering a yes-or-no question: is an uncertain value at or above a bound?
///
/// The uncertain value is normal, a sum of normal inputs and of chance. The value of an input is an increase in the
/// probability of a right answer: the expectation of the greater of P(yes) and P(no) with the input known, minus the
/// same without. Raiffa and Schlaifer, Applied Statistical Decision Theory (1961), for this loss.
package struct PerfectInformation: Equatable, Sendable {
  /// The distance of the value's mean above the bound.
  package var margin: Double
  /// The part of the outcome's variance that is due to unknown inputs.
  package var ignorance: Double
  /// The variance of the outcome that remains when all inputs are known.
  package var chance: Double

  package init(margin: Double, ignorance: Double, chance: Double) {
    precondition(ignorance >= 0 && chance >= 0, "variances of \(ignorance) and \(chance)")
    self.margin = margin
    self.ignorance = ignorance
    self.chance = chance
  }

  /// The probability of the answer yes, over inputs and chance.
  package var probability: Double { Self.above(margin, ignorance + chance) }

  /// The value of knowing all inputs, so that only chance remains.
  package var total: Double { worth(of: ignorance.squareRoot()) }

  /// The value of knowing an input that changes the outcome by `slope` for each of its standard deviations.
  ///
  /// - Parameter resolved: the share of the input's variance that a measurement removes; 1 for perfect information.
  package func worth(of slope: Double, resolved: Double = 1) -> Double {
    let known = min(slope * slope * resolved, ignorance)
    guard known > 0 else { return 0 }
    let rest = ignorance - known + chance
    let scale = known.squareRoot()
    let points = 2_000
    let mean = (0..<points).reduce(0.0) { sum, index in
      let z = NormalDistribution.quantile((Double(index) + 0.5) / Double(points))
      let yes = Self.above(margin + scale * z, rest)
      return sum + max(yes, 1 - yes)
    }
    return max(0, mean / Double(points) - max(probability, 1 - probability))
  }

  private static func above(_ margin: Double, _ variance: Double) -> Double {
    guard variance > 0 else { return margin > 0 ? 1 : margin < 0 ? 0 : 0.5 }
    return NormalDistribution.cumulative(margin / variance.squareRoot())
  }
}
