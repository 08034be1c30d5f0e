import GTSDModel
import Randomness
import Statistics

extension ForecastFold {
  /// The scale on which an indicator's values are about normal: log-odds for shares, the value itself for others.
  struct Scale {
    var isShare: Bool
    /// The smallest distance of a share from 0 or 1. Shares that are closer are treated as half a simulated person
    /// away.
    var least: Double

    func callAsFunction(_ value: Double) -> Double {
      guard isShare else { return value }
      let share = min(1 - least, max(least, value))
      return PortableMath.log(share / (1 - share))
    }

    /// Replications on this scale: shares by the tangent of the log-odds at their mean.
    ///
    /// The log-odds of each share would be biased. A share of few people is often 0, so that their mean is too far from
    /// 0.5, by more for fewer people. Shares themselves have no such bias, and the tangent keeps it so (the delta
    /// method).
    ///
    /// - Parameter between: an unbiased estimate of the variance between the true log-odds of sets.
    func tangent(_ values: [Double], between: Double = 0) -> [Double] {
      guard isShare else { return values }
      let nearest = least / Double(max(1, values.count))
      let mean = min(1 - nearest, max(nearest, SampleMoments(values).mean))
      let centre = LogitNormal.location(ofMean: mean, variance: between)
      return values.map { centre + ($0 - mean) / (mean * (1 - mean)) }
    }
  }

  /// The values of one indicator by sets of drawn assumptions, on the scale on which they are normal.
  struct SetSpread {
    /// The values by set, then by replication.
    var sets: [[Double]]
    /// The means by set.
    var means: [Double]
    var components: VarianceComponents
    /// The variance that chance causes in an indicator for the number of people that the scenario describes.
    var chance: Double
    var mean: Double { SampleMoments(means).mean }
    /// The variance between sets, less than 0 if chance makes their means more alike than expected.
    var unbiasedBetween: Double {
      SampleMoments(means).variance - components.within / Double(ParameterDraws.replicationsPerDraw)
    }

    /// Computes the spread of values; nil for too few sets.
    ///
    /// - Parameter factor: the ratio of the described number of people to the simulated one.
    init?(_ sets: [[Double]], factor: Double) {
      guard let components = VarianceComponents(sets) else { return nil }
      self.sets = sets
      self.components = components
      means = sets.map { $0.reduce(0, +) / Double($0.count) }
      chance = components.within / factor
    }
  }

  func scale(of kpi: KPI) -> Scale {
    Scale(isShare: kpi.definition.unit == "share", least: 0.5 / Double(max(20, simulated)))
  }

  /// The scale on which an indicator is compared with a target. It is linear for changes versus the control, and for
  /// targets too close to 0 or 1 for the number of simulated people to resolve.
  func scale(of kpi: KPI, for demand: KPITarget) -> Scale {
    let plain = Scale(isShare: false, least: 0)
    guard demand.versus == .absolute else { return plain }
    let scale = scale(of: kpi)
    let bounds: [Double] =
      switch demand.value {
      case .number(let bound): [bound]
      case .range(let low, let high): [low, high]
      }
    return bounds.allSatisfy { $0 > scale.least && $0 < 1 - scale.least } ? scale : plain
  }

  /// The spread of an indicator; nil if nothing is drawn, or some replication has no value.
  func spread(of kpi: KPI, versus: KPITarget.Versus = .absolute, on scale: Scale) -> SetSpread? {
    let values = replications.map { versus == .control ? $0.changes[kpi.position] : $0.value(of: kpi) }
    let known = values.compactMap(\.self)
    let size = draws.values.isEmpty ? 1 : ParameterDraws.replicationsPerDraw
    guard known.count == values.count, known.count >= 2 * size, known.allSatisfy(\.isFinite) else { return nil }
    guard size > 1 else { return nil }
    func spread(_ values: [Double]) -> SetSpread? {
      SetSpread(
        stride(from: 0, to: values.count - size + 1, by: size).map { Array(values[$0..<($0 + size)]) },
        factor: describedOverSimulated)
    }
    return spread(scale.tangent(known)).flatMap { first in
      spread(scale.tangent(known, between: first.unbiasedBetween))
    }
  }

  /// The number of described people divided by that of simulated people. The variance of chance is divided by it.
  var describedOverSimulated: Double {
    guard let size, simulated > 0 else { return 1 }
    return size / Double(simulated)
  }

  /// A figure of a spread with its standard error. The error is found by the jackknife over groups of sets, since the
  /// variance between sets is only estimated (Efron, The Jackknife, the Bootstrap and Other Resampling Plans (1982)).
  func jackknife(
    _ spread: SetSpread, _ figure: (SetSpread, [Int]) -> Double
  ) -> (value: Double, error: Double) {
    let sets = spread.sets.count
    let groups = min(sets, 40)
    let without = (0..<groups).compactMap { group -> Double? in
      let kept = spread.sets.indices.filter { $0 * groups / sets != group }
      return SetSpread(kept.map { spread.sets[$0] }, factor: describedOverSimulated).map { figure($0, kept) }
    }
    let variance = SampleMoments(without).variance * Double(groups - 1) * Double(groups - 1) / Double(groups)
    return (figure(spread, Array(spread.sets.indices)), variance.squareRoot())
  }

  /// The share of the variance that is due to uncertain assumptions, for the described people; nil if too few sets were
  /// drawn.
  func ignoranceFigure(of kpi: KPI) -> (share: Double, interval: Interval)? {
    guard !draws.values.isEmpty else { return nil }
    let components = spread(of: kpi, on: scale(of: kpi))?.components ?? VarianceComponents(pairs(of: kpi))
    return components?.reliableShare(scaledBy: describedOverSimulated)
  }

