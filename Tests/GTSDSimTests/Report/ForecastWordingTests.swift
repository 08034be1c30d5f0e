import Foundation
import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

struct ForecastWordingTests {
  /// An interval has the unit of its value. An end of another magnitude, as with few people, has its own unit.
  @Test(arguments: [
    (1.2, 1.6, 1.4, "1.2–1.6 s"), (0.0898, 118_827.5685, 0.698, "89.8 ms–33 h"), (0, 90, 0.5, "0–90,000 ms"),
    (0, 100, 0.5, "0 s–100 s"),
  ])
  func anEndFarOffHasAUnitOfItsOwn(low: Double, high: Double, centre: Double, text: String) {
    let interval = Interval(level: 0.95, low: low, high: high, method: "test")
    #expect(Wording.interval(interval, unit: "s", of: centre) == text)
    // The value stored in a report gives the same text.
    let kept = Interval(level: 0.95, low: low, high: Double(String(format: "%.9g", high)) ?? 0, method: "test")
    #expect(Wording.interval(kept, unit: "s", of: centre) == text)
  }

  /// The notes on a target that hardly ever is met, if knowing everything has a value within an interval.
  private func notes(worth: Double, _ low: Double, _ high: Double) -> [String] {
    var section = SampleForecast.section
    section.information = ForecastSection.Information(
      kpi: KPI.acknowledgmentRate24h.id, question: ">= 0.8", users: 5_000, probability: 1e-9,
      probabilityInterval: Interval(level: 0.95, low: 0, high: 1e-7, method: "test"), ignorance: nil, worth: worth,
      worthInterval: Interval(level: 0.95, low: low, high: high, method: "test"), values: [], examined: 109, sets: 10)
    return section.uncertaintyNotes
  }

  @Test("An interval that rounds to 0 is reported as an upper bound")
  func nothingIsABound() {
    let notes = notes(worth: 0, 0, 0)
    #expect(notes[1].contains("probability of under 1% (at most 0.1%)"))
    #expect(notes[2].hasSuffix("with all 109 assumptions known, it would be right in at most 0.1 more cases of 100."))
  }

  @Test("Only if the answer may change is it said which assumption to measure")
  func worthOfMeasuring() {
    let hardly = notes(worth: 0.001, 0.001, 0.004)[2]
    #expect(hardly.hasPrefix("Measuring would hardly change this answer"))
    #expect(hardly.hasSuffix("it would be right in 0.1 (0.1–0.4) more cases of 100."))
    let open = notes(worth: 0.001, 0.001, 0.2)[2]
    #expect(open.contains("cannot show which of 109 to measure first"))
    #expect(open.hasSuffix("make the answer right in 0.1 (0.1–20) more cases of 100."))
  }

  private func lead(_ section: ForecastSection) -> String {
    Headline(SampleForecast.report(section)).sentences[0].text
  }

