/// The probability of a decision, fitted to how often it was taken.
package struct RateFit: Hashable, Sendable {
  /// How often it was taken.
  package let successes: Int
  /// How often it could have been.
  package let trials: Int
  /// The share, its standard error and Wilson's interval.
  package let rate: FittedParameter

  /// The fit; nil without trials.
  package init?(successes: Int, trials: Int, level: Double = 0.95) {
    guard let interval = ProportionInterval.wilson(successes: successes, trials: trials, level: level) else {
      return nil
    }
    self.successes = successes
    self.trials = trials
    let share = Double(successes) / Double(trials)
    rate = FittedParameter(
      value: share, standardError: (share * (1 - share) / Double(trials)).squareRoot(), interval: interval)
  }

  /// The shapes of the beta distribution that says how uncertain the rate is: Jeffreys' posterior, for drawing the rate
  /// anew in each replication. Brown, Cai and DasGupta, Statistical Science 16 (2001).
  package var posterior: (a: Double, b: Double) {
    (Double(successes) + 0.5, Double(trials - successes) + 0.5)
  }

  /// The value below which the rate lies with probability `p` by that distribution.
  package func posteriorQuantile(_ p: Double) -> Double {
    BetaDistribution.quantile(p, posterior.a, posterior.b)
  }
}
