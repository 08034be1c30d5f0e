import GTSDModel
import GTSDWorld
import Randomness
import Statistics

/// Measures the influences on an indicator. It ranks all factors over one hypercube, varies the leading ones one at a
/// time, and computes shares of variance for factors whose effect is shown.
package struct SensitivityStudy {
  /// The numbers of runs and factors that the study may use.
  package struct Effort: Sendable {
    /// Users of each trial at most, so that many trials fit; the backend's servers shrink in proportion.
    package var users = 500
    /// The smallest number of points of the hypercube; three per factor if that is more.
    package var points = 100
    /// The number of factors that are moved one at a time.
    package var leaders = 10
    /// The number of replications at each end of each of these factors, at least 2.
    package var replications = 10
    /// The largest number of factors whose shares of variance are reported, and the numbers of rows and replicates of
    /// their design.
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

  /// - Parameter ranked: called once half of the trials of the ranking are known, if they are enough, and once the
  ///   factors are ranked, before any is moved by itself.
  func run(
    ranked: (ForecastSection.Sensitivity) -> Void = { _ in }
  ) throws(Forecast.Failure) -> ForecastSection.Sensitivity? {
    defer { for phase in [Self.ranking, Self.single, Self.shares] { runner.work.settle(phase) } }
    var study = empty
    guard try rank(&study, first: ranked) else { return nil }
    ranked(study)
    guard try measureTornado(&study) else { return nil }
    if shown(study, 2).isEmpty { runner.work.settle(Self.shares) }
    guard try measureIndices(&study) else { return nil }
    try measureMap(&study)
    return study
  }

  /// Plans all steps. The last steps are planned for the largest possible number of factors.
  func plan() {
    let moved = min(effort.leaders, factors.count)
    let design = (min(effort.indices, moved) + 2) * effort.rows * effort.replicates
    let map = (Self.places.count * Self.places.count + 1) * Self.mapReplications
    for (phase, trials) in [
      (Self.ranking, rankingCount), (Self.single, (1 + 2 * moved) * effort.replications),
      (Self.shares, moved < 2 ? 0 : design + map),
    ] { runner.work.plan(phase, users: trials * small.population.size) }
  }

  private var rankingCount: Int { max(effort.points, 3 * factors.count) }
  private static let places = [0.0, 0.25, 0.5, 0.75, 1]
  private static let mapReplications = 2

  private var empty: ForecastSection.Sensitivity {
    .init(
      users: small.population.size, trials: 0, baseline: 0, tornado: [], correlations: [], correlationTrials: 0,
      indices: [], indexRows: 0)
  }

  /// Runs a shard's part of the first step and, where the results of earlier steps are known, of the following ones.
  ///
  /// - Returns: whether all results are available.
  func runPart() throws(Forecast.Failure) -> Bool {
    let points = rankingPoints
    guard runner.prepare(try rankingTrials(points, points.indices), phase: Self.ranking) else { return false }
    var study = empty
    // Without a value of the indicator, the following steps have no input.
    guard try rank(&study) else { return true }
    guard runner.prepare(try tornadoTrials(study), phase: Self.single) else { return false }
    guard try measureTornado(&study) else { return true }
    var isWhole = runner.prepare(try indexTrials(study)?.trials ?? [], phase: Self.shares)
    if let map = try mapTrials(study), !runner.prepare(map.trials, phase: Self.shares) { isWhole = false }
    return isWhole
  }

  /// The number of steps, each of which depends on the one before it.
  static let rounds = 3

  private static let ranking = "sensitivity: ranking"
  private static let single = "sensitivity: one at a time"
  private static let shares = "sensitivity: together"

  private func variant(_ assignments: [String]) throws(Forecast.Failure) -> Scenario {
    do {
      return try small.setting(assignments)
    } catch {
      throw .refused(error.problems.map(\.description).joined(separator: "; "))
    }
  }

  // MARK: All factors together

  private var rankingPoints: [[Double]] {
    LatinHypercube.points(rankingCount, dimensions: factors.count, seed: seed(of: 0))
  }

  /// The trials at a part of the points; fewer after a cancellation, since each scenario takes milliseconds to make.
  private func rankingTrials(_ points: [[Double]], _ part: Range<Int>) throws(Forecast.Failure) -> [Ensemble.Trial] {
    var trials: [Ensemble.Trial] = []
    for index in part where !runner.isCancelled {
      trials.append(
        Ensemble.Trial(try variant(assignments(factors, at: points[index])), replication: UInt32(index)))
    }
    return trials
  }

  /// Ranks factors by partial rank correlations. Every point of the hypercube has its own random draws, so the
  /// correlations include chance.
  ///
  /// - Parameter first: takes the ranking by the first half of the trials.
  /// - Returns: false after a cancellation, or if the indicator has no value.
  private func rank(
    _ study: inout ForecastSection.Sensitivity, first: (ForecastSection.Sensitivity) -> Void = { _ in }
  ) throws(Forecast.Failure) -> Bool {
    let points = rankingPoints
    let half = points.count / 2
    var values = runner.values(try rankingTrials(points, 0..<half), of: kpi, phase: Self.ranking).compactMap(\.self)
    guard values.count == half else { return false }
    // A correlation with all other factors held takes more trials than factors.
    if half >= factors.count + Self.leastSpare {
      var early = study
      rank(&early, Array(points[..<half]), values)
      first(early)
    }
    let others = try rankingTrials(points, half..<points.count)
    values += runner.values(others, of: kpi, phase: Self.ranking).compactMap(\.self)
    guard values.count == points.count else { return false }
    rank(&study, points, values)
    return true
  }

  private static let leastSpare = 8

  private func rank(_ study: inout ForecastSection.Sensitivity, _ points: [[Double]], _ values: [Double]) {
    let inputs = factors.indices.map { factor in points.map { $0[factor] } }
    study.trials += points.count
    study.correlationTrials = points.count
    study.ranked = factors.count
    let found = zip(factors, RankCorrelation.partial(inputs, values)).compactMap { factor, correlation in
      correlation.map { (factor, $0) }
    }
    // Among many factors, some seem to matter by chance. Only factors whose effect is significant among all of them are
    // listed.
    let all = zip(found, MultipleComparisons.holm(found.map(\.1.p))).map { one, p in
      ForecastSection.Sensitivity.Correlation(
        path: one.0.path, name: Scenario.words(for: one.0.path), value: one.1.value, interval: one.1.interval, pValue: p
      )
    }.ordered { (abs($1.value), $0.path) < (abs($0.value), $1.path) }
    study.correlations = all.filter { $0.pValue <= 0.05 }
    study.leaders = all.prefix(effort.leaders).map(\.path)
  }

  // MARK: One at a time

  /// The factors that lead the ranking.
  private func leaders(_ study: ForecastSection.Sensitivity) -> [StudyFactor] {
    study.leaders.compactMap { path in factors.first { $0.path == path } }
  }

  private func tornadoTrials(_ study: ForecastSection.Sensitivity) throws(Forecast.Failure) -> [Ensemble.Trial] {
    var variants = [small]
    for factor in leaders(study) {
      variants.append(try variant(factor.assignments(at: factor.ends.low)))
      variants.append(try variant(factor.assignments(at: factor.ends.high)))
    }
    return variants.flatMap { variant in
      (0..<effort.replications).map { Ensemble.Trial(variant, replication: UInt32($0)) }
    }
  }

  /// Moves each leading factor to both its ends. The intervals are adjusted for the number of ends.
  ///
  /// - Returns: false if the values of some trials are missing.
  private func measureTornado(_ study: inout ForecastSection.Sensitivity) throws(Forecast.Failure) -> Bool {
    let count = effort.replications
    let trials = try tornadoTrials(study)
    let values = runner.values(trials, of: kpi, phase: Self.single).compactMap(\.self)
    guard values.count == trials.count else { return false }
    let baseline = Array(values[..<count])
    let differences = stride(from: count, to: values.count, by: count).map { start in
      PairedDifference(first: baseline, second: Array(values[start..<(start + count)]))
    }
    let level = MultipleComparisons.bonferroniLevel(of: differences.count)
    func change(_ place: Int) -> (Double, Interval?) {
      (differences[place]?.mean ?? 0, differences[place]?.interval(level: level).possibleChange(of: kpi))
    }
    study.baseline = SampleMoments(baseline).mean
    study.trials += trials.count
    study.tornado = leaders(study).enumerated().map { index, factor in
      let (low, lowInterval) = change(2 * index)
      let (high, highInterval) = change(2 * index + 1)
      return .init(
        factor: factor.summary, low: low, high: high, lowInterval: lowInterval, highInterval: highInterval)
    }.ordered { ($1.swing, $0.factor.path) < ($0.swing, $1.factor.path) }
    return true
  }

  // MARK: Shares of variance

  /// The factors whose effect is shown, widest first; empty if there are fewer than two, among which no variance can be
  /// divided.
  private func shown(_ study: ForecastSection.Sensitivity, _ count: Int) -> [StudyFactor] {
    let shown = study.tornado.filter(\.isShown).prefix(count).compactMap { bar in
      factors.first { $0.path == bar.factor.path }
    }
    return shown.count < 2 ? [] : shown
  }

  private struct IndexTrials {
    var chosen: [StudyFactor]
    var design: SobolDesign
    var trials: [Ensemble.Trial]
  }

  /// The trials for the shares of variance; nil if too few effects are shown. All points of a replicate have the same
  /// people, and each replicate has other people.
  private func indexTrials(_ study: ForecastSection.Sensitivity) throws(Forecast.Failure) -> IndexTrials? {
    let chosen = shown(study, effort.indices)
    guard !chosen.isEmpty else { return nil }
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
  ///
  /// - Returns: false if the values of some trials are missing.
  private func measureIndices(_ study: inout ForecastSection.Sensitivity) throws(Forecast.Failure) -> Bool {
    guard let indexTrials = try indexTrials(study) else { return true }
    let (chosen, design, trials) = (indexTrials.chosen, indexTrials.design, indexTrials.trials)
    let values = runner.values(trials, of: kpi, phase: Self.shares).compactMap(\.self)
    guard values.count == trials.count else { return false }
    study.trials += design.count
    study.indexRows = design.rows * design.replicates
    // The difference between two populations is not caused by a factor.
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
    /// The trials of the scenario as it is, then those of each place.
    var trials: [Ensemble.Trial]
  }

  /// Runs a grid of the two factors with the strongest effect; nil if fewer are shown.
  private func mapTrials(_ study: ForecastSection.Sensitivity) throws(Forecast.Failure) -> MapTrials? {
    let chosen = shown(study, 2)
    guard chosen.count == 2 else { return nil }
    let places = Self.places.map { [ends = chosen[0].ends] in ends.low + $0 * (ends.high - ends.low) }
    var map = MapTrials(chosen: chosen, places: places, replications: Self.mapReplications, trials: [])
    var scenarios = [small]
    for y in places {
      for x in places { scenarios.append(try variant(assignments(chosen, at: [x, y]))) }
    }
    map.trials = scenarios.flatMap { scenario in
      (0..<map.replications).map { Ensemble.Trial(scenario, replication: UInt32($0)) }
    }
    return map
  }

  /// Measures the indicator over a grid of the two factors with the strongest effect. A cell is the baseline of the
  /// study plus the change that the same people show, since few people alone would give another baseline.
  private func measureMap(_ study: inout ForecastSection.Sensitivity) throws(Forecast.Failure) {
    guard let map = try mapTrials(study) else { return }
    let (chosen, places, trials) = (map.chosen, map.places, map.trials)
    let values = runner.values(trials, of: kpi, phase: Self.shares).compactMap(\.self)
    guard values.count == trials.count else { return }
    study.trials += trials.count
    let means = stride(from: 0, to: values.count, by: map.replications).map {
      SampleMoments(Array(values[$0..<($0 + map.replications)])).mean
    }
    let most = kpi.definition.kind == .rate ? 1 : Double.infinity
    let cells = means.dropFirst().map { min(most, max(0, study.baseline + $0 - means[0])) }
    func spans(_ factor: StudyFactor) -> [[Double]]? {
      guard factor.values.count > 1 else { return nil }
      return places.map { place in
        let values = factor.values(at: place)
        return [values.min() ?? 0, values.max() ?? 0]
      }
    }
    study.map = .init(
      x: chosen[0].summary, y: chosen[1].summary, xs: places.map { chosen[0].values(at: $0)[0] },
      ys: places.map { chosen[1].values(at: $0)[0] }, xSpans: spans(chosen[0]), ySpans: spans(chosen[1]),
      values: stride(from: 0, to: cells.count, by: places.count).map { Array(cells[$0..<($0 + places.count)]) })
  }

  private func assignments(_ factors: [StudyFactor], at point: [Double]) -> [String] {
    zip(factors, point).flatMap { $0.assignments(at: $1) }
  }

  private func seed(of study: UInt32) -> UInt64 {
    Draws(seed: small.seed).bits(user: study, purpose: DrawPurpose.sensitivity.rawValue)
  }
}
