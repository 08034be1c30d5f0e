import GTSDModel

extension ForecastFold {
  /// The scale on which an indicator's values are about normal: log-odds for shares, itself for the rest.
  private struct Scale {
    var isShare: Bool
    /// Shares this near to 0 or 1 are taken for as far away as half a person of the simulated ones.
    var least: Double

    func callAsFunction(_ value: Double) -> Double {
      guard isShare else { return value }
      let share = min(1 - least, max(least, value))
      return PortableMath.log(share / (1 - share))
    }
  }

  /// Values of one indicator as sets of drawn assumptions and chance made them, on the scale on which they are normal.
  private struct SetSpread {
    /// By set, then by replication.
    var sets: [[Double]]
    /// By set.
    var means: [Double]
    var components: VarianceComponents
    /// The variance of chance for the people that the scenario describes.
    var chance: Double
    var mean: Double { SampleMoments(means).mean }

    /// - Parameter factor: how many times as many people as were simulated the scenario describes.
    init?(_ sets: [[Double]], factor: Double) {
      guard let components = VarianceComponents(sets) else { return nil }
      self.sets = sets
      self.components = components
      means = sets.map { $0.reduce(0, +) / Double($0.count) }
      chance = components.within / factor
    }
  }

  private func scale(of kpi: KPI) -> Scale {
    Scale(isShare: kpi.definition.unit == "share", least: 0.5 / Double(max(20, simulated)))
  }

  /// Nil where nothing is drawn, or some replication has no value.
  private func spread(of kpi: KPI, versus: KPITarget.Versus) -> SetSpread? {
    let scale = versus == .control ? Scale(isShare: false, least: 0) : scale(of: kpi)
    let values = replications.map { versus == .control ? $0.changes[kpi.position] : $0.value(of: kpi) }
    let known = values.compactMap { $0.map { scale($0) } }
    let size = draws.values.isEmpty ? 1 : ParameterDraws.replicationsPerDraw
    guard known.count == values.count, known.count >= 2 * size, known.allSatisfy(\.isFinite) else { return nil }
    guard size > 1 else { return nil }
    return SetSpread(
      stride(from: 0, to: known.count - size + 1, by: size).map { Array(known[$0..<($0 + size)]) },
      factor: describedOverSimulated)
  }

  /// How many times as many people as were simulated the scenario describes: chance is as much smaller for them.
  private var describedOverSimulated: Double {
    guard let size, simulated > 0 else { return 1 }
    return size / Double(simulated)
  }

  /// The probability that a demand is met for the people that the scenario describes, over chance and ignorance: the
  /// mean over drawn sets of what chance leaves open under each. Nil where only replications can be counted.
  func probability(of demand: KPITarget, kpi: KPI) -> (value: Double, interval: Interval)? {
    guard kpi != .stateViolations, let spread = spread(of: kpi, versus: demand.versus) else { return nil }
    let scale = demand.versus == .control ? Scale(isShare: false, least: 0) : scale(of: kpi)
    func estimate(_ spread: SetSpread) -> Double {
      let (between, within) = (spread.components.between, spread.components.within)
      let total = between + within / Double(ParameterDraws.replicationsPerDraw)
      // The means of few replications scatter more than what they estimate.
      let shrink = total > 0 ? (between / total).squareRoot() : 0
      let centre = spread.mean
      let deviation = spread.chance.squareRoot()
      func below(_ bound: Double, _ mean: Double) -> Double {
        let margin = scale(bound) - mean
        guard deviation > 0 else { return margin > 0 ? 1 : margin < 0 ? 0 : demand.isMet(by: bound) ? 1 : 0 }
        return NormalDistribution.cumulative(margin / deviation)
      }
      let shares = spread.means.map { mean in
        let mean = centre + shrink * (mean - centre)
        return switch (demand.comparison, demand.value) {
        case (.atLeast, .number(let bound)), (.above, .number(let bound)): 1 - below(bound, mean)
        case (.atMost, .number(let bound)), (.below, .number(let bound)): below(bound, mean)
        case (_, .range(let low, let high)): max(0, below(high, mean) - below(low, mean))
        case (.between, .number): 0.0
        }
      }
      return min(1, max(0, SampleMoments(shares).mean))
    }
    let value = estimate(spread)
    // As many sets, as trials that are met or not, as would be as precise: by the jackknife over groups of sets, since
    // the sets' own spread is estimated too (Efron, The Jackknife, the Bootstrap and Other Resampling Plans (1982)).
    let sets = spread.sets.count
    let groups = min(sets, 40)
    let without = (0..<groups).compactMap { group in
      SetSpread(
        spread.sets.enumerated().filter { $0.offset * groups / sets != group }.map(\.element),
        factor: describedOverSimulated)
    }.map(estimate)
    let moments = SampleMoments(without)
    let variance = moments.variance * Double(groups - 1) * Double(groups - 1) / Double(groups)
    let units = variance > 0 ? value * (1 - value) / variance : Double(sets)
    return BetaDistribution.binomialInterval(share: value, units: max(1, units)).map { (value, $0) }
  }

