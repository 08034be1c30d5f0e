import GTSDModel
import Testing

@testable import GTSDSim

/// Roll-outs to a handful of people.
struct RolloutForecastTests {
  static func scenario(off: FeatureFlags = FeatureFlags(), stages: Bool = true) -> Scenario {
    var scenario = Scenario(name: "tiny")
    scenario.population.size = 60
    scenario.population.cellSize = 30
    scenario.population.arrival = .uniform(over: .hours(30))
    scenario.horizon = .hours(36)
    scenario.generation = .preset(.correct)
    scenario.backend.errorRate = 0.08
    scenario.experiment = Experiment(
      name: "e",
      arms: [
        Arm(name: "off", flags: off),
        Arm(
          name: "on",
          stages: stages
            ? [RolloutStage(from: .zero, share: 0.4), RolloutStage(from: .hours(24), share: 1)] : []),
      ])
    return scenario
  }

  static func folds(_ scenario: Scenario) throws -> [KPIFold] {
    try RunUnit.all(of: scenario, replications: 1).map { unit in
      let fold = UnitRun.run(unit, of: scenario, keepsEvents: false, isCancelled: { false })
      return try #require(fold).kpis
    }
  }

  @Test func hoursAddUpToTheIndicatorsOfTheirArm() throws {
    let folds = try Self.folds(Self.scenario())
    #expect(folds.count == 2)
    var merged = KPIFold(arms: 2)
    for fold in folds { merged.merge(fold) }
    #expect(merged.triggers.arms.map(\.count) == [36, 36])
    for (arm, hours) in zip(merged.arms, merged.triggers.arms) {
      #expect(arm.crashedSessions.trials > 0 && arm.apiErrors.successes > 0)
      #expect(hours.reduce(0) { $0 + $1.sessions } == arm.crashedSessions.trials)
      #expect(hours.reduce(0) { $0 + $1.crashes } == arm.crashedSessions.successes)
      #expect(hours.reduce(0) { $0 + $1.requests } == arm.apiErrors.trials)
      #expect(hours.reduce(0) { $0 + $1.failures } == arm.apiErrors.successes)
      #expect(hours.reduce(0) { $0 + $1.complaints } == arm.tickets)
    }
    // Hour by hour, the whole is its cells, also when these have been written down and read again.
    var restored = KPIFold(arms: 2)
    for fold in folds.reversed() { restored.merge(try KPIFold(fold.state)) }
    #expect(restored.triggers == merged.triggers)
    for (whole, parts) in zip(merged.triggers.arms[1], zip(folds[0].triggers.arms[1], folds[1].triggers.arms[1])) {
      #expect(whole.requests == parts.0.requests + parts.1.requests)
    }
  }

  @Test func nothingIsKeptWithoutStages() throws {
    for fold in try Self.folds(Self.scenario(stages: false)) { #expect(fold.triggers.isEmpty) }
  }

  @Test func aForecastWatchesTheRollOut() throws {
    let report = try Forecast(Self.scenario(), replications: 3, jobs: 2).run()
    let rollout = try #require(report.forecast?.rollout)
    #expect(rollout.arm == "on" && rollout.replications == 3)
    #expect(rollout.triggers.map(\.id) == ["crash-rate", "api-error-rate", "complaints-24h"])
    // Eight in a hundred requests fail, which the trigger must not overlook.
    let errors = rollout.triggers[1]
    #expect(errors.isOverLimit && (errors.longRunValue ?? 0) > 0.05)
    #expect(errors.fires == 3 && errors.firesWrongly == 0)
    #expect(errors.firesInStage.reduce(0, +) == errors.fires)
    #expect(try Forecast(Self.scenario(), replications: 3, jobs: 1).run() == report, "threads change nothing")
    #expect(try Forecast(Self.scenario(stages: false), replications: 2).run().forecast?.rollout == nil)
  }

  @Test func flagsTurnFeaturesOff() throws {
    var total = KPIFold(arms: 2)
    let off = FeatureFlags(metricsSummary: false, zeroState: false)
    for fold in try Self.folds(Self.scenario(off: off)) { total.merge(fold) }
    #expect(total.arms[0].users > 5 && total.arms[1].users > 5)
    #expect(total.arms[0].summaryReadToEnd.trials == 0 && total.arms[0].zeroStateViews.successes == 0)
    #expect(total.arms[1].summaryReadToEnd.trials > 0 && total.arms[1].zeroStateViews.successes > 0)
    #expect(total.arms.allSatisfy { $0.violations == 0 })
  }
}
