/// The sums over one group that are needed to adjust an outcome by a covariate.
package struct CovariateSums: Equatable, Sendable {
  package private(set) var count = 0.0
  private(set) var x = 0.0
  private(set) var y = 0.0
  private(set) var xx = 0.0
  private(set) var xy = 0.0
  private(set) var yy = 0.0

  package init() {}

  package mutating func add(covariate: Double, outcome: Double) {
    count += 1
    x += covariate
    y += outcome
    xx += covariate * covariate
    xy += covariate * outcome
    yy += outcome * outcome
  }

  var meanX: Double { x / count }
  var meanY: Double { y / count }
  var squaresX: Double { max(0, xx - x * x / count) }
  var squaresY: Double { max(0, yy - y * y / count) }
  var products: Double { xy - x * y / count }
}

/// Outcomes of randomised groups, without the part that a covariate from before the experiment predicts (CUPED).
///
/// Deng, Xu, Kohavi and Walker, Improving the Sensitivity of Online Controlled Experiments by Utilizing Pre-Experiment
/// Data, WSDM 2013. The slope is the one within the groups, so that it does not include a difference between them.
package struct CovariateAdjustment: Equatable, Sendable {
  package let slope: Double
  /// The share of the variance within groups that the covariate explains.
  package let reduction: Double
  /// The p-value of a difference between groups in the covariate. A low value says that the groups were not randomised,
  /// or that the covariate is not from before the experiment.
  package let balance: Double

  private let groups: [CovariateSums]

  /// Computes an adjustment; nil if the covariate does not vary, or a group has fewer than two units.
  package init?(_ groups: [CovariateSums]) {
    guard groups.count >= 2, groups.allSatisfy({ $0.count >= 2 }) else { return nil }
    let within = groups.reduce(0) { $0 + $1.squaresX }
    let units = groups.reduce(0) { $0 + $1.count }
    let mean = groups.reduce(0) { $0 + $1.x } / units
    let between = groups.reduce(0) { $0 + $1.count * ($1.meanX - mean) * ($1.meanX - mean) }
    self.groups = groups
    guard within > 1e-9 * units else {
      guard between > 1e-9 * units else { return nil }
      // The covariate varies only between the groups, so it is determined by the group.
      (slope, reduction, balance) = (0, 0, 0)
      return
    }
    let products = groups.reduce(0) { $0 + $1.products }
    let outcomes = groups.reduce(0) { $0 + $1.squaresY }
    slope = products / within
    // The slope costs one degree of freedom, so a covariate without effect reduces nothing.
    let degrees = units - Double(groups.count)
    let left = outcomes > 0 ? max(0, 1 - products * products / (within * outcomes)) : 1
    reduction = degrees > 1 ? max(0, 1 - left * degrees / (degrees - 1)) : 0
    let variance = within / (units - Double(groups.count))
    balance = ChiSquareDistribution.upperTail(between / variance, degrees: Double(groups.count - 1))
  }

  /// The adjusted mean of one group minus that of another.
  package func difference(_ treated: Int, less control: Int) -> Double {
    let (a, b) = (groups[treated], groups[control])
    return a.meanY - b.meanY - slope * (a.meanX - b.meanX)
  }
}
