import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDFields
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics
@testable import gtsd_sim

/// The claims of an answer: its question, its assumptions, and nothing beside it that says the opposite.
struct AnswerHonestyTests {
  @Test(
    "The question has the target of the scenario",
    arguments: [
      ("", "Will 80% acknowledge within 24 hours?"),
      (#"{"comparison": ">=", "value": "70%"}"#, "Will 70% acknowledge within 24 hours?"),
      (#"{"comparison": ">", "value": 0.125}"#, "Will more than 12.5% acknowledge within 24 hours?"),
      (#"{"comparison": "<=", "value": 0.9}"#, "Will at most 90% acknowledge within 24 hours?"),
      (#"{"comparison": "<", "value": 0.9}"#, "Will fewer than 90% acknowledge within 24 hours?"),
      (#"{"comparison": "between", "value": [0.6, 0.7]}"#, "Will 60% to 70% acknowledge within 24 hours?"),
    ])
  func ownTarget(target: String, question: String) throws {
    let scenario = try Scenario.parse(
      target.isEmpty ? "{}" : #"{"targets": {"acknowledgment-rate-24h": \#(target)}}"#)
    #expect(StudioQuestion.target.text(of: scenario) == question)
    #expect(StudioQuestion.sure.text(of: scenario) == StudioQuestion.sure.text)
    let facts = StudioFacts(scenario: scenario, name: "own").node
    #expect(facts["questions"]?["target"]?.string == question)
  }

  @Test("The size of an experiment can be asked of a scenario without arms, as on the command line")
  func sizeWithoutArms() throws {
    #expect(StudioQuestion.size.need == nil && StudioQuestion.copy.need == .experiment)
    var plan = Comparison([ComparisonOperand(try Scenario.parse(#"{"population": {"size": 12}}"#))], replications: 2)
    plan.plansOnly = true
    #expect(plan.reported().comparison?.plan != nil)
  }

  @Test("A comparison that finds nothing worse in its main indicator says so of that indicator alone")
  func outcomeOfTheMainIndicator() throws {
    let text = TerminalSummary(SampleComparison.pair, width: 100).text
    #expect(text.contains("✓ main indicator not shown to be worse (exit 0)"))
    var section = try #require(SampleComparison.pair.comparison)
    #expect(section.outcome == "main indicator not shown to be worse")
    section.design = .loads
    #expect(section.outcome == "nothing shown to be worse")
  }

  @Test("No test of different people stands beside an interval of the same people")
  func noUnpairedTest() throws {
    for report in [SampleComparison.pair, SampleComparison.experiment] {
      for text in [report.markdown, report.html, TerminalSummary(report, width: 140).text] {
        #expect(text.contains("Time to event"))
        #expect(!text.contains("Hazard ratio") && !text.contains("p-values are larger"))
      }
      #expect(report.json.contains("hazardRatio"), "the data keep it")
    }
    var section = try #require(SampleComparison.pair.comparison)
    section.design = .unpaired
    #expect(section.timeTable?.columns.map(\.name).suffix(2) == ["Hazard ratio", "Log-rank"])
  }

  @Test("A comparison says that its ranges are chance alone, and names the effect on people that it assumes")
  func assumedEffects() throws {
    var report = SampleComparison.experiment
    report.assumptions = [.init(path: "population.arrival", value: "1")]
    let sure = try #require(report.document.findings.first { $0.label == .certainty })
    let beginning = "The ranges in parentheses show chance alone. What people do differently is assumed, "
    #expect(sure.finding.hasPrefix(beginning))
    #expect(sure.finding.contains("not observed: “follow the card, factor of the arm”. Of 1 assumption"))
    #expect(StudioQuestion.copy.lines(report).first?.text == sure.finding)
    // Nothing that people do differs between two versions of the app.
    #expect(SampleComparison.pair.comparison?.assumedEffectText == nil)
    var section = try #require(SampleComparison.pair.comparison)
    section.differences = ["population.size", "population.reminders.most", "population.personas.*.weight"].map {
      .init(path: $0, values: ["1", "2"])
    }
    let text = try #require(section.assumedEffectText)
    #expect(!text.contains("size") && text.components(separatedBy: "“").count == 3)
  }

  @Test("The effects that arms are assumed to have are assumptions of each report, not of a comparison alone")
  func armsAreAssumptions() throws {
    let scenario = try Scenario.parse(
      """
      {"horizon": "2h", "population": {"size": 4},
       "experiment": {"name": "e", "arms": [{"name": "A"}, {"name": "B", "decisionFactors": {"followCard": 1.5}}]}}
      """)
    let path = "experiment.arms.B.decisionFactors.followCard"
    let report = Simulation(scenario, jobs: 1).run()
    #expect(report.assumptions.filter { $0.path == path }.map(\.value) == ["1.5"])
    #expect(scenario.statedAssumptions.count(where: { $0.path == path }) == 1)
  }

  @Test("A probability that no replication, or every one, speaks for is not stated as exact")
  func extremeProbabilities() {
    for (met, text) in [(0, "under 1%"), (20, "over 99%")] {
      var target = ForecastSection.Target.blank
      (target.met, target.replications) = (met, 20)
      target.interval = ProportionInterval.clopperPearson(successes: met, trials: 20)
      #expect(target.expected == nil && target.shareText == text)
    }
  }

  @Test(
    "No end of an interval that excludes 0 looks like 0, and large counts have no decimals",
    arguments: [
      (-0.007, -0.012, -0.0002, "share", "−0.70 points", "−1.20 to −0.02"),
      (0.31, 0.2, 0.4, "share", "+31.0 points", "+20.0 to +40.0"),
      (-2552, -3008.3, -1913.5, "per 1,000 users", "−2,552", "−3,008 to −1,914"),
      (-21, -36.84, -6.94, "per 1,000 users", "−21.0", "−36.8 to −6.9"),
      (-0.0003, -0.012, 0.011, "share", "0.0 points", "−1.2 to +1.1"),
    ])
  func ends(difference: Double, low: Double, high: Double, unit: String, text: String, ends: String) {
    let interval = Interval(level: 0.95, low: low, high: high, method: "")
    #expect(Wording.difference(difference, unit: unit, beside: interval) == text)
    #expect(Wording.differenceInterval(interval, unit: unit, of: difference) == ends)
  }
}