  /// The share of the variance that is ignorance, for the people that the scenario describes.
  func ignorance(of kpi: KPI) -> Double? {
    guard let spread = spread(of: kpi, versus: .absolute) else { return nil }
    let total = spread.components.between + spread.chance
    return total > 0 ? spread.components.between / total : 0
  }

  /// The interval of that share: of as many people as the scenario describes, chance is as much smaller at both ends.
  func ignoranceInterval(of kpi: KPI) -> Interval? {
    guard let spread = spread(of: kpi, versus: .absolute) else { return nil }
    let factor = describedOverSimulated
    func share(_ simulated: Double) -> Double {
      simulated > 0 ? simulated / (simulated + (1 - simulated) / factor) : 0
    }
    let interval = spread.components.interval
    return Interval(
      level: interval.level, low: share(interval.low), high: share(interval.high), method: interval.method)
  }

  /// What chance and ignorance do to the deciding demand on the forecast's indicator.
  package func information(users: Int) -> ForecastSection.Information? {
    let demands = kpi.targets(overriddenBy: targets).filter { $0.versus == .absolute }
    guard let demand = demands.first(where: { $0.level == .criterion }) ?? demands.first,
      case .number(let bound) = demand.value, let spread = spread(of: kpi, versus: .absolute),
      let answer = probability(of: demand, kpi: kpi)
    else { return nil }
    let isLower = demand.comparison == .atMost || demand.comparison == .below
    let margin = (spread.mean - scale(of: kpi)(bound)) * (isLower ? -1 : 1)
    let worth = PerfectInformation(margin: margin, ignorance: spread.components.between, chance: spread.chance)
    let scores = draws.values.indices.map { parameter in
      spread.means.indices.map { NormalDistribution.quantile(draws.uniform(parameter: parameter, set: $0)) }
    }
    let chosen = ForwardSelection.choose(scores, spread.means)
    return ForecastSection.Information(
      kpi: kpi.id, question: "\(demand.comparison.rawValue) \(bound)", users: users, probability: answer.value,
      ignorance: ignorance(of: kpi) ?? 0, worth: worth.total,
      values: chosen.map { choice in
        let value = draws.values[choice.input]
        return ForecastSection.Information.Value(
          path: value.path, name: Scenario.words(for: value.path), worth: worth.worth(of: choice.slope),
          people: people(measuring: value, slope: choice.slope, worth))
      }.sorted { ($1.worth, $0.path) < ($0.worth, $1.path) }, examined: draws.values.count,
      sets: spread.means.count)
  }

  /// People who meet the occasion and whom it takes to get four fifths of what perfect information is worth.
  private func people(measuring value: ScenarioValue, slope: Double, _ worth: PerfectInformation) -> Int? {
    guard value.kind != .number else { return nil }
    let full = worth.worth(of: slope)
    // The share of the prior variance that takes.
    let resolved =
      full > 0
      ? (1...99).map { Double($0) / 100 }.first { worth.worth(of: slope, resolved: $0) >= 0.8 * full } ?? 0.99 : 0.9
    let spread = PortableMath.log(value.spread ?? 1.5) / 1.6448536269514722
    let prior = value.spread == nil ? believedVariance(of: value) : spread * spread
    guard prior > 0 else { return nil }
    // Of one person: the log-odds of a decision, or the logarithm of a time whose deviation is about 0.8.
    let one = value.kind == .probability ? 1 / (value.base * (1 - value.base)) : 0.64
    let count = one / prior * resolved / (1 - resolved)
    return count < 1e9 ? max(1, Int(count.rounded(.up))) : nil
  }

  /// The variance of the log-odds of a probability that the scenario states as a distribution.
  private func believedVariance(of value: ScenarioValue) -> Double {
    guard value.uncertainty != nil else { return 0 }
    let scores = (1..<200).map { index -> Double in
      let share = min(1 - 1e-6, max(1e-6, value.drawn(at: Double(index) / 200)))
      return PortableMath.log(share / (1 - share))
    }
    return SampleMoments(scores).variance
  }
}
