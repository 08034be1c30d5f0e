import GTSDModel

/// Finds out what moves an indicator: one factor at a time, then all together, then the few that matter by shares of
/// variance.
struct SensitivityStudy {
  /// Users of each trial at most, so that many trials fit; the backend's servers shrink in proportion.
  private static let mostUsers = 1_000

  let kpi: KPI
  /// Of the forecast; the tornado takes a tenth of them.
  let replications: Int
  let runner: TrialRunner
  private let small: Scenario
  private let factors: [StudyFactor]

  init(kpi: KPI, replications: Int, runner: TrialRunner) {
    self.kpi = kpi
    self.replications = replications
    self.runner = runner
    var small = runner.scenario
    let users = min(small.population.size, Self.mostUsers)
    small.backend.servers = small.backend.servers.map { max(1, $0 * users / small.population.size) }
    small.population.size = users
    self.small = small
    factors = StudyFactor.all(of: small)
  }

  func run() throws(Forecast.Failure) -> ForecastSection.Sensitivity? {
    var study = ForecastSection.Sensitivity(
      users: small.population.size, trials: 0, baseline: 0, tornado: [], correlations: [], correlationTrials: 0,
      indices: [], indexRows: 0)
    guard try measureTornado(&study) else { return nil }
    return study
  }

  private func variant(_ assignments: [String]) throws(Forecast.Failure) -> Scenario {
    do {
      return try small.setting(assignments)
    } catch {
      throw .refused(error.problems.map(\.description).joined(separator: "; "))
    }
  }

  // MARK: One at a time

  /// - Returns: false after a cancellation, or where the indicator has no value.
  private func measureTornado(_ study: inout ForecastSection.Sensitivity) throws(Forecast.Failure) -> Bool {
    let count = max(2, min(10, replications / 10))
    var variants = [small]
    for factor in factors {
      variants.append(try variant(factor.assignments(at: factor.ends.low)))
      variants.append(try variant(factor.assignments(at: factor.ends.high)))
    }
    let trials = variants.flatMap { variant in
      (0..<count).map { Ensemble.Trial(variant, replication: UInt32($0)) }
    }
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
    }.sorted { ($1.swing, $0.factor.path) < ($0.swing, $1.factor.path) }
    return true
  }
}
