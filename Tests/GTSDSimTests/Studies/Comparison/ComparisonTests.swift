import Foundation
import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

struct ComparisonTests {
  /// One kind of people, all at once, for a few hours of the correct client.
  private static func people(_ users: Int, sets: [String] = []) throws -> Scenario {
    let text = """
      {"name": "people", "seed": 5, "horizon": "30h", "generation": "correct",
       "population": {"size": \(users), "memory": null, "arrival": "together", "personas": [{"name": "one", "weight": 1,
         "decisions": {"skipOnboarding": 0, "abandonOnboarding": 0, "background": 0, "switchAccount": 0}}]},
       "backend": {"errorRate": 0, "lossRate": 0}}
      """
    return try Scenario.parse(text, overrides: ScenarioOverrides(sets: sets))
  }

  private static let reading = "population.personas.one.decisions.readSummaryToEnd"

  private func row(_ report: Report, _ kpi: KPI, contrast: Int = 0) throws -> ComparisonSection.Row {
    try #require(report.comparison?.contrasts[contrast].rows.first { $0.id == kpi.id })
  }

  @Test func aScenarioDoesNotDifferFromItself() throws {
    let scenario = try library("first-day", users: 12)
    let report = Comparison(scenario, scenario, replications: 2, jobs: 1).run()
    let section = try #require(report.comparison)
    for row in section.contrasts[0].rows where row.isMeasured {
      // A few people who do not differ prove nothing about all: the interval contains 0 and has a width.
      #expect(row.difference == 0 && row.interval.map { $0.low < 0 && 0 < $0.high } ?? true, "\(row.id)")
      #expect(row.verdict == .noDifference)
    }
    #expect(section.contrasts[0].rows.count { $0.isMeasured } > 15)
    #expect(section.sides.map(\.name) == ["first-day (A)", "first-day (B)"])
    #expect(section.differences.isEmpty && report.exitCode == 0)
    #expect(section.contrasts[0].timeToEvent.allSatisfy { $0.difference == 0 && $0.logRank.p == 1 })
  }

  /// Reading the summary to its end is one decision of each person, so the difference of the shares equals that of the
  /// probabilities. People who decide the same in both variants do not change the difference.
  @Test func aKnownDifferenceIsInsideItsInterval() throws {
    let (a, b) = (try Self.people(24), try Self.people(24, sets: ["\(Self.reading)=0.9"]))
    var comparison = Comparison(a, b, replications: 8, jobs: 2)
    comparison.kpi = .summaryCompletionRate
    let report = comparison.run().report
    let row = try row(report, .summaryCompletionRate)
    let interval = try #require(row.interval)
    #expect(interval.low <= 0.2 && 0.2 <= interval.high)
    #expect(row.verdict == .better && report.exitCode == 0)
    #expect(try #require(row.narrowing) > 1)
    // Indicators that the decision does not affect are exactly equal.
    #expect(try self.row(report, .acknowledgmentRate24h).difference == 0)
    #expect(report.comparison?.differences.map(\.path) == [Self.reading])

    var swapped = Comparison(b, a, replications: 8, jobs: 1)
    swapped.kpi = .summaryCompletionRate
    let back = swapped.run().report
    let other = try self.row(back, .summaryCompletionRate)
    #expect(other.difference == row.difference.map { -$0 } && other.interval?.high == -interval.low)
    #expect(other.verdict == .worse && back.exitCode == 10)
  }

  @Test func threadsDoNotChangeTheReportAndSeedsAreShared() throws {
    let a = try library("first-day", users: 10, seed: 3)
    let b = try library("first-day-fixed", users: 10, seed: 4)
    let one = Comparison(a, b, replications: 2, jobs: 1).run()
    #expect(one.json == Comparison(a, b, replications: 2, jobs: 2).run().json)
    #expect(one.comparison?.sides.map(\.seed) == [3, 3])
    #expect(one.comparison?.warnings.contains { $0.contains("seed of first-day, 3") } == true)
    // The app as it is breaks invariants that the correct one keeps, never the other way round.
    #expect(one.exitCode == 0)
    let back = Comparison(b, a, replications: 2, jobs: 1).run()
    #expect(back.exitCode == 11)
    #expect(back.comparison?.sides.first?.broken?.isEmpty == true)
  }

