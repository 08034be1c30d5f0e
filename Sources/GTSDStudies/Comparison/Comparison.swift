public import GTSDModel
import GTSDWorld
import Randomness
import Statistics

/// Compares two scenarios, or the arms of an experiment with their control.
///
/// Two scenarios run with common random numbers: in each replication the same people with the same draws go through
/// both, so that most of the chance cancels in the differences. The report does not depend on the number of threads.
public struct Comparison: Sendable {
  /// The indicator that decides; nil takes the experiment's, or the acknowledgment rate.
  public var kpi: KPI?
  /// The number of replications of each population, 2 or more for intervals.
  public var replications: Int
  /// The number of threads, 1 or more; nil takes one for each processor.
  public var jobs: Int?
  /// Whether to make only the plan of an experiment: its baseline, its assumed effects, and the sample sizes.
  package var plansOnly = false
  /// Whether a plan needs only the control's share, because the effects are given by the user.
  package var needsBaselineOnly = false
  /// Relative changes for which the user wants sample sizes, in addition to the usual ones.
  package var lifts: [Double] = []
  /// The changes made to every side alike, `PATH=VALUE` each. The report lists them, so that they are not taken for a
  /// difference between the sides.
  package var shared: [String] = []
  /// The scales of an experiment's effects at which it is simulated: 0 for none, 1 for the scenario's.
  package var scales: [Double] = [0, 0.5, 1, 1.5]
  /// The number of resampled experiments at each scale.
  package var redraws = 2_000
  /// The store of finished units, which are then not run again; nil if there is none.
  package var checkpoint: (any WorkStore)?
  /// The version of the program, for the report.
  package var version = GTSDSimVersion.current
  /// Whether a run should end early; then the report holds the replications that all sides completed.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// The handler of progress.
  package var progress: @Sendable (Ensemble.Progress) -> Void = { _ in }

  package let operands: [ComparisonOperand]

  /// Creates a comparison of two scenarios. The first is the baseline.
  public init(_ a: Scenario, _ b: Scenario, replications: Int = 20, jobs: Int? = nil) {
    self.init([ComparisonOperand(a), ComparisonOperand(b)], replications: replications, jobs: jobs)
  }

  /// Creates a comparison of the arms of a scenario's experiment with its control.
  public init(experiment scenario: Scenario, replications: Int = 20, jobs: Int? = nil) {
    precondition(scenario.experiment != nil, "the scenario \(scenario.name) has no experiment")
    self.init([ComparisonOperand(scenario)], replications: replications, jobs: jobs)
  }

  /// Creates a comparison of scenarios and reports, the baseline first; at most two reports.
  package init(_ operands: [ComparisonOperand], replications: Int = 20, jobs: Int? = nil) {
    precondition(replications > 0, "a comparison needs replications, not \(replications)")
    precondition((1...8).contains(operands.count), "a comparison has one to eight operands, not \(operands.count)")
    self.operands = operands
    self.replications = replications
    self.jobs = jobs
  }

  /// The result of a comparison. No part of it depends on the machine.
  package struct Outcome: Sendable {
    package var section: ComparisonSection
    /// The compared scenarios, summarised under one name.
    package var scenario: ScenarioSummary
    package var assumptions: [Assumption]
    package var digest: UInt64
    /// Whether every replication ended.
    package var isComplete: Bool
  }

  /// Runs to the end.
  package func outcome() -> Outcome {
    let scenarios = operands.compactMap(\.running)
    if operands.count > 1 { return scenarios.count == operands.count ? paired(scenarios) : results() }
    guard let scenario = scenarios.first else { return resultArms() }
    return plansOnly ? planned(scenario) : experiment(scenario)
  }

  /// The indicator that decides.
  package var mainKPI: KPI {
    kpi ?? (operands.count == 1 ? operands[0].running?.experiment?.metric : nil) ?? .acknowledgmentRate24h
  }

  /// Names that distinguish the sides.
  var names: [String] {
    guard Set(operands.map(\.name)).count < operands.count else { return operands.map(\.name) }
    return zip(operands, "ABCDEFGH").map { "\($0.name) (\($1))" }
  }

  func trials(_ scenarios: [Scenario], splitsArms: Bool) -> ComparisonTrials.Outcome {
    var ensemble = Ensemble(jobs: jobs)
    ensemble.progress = progress
    ensemble.isCancelled = isCancelled
    ensemble.checkpoint = checkpoint
    return ComparisonTrials(
      scenarios: scenarios, replications: replications, splitsArms: splitsArms, ensemble: ensemble
    ).run()
  }

  /// Runs this shard's part of the trials.
  package func runPart() {
    let scenarios = operands.compactMap(\.running)
    guard scenarios.count == operands.count, let first = scenarios.first else { return }
    if operands.count > 1 {
      _ = trials(Self.seeded(scenarios), splitsArms: false)
    } else if plansOnly {
      _ = trials(planned(scenarios: first), splitsArms: false)
    } else {
      _ = trials(experiments(first), splitsArms: true)
    }
  }

