import Foundation
import GTSDModel
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Statistics

/// Answers that have no value, hold everywhere, or rest on a change against control.
struct AnswerWordingTests {
  private static func short() throws -> Scenario {
    try Scenario.parse(
      #"{"horizon": "6h", "population": {"size": 6, "arrival": {"uniform": {"over": "30m"}}}}"#)
  }

  private static let reason = "The scenario ends after 6 h, and this takes 24 h of each person."

  @Test("A scenario that ends before the question's window says so in the lead of a run and of a forecast")
  func tooShort() throws {
    let run = Simulation(try Self.short(), jobs: 1).run()
    #expect(run.document.findings[0].finding == "Acknowledged within 24 h: no value. \(Self.reason)")
    // The table beside it has no verdict either.
    #expect(run.document.findings[0].verdict == .none && run.kpi(.acknowledgmentRate24h)?.verdict == Verdict.none)
    var study = Forecast(try Self.short(), replications: 2, jobs: 1)
    study.chanceAlone = true
    let forecast = try study.run().report
    #expect(forecast.document.findings[0].finding.hasSuffix("no value in any of 2 replications. \(Self.reason)"))
    #expect(forecast.html.components(separatedBy: Self.reason).count == 2, "the page has it once")
    for question in [StudioQuestion.target, .sure, .reach, .drivers, .measure] {
      #expect(question.answer(forecast).text.hasSuffix(Self.reason), "\(question)")
      #expect(question.lines(forecast).isEmpty, "\(question)")
    }
  }

  @Test("A comparison without a value says that the scenario is too short")
  func tooShortToCompare() throws {
    let slow = Comparison(try Self.short(), try Self.short(), replications: 2, jobs: 1).run().report
    #expect(
      StudioQuestion.slow.answer(slow).text == "With metrics after five minutes, nothing was measured. \(Self.reason)")
  }

