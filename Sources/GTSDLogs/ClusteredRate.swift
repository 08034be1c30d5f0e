package import Statistics

/// A share of occasions, of which each person has several, with the sums for an interval that allows for differences
/// between people.
package struct ClusteredRate: Equatable, Sendable {
  /// The number of occasions with the action.
  package private(set) var successes = 0
  /// The number of occasions, with and without the action.
  package private(set) var trials = 0
  private var squaredSuccesses = 0.0
  private var products = 0.0
  private var squaredTrials = 0.0
  private var people = 0

  package init() {}

  /// Adds all occasions of one person.
  package mutating func add(successes: Int, of trials: Int) {
    guard trials > 0 else { return }
    self.successes += successes
    self.trials += trials
    squaredSuccesses += Double(successes * successes)
    products += Double(successes * trials)
    squaredTrials += Double(trials * trials)
    people += 1
  }

  package var share: Double { trials > 0 ? Double(successes) / Double(trials) : 0 }

  /// The design effect: the variance as a multiple of that of independent occasions, the ratio estimator's over the
  /// binomial's (Cochran, Sampling Techniques, 3rd edition, section 6.5), at least 1.
  package var designEffect: Double {
    let p = share
    guard people > 1, p > 0, p < 1 else { return 1 }
    let residuals = squaredSuccesses - 2 * p * products + p * p * squaredTrials
    let correction = Double(people) / Double(people - 1)
    return max(1, correction * residuals / (Double(trials) * p * (1 - p)))
  }

  /// The standard error. If the event happened on none or on all occasions, it is that of the share after adding two
  /// occasions of each kind (Agresti and Coull).
  package var standardError: Double {
    guard trials > 0 else { return .infinity }
    let n = Double(trials)
    if successes > 0, successes < trials { return (designEffect * share * (1 - share) / n).squareRoot() }
    let p = (Double(successes) + 2) / (n + 4)
    return (p * (1 - p) / (n + 4)).squareRoot()
  }

  /// Wilson's interval at the effective number of occasions.
  package func interval(level: Double = 0.95) -> Interval? {
    guard trials > 0 else { return nil }
    let effect = designEffect
    guard effect > 1 else { return ProportionInterval.wilson(successes: successes, trials: trials, level: level) }
    let n = Double(trials) / effect
    let z = NormalDistribution.critical(level: level)
    let scale = 1 + z * z / n
    let centre = (share + z * z / (2 * n)) / scale
    let half = z / scale * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    return Interval(
      level: level, low: max(0, centre - half), high: min(1, centre + half), method: "wilson-clustered")
  }
}
