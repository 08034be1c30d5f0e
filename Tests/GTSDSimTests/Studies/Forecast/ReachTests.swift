import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

/// The ranking of changes that a product team can make: assumed effects are stated, and habits are separate.
struct ReachTests {
  /// People who acknowledge only because of the card.
  private static func scenario() throws -> Scenario {
    try Scenario.parse(
      #"""
      {"name": "reach", "seed": 3, "horizon": "26h", "generation": "correct", "uncertainty": {"factor": 1},
       "population": {"size": 30, "arrival": {"uniform": {"over": "1h"}},
        "personas": [{"name": "a", "decisions": {"followCard": 0.4, "goToPlansDirectly": 0, "acknowledge": 1},
          "habit": {"returnSameDay": 0.2}}]}}
      """#)
  }

  @Test("Changes with an effect come first, changes without effect say so, and habits are listed separately")
  func changesAreRanked() throws {
    var forecast = Forecast(try Self.scenario(), replications: 6)
    forecast.ranksChanges = true
    let report = try forecast.run(progress: { _ in }).report
    let reach = try #require(report.forecast?.reach)
    #expect(reach.replications == 6 && reach.users == 30)
    let gains = reach.changes.map { $0.difference ?? 0 }
    #expect(gains == gains.sorted(by: >))
    let card = try #require(reach.changes.first { $0.name == "A card text that more people follow" })
    #expect(card.isControlled && (card.difference ?? 0) > 0 && card.assumed?.isEmpty == false)
    #expect(card.option == "--set 'population.personas.*.decisions.followCard*=1.5'")
    // Effects are assumed only if the simulation itself does not determine them.
    #expect(reach.changes.filter { $0.option.hasPrefix("--generation") }.allSatisfy { $0.assumed == nil })
    #expect(!reach.habits.isEmpty && reach.habits.allSatisfy { $0.assumed?.isEmpty == false })
    #expect(reach.changes.allSatisfy { $0.interval.map { $0.low < $0.high } ?? true })
    // The baseline is the forecast's own mean: the same people and the same draws.
    let own = try #require(report.forecast?.indicators.first { $0.id == KPI.acknowledgmentRate24h.id }?.mean)
    #expect(abs(reach.baseline - own) < 1e-9)
    let answer = try #require(report.forecast?.reachAnswer)
    #expect(report.document.findings.contains { $0.text.contains(answer.finding) })
    #expect(report.rendered(as: .md).contains("What would get us there"))
    // A terminal lists every change, without paths that need not be typed.
    let terminal = TerminalSummary(report).text
    #expect(reach.changes.allSatisfy { terminal.contains($0.name.prefix(30)) })
    #expect(!terminal.contains("decisions."))
    let published = try #require(ForecastResult(report)?.reach)
    #expect(published.changes.map(\.name) == reach.changes.map(\.name) && published.baseline == reach.baseline)
  }

  @Test("The interval of a share's change has possible values only, however few replications there are")
  func intervalsArePossible() {
    let wide = Interval(level: 0.95, low: -4.95, high: 4.63, method: "student")
    let share = wide.possibleChange(of: .acknowledgmentRate24h)
    #expect(share.low == -1 && share.high == 1)
    #expect(wide.possibleChange(of: .timeToAcknowledge) == wide)
  }

  @Test("Arms, reminders and the metrics delay are possible changes if the scenario has them")
  func changesFitTheScenario() throws {
    var scenario = try Self.scenario()
    func kinds() -> Set<ProductChange.Kind> { Set(ProductChange.all(of: scenario).map(\.kind)) }
    #expect(kinds() == [.card, .reminders, .metrics, .app, .habit])
    scenario.experiment = Experiment(
      name: "e", arms: [Arm(name: "A"), Arm(name: "B", decisionFactors: [.init(decision: "followCard", factor: 1.2)])])
    #expect(kinds().contains(.rollout))
    let arms = ProductChange.all(of: scenario).filter { $0.kind == .rollout }
    #expect(arms.map(\.option) == ["#A", "#B"] && arms.map { $0.assumed == nil } == [true, false])
    scenario.population.reminders = Reminders()
    let more = try #require(ProductChange.all(of: scenario).first { $0.kind == .reminders })
    #expect(try more.apply(scenario).population.reminders?.most == Reminders().most + 1)
    for change in ProductChange.all(of: scenario) { #expect(throws: Never.self) { try change.apply(scenario) } }
  }

  @Test("The answer says whether any change alone brings the mean to the target")
  func gapToTheTarget() {
    func change(_ name: String, _ value: Double) -> ForecastSection.Reach.Change {
      var change = ForecastSection.Reach.Change(name: name, isControlled: true, assumed: nil, option: "")
      (change.value, change.difference) = (value, value - 0.7)
      change.interval = Interval(level: 0.95, low: value - 0.71, high: value - 0.69, method: "")
      return change
    }
    let target = KPITarget(comparison: .atLeast, value: 0.8, source: "test")
    var reach = ForecastSection.Reach(baseline: 0.7, replications: 20, users: 100, changes: [change("A text", 0.75)])
    func answer() -> String { reach.answer(unit: "share", direction: .higherIsBetter, target: target).finding }
    #expect(
      answer().hasSuffix("The mean is then 75.0%: no change alone makes it ≥ 80%, and combinations were not tried."))
    reach.changes.insert(change("An app", 0.82), at: 0)
    #expect(answer().hasSuffix("The mean is then 82.0%: 1 change alone would make the mean ≥ 80%."))
    reach.baseline = 0.81
    #expect(answer().hasSuffix("without any change, it is ≥ 80% already."))
  }

  @Test("No change is named as most helpful if every interval contains 0")
  func unshownIsNotNamed() {
    var change = ForecastSection.Reach.Change(name: "A text", isControlled: true, assumed: "it works", option: "")
    (change.difference, change.interval) = (0.05, Interval(level: 0.95, low: -0.01, high: 0.11, method: ""))
    var reach = ForecastSection.Reach(baseline: 0.7, replications: 20, users: 100, changes: [change])
    #expect(reach.answer(unit: "share", direction: .higherIsBetter).finding.hasPrefix("None of 1 change"))
    reach.changes[0].interval?.low = 0.01
    let answer = reach.answer(unit: "share", direction: .higherIsBetter).finding
    #expect(answer.contains("“A text” helps most: +5.0 points") && answer.contains("assuming it works"))
    reach.changes[0].isControlled = false
    #expect(reach.answer(unit: "share", direction: .higherIsBetter).verdict == .undecided)
    #expect(reach.habitText(unit: "share")?.contains("“A text”") == true)
  }
}
