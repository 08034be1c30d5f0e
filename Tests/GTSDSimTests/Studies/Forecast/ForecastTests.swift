import Foundation
import GTSDModel
import Synchronization
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import InterleavingTesting
@testable import Statistics

struct ForecastTests {
  /// Everybody sees the card once, and four of five who follow it acknowledge.
  static func simple(follow: Double = 0.5, users: Int = 60) -> Scenario {
    var scenario = ClosedFormTests.scenario(follow: follow, dismiss: 0, direct: 0, acknowledge: 0.8)
    scenario.population.size = users
    // The closed form uses the scenario's own values.
    scenario.uncertainty.factor = 1
    return scenario
  }

  @Test func oneThreadAndTwoGiveTheSameBytes() throws {
    var scenario = Self.simple(users: 30)
    scenario.population.cellSize = 10
    let one = try Forecast(scenario, replications: 4, jobs: 1).run()
    let two = try Forecast(scenario, replications: 4, jobs: 2).run()
    #expect(one.json == two.json)
    #expect(one.kind == .forecast)
    #expect(one.forecast?.replications == 4)
    #expect(try Report(json: Data(one.json.utf8)).forecast?.indicators == one.forecast?.indicators)
  }

  /// Setting the values of all replications before the first event takes minutes, during which the user may cancel.
  @Test(.limitedWait) func cancelledForecastWaitsForNoDraws() throws {
    var scenario = Self.simple(users: 5)
    scenario.uncertainty.factor = 1.5
    let outcome = try Forecast(scenario, replications: 40_000).outcome(isCancelled: { true })
    #expect(!outcome.pooled.complete && outcome.users == 0)
  }

