import Foundation

/// The gamma distribution with scale 1, from which the chi-square distribution is computed.
package enum GammaDistribution {
  /// The regularised lower incomplete gamma function: the probability of a value of at most `x` for a shape.
  package static func cumulative(_ x: Double, shape: Double) -> Double {
    precondition(shape > 0, "a shape is positive, not \(shape)")
    if x <= 0 { return 0 }
    return x < shape + 1 ? series(x, shape) : 1 - fraction(x, shape)
  }

  /// The probability of a value above `x`, accurate where it is tiny.
  package static func upperTail(_ x: Double, shape: Double) -> Double {
    precondition(shape > 0, "a shape is positive, not \(shape)")
    if x <= 0 { return 1 }
    if x == .infinity { return 0 }
    return x < shape + 1 ? 1 - series(x, shape) : fraction(x, shape)
  }

  /// The value below which a share `p` of the distribution lies, by bisection to the last bits.
  package static func quantile(_ p: Double, shape: Double) -> Double {
    if p <= 0 { return 0 }
    if p >= 1 { return .infinity }
    var low = 0.0
    var high = shape + 1
    while upperTail(high, shape: shape) > 1 - p { high *= 2 }
    for _ in 0..<1_100 {
      let middle = low == 0 && high > 1e-3 ? high / 2 : (low + high) / 2
      if middle <= low || middle >= high || high - low <= high * 1e-15 { break }
      let below = p < 0.5 ? cumulative(middle, shape: shape) < p : upperTail(middle, shape: shape) > 1 - p
      if below { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// x^a e^-x / Gamma(a), without subtracting large logarithms for large shapes (Loader 2000).
  private static func factor(_ x: Double, _ a: Double) -> Double {
    guard a >= 10 else { return exp(a * log(x) - x - BetaDistribution.logGamma(a)) }
    let exponent = a * log(x / a) + (a - x) - BetaDistribution.stirling(a)
    return (a / (2 * .pi)).squareRoot() * exp(exponent)
  }

  /// The power series of the lower function; Press et al., Numerical Recipes, 3rd edition, equation 6.2.5.
  private static func series(_ x: Double, _ a: Double) -> Double {
    var term = 1 / a
    var sum = term
    for step in 1...1_000_000 {
      term *= x / (a + Double(step))
      sum += term
      if term < sum * 1e-17 { break }
    }
    return min(1, sum * factor(x, a))
  }

  /// Lentz's continued fraction of the upper function; Press et al., equation 6.2.7.
  private static func fraction(_ x: Double, _ a: Double) -> Double {
    let tiny = 1e-300
    var b = x + 1 - a
    var c = 1 / tiny
    var d = 1 / b
    var result = d
    for step in 1...1_000_000 {
      let i = Double(step)
      let numerator = -i * (i - a)
      b += 2
      d = numerator * d + b
      d = 1 / (abs(d) < tiny ? tiny : d)
      c = b + numerator / c
      if abs(c) < tiny { c = tiny }
      result *= d * c
      if abs(d * c - 1) < 1e-16 { break }
    }
    return min(1, factor(x, a) * result)
  }
}
