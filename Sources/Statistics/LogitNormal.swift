import Randomness

/// A share whose log-odds are normally distributed, over people or over drawn assumptions.
package enum LogitNormal {
  /// The mean of the log-odds with which the mean share is `share`. The share at the mean of the log-odds is farther
  /// from 0.5 than the mean share.
  ///
  /// Zeger, Liang and Albert, Biometrics 44 (1988): a normal distribution of 1.7 times the scale approximates the
  /// logistic one. For shares from 0.1 to 0.9 and variances up to 2.25, the mean share is within 5 % of the wanted one.
  ///
  /// - Parameters:
  ///   - share: above 0 and below 1.
  ///   - variance: the variance of the log-odds. An unbiased estimate of it may be less than 0.
  package static func location(ofMean share: Double, variance: Double) -> Double {
    PortableMath.log(share / (1 - share)) * max(0, 1 + 0.346 * variance).squareRoot()
  }
}