  /// The number of replications with which the share of variance from assumptions could be estimated, for as many
  /// people as simulated and as described; nil if no reasonable number is enough.
  func neededReplications(for kpi: KPI) -> ForecastSection.NeededReplications? {
    guard ignoranceFigure(of: kpi) == nil, let spread = spread(of: kpi, on: scale(of: kpi)) else { return nil }
    let (components, size) = (spread.components, ParameterDraws.replicationsPerDraw)
    func replications(_ share: Double, _ factor: Double) -> Int? {
      VarianceComponents.groups(estimating: share, within: VarianceComponents.maxWidth, size: size, factor: factor).map
      {
        size * $0
      }
    }
    let described = components.between + spread.chance
    return ForecastSection.NeededReplications(
      replications: replications(components.share, describedOverSimulated),
      ofDescribed: describedOverSimulated > 1.5 && described > 0
        ? replications(components.between / described, 1) : nil)
  }

  /// The effects of chance and of uncertain assumptions on the deciding target of the forecast's indicator.
  package func information(users: Int) -> ForecastSection.Information? {
    let demands = kpi.targets(overriddenBy: targets).filter { $0.versus == .absolute }
    guard let demand = demands.first(where: { $0.level == .criterion }) ?? demands.first,
      case .number(let bound) = demand.value, let spread = spread(of: kpi, on: scale(of: kpi, for: demand)),
      spread.sets.count >= DrawnMeans.minSets
    else { return nil }
    // These are the probability that is printed beside the target, and the share that is printed with the variance.
    let answer = target(kpi, demand, mean: nil)
    guard let probability = answer.probability else { return nil }
    let question = PerfectInformation(probability: probability)
    let ignorance = ignoranceFigure(of: kpi)
    // If the share cannot be estimated, it may be anything.
    let shares = ignorance.map { (low: $0.interval.low, high: $0.interval.high) } ?? (low: 0, high: 1)
    func worth(ofShares low: Double, _ high: Double) -> Interval? {
      answer.interval.map { PerfectInformation.worth(probability: $0, share: (low, high)) }
    }
    let scores = draws.values.indices.map { parameter in
      spread.means.indices.map { NormalDistribution.quantile(draws.uniform(parameter: parameter, set: $0)) }
    }
    let chosen = ForwardSelection.choose(scores, spread.means)
    // The larger an assumption's share of the variance, the more it is worth.
    let explained = chosen.map { (input: $0.input, share: explainedShare(of: $0.input, among: chosen, scores, spread)) }
    let values = explained.ordered { ($1.share.value, $0.input) < ($0.share.value, $1.input) }.map { input, own in
      let value = draws.values[input]
      let share = min(own.value, ignorance?.share ?? 1)
      return ForecastSection.Information.Value(
        path: value.namedPath, name: Scenario.words(for: value.namedPath), worth: question.worth(ofShare: share),
        interval: worth(ofShares: min(own.low, shares.high), min(own.high, shares.high)),
        people: people(measuring: value, share: share, question))
    }
    return ForecastSection.Information(
      kpi: kpi.id, question: "\(demand.comparison.rawValue) \(bound)", users: users, probability: probability,
      probabilityInterval: answer.interval, ignorance: ignorance?.share,
      worth: ignorance.map { question.worth(ofShare: $0.share) },
      worthInterval: worth(ofShares: shares.low, shares.high),
      values: values, examined: draws.values.count, sets: spread.means.count,
      seeing: ForwardSelection.sets(seeing: 0.25, among: draws.values.count) * ParameterDraws.replicationsPerDraw)
  }

  /// The share of the described people's variance that an assumption causes, with the ends of its 95% interval.
  private func explainedShare(
    of input: Int, among chosen: [ForwardSelection.Mover], _ scores: [[Double]], _ spread: SetSpread
  ) -> (value: Double, low: Double, high: Double) {
    // The effect of one standard deviation of the assumption, in standard deviations of the indicator.
    let (effect, error) = jackknife(spread) { part, kept in
      let slopes = ForwardSelection.slopes(
        of: chosen, inputs: scores.map { column in kept.map { column[$0] } }, part.means)
      let variance = part.components.between + part.chance
      return variance > 0 ? (slopes.first { $0.input == input }?.slope ?? 0) / variance.squareRoot() : 0
    }
    let half = StudentDistribution.quantile(0.975, degrees: Double(max(1, min(40, spread.sets.count) - 1))) * error
    let (least, most) = (max(0, abs(effect) - half), abs(effect) + half)
    return (effect * effect, least * least, most * most)
  }

  /// The number of people to observe in order to get four fifths of the value of perfect information.
  private func people(measuring value: ScenarioValue, share: Double, _ question: PerfectInformation) -> Int? {
    guard value.kind != .number else { return nil }
    let full = question.worth(ofShare: share)
    // The share of the prior variance that observations must remove for four fifths of the value.
    let resolved =
      full > 0
      ? (1...99).map { Double($0) / 100 }.first { question.worth(ofShare: share * $0) >= 0.8 * full } ?? 0.99 : 0.9
    let deviation = value.spread.map(ScenarioValue.logDeviation(ofFactor:))
    let prior = deviation.map { $0 * $0 } ?? believedVariance(of: value)
    guard prior > 0 else { return nil }
    // The variance for one person: of the log-odds of a decision, or of the logarithm of a time whose deviation is
    // about 0.8.
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