  @Test func theLeadSaysMeanTargetAndProbability() {
    #expect(
      lead(SampleForecast.plain)
        == "Acknowledged within 24 h. Target ≥ 80%: missed, probability 4.0% (1.1–9.9%), met in 4 of 100 replications. "
        + "Mean 78.4% (78.2–78.6% over 100 replications).")
  }

  @Test(
    "The largest text on a page is a range where little is known of the probability",
    arguments: [(0.0, 0.52, "0.0–52.0%"), (0.3, 0.6, "45.0%"), (0.0, 1.0, "unknown")])
  func headlineOfAVagueProbability(low: Double, high: Double, text: String) {
    var target = ForecastSection.Target.blank
    target.expected = 0.45
    target.interval = Interval(level: 0.95, low: low, high: high, method: "test")
    #expect(target.headlineText == text)
  }

  @Test func withoutATargetNothingIsJudged() {
    var section = SampleForecast.plain
    section.indicators[0].targets = []
    #expect(
      lead(section)
        == "Acknowledged within 24 h. No target is set for this indicator. Mean 78.4% (78.2–78.6% over 100 replications)."
    )
    section.indicators = Array(section.indicators.prefix(1))
    #expect(section.targetsText == nil && section.targetLine == nil)
  }

  @Test func withoutAValueNothingIsClaimed() {
    let text = lead(SampleForecast.nothing)
    #expect(text == "Acknowledged within 24 h: no value in any of 100 replications.")
    #expect(Headline(SampleForecast.report(SampleForecast.nothing)).sentences[0].verdict == .none)
    var none = ForecastSection(
      kpi: KPI.acknowledgmentRate24h.id, replications: 0, stopping: .init(rule: "fixed", most: 100))
    none.indicators = SampleForecast.nothing.indicators
    #expect(lead(none) == "Acknowledged within 24 h: no replication ended.")
    #expect(none.stoppingText == "0 replications of 100 ended.")
  }

  @Test func aValueInOneOfManyHasNoInterval() {
    var section = SampleForecast.plain
    section.indicators[0].replications = 1
    section.indicators[0].interval = nil
    section.indicators[0].quantiles = [[0, 0.784], [0.05, 0.784], [0.5, 0.784], [0.95, 0.784], [1, 0.784]]
    section.indicators[0].targets[0].replications = 1
    section.indicators[0].targets[0].met = 0
    section.indicators[0].targets[0].interval = Interval(level: 0.95, low: 0, high: 0.975, method: "clopper-pearson")
    #expect(
      lead(section)
        == "Acknowledged within 24 h. Target ≥ 80%: missed, probability under 1% (0.0–97.5%), met in 0 of the 1 replication in "
        + "which it can be judged. Mean 78.4% (over the 1 of 100 replications with a value).")
    #expect(section.replicationText(users: 1) == "A replication is 1 user with chances of their own.")
    #expect(section.indicators[0].spreadText.isEmpty)
  }

  @Test func fewReplicationsHaveARangeRatherThanPercentiles() {
    var section = SampleForecast.plain
    #expect(
      section.replicationText(users: 5_000).hasSuffix(
        "of their own; in 90% of replications, “acknowledged within 24 h” is between 77.0% and 79.8%."))
    section.indicators[0].replications = 6
    #expect(section.replicationText(users: 5_000).contains("; “acknowledged within 24 h” ranges from 76.1% to 80.7%"))
  }

  @Test("A forecast of an experiment names the command that compares its arms precisely")
  func aForecastOfArmsPointsToCompare() {
    let pointer = Headline.armsPointer.finding
    var report = SampleReport.experiment
    report.content = .forecast(SampleForecast.plain)
    #expect(Headline(report).sentences.contains { $0.finding == pointer })
    #expect(!Headline(SampleForecast.report(SampleForecast.plain)).sentences.contains { $0.finding == pointer })
  }

  @Test func aDemandOnAComparisonWithoutArmsIsNotJudged() throws {
    let indicator = try #require(
      SampleForecast.plain.indicators.first { $0.targets.contains { $0.demand.versus == .control } })
    let target = try #require(indicator.targets.first { $0.demand.versus == .control })
    #expect(target.likelihood(of: 100) == "it can be judged in no replication" && target.probabilityText.isEmpty)
  }

  @Test func stoppingRuleReportsWhetherItsPrecisionWasReached() {
    var section = SampleForecast.plain
    #expect(section.stoppingText == "100 replications; the number was fixed beforehand.")
    section.stopping = .init(rule: "precision", precision: 0.005, most: 10_000)
    #expect(
      section.stoppingText
        == "Stopped after 100 replications, with the precision of ±0.5 points that was asked for (at most 10,000).")
    section.stopping = .init(rule: "precision", precision: 0.0005, most: 100, isReached: false)
    #expect(
      section.stoppingText
        == "The precision of ±0.05 points was not reached within 100 replications of at most 100: the interval is ±0.18 points."
    )
    #expect(
      Headline(SampleForecast.report(section)).sentences.contains {
        $0.finding == section.stoppingText && $0.verdict == .undecided
      })
    section.indicators[0].interval = nil
    #expect(section.stoppingText.hasSuffix(": there is no interval."))
  }

  @Test func varianceIsDividedIntoChanceAndAssumptions() {
    #expect(
      SampleForecast.plain.uncertaintyText
        == "Replications differ by chance alone: no value was drawn.")
    #expect(SampleForecast.plain.samplingText == nil)
    var section = SampleForecast.section
    #expect(
      section.uncertaintyText
        == "For the people that the scenario describes, 63.0% (41.0–78.0%) of the variance of “Acknowledged within 24 h” "
        + "comes from not knowing 2 values of the scenario, the rest is chance.")
    #expect(
      section.samplingText
        == "They were drawn 50 times, 2 replications each, in 10 Latin hypercubes: the variance of the mean is 3.4 times "
        + "smaller than under independent draws, by an estimate from 10 hypercubes.")
    section.parameters?.varianceReduction = 0.8
    #expect(section.samplingText?.contains("the variance of the mean is no smaller than under") == true)
    section.parameters?.varianceReduction = nil
    section.parameters?.sampling = "independent"
    section.parameters?.values.removeLast()
    #expect(section.samplingText == "It was drawn 50 times, 2 replications each, independently of each other.")
    section.indicators[0].parameterShare = nil
    #expect(
      section.uncertaintyText
        == "100 replications cannot show how much of the variance between replications comes from not knowing 1 value "
        + "of the scenario, and how much is chance.")
    section.indicators[0].neededReplications = .init(replications: 400, ofDescribed: 30)
    #expect(section.uncertaintyText.hasSuffix("suggest that about 400 replications would be enough."))
  }

  @Test func aGoalIsReachedOrNotOrUnknown() {
    var solution = SampleForecast.solution
    #expect(
      solution.text(unit: "share", direction: .higherIsBetter)
        == "“follow the card” at 61.8% (59.3–64.6%) reaches a mean of 85%.")
    solution.interval?.high = .infinity
    #expect(
      solution.text(unit: "share", direction: .higherIsBetter)
        == "“follow the card” at 61.8% (59.3% or more) reaches a mean of 85%.")
    solution.interval?.low = -.infinity
    #expect(
      solution.text(unit: "share", direction: .higherIsBetter) == "“follow the card” at 61.8% reaches a mean of 85%.")
    solution = SampleForecast.unreachable
    #expect(
      solution.text(unit: "share", direction: .higherIsBetter)
        == "No value of “follow the card” from 0% to 100% reaches 99%: the best of 8 tried is 100%, with a mean of 96.0% "
        + "(95.1–96.9%).")
    solution.target = 0.965
    #expect(
      solution.text(unit: "share", direction: .higherIsBetter).hasSuffix(
        "That interval contains 96.5%: more replications may decide."))
    solution.evaluations = []
    #expect(
      solution.text(unit: "share", direction: .higherIsBetter)
        == "Which value of “follow the card” reaches 96.5% is not known: the search has no values to go by.")
    #expect(solution.chart(of: "x", unit: "share", direction: .none) == nil)
  }

  @Test("Values read from the fan chart belong to the hours that they name")
  func readingsAreOfTheirHours() throws {
    let chart = try #require(SampleForecast.section.fanChart)
    let readings = try #require(chart.readings)
    #expect(readings.last == 86_400 && chart.readingNames?.last == "after 24 h")
    #expect(readings.first == 3_600 && chart.readingNames?.first == "after 1 h")
  }

  @Test func violationsAreCountedByReplications() {
    var section = SampleForecast.plain
    #expect(section.violationsText == "The app's state was wrong in 98 of 100 replications.")
    section.replicationsWithViolations = 1
    #expect(section.violationsText == "The app's state was wrong in 1 of 100 replications.")
    section.replicationsWithViolations = 0
    #expect(section.violationsText == "The app's state was wrong in none of 100 replications.")
  }

  @Test func pathsWithEqualEndsStayDistinct() {
    #expect(
      ScenarioPath.names([
        "population.personas.casual.decisions.followCard", "population.personas.skipper.decisions.followCard",
        "backend.metricsDelay.lognormal.median",
      ]) == ["follow the card (casual)", "follow the card (skipper)", "time until metrics are computed"])
    #expect(ScenarioPath.names(["population.personas.*.decisions.followCard"]) == ["follow the card"])
    #expect(
      ScenarioPath.names(["a.decisions.followCard", "b.decisions.followCard"]) == [
        "follow the card, a.decisions.followCard", "follow the card, b.decisions.followCard",
      ])
  }

  // MARK: Bars of text

  @Test func barsLieOnTheirSideOfZero() {
    let scale = TextTornado(least: -4, most: 8, columns: 13)
    #expect(scale.bar(low: -4, high: 8) == "░░░░│████████")
    #expect(scale.bar(low: 8, high: -4) == "████│░░░░░░░░")
    // The shorter bar is drawn on the longer one.
    #expect(scale.bar(low: 2, high: 8) == "    │░░██████")
    #expect(scale.bar(low: -4, high: -1) == "░░░█│        ")
    #expect(scale.bar(low: 0, high: 0) == "    │        ")
    #expect(TextTornado(least: 0, most: 0, columns: 5).bar(low: 0, high: 0) == "  │  ")
    #expect(TextTornado(least: 2, most: 4, columns: 5).bar(low: 2, high: 4) == "│░░██")
    #expect(TextTornado(least: -4, most: -2, columns: 5).bar(low: -4, high: -2) == "░░██│")
  }

  @Test("Every number in readable texts has thousands separators")
  func thousands() {
    #expect(Wording.value(2_550, unit: "per 1,000 users") == "2,550")
    #expect(Wording.grouped(-2_975.94, 1) == "−2,975.9")
    #expect(Wording.grouped(-0.25, 2) == "−0.25")
    #expect(Wording.difference(-2_550, unit: "per 1,000 users") == "−2,550")
  }
}
