import GTSDModel
import Testing

struct ScenarioParseTests {
  @Test func everythingHasADefault() throws {
    #expect(try Scenario.parse("{}", name: "first") == Scenario(name: "first"))
  }

  @Test func readsWhatIsWritten() throws {
    let scenario = try Scenario.parse(
      """
      {
        "name": "mixed", "seed": 18446744073709551615, "horizon": "1h30m",
        "generation": {"preset": "correct", "plan": {"gate": "off"}, "photo": {"upload": {"bounded": 5}}},
        "population": {
          "size": 50, "arrival": {"daily": {"over": "24h"}},
          "personas": [
            {"name": "casual", "decisions": {"followCard": 0.2, "acknowledge": {"uniform": {"low": 0.6, "high": 0.8}}}},
            {"name": "keen", "weight": 2, "timings": {"tabDwell": "300ms", "editForm": {"exponential": {"mean": 7}}}},
          ],
        },
        "backend": {"servers": null, "serviceByEndpoint": {"streak": "1ms", "acknowledge": "2ms"}},
        "faults": [{"kind": "brown-out", "capacity": 0.25, "from": "1m", "until": "2m", "endpoints": ["me"]}],
        "targets": {"dismissal-rate": {"comparison": "between", "value": [0.1, 0.2]}},
      }
      """)
    #expect(scenario.name == "mixed")
    #expect(scenario.seed == .max)
    #expect(scenario.horizon == .minutes(90))
    var generation = Generation.preset(.correct)
    generation.plan.gate = .off
    generation.photo.upload = .bounded(5)
    #expect(scenario.generation == generation)
    #expect(scenario.population.arrival == .daily(over: .hours(24)))
    let personas = scenario.population.personas
    #expect(personas.map(\.name) == ["casual", "keen"])
    #expect(personas[0].decisions.followCard == 0.2)
    #expect(personas[0].decisions.acknowledge.value == 0.7)
    #expect(personas[0].decisions.acknowledge.uncertainty == .uniform(low: 0.6, high: 0.8))
    #expect(personas[1].weight == 2)
    #expect(personas[1].decisions == Decisions())
    #expect(personas[1].timings.tabDwell == .constant(0.3))
    #expect(personas[1].timings.editForm == .exponential(mean: 7))
    #expect(scenario.backend.servers == nil)
    #expect(scenario.backend.serviceByEndpoint.map(\.endpoint) == [.acknowledge, .streak])
    #expect(
      scenario.faults == [
        Fault(kind: .brownOut(capacity: 0.25), endpoints: [.me], from: .minutes(1), until: .minutes(2))
      ])
    #expect(scenario.targets == [TargetOverride(kpi: "dismissal-rate", comparison: "between", value: [0.1, 0.2])])
  }

  /// Bounds are written as elsewhere in a scenario, and as for `--target`.
  @Test func boundsMayBeSharesAndLengthsOfTime() throws {
    let scenario = try Scenario.parse(
      """
      {"targets": {
        "acknowledgment-rate-24h": {"comparison": ">=", "value": "80%"},
        "dismissal-rate": {"comparison": "between", "value": ["10%", 0.2]},
        "retention-rate-7d": {"comparison": ">", "value": "+5%", "versus": "control"},
        "time-to-acknowledge": {"comparison": "<", "value": "1h30m"}}}
      """)
    let bounds = Dictionary(uniqueKeysWithValues: scenario.targets.map { ($0.kpi, $0.value) })
    #expect(
      bounds == [
        "acknowledgment-rate-24h": [0.8], "dismissal-rate": [0.1, 0.2], "retention-rate-7d": [0.05],
        "time-to-acknowledge": [5_400],
      ])
    #expect(try Scenario.parse(scenario.resolved.text) == scenario)
  }
}
