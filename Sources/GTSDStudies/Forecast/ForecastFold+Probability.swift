import GTSDModel
import GTSDWorld
import Statistics

/// The probability that a target is met: counted over replications, or computed over chance and uncertain assumptions
/// for the described people.
extension ForecastFold {
  /// The result for one target.
  ///
  /// - Parameter mean: the interval of the indicator's mean.
  func target(_ kpi: KPI, _ demand: KPITarget, mean: Interval?) -> ForecastSection.Target {
    let judged = replications.map { $0.meets(demand, of: kpi) }
    let met = judged.count { $0 == true }
    let open = judged.count { $0 == nil }
    var target = ForecastSection.Target(
      demand: demand, met: met, replications: judged.count - open,
      interval: judged.count > open ? shareInterval(of: met, among: judged.count) : nil)
    // A replication that could not be judged may have met or missed the target.
    if open == 0, let answer = described(demand, kpi) {
      (target.expected, target.interval) = (answer.value, answer.interval)
    } else if describedOverSimulated > 1 || misfit > 0, demand.versus == .absolute, let ends = target.interval,
      mean.map({ demand.verdict(low: $0.low, high: $0.high) == .undecided })
        ?? (kpi != .stateViolations && independentValues(of: kpi).count < DrawnMeans.minSets)
    {
      // The replications have fewer people than the scenario describes, or the calibration has a larger error. If they
      // do not decide the question, the probability is unknown.
      target.interval = Interval(level: ends.level, low: 0, high: 1, method: ends.method)
    }
    if open > 0, let high = shareInterval(of: met + open, among: judged.count) { target.interval?.high = high.high }
    return target
  }

  /// The probability that a target is met for the described people, if counting replications does not give it: the
  /// replications have fewer people, or the calibration does not reproduce its log. Nil for too few sets.
  func described(_ demand: KPITarget, _ kpi: KPI) -> (value: Double, interval: Interval)? {
    guard describedOverSimulated > 1 || misfit > 0 else { return nil }
    return probability(of: demand, kpi: kpi)
  }

  /// The interval of Clopper and Pearson, which is never too narrow for the few replications of a forecast.
  /// Replications that share drawn values are not independent, so each set counts as one.
  func shareInterval(of met: Int, among judged: Int) -> Interval? {
    guard judged > 0 else { return nil }
    guard !draws.values.isEmpty else { return ProportionInterval.clopperPearson(successes: met, trials: judged) }
    let sets = max(1, judged / ParameterDraws.replicationsPerDraw)
    let share = Double(met) / Double(judged) * Double(sets)
    guard let low = ProportionInterval.clopperPearson(successes: Int(share.rounded(.down)), trials: sets),
      let high = ProportionInterval.clopperPearson(successes: Int(share.rounded(.up)), trials: sets)
    else { return nil }
    return Interval(level: low.level, low: low.low, high: high.high, method: "clopper-pearson over draws")
  }

