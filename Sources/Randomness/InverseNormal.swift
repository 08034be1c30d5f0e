extension PortableMath {
  /// The quantile of the standard normal distribution: the x with probability p below it, for p in (0, 1).
  ///
  /// Algorithm AS 241 (PPND16) of Wichura, Applied Statistics 37 (1988) 477-484, about 1 part in 10^16.
  package static func inverseNormal(_ p: Double) -> Double {
    guard p > 0, p < 1 else { return p == 0 ? -.infinity : p == 1 ? .infinity : .nan }
    let q = p - 0.5
    if abs(q) <= 0.425 {
      let r = 0.180625 - q * q
      return q * ratio(r, centralNumerator, centralDenominator)
    }
    let tail = (-log(q < 0 ? p : 1 - p)).squareRoot()
    let value =
      tail <= 5
      ? ratio(tail - 1.6, middleNumerator, middleDenominator)
      : ratio(tail - 5, farNumerator, farDenominator)
    return q < 0 ? -value : value
  }

  /// Eight coefficients, from the constant upwards.
  private typealias Coefficients = (Double, Double, Double, Double, Double, Double, Double, Double)

  private static func ratio(_ r: Double, _ numerator: Coefficients, _ denominator: Coefficients) -> Double {
    polynomial(r, numerator) / polynomial(r, denominator)
  }

  private static func polynomial(_ r: Double, _ c: Coefficients) -> Double {
    ((((((c.7 * r + c.6) * r + c.5) * r + c.4) * r + c.3) * r + c.2) * r + c.1) * r + c.0
  }

  private static let centralNumerator: Coefficients = (
    3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3, 1.3731693765509461125e+4,
    4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4, 2.5090809287301226727e+3
  )
  private static let centralDenominator: Coefficients = (
    1, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
    2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4, 5.2264952788528545610e+3
  )
  private static let middleNumerator: Coefficients = (
    1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
    1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4
  )
  private static let middleDenominator: Coefficients = (
    1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
    1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9
  )
  private static let farNumerator: Coefficients = (
    6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
    2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7
  )
  private static let farDenominator: Coefficients = (
    1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
    7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15
  )
}
