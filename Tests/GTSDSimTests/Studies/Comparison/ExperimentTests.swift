import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

struct ExperimentOutcomesTests {
  private typealias Group = TwoProportionTest.Group

  private func days(_ arms: [[(Int, Int)]]) -> ExperimentOutcomes {
    ExperimentOutcomes(arms.map { $0.map { Group(successes: $0.0, trials: $0.1) } })
  }

  /// A difference on the first day disappears on the second: a daily test stops for a difference that does not exist.
  @Test func aPlainTestStopsAtWhatLaterDaysTakeBack() {
    let experiment = days([[(40, 100), (160, 300)], [(58, 100), (142, 300)]])
    #expect(experiment.naiveStop(alpha: 0.05) == 0)
    #expect(experiment.rejections(alpha: 0.05) == [false])
    #expect(experiment.alwaysValidStop(alpha: 0.05, detectable: 0.1) == nil)
  }

  @Test func aLargeDifferenceIsFoundByEveryTest() {
    let experiment = days([[(20, 100), (20, 100), (0, 0), (20, 100)], [(60, 100), (60, 100), (0, 0), (60, 100)]])
    #expect(experiment.rejections(alpha: 0.05) == [true])
    #expect(experiment.naiveStop(alpha: 0.05) == 0)
    #expect(experiment.alwaysValidStop(alpha: 0.05, detectable: 0.2) == 0)
    #expect(experiment.looks == [0, 1, 3])
  }

  /// p = 0.035 is significant for one arm alone, but not for one of two.
  @Test func armsShareTheError() throws {
    let arm = [(118, 200)]
    let p = try #require(
      TwoProportionTest(treated: .init(successes: 118, trials: 200), control: .init(successes: 97, trials: 200))
    ).p
    #expect(p > 0.025 && p < 0.05)
    #expect(days([[(97, 200)], arm]).rejections(alpha: 0.05) == [true])
    #expect(days([[(97, 200)], arm, [(97, 200)]]).rejections(alpha: 0.05) == [false, false])
    #expect(days([[(97, 200)], arm, arm]).rejections(alpha: 0.075) == [true, true])
  }

  /// 14 days of 70 outcomes per arm without any effect: at alpha 0.05, daily looks at three arms give far more false
  /// alarms, and the always-valid test at most that many.
  @Test func dailyLooksMisleadOnlyThePlainTest() throws {
    let same = days(Array(repeating: Array(repeating: (28, 70), count: 14), count: 3))
    let redraw = try #require(ExperimentRedraw([same], seed: 3))
    let experiments = (0..<600).map { redraw.experiment(UInt32($0), stream: 0) }
    let plain = experiments.count { $0.naiveStop(alpha: 0.05) != nil }
    let valid = experiments.count { $0.alwaysValidStop(alpha: 0.05, detectable: 0.06) != nil }
    let once = experiments.count { $0.rejections(alpha: 0.05).contains(true) }
    #expect(plain > 80)
    // 0.999 of binomials of 600 with 0.05 are at most 47.
    #expect(valid <= 47 && once <= 47)
    #expect(once > 8)
  }

  /// The second arm is better by chance. If the arms are known to be alike, resampling contains no such difference.
  @Test func armsThatAreAlikeAreDrawnAlike() throws {
    let lucky = days([[(40, 100), (40, 100)], [(60, 100), (60, 100)]])
    let redraw = try #require(ExperimentRedraw([lucky], areAlike: true, seed: 9))
    let drawn = (0..<400).map { redraw.experiment($0, stream: 0) }
    for arm in 0..<2 {
      let successes = drawn.reduce(0) { $0 + $1.days[arm][0].successes + $1.days[arm][1].successes }
      // 80,000 outcomes of one half: 3.3 deviations are 467.
      #expect(abs(successes - 40_000) < 467)
    }
    #expect(drawn.count { $0.rejections(alpha: 0.05) == [true] } < 40)
  }

  @Test func redrawnExperimentsHaveThePooledShares() throws {
    let first = days([[(30, 100), (9, 10)], [(60, 100), (1, 10)]])
    let second = days([[(50, 100), (7, 11)], [(80, 100), (3, 11)]])
    let redraw = try #require(ExperimentRedraw([first, second], seed: 5))
    let drawn = (0..<800).map { redraw.experiment(UInt32($0), stream: 1) }
    for (arm, shares) in [[0.4, 16.0 / 21], [0.7, 4.0 / 21]].enumerated() {
      for (day, share) in shares.enumerated() {
        let successes = drawn.reduce(0) { $0 + $1.days[arm][day].successes }
        let trials = drawn.reduce(0) { $0 + $1.days[arm][day].trials }
        #expect(abs(Double(trials) / 800 - [100, 10.5][day]) < 0.1)
        let error = (share * (1 - share) / Double(trials)).squareRoot()
        #expect(abs(Double(successes) / Double(trials) - share) < 3.3 * error)
      }
    }
    #expect(redraw.experiment(1, stream: 0) != redraw.experiment(2, stream: 0))
    #expect(redraw.experiment(1, stream: 0) == redraw.experiment(1, stream: 0))
  }

  /// Inversion compared with the distribution function, on both sides of one half.
  @Test(arguments: [(40, 0.3), (250, 0.82), (7, 0.5), (250, 0.001)])
  func binomialsAreQuantiles(trials: Int, share: Double) {
    for u in stride(from: 0.001, to: 1, by: 0.0371) {
      let drawn = ExperimentRedraw.binomial(u, trials: trials, share: share)
      // Above one half, the inversion starts from the other end: a quantile of the mirrored draw.
      let expected =
        share <= 0.5
        ? BinomialDistribution.quantile(u, trials: trials, probability: share)
        : trials - BinomialDistribution.quantile(1 - u, trials: trials, probability: 1 - share)
      #expect(drawn == expected)
    }
  }
}

