import Testing

@testable import GTSDModel

struct ScenarioValuesTests {
  private func scenario(_ text: String = "{}") throws -> Scenario { try Scenario.parse(text) }

  @Test func starSelectsEveryElement() throws {
    let plain = try scenario()
    let values = plain.values(at: "population.personas.*.decisions.followCard")
    #expect(values.count == plain.population.personas.count)
    #expect(values.map(\.base) == plain.population.personas.map(\.decisions.followCard.value))
    #expect(values.allSatisfy { $0.kind == .probability })
    #expect(values[0].path == "population.personas.\(plain.population.personas[0].name).decisions.followCard")

    let set = try Scenario.parse(
      "{}", overrides: ScenarioOverrides(sets: ["population.personas.*.decisions.followCard=0.25"]))
    #expect(set.population.personas.allSatisfy { $0.decisions.followCard.value == 0.25 })
    #expect(try plain.setting(["population.personas[*].decisions.followCard=0.25"]) == set)
  }

  @Test func durationsAndNumbersAreDistinguished() throws {
    let plain = try scenario()
    let delay = try #require(plain.values(at: "backend.metricsDelay.lognormal.median").first)
    #expect(delay.kind == .duration && delay.base == 4)
    let servers = try #require(plain.values(at: "$.backend.servers").first)
    #expect(servers.kind == .number && servers.base == 256)
    let changed = try plain.setting([delay.assignment(2.5), servers.assignment(12.4)])
    #expect(changed.backend.metricsDelay == .lognormal(median: 2.5, sigma: 0.6))
    #expect(changed.backend.servers == 12)
  }

  @Test func unknownPathsHaveNoValues() throws {
    let plain = try scenario()
    #expect(plain.values(at: "population.personas.*.decisions.followCart").isEmpty)
    #expect(plain.values(at: "population.personas").isEmpty)
    #expect(plain.values(at: "name").isEmpty)
  }

  @Test func uncertainValuesAreFoundWithWhatIsBelieved() throws {
    let uncertain = try scenario(
      """
      {"population": {"personas": [{"name": "a", "decisions": {
        "followCard": {"value": 0.4, "uncertainty": {"normal": {"mean": 0.4, "deviation": 0.05}}}}}]},
       "backend": {"lossRate": {"uniform": {"low": 0, "high": 0.01}}}}
      """)
    let values = uncertain.uncertainValues
    #expect(values.map(\.path) == ["backend.lossRate", "population.personas.a.decisions.followCard"])
    #expect(values[1].uncertainty == .normal(mean: 0.4, deviation: 0.05))
    #expect(values[1].base == 0.4)
    let fixed = try uncertain.setting(values.map { $0.assignment(0.3) })
    #expect(fixed.uncertainValues.isEmpty)
    #expect(fixed.population.personas[0].decisions.followCard == Probability(0.3))
  }

  @Test func settingNothingChangesNothing() throws {
    let plain = try scenario()
    #expect(try plain.setting([]) == plain)
  }

  @Test func valueThatAScenarioRefusesIsRefused() throws {
    #expect(throws: ScenarioError.self) { try scenario().setting(["backend.servers=-1"]) }
  }
}
