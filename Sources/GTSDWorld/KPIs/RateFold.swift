/// A rate: successful units among those whose window has closed, and the number of units whose window has not.
package struct RateFold: Sendable, Equatable {
  package var successes = 0
  package var trials = 0
  package var censored = 0

  package init(
    successes: Int = 0, trials: Int = 0, censored: Int = 0
  ) {
    self.successes = successes
    self.trials = trials
    self.censored = censored
  }

  /// Counts a unit whose window has closed.
  package mutating func count(_ success: Bool) {
    trials += 1
    if success { successes += 1 }
  }

  package mutating func merge(_ other: RateFold) {
    successes += other.successes
    trials += other.trials
    censored += other.censored
  }

  /// The rate as a share of people.
  package var measurement: KPIMeasurement { .rate(successes: successes, trials: trials, censored: censored) }

  /// The rate as a share of people's actions.
  package func measurement(by clusters: ClusterFold) -> KPIMeasurement {
    .rate(successes: successes, trials: trials, censored: censored, clusters)
  }
}