struct ExperimentPlannerTests {
  private func scenario(arms: Int, users: Int) -> Scenario {
    var scenario = Scenario(name: "plan")
    scenario.population.size = users
    scenario.population.arrival = .uniform(over: .days(2))
    scenario.experiment = Experiment(name: "plan", arms: (0..<arms).map { Arm(name: "arm-\($0)") })
    return scenario
  }

  /// Sample sizes for a control share of 500 in 800, where every person has an outcome. Three arms make two
  /// comparisons, so the test's error rate is divided by two.
  @Test func sizesAreThoseOfTheTest() throws {
    var planner = ExperimentPlanner(scenario: scenario(arms: 3, users: 2_400), kpi: .acknowledgmentRate24h)
    planner.wishedLifts = [0.15]
    let plan = try #require(planner.plan([SampleComparison.fold(acknowledged: [500])]))
    let test = TwoProportionPower(alpha: 0.025)
    #expect(plan.comparisons == 2 && plan.outcomesPerUser == 1 && plan.arrivalsPerDay == 1_200)
    for (lift, power) in [(0.02, 0.8), (0.1, 0.9), (0.15, 0.8), (0.2, 0.8)] {
      let size = try #require(plan.sampleSizes.first { $0.lift == lift && $0.power == power })
      let units = try #require(test.requiredUnits(control: 0.625, treated: 0.625 * (1 + lift), power: power))
      #expect(size.controlOutcomes == units.control && size.controlUsers == units.control)
      #expect(size.users == 3 * units.control)
      #expect(abs(try #require(size.days) - Double(3 * units.control) / 1_200) < 1e-9)
    }
    let arm = plan.arms[1]
    #expect(arm.users == 800)
    let detectable = try #require(test.detectable(controlUnits: 800, control: 0.625))
    #expect(abs(try #require(arm.detectableLift) - (detectable / 0.625 - 1)) < 1e-12)
    #expect(arm.power == nil && arm.assumed == nil)
  }

  @Test func anAssumedEffectHasItsPower() throws {
    let planner = ExperimentPlanner(scenario: scenario(arms: 2, users: 1_600), kpi: .acknowledgmentRate24h)
    let folds = [
      SampleComparison.fold(acknowledged: [495, 505]), SampleComparison.fold(acknowledged: [556, 564]),
    ]
    let plan = try #require(planner.plan(folds))
    let expected = TwoProportionPower().power(controlUnits: 800, control: 0.625, treated: 0.7)
    #expect(abs(try #require(plan.arms[1].power) - expected) < 1e-12)
    #expect(abs(try #require(plan.arms[1].assumedLift) - 0.12) < 1e-12)
    #expect(plan.sampleSizes.contains { $0.source == "arm-1" })
  }

  @Test("An effect that the same people do not show gets no power, sample size or simulated experiments")
  func anUnshownEffectHasNoPower() throws {
    let planner = ExperimentPlanner(scenario: scenario(arms: 2, users: 1_600), kpi: .acknowledgmentRate24h)
    let folds = [
      SampleComparison.fold(acknowledged: [480, 500, 520]), SampleComparison.fold(acknowledged: [510, 480, 525]),
    ]
    var plan = try #require(planner.plan(folds))
    let arm = plan.arms[1]
    let interval = try #require(arm.assumedLiftInterval)
    #expect(interval.low < 0 && interval.high > 0)
    #expect(arm.power == nil && arm.assumedLift != nil)
    #expect(!plan.sampleSizes.contains { $0.source == "arm-1" })
    let texts = plan.sentences.map(\.finding)
    #expect(!texts.contains { $0.contains("is found with a probability of") })
    #expect(texts.contains { $0.contains("does not show whether arm-1 has an effect") })
    planner.add(folds, scale: 0, to: &plan)
    planner.add(folds, scale: 1, to: &plan)
    plan.leaveOutUnshown()
    #expect(plan.powerCurve.map(\.scale) == [0] && plan.peeking.allSatisfy { $0.scale == 0 })
  }