  @Test func theMeanIsThatOfTheClosedForm() throws {
    let report = try Forecast(Self.simple(users: 40), replications: 20).run()
    let rate = try #require(report.forecast?.indicators.first { $0.id == "acknowledgment-rate-24h" })
    #expect(ClosedFormTests.band(0.4, trials: 20 * 40).contains(try #require(rate.mean)))
    // Between replications, a share of 40 people varies like a binomial one: the chi-square band at 99.9 %.
    let expected = 0.4 * 0.6 / 40
    let ratio = 19 * pow(try #require(rate.deviation), 2) / expected
    #expect(ChiSquareDistribution.quantile(0.0005, degrees: 19) < ratio)
    #expect(ratio < ChiSquareDistribution.quantile(0.9995, degrees: 19))
  }

  /// Full worlds are draws of the closed form: the intervals of single ones contain it as often as the method's exact
  /// coverage of 95.35 %, and so do the means of ten. The bands contain 99.9 %. A coverage of 80 % (people of a world
  /// that share their draws, or intervals two thirds as wide) is noticed with a probability of 56 %. `StudyTests` has a
  /// thousand worlds.
  @Test func intervalsCoverOverManyWorlds() throws {
    let worlds = 40
    let scenario = Self.simple(follow: 0.45, users: 40)
    var values: [Double] = []
    for replication in 0..<worlds {
      let unit = RunUnit(replication, of: scenario)
      let fold = try #require(UnitRun.run(unit, of: scenario, keepsEvents: false, isCancelled: { false }))
      let rate = fold.kpis.total.acknowledgedWithin24h
      #expect(rate.trials == 40)
      values.append(Double(rate.successes))
    }
    let single = values.count { value in
      ProportionInterval.wilson(successes: Int(value), trials: 40).map { $0.low <= 0.36 && 0.36 <= $0.high } ?? false
    }
    let bands = [0.0005, 0.9995].map { BinomialDistribution.quantile($0, trials: worlds, probability: 0.9535) }
    #expect((bands[0]...bands[1]).contains(single))
    let groups = stride(from: 0, to: worlds, by: 10).count { start in
      let moments = SampleMoments(values[start..<(start + 10)].map { $0 / 40 })
      let interval = MeanInterval.student(mean: moments.mean, variance: moments.variance, count: 10)
      return interval.map { $0.low <= 0.36 && 0.36 <= $0.high } ?? false
    }
    #expect(groups >= BinomialDistribution.quantile(0.0005, trials: worlds / 10, probability: 0.95))
  }

  @Test func precisionStopsWhenTheMeanIsKnownWellEnough() throws {
    var forecast = Forecast(Self.simple(users: 30), replications: 200)
    forecast.precision = 0.035
    let section = try #require(try forecast.run().forecast)
    #expect(section.stopping.rule == "precision" && section.stopping.isReached)
    #expect((20...200).contains(section.replications))
    let interval = try #require(section.indicators.first { $0.id == "acknowledgment-rate-24h" }?.interval)
    #expect((interval.high - interval.low) / 2 <= 0.035)
    // A precision that needs more replications than allowed is not reported as reached.
    forecast.replications = 21
    forecast.precision = 0.001
    let short = try #require(try forecast.run().forecast)
    #expect(!short.stopping.isReached && short.replications == 21)
  }

  @Test func drawnValuesShowInTheSpreadAndInTokens() throws {
    var scenario = Self.simple()
    scenario.generation = .preset(.seedCurrent)
    scenario.generation.metrics.compute = .inline
    scenario.population.personas[0].decisions.followCard = Probability(
      0.5, uncertainty: .uniform(low: 0.1, high: 0.9))
    var forecast = Forecast(scenario, replications: 24)
    forecast.overrides = ["seed=1"]
    let report = try forecast.run()
    let section = try #require(report.forecast)
    #expect(section.parameters?.values.map(\.path) == ["population.personas.constant.decisions.followCard"])
    let rate = try #require(section.indicators.first { $0.id == "acknowledgment-rate-24h" })
    #expect(try #require(rate.parameterShare) > 0.5)
    let example = try #require(report.violations.flatMap(\.examples).first)
    let token = try ReplayToken.decode(example.replay)
    let variant = try scenario.setting(Array(token.overrides.dropFirst()))
    #expect(variant.digest == token.digest)
    #expect(variant.uncertainValues.isEmpty)
  }

  /// The value found is compared with the closed form, as closely as 120 people allow, and with the same people at that
  /// value, which leaves no chance. `StudyTests` has 1,440 people.
  @Test func aGoalIsFoundWhereTheClosedFormHasIt() throws {
    var forecast = Forecast(Self.simple(users: 30), replications: 4)
    forecast.goal = .init(path: "population.personas.*.decisions.followCard", target: 0.6)
    let solution = try #require(try forecast.run().forecast?.solution)
    let value = try #require(solution.value)
    let interval = try #require(solution.interval)
    // 0.6 of all is reached at 0.75; 4 replications of 30 people leave 3.29 standard errors of 0.045 / 0.8.
    #expect(abs(value - 0.75) < 0.185)
    let there = try Forecast(Self.simple(follow: value, users: 30), replications: 4).run()
    let mean = try #require(there.forecast?.indicators.first { $0.id == "acknowledgment-rate-24h" }?.mean)
    // One person's step, and one on either side.
    #expect(abs(mean - 0.6) < 3 / 120.0)
    #expect(interval.low < value && value < interval.high)
    // With the same people at every value, more followers never give fewer acknowledgments.
    #expect(solution.evaluations.map { $0[1] } == solution.evaluations.map { $0[1] }.sorted())
  }

  @Test func aGoalOutOfReachHasNoValue() throws {
    var forecast = Forecast(Self.simple(users: 40), replications: 3)
    forecast.goal = .init(path: "population.personas.*.decisions.followCard", target: 0.95)
    let solution = try #require(try forecast.run().forecast?.solution)
    #expect(solution.value == nil && solution.interval == nil)
    #expect(!solution.evaluations.isEmpty)
  }

  @Test(arguments: [
    ("population.personas.*.decisions.followCart", nil), ("name", nil), ("backend.servers", -4.0...2.0),
  ])
  func aGoalThatCannotBeTriedIsRefused(path: String, range: ClosedRange<Double>?) {
    var forecast = Forecast(Self.simple(), replications: 2)
    forecast.goal = .init(path: path, target: 0.5, range: range)
    #expect(throws: Forecast.Failure.self) { try forecast.run() }
  }

  @Test func aStoryHasNoPopulation() throws {
    let path = Checkout.root.appending(path: "scenarios/races/double-tap-acknowledge.json").path
    #expect(throws: Forecast.Failure.hasNoPopulation) { try Forecast(try Scenario.load(path), replications: 2).run() }
  }

  @Test("Only the leading parameters are varied separately, and the first answer appears before that")
  func leadersAlone() throws {
    var scenario = Self.simple(users: 8)
    let uncertain = Distribution.uniform(low: 0, high: 1)
    scenario.population.personas[0].decisions.followCard = Probability(0.6, uncertainty: uncertain)
    for path in [\Decisions.visitTasks, \.visitStreaks, \.visitProfile] {
      scenario.population.personas[0].decisions[keyPath: path] = Probability(0.5, uncertainty: uncertain)
    }
    var forecast = Forecast(scenario, replications: 2)
    forecast.analysesSensitivity = true
    forecast.runsAlternative = false
    forecast.effort = .init(users: 8, points: 24, leaders: 2, replications: 4)
    let ranking = Mutex<[String]>([])
    forecast.ranked = { study in
      let text = study.rankingText
      ranking.withLock { $0.append(text) }
      #expect(study.tornado.isEmpty)
    }
    let study = try #require(try forecast.run().report.forecast?.sensitivity)
    #expect(study.ranked == 4 && study.tornado.count == 2 && study.trials == 24 + 5 * 4 && study.indices.isEmpty)
    #expect(study.leaders.first?.hasSuffix("followCard") == true)
    let texts = ranking.withLock { $0 }
    #expect(texts.count == 2 && texts[0].contains("4 parameters over 12 trials") && texts[1].contains("over 24 trials"))
    #expect(texts.last?.hasPrefix("So far, “follow the card") == true)
    #expect(study.remainingFactorsText(shown: 2).hasSuffix("2 others ranked lower and were not moved by themselves."))
    #expect(study.methodText(unit: "share").contains("The 2 that lead were then moved one by one"))
  }

  /// A forecast of few people of a library scenario, without the other model of people.
  static func small(_ name: String, users: Int, hours: Int64, replications: Int) throws -> Forecast {
    var scenario = try Scenario.library(name)
    (scenario.population.size, scenario.horizon) = (users, .hours(hours))
    var forecast = Forecast(scenario, replications: replications)
    forecast.runsAlternative = false
    return forecast
  }

  @Test("The interval of a mean of percentiles is of that mean, not of the percentile of all people together")
  func percentilesHaveTheIntervalOfTheirMean() throws {
    let forecast = try Self.small("first-day", users: 8, hours: 1, replications: 50)
    let indicators = try #require(try forecast.run().report.forecast?.indicators)
    for kpi in [KPI.summaryTimeOnScreen, .onboardingToFirstAction] {
      let indicator = try #require(indicators.first { $0.id == kpi.id })
      let (mean, interval) = (try #require(indicator.mean), try #require(indicator.interval))
      #expect(interval.method == "student-t" && interval.low < mean && mean < interval.high, "\(kpi): \(interval)")
    }
  }

  @Test func sensitivityNamesWhatMovesTheIndicator() throws {
    var scenario = Self.simple(users: 12)
    let uncertain = Distribution.uniform(low: 0, high: 1)
    scenario.population.personas[0].decisions.followCard = Probability(0.6, uncertainty: uncertain)
    scenario.population.personas[0].decisions.acknowledge = Probability(
      0.8, uncertainty: .uniform(low: 0.3, high: 1))
    scenario.population.personas[0].decisions.visitTasks = Probability(0.5, uncertainty: uncertain)
    var forecast = Forecast(scenario, replications: 2)
    forecast.analysesSensitivity = true
    forecast.effort = .init(users: 12, points: 30, replications: 10, indices: 3, rows: 4, replicates: 2)
    let result = try forecast.run()
    let study = try #require(result.report.forecast?.sensitivity)
    #expect(
      study.tornado.map { $0.factor.path.split(separator: ".").last } == ["followCard", "acknowledge", "visitTasks"])
    #expect(study.tornado[0].factor.name?.hasPrefix("follow the card") == true)
    let sensitivity = result.sensitivity
    #expect(
      sensitivity.map(\.path) == study.tornado.map(\.factor.path) && sensitivity[0].low < 0 && sensitivity[0].high > 0)
    #expect(study.tornado[2].low == 0 && study.tornado[2].high == 0)
    #expect(study.ranked == 3 && Set(study.leaders) == Set(study.tornado.map(\.factor.path)))
    #expect(study.correlations.first?.path.hasSuffix("followCard") == true)
    let first = try #require(study.indices.first)
    // Only factors with a significant effect get shares.
    #expect(first.path.hasSuffix("followCard") && study.indices.count == 2)
    let map = try #require(study.map)
    #expect(map.values.count == 5 && map.values[0].count == 5)
    #expect(map.values[4][4] > map.values[0][0])
    // One persona has one value at each place.
    #expect(map.xSpans == nil && map.ySpans == nil)
  }

  @Test("The centre of the map is the study's baseline, and its axes show the values of all personas")
  func mapAgrees() throws {
    var scenario = Self.simple(users: 12)
    // The values are the medians of their distributions.
    scenario.population.personas[0].decisions.followCard = Probability(0.5, uncertainty: .uniform(low: 0, high: 1))
    scenario.population.personas[0].decisions.acknowledge = Probability(0.65, uncertainty: .uniform(low: 0.3, high: 1))
    var forecast = Forecast(scenario, replications: 2, jobs: 2)
    forecast.analysesSensitivity = true
    forecast.effort = .init(users: 12, points: 30, replications: 10, indices: 3, rows: 4, replicates: 2)
    var study = try #require(try forecast.run().report.forecast?.sensitivity)
    #expect(abs(try #require(study.map).values[2][2] - study.baseline) < 1e-8)
    study.map?.xSpans = (1...5).map { [0.1 * Double($0), 0.1 * Double($0) + 0.2] }
    let chart = try #require(study.heatMap(of: "Acknowledged", unit: "share", target: nil))
    #expect(chart.columns == ["10–30%", "20–40%", "30–50%", "40–60%", "50–70%"])
  }
}
