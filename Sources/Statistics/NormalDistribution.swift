import Foundation

/// The standard normal distribution.
package enum NormalDistribution {
  /// The probability of a value of at most `x`.
  package static func cumulative(_ x: Double) -> Double {
    0.5 * erfc(-x / 2.0.squareRoot())
  }

  /// The value below which a share `p` of the distribution lies; minus and plus infinity for 0 and 1.
  ///
  /// Algorithm AS 241 (PPND16) of Wichura, Applied Statistics 37 (1988), accurate to about 1 part in 10^16.
  package static func quantile(_ p: Double) -> Double {
    precondition(p >= 0 && p <= 1, "a probability is between 0 and 1, not \(p)")
    if p == 0 { return -.infinity }
    if p == 1 { return .infinity }
    let q = p - 0.5
    if abs(q) <= 0.425 {
      let r = 0.180625 - q * q
      return q * ratio(r, central)
    }
    let r = (-log(q < 0 ? p : 1 - p)).squareRoot()
    let value = r <= 5 ? ratio(r - 1.6, middle) : ratio(r - 5, tail)
    return q < 0 ? -value : value
  }

  /// The two-sided critical value: 1.96 for a level of 0.95.
  package static func critical(level: Double) -> Double {
    quantile(0.5 + level / 2)
  }

  private typealias Coefficients = (numerator: [Double], denominator: [Double])

  private static func ratio(_ r: Double, _ coefficients: Coefficients) -> Double {
    horner(r, coefficients.numerator) / horner(r, coefficients.denominator)
  }

  private static func horner(_ x: Double, _ coefficients: [Double]) -> Double {
    coefficients.reversed().reduce(0) { $0 * x + $1 }
  }

  private static let central: Coefficients = (
    [
      3.3871328727963666080, 1.3314166789178437745e+2, 1.9715909503065514427e+3, 1.3731693765509461125e+4,
      4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4, 2.5090809287301226727e+3,
    ],
    [
      1, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3, 2.1213794301586595867e+4,
      3.9307895800092710610e+4, 2.8729085735721942674e+4, 5.2264952788528545610e+3,
    ]
  )
  private static let middle: Coefficients = (
    [
      1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
      1.27045825245236838258, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4,
    ],
    [
      1, 2.05319162663775882187, 1.67638483018380384940, 6.89767334985100004550e-1, 1.48103976427480074590e-1,
      1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9,
    ]
  )
  private static let tail: Coefficients = (
    [
      6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 2.96560571828504891230e-1,
      2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
    ],
    [
      1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2, 7.86869131145613259100e-4,
      1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15,
    ]
  )
}