  @Test("Times to an event are compared in pairs and adjusted together with the other questions")
  func timesAreAdjusted() throws {
    let section = try #require(SampleComparison.experiment.comparison)
    let times = section.contrasts.flatMap(\.timeToEvent)
    #expect(!times.isEmpty)
    #expect(times.allSatisfy { ($0.adjustedP ?? 0) >= $0.p && ($0.logRank.adjustedP ?? 0) >= $0.logRank.p })
  }

  /// If half of the people have an outcome, twice as many people are needed.
  @Test func peopleWithoutOutcomesRaiseTheSampleSize() throws {
    let planner = ExperimentPlanner(scenario: scenario(arms: 2, users: 1_600), kpi: .dismissalRate)
    let plan = try #require(planner.plan([SampleComparison.fold(acknowledged: [500])]))
    #expect(plan.outcomesPerUser == 0.625)
    let size = try #require(plan.sampleSizes.first { $0.lift == 0.2 && $0.power == 0.8 })
    let outcomes = try #require(size.controlOutcomes)
    #expect(size.controlUsers == Int((Double(outcomes) / 0.625).rounded(.up)))
  }

  @Test func impossibleLiftHasNoSampleSize() throws {
    var planner = ExperimentPlanner(scenario: scenario(arms: 2, users: 1_600), kpi: .acknowledgmentRate24h)
    planner.wishedLifts = [0.7]
    let plan = try #require(planner.plan([SampleComparison.fold(acknowledged: [500])]))
    let size = try #require(plan.sampleSizes.first { $0.lift == 0.7 })
    #expect(size.share == nil && size.users == nil && size.days == nil)
  }

  @Test("The size of an experiment has both shares beside the relative change, and whole days")
  func sizeInWords() throws {
    var planner = ExperimentPlanner(scenario: scenario(arms: 2, users: 1_600), kpi: .acknowledgmentRate24h)
    planner.wishedLifts = [0.2]
    let plan = try #require(planner.plan([SampleComparison.fold(acknowledged: [500])]))
    let text = try #require(plan.sentences.first).finding
    #expect(text.hasPrefix("A change of +20%, from 62.5% to 75.0%, takes "), "\(text)")
    var size = try #require(plan.mainSizes.first)
    for (days, whole) in [(0.4, 1), (1, 1), (1.7, 2), (257.4, 258)] {
      size.days = days
      #expect(size.wholeDays == whole)
    }
  }

  @Test func effectsScaleFromZero() throws {
    var scenario = scenario(arms: 2, users: 10)
    scenario.experiment?.arms[1].decisionFactors = [.init(decision: "followCard", factor: 1.2)]
    scenario.experiment?.arms[1].generation = .preset(.correct)
    func factor(_ scale: Double) -> Double? {
      scenario.scaled(effects: scale).experiment?.arms[1].decisionFactors.first?.factor
    }
    #expect(factor(0) == 1)
    #expect(abs((factor(0.5) ?? 0) - 1.1) < 1e-12 && abs((factor(1.5) ?? 0) - 1.3) < 1e-12)
    #expect(scenario.scaled(effects: 1) == scenario)
    #expect(scenario.scaled(effects: 0).experiment?.arms[1].generation == nil)
    #expect(scenario.scaled(effects: 2).experiment?.arms[1].generation == .preset(.correct))
  }
}

struct ScenarioDifferenceTests {
  @Test func namesEveryValueThatIsNotEqualByItsPath() throws {
    let a = try Scenario.parse(#"{"name": "a", "seed": 3}"#)
    let b = try Scenario.parse(
      #"{"name": "b", "seed": 3, "backend": {"servers": 8, "network": {"constant": {"value": "10ms"}}}, "horizon": "24h"}"#
    )
    let differences = ScenarioDifference.between([a, b])
    #expect(differences.map(\.path).sorted() == ["backend.network", "backend.servers", "horizon"])
    #expect(differences.first { $0.path == "backend.servers" }?.values == ["256", "8"])
    #expect(ScenarioDifference.between([a, a]).isEmpty)
  }

  @Test func differencesNameElementsByName() throws {
    let a = try Scenario.parse("{}")
    let b = try Scenario.parse(
      "{}", overrides: ScenarioOverrides(sets: ["population.personas.casual.decisions.followCard=0.9"]))
    let differences = ScenarioDifference.between([a, b])
    #expect(differences.map(\.path) == ["population.personas.casual.decisions.followCard"])
    #expect(differences[0].values[1] == "0.9")
  }
}