  @Test("The verdict beside a difference says better or worse, not that a target is met")
  func verdictOfDifference() throws {
    let fast = try Scenario.parse(
      #"{"horizon": "30h", "population": {"size": 30, "arrival": {"uniform": {"over": "30m"}}}}"#)
    var slow = fast
    slow.backend.metricsDelay = .constant(144_000)
    let report = Comparison(fast, slow, replications: 4, jobs: 1).run().report
    #expect(StudioQuestion.slow.answer(report).verdict == "missed")
    #expect(StudioQuestion.slow.verdictWord(report) == "worse")
    let same = Comparison(fast, fast, replications: 4, jobs: 1).run().report
    #expect(StudioQuestion.slow.verdictWord(same) == "not shown")
    #expect(StudioQuestion.target.verdictWord(report) == nil)
    #expect(report.html.contains(#"<span class="verdict missed"><i aria-hidden="true">✗</i>worse</span>"#))
  }

  @Test("What logs say begins with a fault of the log, and no sentence comes twice")
  func faultyLog() {
    var report = SampleCalibration.report
    let answer = StudioQuestion.logs.answer(report)
    #expect(answer.text.contains("fitted to"))
    #expect(StudioQuestion.logs.lines(report).allSatisfy { !answer.text.contains($0.text) })
    let fault = LogFinding(.changed, "People decide differently.", isFault: true)
    var section = SampleCalibration.section
    section.findings = [LogFinding(.zone, "Times have no zone.", isFault: false), fault]
    report.content = .calibration(section)
    #expect(StudioQuestion.logs.answer(report).text == fault.text)
    #expect(StudioQuestion.logs.answer(report).verdict == "missed")
    #expect(StudioQuestion.logs.verdictWord(report) == "doubtful")
  }

  @Test("A finding about a log names the option in the report, and the command in the studio")
  func adviceOnLogs() throws {
    var report = SampleCalibration.report
    var section = SampleCalibration.section
    let remedy = LogRemedy(map: "`{\"zone\": \"UTC\"}`", effect: "says which zone they are of")
    section.findings = [LogFinding(.zone, "Times have no zone.", isFault: true, remedy: remedy)]
    report.content = .calibration(section)
    let answer = StudioQuestion.logs.answer(report).text
    #expect(answer.hasPrefix("Times have no zone. The studio reads no such file, but the command does: `gtsd-sim"))
    #expect(answer.contains("A FILE with `{\"zone\": \"UTC\"}` says which zone they are of."))
    #expect(answer.hasSuffix("`gtsd-sim studio FOLDER/overlay.json` then opens the fitted scenario here."))
    let own = "Times have no zone. A file of `--map` with `{\"zone\": \"UTC\"}` says which zone they are of."
    #expect(Headline(report).sentences.contains { $0.text == own })
    #expect(report.html.contains("A file of <code>--map</code> with"))
    let read = try Report(json: Data(report.json.utf8))
    #expect(read.calibration?.findings == section.findings)
  }

  @Test("Probabilities of a scenario are percentages in sentences, charts and tables")
  func probabilitiesOfScenario() {
    let path = "population.personas.*.decisions.followCard"
    #expect(Wording.parameters([0.222], path: path) == "22.2%")
    #expect(Wording.parameters([0.5, 0.264], path: path) == "26.4–50%")
    #expect(Wording.parameters([0.5, 0.264], path: "population.personas.*.timings.tabDwell.sigma") == "0.264–0.5")
    #expect(Scenario.isProbability(at: "population.personas.all.habit.returnSameDay"))
    #expect(!Scenario.isProbability(at: "population.memory.laterDays"))
  }

  @Test("A verdict on a change against control stands beside that change and its interval")
  func againstControl() throws {
    var result = KPIResult.blank
    (result.id, result.title, result.unit) = (KPI.retentionRate7d.id, "Back on day 7", "share")
    (result.value, result.interval) = (0.303, Interval(level: 0.95, low: 0.241, high: 0.374, method: "wilson"))
    (result.change, result.changeInterval) = (
      -0.413, Interval(level: 0.95, low: -0.71, high: 0.189, method: "katz-log")
    )
    let demand = KPITarget(
      level: .criterion, comparison: .atLeast, value: .number(0.08), versus: .control, source: "here")
    #expect(result.decidingChange == nil)
    result.judge([demand])
    #expect(result.verdict == .undecided)
    #expect(result.decidingChange == "a change of −41.3% (−71% to +18.9%)")
    var report = Simulation(try Self.short(), jobs: 1).run()
    report.kpis = [result]
    let change = "against control, a change of −41.3% (−71% to +18.9%)"
    let lines = TerminalSummary(report).text.split(separator: "\n")
    #expect(lines.contains { $0.contains(change) && $0.hasSuffix("~ undecided") })
    #expect(!lines.contains { $0.hasPrefix("Back on day 7") && $0.contains("undecided") })
    #expect(report.markdown.contains(change) && report.html.contains(change))
    #expect(report.document.findings.contains { $0.finding.hasSuffix("(−71% to +18.9%).") && $0.verdict == .undecided })
  }

  @Test(
    "A goal that every value surpasses is no failure, in either direction",
    arguments: [
      (
        KPIDirection.higherIsBetter, 0.3,
        "Every tried value of “follow the card” from 0% to 100% keeps the mean above 30%"
      ),
      (.lowerIsBetter, 0.99, "Every tried value of “follow the card” from 0% to 100% keeps the mean below 99%"),
      (.lowerIsBetter, 0.3, "No value of “follow the card” from 0% to 100% reaches 30%"),
      (.none, 0.3, "No value of “follow the card” from 0% to 100% reaches 30%"),
    ])
  func surpassedGoals(direction: KPIDirection, target: Double, text: String) {
    var solution = SampleForecast.unreachable
    solution.target = target
    solution.evaluations = [[0, 0.5, 0.48, 0.52], [1, 0.8, 0.78, 0.82]]
    #expect(solution.text(unit: "share", direction: direction).hasPrefix(text))
  }

  @Test("Equal values at each replication have no interval of width zero")
  func equalValues() {
    var solution = SampleForecast.unreachable
    solution.target = 0.01
    solution.evaluations = [[0, 0, 0, 0], [1, 0, 0, 0]]
    let text = solution.text(unit: "share", direction: .lowerIsBetter)
    #expect(text.hasSuffix("with a mean of 0.0% in each of \(solution.replications) replications."), "\(text)")
  }

  @Test("A change without an effect in any replication is told as such, also of a habit")
  func noEffect() {
    var reach = ForecastSection.Reach.blank
    var habit = ForecastSection.Reach.Change.blank
    (habit.name, habit.isControlled, habit.difference) = ("Less time between two visits", false, 0)
    reach.changes = [habit]
    #expect(habit.effectText(unit: "share") == "the same in every replication")
    #expect(
      reach.habitText(unit: "share")?.hasSuffix("“Less time between two visits” did not change it in any replication.")
        == true)
    reach.changes[0].difference = nil
    #expect(reach.habitText(unit: "share")?.hasSuffix("“Less time between two visits” could not be measured.") == true)
  }

