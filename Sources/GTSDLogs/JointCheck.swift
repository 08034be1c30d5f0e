import Statistics

/// A posterior-predictive check of whether a fit reproduces its log, by all figures together.
///
/// If the fit is right, the observed log and the simulated ones are draws of one distribution. Each log is compared
/// with all others by its greatest standardised distance in any figure. The observed log then has the greatest distance
/// of all `replications + 1` logs with a probability of 1 / (replications + 1), whatever the figures and their
/// dependence.
package struct JointCheck: Equatable, Sendable {
  /// The result of the check.
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case fits
    case doesNotFit
    /// There are too few people or populations to keep false alarms below one in twenty.
    case undecided = "cannotTell"
  }

  package var verdict: Verdict
  /// The share of logs of the fitted scenario that would differ as much as the observed one.
  package var p: Double
  /// The greatest distance of the observed log, in standard deviations.
  package var distance: Double
  /// The name of the figure that differs.
  package var figure: String
  /// The largest probability that a correct fit is called wrong.
  package var falseAlarms: Double

  /// The smallest number of people for a verdict.
  package static let minUsers = 50

  /// Compares an observed log with simulated ones.
  ///
  /// - Parameter users: the number of people in each log.
  package init(observed: [EventStatistic: Double], simulated: [[EventStatistic: Double]], users: Int) {
    falseAlarms = 0.05
    (verdict, p, distance, figure) = (.undecided, 1, 0, "")
    let logs = simulated + [observed]
    let figures = EventStatistic.allCases.filter { figure in logs.allSatisfy { $0[figure] != nil } }
    guard logs.count >= 4, !figures.isEmpty else { return }
    let distances = logs.indices.map { index in
      figures.map { figure in Self.distance(of: index, in: logs.compactMap { $0[figure] }, figure, users: users) }
    }
    let own = distances[logs.count - 1]
    let greatest = own.max() ?? 0
    p = Double(distances.count { ($0.max() ?? 0) >= greatest }) / Double(logs.count)
    distance = greatest
    figure = own.firstIndex(of: greatest).map { figures[$0].title } ?? ""
    guard 1 / Double(logs.count) <= falseAlarms, users >= Self.minUsers else { return }
    verdict = p <= falseAlarms ? .doesNotFit : .fits
  }

  /// The distance of a value from the mean of the others, in units of their standard deviation. For a figure that
  /// hardly varies, the deviation of a count is used.
  private static func distance(of index: Int, in values: [Double], _ figure: EventStatistic, users: Int) -> Double {
    var others = values
    let own = others.remove(at: index)
    let moments = SampleMoments(others)
    let share = figure.unit == "share" ? min(1, max(0, moments.mean)) : 0
    let count = figure.unit == "s" ? 1e-6 : max(moments.mean, 1 / Double(users)) * (1 - share) / Double(users)
    let variance = max(moments.variance, count) * (1 + 1 / Double(others.count))
    return variance > 0 ? abs(own - moments.mean) / variance.squareRoot() : 0
  }

  /// The factor by which intervals must be widened. A fit that does not reproduce its log understates its errors by at
  /// least two, or by the distance between log and simulation in half-widths of an interval. 1 for other fits.
  package var widening: Double { verdict == .doesNotFit ? max(2, distance / 1.96) : 1 }
}
