/// The number of replications for an interval of a desired half-width: Stein's two-stage rule.
///
/// A pilot of `pilot` replications estimates the variance s2. The total is the least n >= pilot with t sqrt(s2 / n) <=
/// half-width, with t for pilot - 1 degrees of freedom. The interval takes its variance from the pilot alone. For
/// normal replications that variance is independent of the mean of all n, so the interval has exactly its level,
/// whatever n is. Stopping as soon as the running interval is narrow enough (Chow and Robbins) has the level only in
/// the limit, and stops too early if the first variances happen to be small. Besides, n is known after the pilot, so
/// the rest can be divided among cores and shards.
///
/// The price is a few per cent: t for the pilot's degrees of freedom instead of the normal quantile (2.09 instead of
/// 1.96 for 20). Stein, Annals of Mathematical Statistics 16 (1945). The total depends on variances only, never on a
/// mean. One total for several figures, the greatest that any of them needs, therefore keeps the level of each.
package struct SequentialPrecision: Equatable, Sendable {
  /// The greatest accepted half-width of an interval.
  package let halfWidth: Double
  /// The level of the interval.
  package let level: Double
  /// The number of replications that estimate the variance, at least 2.
  package let pilot: Int
  /// The number of replications after which the run stops in any case.
  package let cap: Int
  /// Student's critical value with the pilot's degrees of freedom.
  private let critical: Double

  /// Creates a rule for a desired half-width. A pilot above the cap is reduced to the cap.
  package init(halfWidth: Double, level: Double = 0.95, pilot: Int = 20, cap: Int = 10_000) {
    precondition(halfWidth > 0 && level > 0 && level < 1, "no half-width \(halfWidth) at level \(level)")
    precondition(cap >= 2, "a variance takes two replications, not \(cap)")
    self.halfWidth = halfWidth
    self.level = level
    self.pilot = min(cap, max(2, pilot))
    self.cap = cap
    critical = StudentDistribution.quantile(0.5 + level / 2, degrees: Double(self.pilot - 1))
  }

  /// The sample size that the pilot asks for.
  package struct Plan: Equatable, Sendable {
    /// The total number of replications to run, the pilot's included.
    package var replications: Int
    /// The number that the precision requires; more than `replications` where the cap is lower.
    package var needed: Double

    /// Whether the precision will be reached.
    package var isReached: Bool { needed <= Double(replications) }
  }

  /// The number of replications that all figures need, from their values in the pilot: one array for each figure.
  package func plan(pilots: [[Double]]) -> Plan {
    var needed = Double(pilot)
    for values in pilots {
      precondition(values.count == pilot, "\(values.count) values of a pilot of \(pilot)")
      let exact = SampleMoments(values).variance * (critical / halfWidth) * (critical / halfWidth)
      // Values that are close to a whole number are rounded to it.
      needed = max(needed, (exact * (1 - 1e-12)).rounded(.up))
    }
    return Plan(replications: needed < Double(cap) ? Int(needed) : cap, needed: needed)
  }

  /// The interval of a figure's mean over all replications. The first `pilot` values are those of the pilot. Nil for
  /// fewer values than that.
  package func interval(_ values: [Double]) -> Interval? {
    guard values.count >= pilot else { return nil }
    let variance = SampleMoments(Array(values.prefix(pilot))).variance
    let mean = SampleMoments(values).mean
    let half = critical * (variance / Double(values.count)).squareRoot()
    return Interval(level: level, low: mean - half, high: mean + half, method: "stein-two-stage")
  }
}
