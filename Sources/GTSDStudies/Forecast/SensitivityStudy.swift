import GTSDModel
import GTSDWorld
import Randomness
import Statistics

/// Measures what influences an indicator: one factor at a time, then all together, then the few important ones by
/// shares of variance.
package struct SensitivityStudy {
  /// The numbers of runs and factors that the study may use.
  package struct Effort: Sendable {
    /// Users of each trial at most, so that many trials fit; the backend's servers shrink in proportion.
    package var users = 500
    /// Replications of each end of each factor, at least 2.
    package var replications = 5
    /// The smallest number of points of the hypercube; two per factor if that is more.
    package var points = 100
    /// The number of factors whose shares of variance are reported, and the numbers of rows and replicates of their
    /// design.
    package var indices = 4
    package var rows = 32
    package var replicates = 4
  }

  let kpi: KPI
  let effort: Effort
  let runner: TrialRunner
  private let small: Scenario
  private let factors: [StudyFactor]

  init(kpi: KPI, effort: Effort, runner: TrialRunner) {
    self.kpi = kpi
    self.effort = effort
    self.runner = runner
    var small = runner.scenario
    let users = min(small.population.size, effort.users)
    small.backend.servers = small.backend.servers.map { max(1, $0 * users / small.population.size) }
    small.population.size = users
    self.small = small
    factors = StudyFactor.all(of: small)
  }

  func run() throws(Forecast.Failure) -> ForecastSection.Sensitivity? {
    var study = empty
    guard try measureTornado(&study), try measureCorrelations(&study), try measureIndices(&study) else { return nil }
    try measureMap(&study)
    return study
  }

  private var empty: ForecastSection.Sensitivity {
    .init(
      users: small.population.size, trials: 0, baseline: 0, tornado: [], correlations: [], correlationTrials: 0,
      indices: [], indexRows: 0)
  }

  /// Runs a shard's part of the first two steps and, once the first is known, of the following ones.
  ///
  /// - Returns: whether all results are available.
  func runPart() throws(Forecast.Failure) -> Bool {
    let isKnown = runner.prepare(try tornadoTrials(), phase: "sensitivity")
    var isWhole = runner.prepare(try correlationTrials().trials, phase: "sensitivity")
    guard isKnown else { return false }
    var study = empty
    // Without a value of the indicator there is nothing to go on with.
    guard try measureTornado(&study) else { return true }
    if !runner.prepare(try indexTrials(study).trials, phase: "sensitivity") { isWhole = false }
    if let map = try mapTrials(study), !runner.prepare(map.trials, phase: "sensitivity") { isWhole = false }
    return isWhole
  }

  private func variant(_ assignments: [String]) throws(Forecast.Failure) -> Scenario {
    do {
      return try small.setting(assignments)
    } catch {
      throw .refused(error.problems.map(\.description).joined(separator: "; "))
    }
  }

  // MARK: One at a time

  private func tornadoTrials() throws(Forecast.Failure) -> [Ensemble.Trial] {
    var variants = [small]
    for factor in factors {
      variants.append(try variant(factor.assignments(at: factor.ends.low)))
      variants.append(try variant(factor.assignments(at: factor.ends.high)))
    }
    return variants.flatMap { variant in
      (0..<effort.replications).map { Ensemble.Trial(variant, replication: UInt32($0)) }
    }
  }

  /// Varies one factor at a time.
  ///
  /// - Returns: false after a cancellation, or if the indicator has no value.
  private func measureTornado(_ study: inout ForecastSection.Sensitivity) throws(Forecast.Failure) -> Bool {
    let count = effort.replications
    let trials = try tornadoTrials()
    let values = runner.values(trials, of: kpi, phase: "sensitivity").compactMap(\.self)
    guard values.count == trials.count else { return false }
    let baseline = Array(values[..<count])
    func change(_ variant: Int) -> (Double, Interval?) {
      let difference = PairedDifference(
        first: baseline, second: Array(values[(variant * count)..<((variant + 1) * count)]))
      return (difference?.mean ?? 0, difference?.interval)
    }
    study.baseline = SampleMoments(baseline).mean
    study.trials += trials.count
    study.tornado = factors.enumerated().map { index, factor in
      let (low, lowInterval) = change(1 + 2 * index)
      let (high, highInterval) = change(2 + 2 * index)
      return .init(
        factor: factor.summary, low: low, high: high, lowInterval: lowInterval, highInterval: highInterval)
    }.ordered { ($1.swing, $0.factor.path) < ($0.swing, $1.factor.path) }
    return true
  }

  // MARK: All together

  private func correlationTrials() throws(Forecast.Failure) -> (points: [[Double]], trials: [Ensemble.Trial]) {
    let count = max(effort.points, 2 * factors.count)
    let points = LatinHypercube.points(count, dimensions: factors.count, seed: seed(of: 0))
    let trials = try points.enumerated().map { index, point throws(Forecast.Failure) in
      Ensemble.Trial(try variant(assignments(factors, at: point)), replication: UInt32(index))
    }
    return (points, trials)
  }

  /// Measures partial rank correlations. Every point of the hypercube has its own random draws, so the correlations
  /// include chance.
  private func measureCorrelations(_ study: inout ForecastSection.Sensitivity) throws(Forecast.Failure) -> Bool {
    let (points, trials) = try correlationTrials()
    let count = points.count
    let values = runner.values(trials, of: kpi, phase: "sensitivity").compactMap(\.self)
    guard values.count == trials.count else { return false }
    let inputs = factors.indices.map { factor in points.map { $0[factor] } }
    study.trials += count
    study.correlationTrials = count
    let found = zip(factors, RankCorrelation.partial(inputs, values)).compactMap { factor, correlation in
      correlation.map { (factor, $0) }
    }
    // Of many factors some seem to matter by chance: only what is told from chance among all of them is a driver.
    for ((factor, correlation), p) in zip(found, MultipleComparisons.holm(found.map(\.1.p))) where p <= 0.05 {
      study.correlations.append(
        .init(path: factor.path, value: correlation.value, interval: correlation.interval, pValue: p))
    }
    study.correlations = study.correlations.ordered { (abs($1.value), $0.path) < (abs($0.value), $1.path) }
    return true
  }

  // MARK: The few that matter

  /// The factors that change the indicator most, the strongest first.
  private func leading(_ study: ForecastSection.Sensitivity, _ count: Int) -> [StudyFactor] {
    study.tornado.prefix(count).compactMap { bar in factors.first { $0.path == bar.factor.path } }
  }

  private struct IndexTrials {
    var chosen: [StudyFactor]
    var design: SobolDesign
    var trials: [Ensemble.Trial]
  }

  /// The same people at every point of a replicate and others in the next.
  private func indexTrials(_ study: ForecastSection.Sensitivity) throws(Forecast.Failure) -> IndexTrials {
    let chosen = leading(study, effort.indices)
    let design = SobolDesign(
      dimensions: chosen.count, rows: effort.rows, replicates: effort.replicates, seed: seed(of: 1))
    let trials = try (0..<design.count).map { index throws(Forecast.Failure) in
      Ensemble.Trial(
        try variant(assignments(chosen, at: design.point(index))),
        replication: UInt32(index / (design.rows * design.stride)))
    }
    return IndexTrials(chosen: chosen, design: design, trials: trials)
  }

  /// Measures Sobol's indices, which are averages over populations.
  private func measureIndices(_ study: inout ForecastSection.Sensitivity) throws(Forecast.Failure) -> Bool {
    let indexTrials = try indexTrials(study)
    let (chosen, design, trials) = (indexTrials.chosen, indexTrials.design, indexTrials.trials)
    let values = runner.values(trials, of: kpi, phase: "sensitivity").compactMap(\.self)
    guard values.count == trials.count else { return false }
    study.trials += design.count
    study.indexRows = design.rows * design.replicates
    // What one population is above another is none of the factors' doing.
    let size = design.rows * design.stride
    let centred = stride(from: 0, to: values.count, by: size).flatMap { start -> [Double] in
      Orthogonal.centred(Array(values[start..<(start + size)]))
    }
    guard let indices = SobolIndices(design, outputs: centred) else { return true }
    study.indices = zip(chosen, indices.inputs).map { factor, index in
      .init(
        path: factor.path, first: Self.share(index.first.value), firstInterval: Self.share(index.first.interval),
        total: Self.share(index.total.value), totalInterval: Self.share(index.total.interval))
    }
    return true
  }

  /// A share of variance, limited to 0...1, since noise can make its estimate smaller or larger.
  private static func share(_ value: Double) -> Double { min(1, max(0, value)) }

  private static func share(_ interval: Interval) -> Interval {
    Interval(level: interval.level, low: share(interval.low), high: share(interval.high), method: interval.method)
  }

  private struct MapTrials {
    var chosen: [StudyFactor]
    /// The positions between one end of a factor's range (0) and the other (1).
    var places: [Double]
    /// The number of replications at each place of the grid.
    var replications: Int
    var trials: [Ensemble.Trial]
  }

  /// Runs a grid over the two strongest factors; nil if there are fewer than two.
  private func mapTrials(_ study: ForecastSection.Sensitivity) throws(Forecast.Failure) -> MapTrials? {
    let chosen = leading(study, 2)
    guard chosen.count == 2 else { return nil }
    let places = [0.0, 0.25, 0.5, 0.75, 1].map { [ends = chosen[0].ends] in ends.low + $0 * (ends.high - ends.low) }
    var map = MapTrials(chosen: chosen, places: places, replications: 2, trials: [])
    for y in places {
      for x in places {
        let scenario = try variant(assignments(chosen, at: [x, y]))
        map.trials += (0..<map.replications).map { Ensemble.Trial(scenario, replication: UInt32($0)) }
      }
    }
    return map
  }

  /// Measures the indicator over a grid of the two factors with the strongest effect.
  private func measureMap(_ study: inout ForecastSection.Sensitivity) throws(Forecast.Failure) {
    guard let map = try mapTrials(study) else { return }
    let (chosen, places, trials) = (map.chosen, map.places, map.trials)
    let values = runner.values(trials, of: kpi, phase: "sensitivity").compactMap(\.self)
    guard values.count == trials.count else { return }
    study.trials += trials.count
    let cells = stride(from: 0, to: values.count, by: map.replications).map {
      SampleMoments(Array(values[$0..<($0 + map.replications)])).mean
    }
    study.map = .init(
      x: chosen[0].summary, y: chosen[1].summary, xs: places.map { chosen[0].values(at: $0)[0] },
      ys: places.map { chosen[1].values(at: $0)[0] },
      values: stride(from: 0, to: cells.count, by: places.count).map { Array(cells[$0..<($0 + places.count)]) })
  }

  private func assignments(_ factors: [StudyFactor], at point: [Double]) -> [String] {
    zip(factors, point).flatMap { $0.assignments(at: $1) }
  }

  private func seed(of study: UInt32) -> UInt64 {
    Draws(seed: small.seed).bits(user: study, purpose: DrawPurpose.sensitivity.rawValue)
  }
}