  @Test("If no change helps and none is needed, the answer says so")
  func noneNeeded() {
    var reach = ForecastSection.Reach.blank
    (reach.baseline, reach.replications, reach.changes) = (0, 20, [.blank])
    let target = KPITarget(
      level: .criterion, comparison: .atMost, value: .number(0.01), versus: .absolute, source: "here")
    let answer = reach.answer(unit: "share", direction: .lowerIsBetter, target: target)
    #expect(answer.finding.hasSuffix("Without any change, the mean is ≤ 1% already.") && answer.verdict == .none)
    reach.baseline = 0.02
    #expect(reach.answer(unit: "share", direction: .lowerIsBetter, target: target).verdict == .undecided)
  }

  @Test("The run of an experiment names the command that measures its arms with the same people")
  func experiments() throws {
    let scenario = try Scenario.parse(
      """
      {"horizon": "30h", "population": {"size": 16, "arrival": {"uniform": {"over": "90m"}}},
       "experiment": {"name": "e", "arms": [{"name": "A"}, {"name": "B", "decisionFactors": {"followCard": 1.5}}]}}
      """)
    let findings = Simulation(scenario, jobs: 1).run().document.findings
    let change = try #require(findings.first { $0.label == .change })
    #expect(change.isPointer && change.finding.contains("`gtsd-sim compare` measures each arm with the same people"))
  }

  @Test("The spread of counts has no decimals, and a spread of one value is not a range")
  func spreads() {
    var indicator = ForecastSection.Indicator.blank
    (indicator.title, indicator.unit, indicator.replications) = ("State violations", "count", 20)
    indicator.quantiles = [[0.05, 82.6], [0.95, 176.4]]
    #expect(indicator.spreadText == "82–177")
    #expect(indicator.spreadClause == "in 90% of replications, “state violations” is between 82 and 177")
    indicator.quantiles = [[0.05, 0], [0.95, 0]]
    #expect(indicator.spreadClause == "in 90% of replications, “state violations” is 0")
  }

  @Test("No number of replications that were not enough is said to be enough")
  func enough() {
    let needed = ForecastSection.NeededReplications(replications: 8, ofDescribed: nil)
    #expect(needed.text(users: 5_000, ran: 20).isEmpty)
    let text = needed.text(users: 5_000, ran: 4)
    #expect(text == " These replications suggest that about 8 replications would be enough.")
  }

  @Test("The other model of people does not turn a verdict that only its few replications leave open")
  func fewReplications() throws {
    var section = SampleForecast.section
    var other = try #require(section.subject)
    for index in other.targets.indices {
      other.targets[index].expected = 1
      other.targets[index].interval = Interval(level: 0.95, low: 0.478, high: 1, method: "test")
    }
    section.alternative = .init(
      assignment: "population.memory=null", replications: section.replications / 2, indicators: [other])
    let same = try #require(section.alternativeStatement { _, _ in .met })
    #expect(same.verdict == .none && same.finding.contains(": too few replications to decide it."))
    let turned = try #require(section.alternativeStatement { _, _ in .missed })
    #expect(turned.verdict == .undecided && turned.finding.contains(": undecided instead of missed."))
    #expect(same.finding.contains("--set population.memory=null"))
    #expect(section.alternativeStatement(namesOption: false) { _, _ in .met }?.finding.contains("--set") == false)
  }
}
