/// The number of successes in independent trials.
package enum BinomialDistribution {
  /// The probability of at most `k` successes.
  package static func cumulative(_ k: Int, trials: Int, probability: Double) -> Double {
    if k < 0 { return 0 }
    if k >= trials { return 1 }
    return 1 - BetaDistribution.cumulative(probability, Double(k + 1), Double(trials - k))
  }

  /// The smallest number of successes that is not exceeded with a probability of at least `p`.
  package static func quantile(_ p: Double, trials: Int, probability: Double) -> Int {
    var low = 0
    var high = trials
    while low < high {
      let middle = (low + high) / 2
      if cumulative(middle, trials: trials, probability: probability) >= p { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
