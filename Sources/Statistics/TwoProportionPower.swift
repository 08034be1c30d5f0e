/// The power of the two-sided test of two shares, and the number of units that a power requires.
///
/// The normal approximation with the pooled variance under "no difference" and separate variances under the assumed
/// one: Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions, 3rd edition, equation 4.14 without
/// continuity correction; R's `power.prop.test`. A rejection on the wrong side counts too, so that no difference gives
/// alpha.
package struct TwoProportionPower: Equatable, Sendable {
  /// The two-sided probability of a false positive.
  package let alpha: Double
  /// Treated units for each control unit.
  package let ratio: Double

  /// Creates a test at a two-sided level with an allocation ratio.
  package init(alpha: Double = 0.05, ratio: Double = 1) {
    precondition(alpha > 0 && alpha < 1 && ratio > 0, "no test with alpha \(alpha) and ratio \(ratio)")
    self.alpha = alpha
    self.ratio = ratio
  }

  /// The probability of a significant result with this many control units (`ratio` times as many treated ones).
  package func power(controlUnits n: Double, control p: Double, treated q: Double) -> Double {
    guard n > 0 else { return alpha }
    let pooled = (p + ratio * q) / (1 + ratio)
    let null = (pooled * (1 - pooled) * (1 + 1 / ratio) / n).squareRoot()
    let actual = ((p * (1 - p) + q * (1 - q) / ratio) / n).squareRoot()
    let difference = abs(p - q)
    // Shares of 0 and 1 have no variance, so the result is certain.
    guard actual > 0 else { return difference > 0 ? 1 : 0 }
    let critical = NormalDistribution.critical(level: 1 - alpha) * null
    return NormalDistribution.cumulative((difference - critical) / actual)
      + NormalDistribution.cumulative((-difference - critical) / actual)
  }

  /// The number of control units for a power, as a fraction (76.7 means 77); nil for equal shares, which no number of
  /// units can distinguish.
  package func requiredControlUnits(control p: Double, treated q: Double, power: Double = 0.8) -> Double? {
    guard p != q, power > alpha, power < 1 else { return nil }
    var low = 0.0
    var high = 2.0
    while self.power(controlUnits: high, control: p, treated: q) < power {
      low = high
      high *= 2
      guard high < 1e18 else { return nil }
    }
    for _ in 0..<200 where high - low > high * 1e-13 {
      let middle = (low + high) / 2
      if self.power(controlUnits: middle, control: p, treated: q) < power { low = middle } else { high = middle }
    }
    return high
  }

  /// Whole units that reach a power in control and treated group; nil for equal shares.
  package func requiredUnits(
    control p: Double, treated q: Double, power: Double = 0.8
  ) -> (control: Int, treated: Int)? {
    guard let exact = requiredControlUnits(control: p, treated: q, power: power), exact < 1e15 else { return nil }
    let control = exact.rounded(.up)
    return (Int(control), Int((control * ratio - 1e-9).rounded(.up)))
  }

  /// The least treated share above (or below) the control's that this many control units find with a power; nil if even
  /// the extreme share is not found.
  package func detectable(
    controlUnits n: Double, control p: Double, power: Double = 0.8, below: Bool = false
  ) -> Double? {
    var near = p
    var far = below ? 0.0 : 1.0
    guard self.power(controlUnits: n, control: p, treated: far) >= power else { return nil }
    for _ in 0..<200 where abs(far - near) > 1e-15 {
      let middle = (near + far) / 2
      if middle == near || middle == far { break }
      if self.power(controlUnits: n, control: p, treated: middle) < power { near = middle } else { far = middle }
    }
    return far
  }
}
