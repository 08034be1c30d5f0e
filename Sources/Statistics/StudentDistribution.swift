/// Student's t distribution.
package enum StudentDistribution {
  /// The probability of a value of at most `t` with `degrees` of freedom.
  package static func cumulative(_ t: Double, degrees: Double) -> Double {
    let tail = 0.5 * BetaDistribution.cumulative(degrees / (degrees + t * t), degrees / 2, 0.5)
    return t < 0 ? tail : 1 - tail
  }

  /// The value below which a share `p` of the distribution lies.
  package static func quantile(_ p: Double, degrees: Double) -> Double {
    precondition(p > 0 && p < 1 && degrees > 0, "no quantile of \(p) with \(degrees) degrees of freedom")
    if p == 0.5 { return 0 }
    let tail = min(p, 1 - p)
    let x = BetaDistribution.quantile(2 * tail, degrees / 2, 0.5)
    // x approaches 1 near the middle. The complement is computed from the mirrored distribution, which avoids
    // cancellation.
    let complement = BetaDistribution.quantile(1 - 2 * tail, 0.5, degrees / 2)
    let t = (degrees * complement / x).squareRoot()
    return p < 0.5 ? -t : t
  }
}
