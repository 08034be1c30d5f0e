package import GTSDModel
package import GTSDWorld
package import Statistics

/// Computes a forecast's section from the values of replications.
package struct ForecastFold: Sendable {
  package var kpi: KPI
  package var targets: [TargetOverride]
  package var horizonSeconds: Double
  package var draws: ParameterDraws
  /// The number of people to which counts of people are scaled; nil for those simulated.
  package var size: Double?
  /// The number of people in a replication.
  package var simulated = 1_000
  /// The error of a calibration that does not fit, in log-odds for shares and logarithms for others; 0 if there is
  /// none.
  package var misfit = 0.0
  /// The features in which the arms differ from control. They decide which targets apply.
  package var contrasts = Set(KPIContrast.allCases)
  package private(set) var replications: [ReplicationValues] = []

  package init(
    kpi: KPI, targets: [TargetOverride], horizonSeconds: Double, draws: ParameterDraws, size: Double? = nil,
    simulated: Int = 1_000
  ) {
    self.size = size
    self.simulated = simulated
    self.kpi = kpi
    self.targets = targets
    self.horizonSeconds = horizonSeconds
    self.draws = draws
  }

  /// Adds later replications.
  package mutating func add(_ values: [ReplicationValues]) { replications += values }

  /// The means for the stopping rule: those of replications, or of sets if values are drawn.
  package func independentValues(of kpi: KPI) -> [Double] { DrawnMeans(values(of: kpi), draws).means }

  private func values(of kpi: KPI) -> [Double?] { replications.map { $0.value(of: kpi) } }

  /// The mean of an indicator's relative change against control, with its interval, or the median change of a median
  /// of times; nil if too few replications have one.
  package func change(of kpi: KPI) -> (value: Double, interval: Interval)? {
    kpi.centre(ofChanges: replications.map { $0.changes[kpi.position] }, draws).flatMap { centre in
      centre.interval.map { (centre.value, $0) }
    }
  }

  /// The section without its studies.
  ///
  /// - Parameter pooled: the counts of all replications together.
  package func section(
    stopping: ForecastSection.Stopping, precise: Interval? = nil, pooled: ArmFold = ArmFold()
  ) -> ForecastSection {
    var section = ForecastSection(kpi: kpi.id, replications: replications.count, stopping: stopping)
    section.parameters = parameters
    section.indicators = KPI.allCases.map { indicator($0, precise: $0 == kpi ? precise : nil, pooled: pooled) }
    section.replicationsWithViolations = replications.count { $0.violations > 0 }
    section.fan = fan
    return section
  }

  private func indicator(_ kpi: KPI, precise: Interval?, pooled: ArmFold) -> ForecastSection.Indicator {
    let values = replications.compactMap { $0.value(of: kpi) }
    let definition = kpi.definition
    let ignorance = ignoranceFigure(of: kpi)
    let estimate = estimate(of: kpi, values, precise: precise, pooled: pooled)
    let sorted = valuesOrUnreached(of: kpi).compactMap(\.self).sorted()
    var interval = estimate.interval.map { Self.possible(widened($0, unit: definition.unit), unit: definition.unit) }
    var mean = estimate.mean
    if kpi.countsPeople {
      mean = mean?.rounded()
      interval?.low.round(.down)
      interval?.high.round(.up)
    }
    let quantiles = values.isEmpty ? [] : Self.indicatorShares.map { [$0, Self.quantile($0, of: sorted)] }
    return ForecastSection.Indicator(
      id: kpi.id, title: definition.title, unit: definition.unit, replications: values.count,
      mean: mean, median: estimate.median,
      deviation: values.count > 1 && !kpi.isMedianOverReplications ? SampleMoments(values).variance.squareRoot() : nil,
      interval: interval,
      quantiles: quantiles.filter { $0[1].isFinite }.map { [$0[0], kpi.countsPeople ? $0[1].rounded() : $0[1]] },
      targets: kpi.targets(overriddenBy: targets, contrasts: contrasts).map { target(kpi, $0, mean: interval) },
      parameterShare: ignorance?.share, parameterShareInterval: ignorance?.interval,
      neededReplications: kpi == self.kpi ? neededReplications(for: kpi) : nil, values: kpi == self.kpi ? values : nil)
  }

  /// The mean of an indicator over replications or, for a median of times, the median; with its interval.
  private func estimate(
    of kpi: KPI, _ values: [Double], precise: Interval?, pooled: ArmFold
  ) -> (mean: Double?, median: Double?, interval: Interval?) {
    guard !kpi.isMedianOverReplications else {
      let middle = DrawnMedian(valuesOrUnreached(of: kpi), draws)
      var interval = middle.interval
      if interval?.low == .infinity, let least = replications.compactMap({ $0.above[kpi.position] }).min() {
        interval?.low = least
      }
      return (nil, middle.median.flatMap { $0.isFinite ? $0 : nil }, interval)
    }
    let mean = values.isEmpty ? nil : SampleMoments(values).mean
    return (mean, nil, precise.flatMap(Self.open) ?? interval(of: kpi, pooled, unit: kpi.definition.unit))
  }

  /// The value of each replication, infinite where fewer than half of the people had the event; nil without data.
  private func valuesOrUnreached(of kpi: KPI) -> [Double?] {
    replications.map { $0.value(of: kpi) ?? $0.above[kpi.position].map { _ in .infinity } }
  }

  /// The interval of a mean over replications: from all sets, or from the counts of all people together if those are
  /// less precise. Nil for too few replications.
  private func interval(of kpi: KPI, _ pooled: ArmFold, unit: String) -> Interval? {
    let values = DrawnMeans(values(of: kpi), draws)
    guard values.means.count >= DrawnMeans.minSets else { return nil }
    // All replications together have as many times the events of one.
    let times = kpi.countsEvents ? Double(max(1, replications.count)) : 1
    let counted = KPIResult(kpi, pooled.measurement(of: kpi, standingFor: size), targets: []).interval.map {
      Interval(level: $0.level, low: $0.low / times, high: $0.high / times, method: $0.method)
    }
    guard var result = values.interval else { return counted.flatMap(Self.open) }
    if kpi.definition.kind == .count, result.low <= 0, values.mean > 0 {
      // The mean of a count that is not 0 is above 0, by at least the lower end of the Poisson interval.
      let count = values.mean * Double(values.count)
      result.low = min(values.mean, GammaDistribution.quantile(0.025, shape: max(1, count)) / Double(values.count))
    }
    result = Self.possible(result, unit: unit)
    switch kpi.definition.kind {
    case .percentile, .medianSurvival:
      // The percentile of all people together is another number than the mean of the replications' percentiles, and its
      // interval may begin where the mean is.
      return Self.open(result)
    case .rate, .count, .mean: break
    }
    guard var counted, counted.high - counted.low > result.high - result.low else { return Self.open(result) }
    // The mean of shares differs slightly from the share of all people together.
    (counted.low, counted.high) = (min(counted.low, values.mean), max(counted.high, values.mean))
    return Self.open(counted)
  }

  /// The interval; nil if its width is 0, since finitely many replications never determine a value exactly.
  private static func open(_ interval: Interval) -> Interval? { interval.low < interval.high ? interval : nil }

  /// The interval limited to possible values. Student's interval ignores 0 and 1.
  private static func possible(_ interval: Interval, unit: String) -> Interval {
    var result = interval
    result.low = max(0, result.low)
    if unit == "share" { result.high = min(1, result.high) }
    return result
  }

  func pairs(of kpi: KPI) -> [[Double]] {
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

  /// The ratio of the mean's variance with independent sets to that of the hypercubes' means.
  private var varianceReduction: Double? {
    guard draws.blocks != nil else { return nil }
    let sets = pairs(of: kpi).map { $0.reduce(0, +) / Double($0.count) }
    let blocks = SampleMoments(DrawnMeans(values(of: kpi), draws).blocks)
    guard blocks.count >= ParameterDraws.minBlocks, blocks.variance > 0 else { return nil }
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

  /// The quantile of sorted values by linear interpolation: type 7 of Hyndman and Fan, The American Statistician 50
  /// (1996).
  package static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    precondition(!sorted.isEmpty, "no values have no quantile")
    let place = share * Double(sorted.count - 1)
    let below = Int(place)
    let part = place - Double(below)
    // Infinite values have no difference.
    guard part > 0, below + 1 < sorted.count, sorted[below] < sorted[below + 1] else { return sorted[below] }
    return sorted[below] + part * (sorted[below + 1] - sorted[below])
  }
}

extension Interval {
  /// The interval of a change, limited to possible values: a share changes by at most 1. Student's interval of few
  /// replications ignores this.
  func possibleChange(of kpi: KPI) -> Interval {
    guard kpi.definition.unit == "share" else { return self }
    var interval = self
    (interval.low, interval.high) = (max(-1, low), min(1, high))
    return interval
  }
}
