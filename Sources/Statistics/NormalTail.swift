import Foundation

/// The upper tail of the standard normal distribution, for the likelihood of censored observations.
extension NormalDistribution {
  /// The density over the probability above `z` (the inverse of Mills' ratio); tends to z far out.
  package static func hazard(_ z: Double) -> Double {
    guard z > 30 else {
      return exp(-0.5 * z * z) / (2 * .pi).squareRoot() / (0.5 * erfc(z / 2.0.squareRoot()))
    }
    // Laplace's continued fraction; far from the mean a few terms are enough.
    return z + (1...20).reversed().reduce(0.0) { Double($1) / (z + $0) }
  }

  /// The logarithm of the probability above `z`.
  package static func logUpperTail(_ z: Double) -> Double {
    z > 30 ? -0.5 * z * z - 0.5 * log(2 * .pi) - log(hazard(z)) : log(0.5 * erfc(z / 2.0.squareRoot()))
  }
}
