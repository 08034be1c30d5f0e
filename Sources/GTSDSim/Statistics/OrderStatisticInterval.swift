/// The distribution-free interval for a percentile: two ranks of the sorted values.
package enum OrderStatisticInterval {
  /// The ranks (from 1) between which the percentile lies with probability of at least `level`; nil where there are too
  /// few values for that.
  ///
  /// Conover, Practical Nonparametric Statistics, 3rd edition, section 3.2: at most `low - 1` values lie below the
  /// percentile, and at least `high`, each with probability of at most half of `1 - level`.
  package static func ranks(share: Double, count: Int, level: Double = 0.95) -> (low: Int, high: Int)? {
    guard count > 0 else { return nil }
    let alpha = 1 - level
    // The largest rank l with P(X <= l - 1) <= alpha / 2.
    var low = BinomialDistribution.quantile(alpha / 2, trials: count, probability: share)
    if BinomialDistribution.cumulative(low, trials: count, probability: share) <= alpha / 2 { low += 1 }
    // The least rank u with P(X <= u - 1) >= 1 - alpha / 2.
    let high = BinomialDistribution.quantile(1 - alpha / 2, trials: count, probability: share) + 1
    guard low >= 1, high <= count else { return nil }
    return (low, high)
  }
}
