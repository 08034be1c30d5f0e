import Testing

@testable import GTSDModel
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct RelativeValueTests {
  private func scenario(_ sets: String..., users: Int? = nil) throws -> Scenario {
    try Scenario.parse(#"{"population": {"size": 800}}"#, overrides: ScenarioOverrides(users: users, sets: sets))
  }

  @Test func probabilitiesAreScaledByTheirOdds() throws {
    let before = try scenario().population.personas
    let after = try scenario("population.personas.*.habit.returnSameDay*=0.5").population.personas
    for (one, other) in zip(before, after) {
      let odds = one.habit.returnSameDay.value / (1 - one.habit.returnSameDay.value)
      #expect(abs(other.habit.returnSameDay.value - odds / 2 / (1 + odds / 2)) < 1e-9)
    }
  }

  @Test func timesAreScaledThemselves() throws {
    let before = try scenario().backend.metricsDelay.value(at: 0.5)
    #expect(abs(try scenario("backend.metricsDelay*=3").backend.metricsDelay.value(at: 0.5) / before - 3) < 1e-6)
    let twice = try scenario("backend.metricsDelay.lognormal.median*=2", "backend.metricsDelay.lognormal.median*=2")
    #expect(abs(twice.backend.metricsDelay.value(at: 0.5) / before - 4) < 1e-6)
  }

  @Test(arguments: ["population.personas.*.habit.returnSameDay*=-1", "backend.nothing*=2", "name*=2"])
  func unscalableValueIsAProblem(set: String) {
    #expect(throws: ScenarioError.self) { try scenario(set) }
  }

  @Test func fewerSimulatedPeopleStandForAsMany() throws {
    #expect(try scenario(users: 50).population.represents == 800)
    #expect(try scenario().population.represents == nil)
    #expect(try scenario("population.represents=9000", users: 50).population.represents == 9_000)
    #expect(try scenario(users: 800).population.represents == nil)
  }

  @Test("A resolved scenario represents as many people as the file that it was made from")
  func resolvedScenarioRepresentsAsMany() throws {
    let resolved = try scenario().resolvedJSON
    #expect(resolved.contains("\"represents\":null") || resolved.contains("\"represents\": null"))
    let fewer = ScenarioOverrides(users: 50)
    #expect(try Scenario.parse(resolved, overrides: fewer).population.represents == 800)
  }

  @Test("Every value that a study varies has its own plain name")
  func studiedValuesHaveNames() {
    let names = StudyFactor.paths.map { Scenario.words(for: $0) }
    #expect(Set(names).count == names.count)
    // A name in code form contains capitals or dots.
    for name in names { #expect(!name.contains(".") && name.contains(" ") || name == "servers", "\(name)") }
  }

  @Test func parametersHaveNames() {
    #expect(Scenario.words(for: "population.personas.casual.decisions.followCard") == "follow the card (casual)")
    #expect(Scenario.words(for: "population.personas.*.habit.returnSameDay") == "come back the same day")
    #expect(Scenario.words(for: "backend.metricsDelay.lognormal.median") == "time until metrics are computed")
    #expect(Scenario.words(for: "population.personas.*.timings.sessionGap.median") == "time between two visits")
    #expect(Scenario.words(for: "population.personas.*.timings.sessionGap.sigma") == "time between two visits, spread")
    #expect(Scenario.words(for: "experiment.arms.*.reminders.reach") == "allow notifications (arms)")
    #expect(Scenario.words(for: "experiment.arms.B.reminders.most") == "greatest number of reminders (arm B)")
    #expect(Scenario.words(for: "experiment.arms.B.summaryLength") != Scenario.words(for: "experiment.arms.B.opens"))
    #expect(Scenario.words(for: "population.represents") != "population.represents")
    #expect(
      Scenario.words(forAssignment: "population.personas.*.decisions.followCard*=1.9152") == "follow the card × 1.92")
    #expect(Scenario.words(forAssignment: "backend.errorRate=0.05") == "requests that fail = 0.05")
    #expect(Scenario.words(for: "nowhere.at.all") == "nowhere.at.all")
  }
}
