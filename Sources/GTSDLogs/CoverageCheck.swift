import Statistics

/// A check of whether the intervals of a back-test contain as many later figures as they should.
///
/// A forecast is called wrong if two conditions hold. First, so many figures lie outside that one right forecast in
/// 1,000 has as many, if figures are independent. Second, no simulated population has as many outside the interval of
/// the others. The second allows for figures that miss together: whatever their dependence, a right forecast fulfils it
/// with a probability of 1 / (populations + 1) at most.
package struct CoverageCheck: Equatable, Sendable {
  /// The result: whether the forecast holds for the later figures.
  package var verdict: JointCheck.Verdict
  /// The number of figures outside their intervals.
  package var outside: Int
  /// The probability that at least as many of independent figures lie outside.
  package var p: Double
  /// The number of simulated populations with at least as many figures outside.
  package var alike: Int

  /// The probability below which so many figures outside are not chance.
  package static let alpha = 0.001
  /// The fewest simulated populations and figures for a verdict.
  package static let minPopulations = 9
  package static let minFigures = 3

  package init(verdict: JointCheck.Verdict, outside: Int, p: Double, alike: Int) {
    (self.verdict, self.outside, self.p, self.alike) = (verdict, outside, p, alike)
  }

  /// Judges the figures of one log.
  ///
  /// - Parameter users: the number of people in each simulated population.
  package init(_ checks: [PredictiveCheck], users: Int) {
    let level = checks.first?.interval.level ?? 0.95
    let count = checks.count { !$0.isInside }
    (verdict, outside, p, alike) = (.undecided, count, 1, 0)
    p = 1 - BinomialDistribution.cumulative(count - 1, trials: checks.count, probability: 1 - level)
    let populations = checks.first?.simulated.count ?? 0
    alike = (0..<populations).count { population in
      checks.count { $0.isOutside(population, users: users) } >= count
    }
    guard populations >= Self.minPopulations, checks.count >= Self.minFigures, users >= JointCheck.minUsers else {
      return
    }
    verdict = p <= Self.alpha && alike == 0 ? .doesNotFit : .fits
  }
}

extension PredictiveCheck {
  /// Whether a simulated population lies outside the interval of all others, the observed one among them.
  fileprivate func isOutside(_ population: Int, users: Int) -> Bool {
    guard let statistic = EventStatistic(rawValue: id), simulated.indices.contains(population) else { return false }
    var others = simulated
    let own = others[population]
    others[population] = observed
    return PredictiveCheck(statistic, observed: own, simulated: others, users: users).map { !$0.isInside } ?? false
  }
}
