/// The chi-square distribution: the sum of squares of independent standard normal values.
package enum ChiSquareDistribution {
  /// The probability of a value of at most `x` with `degrees` of freedom.
  package static func cumulative(_ x: Double, degrees: Double) -> Double {
    GammaDistribution.cumulative(x / 2, shape: degrees / 2)
  }

  /// The probability of a value above `x`: the p-value of a chi-square test.
  package static func upperTail(_ x: Double, degrees: Double) -> Double {
    GammaDistribution.upperTail(x / 2, shape: degrees / 2)
  }

  /// The value below which a share `p` of the distribution lies.
  package static func quantile(_ p: Double, degrees: Double) -> Double {
    2 * GammaDistribution.quantile(p, shape: degrees / 2)
  }
}