  /// Whether any scenario must be simulated. Reports are compared without simulation.
  package var runsTrials: Bool { operands.allSatisfy { $0.running != nil } }

  // MARK: Scenarios in pairs

  /// Gives all scenarios the same seed, so that they share their random numbers.
  private static func seeded(_ scenarios: [Scenario]) -> [Scenario] {
    scenarios.map { scenario in
      var scenario = scenario
      scenario.seed = scenarios[0].seed
      return scenario
    }
  }

  private func paired(_ scenarios: [Scenario]) -> Outcome {
    let first = scenarios[0]
    let seeded = Self.seeded(scenarios)
    let names = names
    let outcome = trials(seeded, splitsArms: false)
    var section = ComparisonSection(kpi: mainKPI.id, design: .paired)
    section.sides = seeded.enumerated().map { index, scenario in
      var side = ComparisonSection.Side(
        names[index], source: operands[index].source, scenario, replications: outcome.replications)
      side.broken = outcome.broken[index]
      side.curve = Self.curve(outcome.folds[index][0], scenario: scenario)
      return side
    }
    section.contrasts = seeded.indices.dropFirst().map { index in
      contrast(
        names[index], outcome.folds[index][0], against: (names[0], outcome.folds[0][0]), targets: seeded[index].targets,
        contrasts: seeded[index].contrasts(against: seeded[0]),
        horizonSeconds: min(first.horizon, seeded[index].horizon).seconds)
    }
    section.differences = ScenarioDifference.between(operands.compactMap(\.shown))
    section.finish(main: mainKPI) { contrast, kpi, level in
      PairedComparison(
        kpi: mainKPI, targets: seeded[contrast + 1].targets, level: level,
        contrasts: seeded[contrast + 1].contrasts(against: seeded[0])
      ).row(
        kpi, of: outcome.folds[contrast + 1][0], against: outcome.folds[0][0])
    } time: { contrast, id, level in
      .init(
        id, of: outcome.folds[contrast + 1][0], against: outcome.folds[0][0],
        horizonSeconds: min(first.horizon, seeded[contrast + 1].horizon).seconds, level: level)
    }
    if Set(operands.compactMap { $0.running?.seed }).count > 1 {
      section.warnings.append("All ran with the seed of \(names[0]), \(first.seed), so that they share their draws.")
    }
    if !shared.isEmpty {
      section.warnings.append(
        "Set in every side alike, so no difference between them: \(shared.joined(separator: ", ")).")
    }
    return self.outcome(
      section, assumptions: seeded[seeded.count - 1].statedAssumptions, digest: outcome.digest,
      complete: outcome.replications == replications)
  }

  func contrast(
    _ name: String, _ fold: ComparisonFold, against baseline: (name: String, fold: ComparisonFold),
    targets: [TargetOverride], contrasts: Set<KPIContrast>, horizonSeconds: Double
  ) -> ComparisonSection.Contrast {
    ComparisonSection.Contrast(
      side: name, baseline: baseline.name,
      rows: PairedComparison(kpi: mainKPI, targets: targets, contrasts: contrasts).rows(
        of: fold, against: baseline.fold),
      timeToEvent: ComparisonSection.TimeToEvent.all(
        of: fold, against: baseline.fold, horizonSeconds: horizonSeconds))
  }

  static func curve(_ fold: ComparisonFold, scenario: Scenario) -> SurvivalCurve? {
    let times = fold.total.timeToAcknowledge
    guard times.events.count + times.censored.count > 0 else { return nil }
    return SurvivalCurve(
      id: SurvivalID.timeToAcknowledge.rawValue,
      estimate: KaplanMeier(events: times.events, censored: times.censored),
      horizonSeconds: min(86_400, scenario.horizon.seconds))
  }

  // MARK: The outcome

  func outcome(
    _ section: ComparisonSection, assumptions: [Assumption], digest: UInt64, complete: Bool
  ) -> Outcome {
    let sides = section.sides
    let first = sides[0]
    let generations = sides.map(\.generation).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let own = operands.count == 1 ? operands[0].shown : nil
    var scenarioDigest = XXH64()
    for side in sides { scenarioDigest.combine(side.digest) }
    let scenario = ScenarioSummary(
      name: own?.name ?? "\(sides.dropFirst().map(\.name).joined(separator: ", ")) against \(first.name)",
      description: own?.description,
      digest: own?.digest ?? DigestText.make(scenarioDigest.digest), seed: first.seed,
      generation: generations.joined(separator: " and "),
      users: own?.population.size ?? first.users, replications: first.replications,
      horizonSeconds: first.horizonSeconds, resolved: own?.resolvedJSON)
    return Outcome(
      section: section, scenario: scenario, assumptions: assumptions, digest: digest, isComplete: complete)
  }
}
