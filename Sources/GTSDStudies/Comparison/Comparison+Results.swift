import GTSDModel
import GTSDWorld
import Randomness

extension Comparison {
  /// Compares two results of runs, or a result and a scenario, which then runs. They have no people in common.
  func results() -> Outcome {
    let names = names
    let results = operands.map(result(of:))
    var section = ComparisonSection(kpi: mainKPI.id, design: .unpaired)
    section.sides = zip(names, results).enumerated().map { index, pair in
      var side = ComparisonSection.Side(pair.0, pair.1)
      side.source = operands[index].source
      return side
    }
    let targets = operands[1].shown?.targets ?? []
    section.contrasts = [
      ComparisonSection.Contrast(
        side: names[1], baseline: names[0],
        rows: UnpairedComparison(targets: targets).rows(of: results[1].kpis, against: results[0].kpis),
        timeToEvent: [])
    ]
    let shown = operands.compactMap(\.shown)
    if shown.count == 2 { section.differences = ScenarioDifference.between(shown) }
    section.finish(main: mainKPI) { _, kpi, level in
      UnpairedComparison(targets: targets, level: level).row(kpi, of: results[1].kpis, against: results[0].kpis)
    }
    if operands.contains(where: { $0.running != nil }) {
      section.warnings.append("A report and a scenario are compared unpaired; two scenarios would share their people.")
    }
    for (name, result) in zip(names, results) where !result.complete {
      section.warnings.append("The run of \(name) was interrupted: its numbers are of a part of the users.")
    }
    return outcome(
      section, assumptions: operands[1].shown?.statedAssumptions ?? [], digest: digest(of: results),
      complete: !isCancelled())
  }

  /// Compares the arms of one result with its control.
  func resultArms() -> Outcome {
    let result = result(of: operands[0])
    let arms = result.arms ?? []
    var section = ComparisonSection(kpi: mainKPI.id, design: .unpaired)
    section.sides = arms.map { arm in
      var side = ComparisonSection.Side(arm.name, result)
      side.source = "arm"
      side.users = arm.users / max(1, result.scenario.replications)
      (side.broken, side.curve, side.resolved) = (nil, nil, nil)
      return side
    }
    let scenario = operands[0].shown
    section.contrasts = arms.dropFirst().map { arm in
      ComparisonSection.Contrast(
        side: arm.name, baseline: arms[0].name,
        rows: UnpairedComparison(targets: scenario?.targets ?? []).rows(of: arm.kpis, against: arms[0].kpis),
        timeToEvent: [])
    }
    if let scenario, let experiment = scenario.experiment {
      section.differences = ScenarioDifference.between(experiment.arms.indices.map(scenario.client(ofArm:)))
    }
    section.finish(main: mainKPI) { contrast, kpi, level in
      UnpairedComparison(targets: scenario?.targets ?? [], level: level).row(
        kpi, of: arms[contrast + 1].kpis, against: arms[0].kpis)
    }
    return outcome(
      section, assumptions: scenario?.statedAssumptions ?? [], digest: digest(of: [result]), complete: result.complete)
  }

  private func result(of operand: ComparisonOperand) -> SimulationResult {
    switch operand.content {
    case .result(let result): return result
    case .scenario:
      guard let scenario = operand.running else { preconditionFailure("a scenario runs") }
      let progress = progress
      let users = scenario.population.size
      var simulation = Simulation(scenario, replications: replications, jobs: jobs)
      simulation.checkpoint = checkpoint
      return simulation.result(
        progress: { done in
          progress(
            .init(
              trialsDone: done.usersDone / users, trials: done.users / users, usersDone: done.usersDone,
              users: done.users, events: done.events))
        }, isCancelled: isCancelled)
    }
  }

  private func digest(of results: [SimulationResult]) -> UInt64 {
    var hash = XXH64()
    for result in results { hash.combine(result.digest) }
    return hash.digest
  }
}