  /// The probability that a target is met for the described people, over chance and uncertain assumptions. It is the
  /// mean over drawn sets of the probability under each set, averaged over the possible sizes of the variance between
  /// sets. Nil if only replications can be counted.
  func probability(of demand: KPITarget, kpi: KPI) -> (value: Double, interval: Interval)? {
    let scale = scale(of: kpi, for: demand)
    guard kpi != .stateViolations, let spread = spread(of: kpi, versus: demand.versus, on: scale),
      spread.components.between + spread.components.within > 0, spread.sets.count >= DrawnMeans.minSets
    else { return nil }
    let quantiles = VarianceComponents.ratioQuantiles(
      groups: spread.sets.count, size: ParameterDraws.replicationsPerDraw)
    func estimate(_ spread: SetSpread, off: Double) -> Double {
      let all = spread.components.possibleBetween(quantiles)
      return all.reduce(0) { $0 + estimate(spread, between: $1, off: off) } / Double(all.count)
    }
    func estimate(_ spread: SetSpread, between: Double, off: Double) -> Double {
      let within = spread.components.within
      let total = between + within / Double(ParameterDraws.replicationsPerDraw)
      // The means of a few replications vary more than the true means. This shrinks them.
      let shrink = total > 0 ? (between / total).squareRoot() : 0
      let centre = spread.mean
      let deviation = spread.chance.squareRoot()
      let isOff = off != 0 && demand.versus == .absolute
      let isShare = kpi.definition.unit == "share"
      let range = MetRange(demand) { scale(isOff ? Self.moved($0, by: off, isShare: isShare) : $0) }
      let shares = spread.means.map { range.share(mean: centre + shrink * ($0 - centre), deviation: deviation) }
      return min(1, max(0, SampleMoments(shares).mean))
    }
    let (value, error) = jackknife(spread) { part, _ in estimate(part, off: 0) }
    // The effective number of trials: a binomial share with this number of trials would be as precise. The mean of
    // independent shares varies at most as much as that of trials (Bhatia and Davis, American Mathematical Monthly 107
    // (2000)), so each set counts at least as one trial. This holds near 0 and 1 as well, where the observed error
    // depends on a single set.
    let count = Double(spread.sets.count)
    let units = error > 0 ? max(count, value * (1 - value) / (error * error)) : count
    guard var interval = BetaDistribution.binomialInterval(share: value, units: units) else { return nil }
    let normal = normalEnds(of: MetRange(demand) { scale($0) }, spread)
    interval.low = min(interval.low, normal.low)
    interval.high = max(interval.high, normal.high)
    return (value, widened(interval) { estimate(spread, off: $0) })
  }

  /// The bounds on the probability if sets and replications are normal: the generalized confidence interval of
  /// Krishnamoorthy and Mathew (Technometrics 46 (2004)) for the one-way random model.
  ///
  /// They include the error of a mean over few sets. The described people vary less than the simulated ones, so this
  /// error changes their probability more.
  private func normalEnds(of range: MetRange, _ spread: SetSpread) -> (low: Double, high: Double) {
    func places(_ parts: Int) -> [Double] { (0..<parts).map { (Double($0) + 0.5) / Double(parts) } }
    func variances(_ variance: Double, degrees: Double, parts: Int) -> [Double] {
      places(parts).map { variance * degrees / ChiSquareDistribution.quantile($0, degrees: degrees) }
    }
    let (sets, size) = (Double(spread.sets.count), Double(ParameterDraws.replicationsPerDraw))
    let ofMeans = variances(SampleMoments(spread.means).variance, degrees: sets - 1, parts: 20)
    let within = variances(spread.components.within, degrees: sets * (size - 1), parts: 8)
    let scores = places(20).map(NormalDistribution.quantile)
    let shares = ofMeans.flatMap { ofMean in
      let error = (ofMean / sets).squareRoot()
      return within.flatMap { chance in
        let deviation = (max(0, ofMean - chance / size) + chance / describedOverSimulated).squareRoot()
        return scores.map { range.share(mean: spread.mean + error * $0, deviation: deviation) }
      }
    }.sorted()
    return (Self.quantile(0.025, of: shares), Self.quantile(0.975, of: shares))
  }
}

/// The values that meet a target, on the scale on which an indicator is about normal.
private struct MetRange {
  private var low = -Double.infinity
  private var high = Double.infinity
  /// Whether a value at a bound meets the target.
  private let isClosed: Bool

  init(_ demand: KPITarget, scale: (Double) -> Double) {
    isClosed = demand.comparison != .above && demand.comparison != .below
    switch (demand.comparison, demand.value) {
    case (.atLeast, .number(let bound)), (.above, .number(let bound)): low = scale(bound)
    case (.atMost, .number(let bound)), (.below, .number(let bound)): high = scale(bound)
    case (_, .range(let least, let most)): (low, high) = (scale(least), scale(most))
    case (.between, .number(let bound)): (low, high) = (scale(bound), scale(bound))
    }
  }

  /// The share of a normal distribution in the range.
  func share(mean: Double, deviation: Double) -> Double {
    guard deviation > 0 else {
      return low < mean && mean < high || isClosed && (mean == low || mean == high) ? 1 : 0
    }
    return max(
      0,
      NormalDistribution.cumulative((high - mean) / deviation)
        - NormalDistribution.cumulative((low - mean) / deviation))
  }
}
