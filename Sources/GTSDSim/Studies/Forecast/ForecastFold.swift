package import GTSDModel

/// Turns the values of replications into a forecast's section.
package struct ForecastFold: Sendable {
  package var kpi: KPI
  package var targets: [TargetOverride]
  package var horizonSeconds: Double
  package var draws: ParameterDraws
  package private(set) var replications: [ReplicationValues] = []

  package init(kpi: KPI, targets: [TargetOverride], horizonSeconds: Double, draws: ParameterDraws) {
    self.kpi = kpi
    self.targets = targets
    self.horizonSeconds = horizonSeconds
    self.draws = draws
  }

  /// Adds later replications.
  package mutating func add(_ values: [ReplicationValues]) { replications += values }

  /// The values of one indicator that are independent of each other: those of replications, or the means of sets where
  /// values are drawn, or the means of hypercubes.
  package func independentValues(of kpi: KPI) -> [Double] {
    let values = replications.map { $0.value(of: kpi) }
    if draws.values.isEmpty { return values.compactMap(\.self) }
    let size = ParameterDraws.replicationsPerDraw * draws.perBlock
    return stride(from: 0, to: values.count, by: size).compactMap { start in
      let unit = values[start..<min(values.count, start + size)].compactMap(\.self)
      return unit.isEmpty ? nil : unit.reduce(0, +) / Double(unit.count)
    }
  }

  /// The section without its studies.
  package func section(stopping: ForecastSection.Stopping, precise: Interval? = nil) -> ForecastSection {
    var section = ForecastSection(kpi: kpi.id, replications: replications.count, stopping: stopping)
    section.parameters = parameters
    section.indicators = KPI.allCases.map { indicator($0, precise: $0 == kpi ? precise : nil) }
    section.replicationsWithViolations = replications.count { $0.violations > 0 }
    section.fan = fan
    return section
  }

  private func indicator(_ kpi: KPI, precise: Interval?) -> ForecastSection.Indicator {
    let values = replications.compactMap { $0.value(of: kpi) }
    let moments = SampleMoments(values)
    let sorted = values.sorted()
    let units = SampleMoments(independentValues(of: kpi))
    let interval =
      precise ?? MeanInterval.student(mean: units.mean, variance: units.variance, count: units.count)
    let components = draws.values.isEmpty ? nil : VarianceComponents(pairs(of: kpi))
    let definition = kpi.definition
    return ForecastSection.Indicator(
      id: kpi.id, title: definition.title, unit: definition.unit, replications: values.count,
      mean: values.isEmpty ? nil : moments.mean, deviation: values.count > 1 ? moments.variance.squareRoot() : nil,
      interval: values.isEmpty ? nil : interval.map { Self.possible($0, unit: definition.unit) },
      quantiles: sorted.isEmpty ? [] : Self.indicatorShares.map { [$0, Self.quantile($0, of: sorted)] },
      targets: kpi.targets(overriddenBy: targets).map { target(kpi, $0) },
      parameterShare: components?.share, parameterShareInterval: components?.interval,
      values: kpi == self.kpi ? values : nil)
  }

  /// An interval without what no indicator can be: Student's knows nothing of 0 and 1.
  private static func possible(_ interval: Interval, unit: String) -> Interval {
    var result = interval
    result.low = max(0, result.low)
    if unit == "share" { result.high = min(1, result.high) }
    return result
  }

  private func target(_ kpi: KPI, _ demand: KPITarget) -> ForecastSection.Target {
    let judged = replications.compactMap {
      demand.versus == .control ? $0.changes[kpi.position] : $0.value(of: kpi)
    }
    let met = judged.count { demand.isMet(by: $0) }
    return ForecastSection.Target(
      demand: demand, met: met, replications: judged.count,
      interval: shareInterval(of: met, among: judged.count))
  }

  /// Clopper and Pearson's interval, which never promises too much for the few replications of a forecast. Replications
  /// that share drawn values are no independent trials: there each set counts as one, which is never too narrow.
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

  private func pairs(of kpi: KPI) -> [[Double]] {
    let size = ParameterDraws.replicationsPerDraw
    return stride(from: 0, to: replications.count - size + 1, by: size).compactMap { start in
      let pair = replications[start..<(start + size)].compactMap { $0.value(of: kpi) }
      return pair.count == size ? pair : nil
    }
  }

  private var parameters: ForecastSection.Parameters? {
    guard !draws.values.isEmpty else { return nil }
    return ForecastSection.Parameters(
      values: draws.values.map { .init(path: $0.path, uncertainty: $0.uncertaintyText) },
      draws: replications.count / ParameterDraws.replicationsPerDraw,
      replicationsPerDraw: ParameterDraws.replicationsPerDraw,
      sampling: draws.blocks == nil ? "independent" : "latin-hypercube", blocks: draws.blocks ?? 1,
      varianceReduction: varianceReduction)
  }

  /// The variance that the mean would have if all sets were independent, over what the hypercubes' means show.
  private var varianceReduction: Double? {
    guard draws.blocks != nil else { return nil }
    let sets = pairs(of: kpi).map { $0.reduce(0, +) / Double($0.count) }
    let blocks = SampleMoments(independentValues(of: kpi))
    guard blocks.count > 1, blocks.variance > 0, sets.count > 1 else { return nil }
    return SampleMoments(sets).variance / Double(sets.count) / (blocks.variance / Double(blocks.count))
  }

  private var fan: ForecastSection.Fan? {
    guard replications.count > 1, let first = replications.first, first.curve.count > 1 else { return nil }
    let times = ReplicationValues.curveTimes(horizonSeconds: horizonSeconds)
    return ForecastSection.Fan(
      id: SurvivalID.timeToAcknowledge.rawValue, shares: Self.fanShares,
      points: times.indices.map { index in
        let sorted = replications.map { $0.curve[index] }.sorted()
        return [times[index]] + Self.fanShares.map { Self.quantile($0, of: sorted) }
      })
  }

  private static let indicatorShares = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]
  private static let fanShares = [0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975]

  /// The quantile of sorted values, straight between neighbours: type 7 of Hyndman and Fan, The American Statistician 50
  /// (1996).
  package static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    precondition(!sorted.isEmpty, "no values have no quantile")
    let place = share * Double(sorted.count - 1)
    let below = Int(place)
    guard below + 1 < sorted.count else { return sorted[sorted.count - 1] }
    return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
  }
}