  /// The arms of an experiment have different people; everybody in one arm and then in the other answers the same
  /// question.
  @Test func armsDifferAsTheirScenariosDo() throws {
    var scenario = try Self.people(40)
    scenario.experiment = Experiment(
      name: "e", metric: .summaryCompletionRate,
      arms: [
        Arm(name: "A", decisionFactors: [.init(decision: "readSummaryToEnd", factor: 0.4)]),
        Arm(name: "B", decisionFactors: [.init(decision: "readSummaryToEnd", factor: 1.4)]),
      ])
    var whole = Comparison(experiment: scenario, replications: 3, jobs: 2)
    (whole.scales, whole.redraws) = ([0, 1], 50)
    let report = whole.run().report
    let arms = try row(report, .summaryCompletionRate)
    let operands = [0, 1].map { (arm: Int) in
      ComparisonOperand(name: "arm-\(arm)", .scenario(scenario, arm: arm))
    }
    var alone = Comparison(operands, replications: 3, jobs: 2)
    alone.kpi = .summaryCompletionRate
    let everybody = try row(alone.run().report, .summaryCompletionRate)
    #expect(try #require(arms.difference) > 0.3 && #require(everybody.difference) > 0.3)
    #expect(report.comparison?.kpi == KPI.summaryCompletionRate.id)
    let plan = try #require(report.comparison?.plan)
    #expect(plan.arms.map(\.users) == [20, 20])
    #expect(plan.powerCurve.map(\.scale) == [0, 1])
    // At scale 0 there is no effect: both arms behave like the control.
    let shares = plan.powerCurve.map { $0.arms[0].share ?? -1 }
    #expect(abs(shares[0] - 0.28) < 0.15 && shares[1] > 0.8)
    #expect(plan.peeking.count == 6)
    let sides = try #require(report.comparison?.sides)
    let users: Int = sides.map(\.users).reduce(0, +)
    #expect(users == 80)
  }

  /// Arms that differ in a feature answer the specification's targets about it, and no others.
  @Test(arguments: [
    (KPIContrast.zeroState, KPI.profileCompletionRate7d, "≥ +20% vs control", KPI.retentionRate7d),
    (.metricsSummary, .retentionRate7d, "≥ +8% vs control", .profileCompletionRate7d),
  ])
  func armsWithAndWithoutAFeatureAnswerItsTargets(feature: KPIContrast, kpi: KPI, demand: String, other: KPI) throws {
    let text = """
      {"name": "feature", "seed": 3, "horizon": "9d", "generation": "correct",
      "population": {"size": 60, "arrival": {"daily": {"over": "24h"}}},
      "experiment": {"name": "feature", "metric": "\(kpi.id)",
      "arms": [{"name": "without", "flags": {"\(feature.rawValue)": false}}, {"name": "with"}]}}
      """
    var comparison = try Comparison(experiment: Scenario.parse(text), replications: 3, jobs: 1)
    (comparison.scales, comparison.redraws) = ([0], 20)
    let report = comparison.run().report
    let section = try #require(report.comparison)
    #expect(section.sentences.contains { $0.demand == "criterion \(demand)" }, "\(section.sentences.map(\.text))")
    #expect(try row(report, other).targets.isEmpty)
  }

  @Test func aPlanNeedsNoMoreThanItsArms() throws {
    var scenario = try Self.people(20)
    scenario.experiment = Experiment(
      name: "e", metric: .summaryCompletionRate,
      arms: [Arm(name: "A"), Arm(name: "B", decisionFactors: [.init(decision: "readSummaryToEnd", factor: 1.2)])])
    var comparison = Comparison(experiment: scenario, replications: 2, jobs: 1)
    comparison.plansOnly = true
    comparison.lifts = [0.3]
    let report = comparison.run().report
    let plan = try #require(report.comparison?.plan)
    #expect(report.comparison?.contrasts.isEmpty == true && report.exitCode == 0)
    let base = try #require(plan.baseline.value)
    let size = try #require(plan.sampleSizes.first { $0.lift == 0.3 && $0.power == 0.8 })
    #expect(
      size.controlOutcomes
        == TwoProportionPower().requiredUnits(control: base, treated: base * 1.3)?.control)
    #expect(plan.arms[1].assumedLift != nil && plan.powerCurve.isEmpty)
  }

  @Test func aReportDoesNotDifferFromItself() throws {
    let run = Simulation(try library("first-day", users: 15), jobs: 1).run()
    let read = try Report(json: Data(run.json.utf8))
    let operands = ["one", "two"].map { ComparisonOperand(name: $0, .result(SimulationResult(read))) }
    let report = Comparison(operands).run()
    let section = try #require(report.comparison)
    #expect(section.design == .unpaired && section.differences.isEmpty && report.exitCode == 0)
    for row in section.contrasts[0].rows where row.isMeasured {
      #expect(row.difference == 0 && row.p == 1 && row.verdict == .noDifference, "\(row.id)")
      #expect(try #require(row.interval?.low) <= 0 && #require(row.interval?.high) >= 0)
    }
    #expect(report.assumptions == run.assumptions)
  }

  @Test func aCancelledComparisonHoldsWholePairs() throws {
    let scenario = try library("first-day", users: 5)
    var comparison = Comparison(scenario, scenario, replications: 4, jobs: 1)
    comparison.isCancelled = { true }
    let report = comparison.run().report
    #expect(!report.complete)
    #expect(report.comparison?.sides.map(\.replications) == [0, 0])
    #expect(report.comparison?.contrasts[0].rows.allSatisfy { $0.verdict == .notMeasured } == true)
  }
}
