import GTSDModel

extension Comparison {
  /// Two reports, or a report and a scenario, which then runs: no people in common.
  func reports() -> Report {
    let names = names
    let reports = operands.map(report(of:))
    var section = ComparisonSection(kpi: mainKPI.id, design: .unpaired)
    section.sides = zip(names, reports).enumerated().map { index, pair in
      var side = ComparisonSection.Side(pair.0, pair.1)
      side.source = operands[index].source
      return side
    }
    let targets = operands[1].shown?.targets ?? []
    section.contrasts = [
      ComparisonSection.Contrast(
        side: names[1], baseline: names[0],
        rows: UnpairedComparison(targets: targets).rows(of: reports[1].kpis, against: reports[0].kpis),
        timeToEvent: [])
    ]
    let shown = operands.compactMap(\.shown)
    if shown.count == 2 { section.differences = ScenarioDifference.between(shown) }
    section.finish(main: mainKPI)
    if operands.contains(where: { $0.running != nil }) {
      section.warnings.append("A report and a scenario are compared unpaired; two scenarios would share their people.")
    }
    for (name, report) in zip(names, reports) where !report.complete {
      section.warnings.append("The run of \(name) was interrupted: its numbers are of a part of the users.")
    }
    return report(
      section, assumptions: operands[1].shown?.reportAssumptions ?? [], digest: digest(of: reports),
      complete: !isCancelled())
  }

  /// The arms of one report against its control.
  func reportArms() -> Report {
    let report = report(of: operands[0])
    let arms = report.arms ?? []
    var section = ComparisonSection(kpi: mainKPI.id, design: .unpaired)
    section.sides = arms.map { arm in
      var side = ComparisonSection.Side(arm.name, report)
      side.source = "arm"
      side.users = arm.users / max(1, report.scenario.replications)
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
    section.finish(main: mainKPI)
    return self.report(
      section, assumptions: scenario?.reportAssumptions ?? [], digest: digest(of: [report]), complete: report.complete)
  }

  private func report(of operand: ComparisonOperand) -> Report {
    switch operand.content {
    case .report(let report): return report
    case .scenario:
      guard let scenario = operand.running else { preconditionFailure("a scenario runs") }
      let progress = progress
      let users = scenario.population.size
      return Simulation(scenario, replications: replications, jobs: jobs).run(
        progress: { done in
          progress(
            .init(
              trialsDone: done.usersDone / users, trials: done.users / users, usersDone: done.usersDone,
              users: done.users, events: done.events))
        }, lines: { _ in }, isCancelled: isCancelled
      ).report
    }
  }

  private func digest(of reports: [Report]) -> UInt64 {
    var hash = XXH64()
    for report in reports { hash.combine(report.digest) }
    return hash.digest
  }
}
