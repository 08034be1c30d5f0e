package import Statistics

/// An observed figure among those of simulated populations with the fitted values.
package struct PredictiveCheck: Equatable, Sendable {
  /// The id of the `EventStatistic`.
  package var id: String
  package var title: String
  /// The unit of the figure: `share`, `s` or `number`.
  package var unit: String
  package var observed: Double
  /// The figure of each simulated population.
  package var simulated: [Double]
  /// The range that contains 95 % of further replications.
  package var interval: Interval
  /// The share of replications that lie at least as far from the middle as the observed figure, on either side.
  package var p: Double

  package init(
    id: String, title: String, unit: String, observed: Double, simulated: [Double], interval: Interval, p: Double
  ) {
    (self.id, self.title, self.unit, self.observed) = (id, title, unit, observed)
    (self.simulated, self.interval, self.p) = (simulated, interval, p)
  }

  /// Whether the observed figure is within the range of the fitted scenario.
  package var isInside: Bool { observed >= interval.low && observed <= interval.high }

  /// Creates the check with Student's prediction interval, which is valid for sums over many people; nil for fewer than
  /// two replications.
  ///
  /// - Parameter users: the number of people in the sum. The variance is at least that of a count, so that a rare event
  ///   which occurred in no replication is not called impossible.
  package init?(_ statistic: EventStatistic, observed: Double, simulated: [Double], users: Int) {
    guard simulated.count >= 2 else { return nil }
    let n = Double(simulated.count)
    let mean = simulated.reduce(0, +) / n
    let variance = simulated.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
    let most = statistic.unit == "share" ? 1.0 : .infinity
    let least = statistic.unit == "s" ? 0 : max(mean, 1 / Double(users)) * max(0, 1 - mean / most) / Double(users)
    let error = (max(variance, least) * (1 + 1 / n)).squareRoot()
    let t = StudentDistribution.quantile(0.975, degrees: n - 1)
    id = statistic.rawValue
    title = statistic.title
    unit = statistic.unit
    self.observed = observed
    self.simulated = simulated
    interval = Interval(
      level: 0.95, low: max(0, mean - t * error), high: min(most, mean + t * error), method: "student-prediction")
    if error > 0 {
      p = 2 * (1 - StudentDistribution.cumulative(abs(observed - mean) / error, degrees: n - 1))
    } else {
      p = observed == mean ? 1 : 0
    }
  }

  /// The fewest simulated populations whose figures say whether an observed one is among them: the observed one is
  /// the farthest of 20 by chance in one case of 20.
  package static let minPopulations = 19

  package var mean: Double { simulated.reduce(0, +) / Double(simulated.count) }
}
