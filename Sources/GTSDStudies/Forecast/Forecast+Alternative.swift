import GTSDModel
import GTSDWorld
import Statistics

/// A forecast with the other model of people: without sleep and memory, or with them if the scenario's people have
/// none.
extension Forecast {
  /// The largest number of replications of the other model. They share people and drawn values with the first
  /// replications of the scenario, so a few are enough to show the difference between the models.
  private static let maxAlternatives = 20

  /// The number of replications of the other model, in whole pairs. It is fixed before any replication runs, so that
  /// all shards use the same number.
  func alternatives(_ draws: ParameterDraws) -> Int {
    let count = precision.map { rule(halfWidth: $0, draws).pilot * Self.perUnit(draws) } ?? draws.filled(replications)
    return min(Self.maxAlternatives, max(2, count / 4 * 2))
  }

  /// The assignment that gives the scenario's people the other model.
  private var alternativeAssignment: String { "population.memory=\(scenario.population.memory == nil ? "{}" : "null")" }

  private func alternativeTrials(_ draws: ParameterDraws, _ runner: TrialRunner) throws(Failure) -> [Ensemble.Trial] {
    try trials(0..<alternatives(draws), draws, runner).map { trial in
      var trial = trial
      trial.scenario.population.memory = scenario.population.memory == nil ? PeopleMemory() : nil
      return trial
    }
  }

  /// Runs a shard's part of the replications of the other model.
  ///
  /// - Returns: whether the results of all these replications are available.
  func prepareAlternative(_ draws: ParameterDraws, _ runner: TrialRunner) throws(Failure) -> Bool {
    runner.prepareRollingBack(try alternativeTrials(draws, runner), phase: "replications")
  }

  /// The forecast with the other model; nil after a cancellation.
  ///
  /// - Parameter own: the values of the scenario's replications.
  func alternative(
    to own: [ReplicationValues], _ draws: ParameterDraws, _ runner: TrialRunner
  ) throws(Failure) -> ForecastSection.Alternative? {
    let trials = try alternativeTrials(draws, runner)
    guard own.count >= trials.count else { return nil }
    let result = runner.runRollingBack(trials, phase: "replications")
    guard result.values.count == trials.count else { return nil }
    var fold = fold(draws)
    fold.add(result.values)
    let section = fold.section(
      stopping: .init(rule: "fixed", most: trials.count), pooled: result.total.kpis.total)
    var alternative = ForecastSection.Alternative(
      assignment: alternativeAssignment, replications: trials.count,
      indicators: section.indicators.filter { $0.id == kpi.id || !$0.targets.isEmpty }.map { indicator in
        var indicator = indicator
        (indicator.parameterShare, indicator.parameterShareInterval) = (nil, nil)
        (indicator.neededReplications, indicator.values) = (nil, nil)
        return indicator
      })
    let pairs = zip(own, result.values).map { first, second -> Double? in
      second.value(of: kpi).flatMap { value in first.value(of: kpi).map { value - $0 } }
    }
    if pairs.allSatisfy({ $0 != nil }), let change = kpi.centre(ofChanges: pairs, draws) {
      (alternative.change, alternative.changeInterval) = (change.value, change.interval)
    }
    return alternative
  }
}
