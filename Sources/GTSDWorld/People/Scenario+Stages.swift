package import GTSDModel

extension Scenario {
  /// The arm that is rolled out in stages, if there is one.
  package var stagedArm: Int? { experiment?.arms.firstIndex { !$0.stages.isEmpty } }

  /// This scenario with an arm rolled back at an instant.
  package func rollingBack(arm: Int, at time: TimeSpan) -> Scenario {
    var result = self
    result.experiment?.arms[arm].rollback = time
    return result
  }

  /// The experiment with a share for each stage. If a stage sets a number of users, its share is that number divided by
  /// the expected sign-ups in the stage at the size that the scenario describes. It does not depend on the simulated
  /// number.
  package var stagedExperiment: Experiment? {
    guard var experiment, let arm = stagedArm else { return nil }
    let stages = experiment.arms[arm].stages
    for (index, stage) in stages.enumerated() {
      guard let users = stage.users else { continue }
      let end = index + 1 < stages.count ? min(horizon, stages[index + 1].from) : horizon
      let share = population.share(before: end.nanoseconds) - population.share(before: stage.from.nanoseconds)
      let expected = share * Double(population.describedSize)
      experiment.arms[arm].stages[index].share = expected > 0 ? min(1, Double(users) / expected) : 0
    }
    return experiment
  }
}
