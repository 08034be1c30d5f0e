/// Quantile functions of the usual distributions: one uniform draw in (0, 1) gives one value.
///
/// Each rises with u, so that common and antithetic draws (u and 1 - u) keep their correlation. Each uses portable
/// mathematics only, so that the same draw gives the same value everywhere.
package enum Sampling {
  /// Returns a value of the uniform distribution between two bounds.
  package static func uniform(_ u: Double, low: Double, high: Double) -> Double {
    low + (high - low) * u
  }

  /// Returns a value of the exponential distribution with this mean, the inverse of the rate.
  package static func exponential(_ u: Double, mean: Double) -> Double {
    -mean * PortableMath.log(1 - u)
  }

  /// Returns a value of the normal distribution with this mean and standard deviation.
  package static func normal(_ u: Double, mean: Double, deviation: Double) -> Double {
    mean + deviation * PortableMath.inverseNormal(u)
  }

  /// Returns a value of the log-normal distribution: exp of a normal value with mean ln(median) and standard deviation
  /// sigma.
  package static func lognormal(_ u: Double, median: Double, sigma: Double) -> Double {
    // Without spread, no number is drawn: the formula below would give a factor of exactly 1.
    u == 0.5 ? median : median * PortableMath.exp(sigma * PortableMath.inverseNormal(u))
  }

  /// Returns a value of the Weibull distribution: scale (-ln(1 - u))^(1 / shape). Shape 1 is the exponential
  /// distribution.
  package static func weibull(_ u: Double, scale: Double, shape: Double) -> Double {
    scale * PortableMath.pow(-PortableMath.log(1 - u), 1 / shape)
  }

  /// Returns a value of the triangular distribution between two bounds, with its peak at `mode`.
  package static func triangular(_ u: Double, low: Double, mode: Double, high: Double) -> Double {
    let width = high - low
    guard width > 0 else { return low }
    return u < (mode - low) / width
      ? low + (u * width * (mode - low)).squareRoot()
      : high - ((1 - u) * width * (high - mode)).squareRoot()
  }

  /// Returns a value of the Pareto distribution (type I): minimum (1 - u)^(-1 / shape).
  package static func pareto(_ u: Double, minimum: Double, shape: Double) -> Double {
    minimum * PortableMath.pow(1 - u, -1 / shape)
  }
}
