import Foundation

/// The beta distribution, from which exact binomial and Student intervals are computed.
package enum BetaDistribution {
  /// The regularised incomplete beta function: the probability of a value of at most `x`.
  ///
  /// Lentz's continued fraction; Press et al., Numerical Recipes, 3rd edition, section 6.4. The leading factor is
  /// formed without subtracting large logarithms, so that it stays accurate for shape parameters of many thousands.
  package static func cumulative(_ x: Double, _ a: Double, _ b: Double) -> Double {
    precondition(a > 0 && b > 0, "shape parameters are positive, not \(a) and \(b)")
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    if x > (a + 1) / (a + b + 2) {
      return 1 - density(x, a, b) * x * (1 - x) * fraction(1 - x, b, a) / b
    }
    return density(x, a, b) * x * (1 - x) * fraction(x, a, b) / a
  }

  /// The value below which a share `p` of the distribution lies, by bisection to the last bits.
  package static func quantile(_ p: Double, _ a: Double, _ b: Double) -> Double {
    if p <= 0 { return 0 }
    if p >= 1 { return 1 }
    var low = 0.0
    var high = 1.0
    for _ in 0..<1_100 {
      let middle = low == 0 && high > 1e-3 ? high / 2 : (low + high) / 2
      if middle <= low || middle >= high || high - low <= high * 1e-15 { break }
      if cumulative(middle, a, b) < p { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The probability density at `x`, inside (0, 1).
  private static func density(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let n = a + b
    if min(a, b) >= 10 {
      // Saddle-point form: Loader (2000), Fast and Accurate Computation of Binomial Probabilities.
      let correction = stirling(n) - stirling(a) - stirling(b)
      let exponent = a * log(x * n / a) + b * log((1 - x) * n / b) + correction
      return (a * b / (2 * .pi * n)).squareRoot() * exp(exponent) / (x * (1 - x))
    }
    let logBeta = logGamma(a) + logGamma(b) - logGamma(n)
    return exp((a - 1) * log(x) + (b - 1) * log1p(-x) - logBeta)
  }

  /// The difference between log Γ(x) and Stirling's formula, for `x` of 10 or more.
  static func stirling(_ x: Double) -> Double {
    let square = 1 / (x * x)
    return (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1_260 - square * (1.0 / 1_680 - square / 1_188)))) / x
  }

  /// The logarithm of the gamma function of a positive number.
  static func logGamma(_ x: Double) -> Double {
    var shifted = x
    var product = 1.0
    while shifted < 10 {
      product *= shifted
      shifted += 1
    }
    let large = (shifted - 0.5) * log(shifted) - shifted + 0.5 * log(2 * .pi) + stirling(shifted)
    return large - log(product)
  }

  private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    var product = LentzProduct(1 - (a + b) * x / (a + 1))
    var step = 1
    while step <= 100_000 {
      let m = Double(step)
      product.multiply(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)))
      product.multiply(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)))
      if (product.factor - 1).magnitude < 1e-15 { break }
      step += 1
    }
    return product.value
  }
}

/// A continued fraction as a product of ratios of its convergents, by Lentz's method.
private struct LentzProduct {
  private var c = 1.0
  private var d: Double
  private(set) var value: Double

  /// Begins a continued fraction.
  ///
  /// - Parameter first: its first denominator.
  init(_ first: Double) {
    d = 1 / (first.magnitude < Self.tiny ? Self.tiny : first)
    value = d
  }

  /// The smallest magnitude of a denominator; replaces zero.
  private static let tiny = 1e-300

  /// The latest factor, which approaches one.
  var factor: Double { d * c }

  mutating func multiply(_ numerator: Double) {
    d = 1 + numerator * d
    d = 1 / (d.magnitude < Self.tiny ? Self.tiny : d)
    c = 1 + numerator / c
    if c.magnitude < Self.tiny { c = Self.tiny }
    value *= d * c
  }
}
