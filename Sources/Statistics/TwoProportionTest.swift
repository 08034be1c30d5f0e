/// Whether the shares of successes of two independent groups differ, and by how much.
package struct TwoProportionTest: Equatable, Sendable {
  /// Successes among trials.
  package struct Group: Equatable, Sendable {
    /// The number of successes.
    package var successes: Int
    /// The number of trials, above 0.
    package var trials: Int

    /// Creates a group with successes among trials.
    package init(successes: Int, trials: Int) {
      self.successes = successes
      self.trials = trials
    }

    /// The share of successes.
    package var share: Double { Double(successes) / Double(trials) }
  }

  /// The group that got the treatment.
  package let treated: Group
  /// The group with which the other is compared.
  package let control: Group

  /// Creates a test; nil for a group without trials.
  package init?(treated: Group, control: Group) {
    guard treated.trials > 0, control.trials > 0 else { return nil }
    self.treated = treated
    self.control = control
  }

  /// The treated share less the control's.
  package var difference: Double { treated.share - control.share }

  /// The difference over its standard error from the pooled share, without continuity correction; 0 if all or none
  /// succeeded. Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions, 3rd edition, section 3.1.
  package var z: Double {
    let (n, m) = (Double(treated.trials), Double(control.trials))
    let pooled = Double(treated.successes + control.successes) / (n + m)
    let variance = pooled * (1 - pooled) * (1 / n + 1 / m)
    return variance > 0 ? difference / variance.squareRoot() : 0
  }

  /// The two-sided p-value: that of Pearson's chi-square test of the 2 x 2 table.
  package var p: Double { 2 * NormalDistribution.cumulative(-abs(z)) }

  /// Newcombe's interval of the difference, from the two Wilson intervals (his method 10). It stays inside -1...1 and
  /// is accurate for small groups. Newcombe, Statistics in Medicine 17 (1998) 873-890.
  package func differenceInterval(level: Double = 0.95) -> Interval {
    let (below, above) = shares(level: level).reach
    return Interval(level: level, low: difference - below, high: difference + above, method: "newcombe")
  }

  /// The relative change against the control, with its interval from the two Wilson intervals; 0.1 is a lift of 10 %.
  /// The interval contains 0 if and only if ``differenceInterval(level:)`` does. The control has a success.
  package func relativeLift(level: Double = 0.95) -> (value: Double, interval: Interval) {
    shares(level: level).relativeChange(level: level)
  }

  private func shares(level: Double) -> IndependentEstimates {
    func share(_ group: Group) -> IndependentEstimates.Estimate {
      guard let interval = ProportionInterval.wilson(successes: group.successes, trials: group.trials, level: level)
      else { preconditionFailure("groups have trials") }
      return (group.share, interval.low, interval.high)
    }
    return IndependentEstimates(share(treated), share(control))
  }
}
