import GTSDModel
import GTSDWorld

extension Comparison {
  /// Compares every arm with the control by running all people through each of them, and estimates what the experiment
  /// can show when each person is in one arm only.
  func experiment(_ scenario: Scenario) -> Outcome {
    guard let experiment = scenario.experiment else {
      preconditionFailure("the scenario \(scenario.name) has no experiment")
    }
    let scales = simulatedScales
    let outcome = trials(experiments(scenario), splitsArms: true)
    // The same people are in each arm, so the random assignment to arms does not appear as an effect.
    let assumed = experiment.arms.indices.map { outcome.folds[scales.count + $0][$0] }
    var section = ComparisonSection(kpi: mainKPI.id, design: .arms)
    section.sides = sides(scenario, experiment, replications: outcome.replications)
    for (index, fold) in assumed.enumerated() {
      let users = Double(fold.total.users) / Double(max(1, outcome.replications))
      section.sides[index].users = Int(users.rounded())
      section.sides[index].curve = Self.curve(fold, scenario: scenario)
    }
    section.contrasts = experiment.arms.indices.dropFirst().map { arm in
      contrast(
        experiment.arms[arm].name, assumed[arm], against: (experiment.arms[0].name, assumed[0]),
        targets: scenario.targets, contrasts: experiment.contrasts(ofArm: arm),
        horizonSeconds: scenario.horizon.seconds)
    }
    section.differences = ScenarioDifference.between(experiment.arms.indices.map(scenario.client(ofArm:)))
    let planner = planner(scenario)
    if var plan = planner.plan(assumed) {
      for (scale, folds) in zip(scales, outcome.folds) { planner.add(folds, scale: scale, to: &plan) }
      plan.leaveOutUnshown()
      section.plan = plan
    }
    section.finish(main: mainKPI) { contrast, kpi, level in
      PairedComparison(
        kpi: mainKPI, targets: scenario.targets, level: level, contrasts: experiment.contrasts(ofArm: contrast + 1)
      ).row(
        kpi, of: assumed[contrast + 1], against: assumed[0])
    } time: { contrast, id, level in
      .init(
        id, of: assumed[contrast + 1], against: assumed[0], horizonSeconds: scenario.horizon.seconds, level: level)
    }
    return self.outcome(
      section, assumptions: scenario.statedAssumptions, digest: outcome.digest,
      complete: outcome.replications == replications)
  }

  private var simulatedScales: [Double] { scales.contains(1) ? scales : (scales + [1]).sorted() }

  /// The simulated scenarios: the experiment at each scale of its effects, then everybody in each arm.
  func experiments(_ scenario: Scenario) -> [Scenario] {
    scaled(scenario) + (scenario.experiment?.arms ?? []).indices.map(scenario.everybody(inArm:))
  }

  /// The experiment at each scale of its effects.
  func scaled(_ scenario: Scenario) -> [Scenario] { simulatedScales.map { scenario.scaled(effects: $0) } }

  /// The scenarios that a plan simulates: one for each arm, with all people in it, or only the baseline.
  func planned(scenarios scenario: Scenario) -> [Scenario] {
    let arms = scenario.experiment?.arms ?? []
    let scenarios = arms.isEmpty ? [scenario] : arms.indices.map(scenario.everybody(inArm:))
    return needsBaselineOnly ? [scenarios[0].smaller(Self.plannedUsers)] : scenarios
  }

  /// The largest number of people of a trial where only a baseline is needed.
  private static let plannedUsers = 1_000

  /// Computes sample sizes only. The control's people give the baseline. The same people in each arm show its assumed
  /// effect, unless only the baseline is needed.
  func planned(_ scenario: Scenario) -> Outcome {
    let arms = scenario.experiment?.arms ?? []
    let simulated = planned(scenarios: scenario)
    let outcome = trials(simulated, splitsArms: false)
    var section = ComparisonSection(kpi: mainKPI.id, design: .paired)
    section.sides =
      scenario.experiment.map { sides(scenario, $0, replications: outcome.replications) }
      ?? [.init(names[0], source: "scenario", scenario, replications: outcome.replications)]
    if !arms.isEmpty {
      section.differences = ScenarioDifference.between(arms.indices.map(scenario.client(ofArm:)))
    }
    section.plan = planner(scenario).plan(outcome.folds.map { $0[0] })
    section.finish(main: mainKPI)
    if section.plan == nil {
      section.warnings.append(
        "No plan is possible: in \(outcome.replications) replications nobody has an outcome that counts.")
    }
    if needsBaselineOnly {
      // The number of people who were simulated, which is smaller than the scenario's number.
      for index in section.sides.indices { section.sides[index].users = index == 0 ? simulated[0].population.size : 0 }
    }
    var result = self.outcome(
      section, assumptions: scenario.statedAssumptions,
      digest: outcome.digest, complete: outcome.replications == replications)
    if needsBaselineOnly { result.scenario.users = simulated[0].population.size }
    return result
  }

  private func planner(_ scenario: Scenario) -> ExperimentPlanner {
    var planner = ExperimentPlanner(scenario: scenario, kpi: mainKPI)
    planner.wishedLifts = lifts
    planner.redraws = redraws
    return planner
  }

  private func sides(
    _ scenario: Scenario, _ experiment: Experiment, replications: Int
  ) -> [ComparisonSection.Side] {
    experiment.arms.enumerated().map { index, arm in
      var side = ComparisonSection.Side(
        arm.name, source: "arm", scenario.client(ofArm: index), replications: replications)
      // The report contains the scenario itself.
      side.resolved = nil
      return side
    }
  }
}
