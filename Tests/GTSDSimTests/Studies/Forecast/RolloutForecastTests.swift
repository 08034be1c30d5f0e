import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Roll-outs to a few people.
struct RolloutForecastTests {
  static func scenario(off: FeatureFlags = FeatureFlags(), stages: Bool = true) -> Scenario {
    var scenario = Scenario(name: "tiny")
    scenario.population.size = 60
    scenario.population.cellSize = 30
    scenario.population.arrival = .uniform(over: .hours(30))
    // People who return often, so that a few are enough for a trigger.
    scenario.population.memory = nil
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
    // Hour by hour, the whole equals the sum of its cells, also after writing and reading.
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
    var scenario = Self.scenario()
    (scenario.population.size, scenario.population.cellSize) = (30, 15)
    let report = try Forecast(scenario, replications: 3, jobs: 2).run()
    let rollout = try #require(report.forecast?.rollout)
    #expect(rollout.arm == "on" && rollout.replications == 3)
    #expect(rollout.triggers.map(\.id) == ["crash-rate", "api-error-rate", "complaints-24h"])
    // Eight in a hundred requests fail, which the trigger must notice.
    let errors = rollout.triggers[1]
    #expect(errors.isOverLimit && (errors.longRunValue ?? 0) > 0.05)
    #expect(errors.fires == 3 && errors.firesWrongly == 0)
    #expect(errors.firesInStage.reduce(0, +) == errors.fires)
    #expect(try Forecast(scenario, replications: 3, jobs: 1).run() == report, "threads change nothing")
    scenario.experiment?.arms[1].stages = []
    scenario.population.size = 2
    #expect(try Forecast(scenario, replications: 2).run().forecast?.rollout == nil)
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

  /// Half of the people have a client that renews no token, so returning people are refused.
  static func faulty() -> Scenario {
    var scenario = scenario()
    scenario.horizon = .hours(72)
    scenario.population.arrival = .uniform(over: .hours(12))
    scenario.backend.errorRate = 0
    scenario.experiment?.arms[1].generation = .preset(.correct)
    scenario.experiment?.arms[1].generation?.auth.refresh = .none
    scenario.experiment?.arms[1].stages = [RolloutStage(from: .zero, share: 0.5)]
    return scenario
  }

  @Test func peopleOfAnArmThatIsRolledBackHaveTheControlsClient() throws {
    func failures(_ scenario: Scenario) throws -> [Int] {
      var total = KPIFold(arms: 2)
      for fold in try Self.folds(scenario) { total.merge(fold) }
      #expect(total.arms[1].users > 15)
      return total.triggers.arms[1].map(\.failures)
    }
    let hour = 30
    let stays = try failures(Self.faulty())
    let goes = try failures(Self.faulty().rollingBack(arm: 1, at: .hours(Int64(hour))))
    #expect(goes[..<hour] == stays[..<hour], "what came before is as it was")
    // A running session may last a while.
    let (late, left): (Int, Int) = (stays[(hour + 2)...].reduce(0, +), goes[(hour + 2)...].reduce(0, +))
    #expect(late > 20)
    #expect(left * 20 < late)
    #expect(try failures(Self.faulty().rollingBack(arm: 1, at: .hours(72))) == stays)
  }

  @Test func forecastContinuesWithTheArmRolledBack() throws {
    var scenario = Self.faulty()
    (scenario.population.size, scenario.population.cellSize) = (30, 15)
    var forecast = Forecast(scenario, replications: 2, jobs: 2)
    forecast.chanceAlone = true
    let report = try forecast.run()
    let rollout = try #require(report.forecast?.rollout)
    let errors = rollout.triggers[1]
    #expect(rollout.stops == 2 && errors.firesWrongly == 0)
    let all = try #require(report.kpis.first { $0.id == KPI.apiErrorRate.id }?.value)
    // Half of the people have the client. Without the roll-back, they would meet half of the long-run errors.
    #expect(all < 0.25 * (errors.longRunValue ?? 0))
    for violation in report.violations {
      for example in violation.examples {
        let token = try ReplayToken.decode(example.replay)
        let hours = token.overrides.compactMap { $0.hasPrefix("experiment.arms.1.rollback=") ? $0 : nil }
        #expect(hours.count == 1, "\(token.overrides)")
        #expect(try scenario.setting(token.overrides).digest == token.digest)
      }
    }
    #expect(!report.violations.isEmpty)
    forecast.jobs = 1
    #expect(try forecast.run() == report, "threads change nothing")
  }

  @Test("The people who have the arm are counted among all described people, however few are simulated")
  func exposed() throws {
    var scenario = Self.faulty()
    (scenario.population.size, scenario.population.represents) = (4, 400)
    var forecast = Forecast(scenario, replications: 2, jobs: 1)
    forecast.chanceAlone = true
    let report = try forecast.run()
    let rollout = try #require(report.forecast?.rollout)
    var described = scenario
    described.population.size = 400
    let roster = PopulationRoster(scenario: described, replication: 0)
    let end = rollout.stopsAt ?? scenario.horizon.seconds
    let count = (0..<UInt32(400)).map(roster.member).count { $0.arm == 1 && Nanoseconds.seconds($0.arrival) <= end }
    #expect(rollout.exposed == count)
    #expect(report.document.findings[0].finding.contains("Only 4 of 400 users are simulated: with all of them, "))
  }
}
