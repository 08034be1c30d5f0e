import GTSDModel
import Testing

struct ScenarioOverridesTests {
  private func parse(_ text: String = "{}", _ sets: String..., generation: String? = nil) throws -> Scenario {
    try Scenario.parse(text, overrides: ScenarioOverrides(generation: generation, sets: sets))
  }

  @Test func setsReachValuesByPathAndByName() throws {
    let scenario = try parse(
      "{}", "population.personas[1].decisions.followCard=0.9", "population.personas.restless.weight=7",
      "backend.network.lognormal.median=80ms", "backend.service=1ms", "$.horizon=2d", "description=two words",
      "generation.photo.upload={\"bounded\": 2}", "backend.servers=null")
    #expect(scenario.population.personas[1].decisions.followCard == 0.9)
    #expect(scenario.population.personas.map(\.name) == Persona.mix.map(\.name))
    #expect(scenario.population.personas[3].weight == 7)
    #expect(scenario.population.personas[0] == Persona.mix[0])
    #expect(scenario.backend.network == .lognormal(median: 0.08, sigma: 0.5))
    #expect(scenario.backend.service == .constant(0.001))
    #expect(scenario.horizon == .days(2))
    #expect(scenario.description == "two words")
    #expect(scenario.generation.photo.upload == .bounded(2))
    #expect(scenario.backend.servers == nil)
  }

  @Test func laterOverridesWin() throws {
    let text = #"{"generation": {"preset": "seed-fixed", "plan": {"gate": "off"}}, "seed": 5}"#
    let file = try parse(text)
    #expect(file.generation.plan.gate == .off)
    #expect(file.generation.preset == .seedFixed)
    // --generation replaces the whole value, including the file's switches.
    #expect(try parse(text, generation: "correct").generation == .preset(.correct))
    // --set is applied after it.
    var changed = Generation.preset(.correct)
    changed.plan.gate = .off
    #expect(try parse(text, "generation.plan.gate=off", generation: "correct").generation == changed)
    // A preset by --set keeps the file's switches; the last of several --set takes precedence.
    #expect(try parse(text, "generation.preset=correct").generation == changed)
    #expect(try parse(text, "seed=6", "seed=7").seed == 7)
    let overrides = ScenarioOverrides(seed: 8, users: 9, sets: ["population.size=10"])
    let scenario = try Scenario.parse(text, overrides: overrides)
    #expect(scenario.seed == 8)
    #expect(scenario.population.size == 10)
  }

  @Test(arguments: [
    ("population", "expected PATH=VALUE"),
    ("=3", "expected PATH=VALUE"),
    ("a..b=3", "is no path"),
    ("population.personas[9].weight=1", "there are 4, from [0], named committed"),
    ("population.personas.comitted.weight=1", "did you mean `committed`?"),
    ("seed.x=1", "found an object"),
    ("backend.network.constant=1", "exactly one key"),
    ("backend.network={\"constant\": 1, \"constant\": 2}", "duplicate key"),
  ])
  func refusesPathsThatLeadNowhere(set: String, message: String) throws {
    let error = try #require(throws: ScenarioError.self) { try parse("{}", set) }
    #expect(error.description.contains(message), "\(error)")
    #expect(error.problems[0].option == "--set \(set)")
  }

  @Test func armsStartFromTheScenariosClientAndKeepItsBackend() throws {
    let scenario = try parse(
      """
      {
        "generation": {"preset": "seed-fixed", "plan": {"gate": "off"}},
        "experiment": {"name": "e", "arms": [
          {"name": "off"}, {"name": "switch", "generation": {"dismiss": {"scope": "session"}}},
          {"name": "on", "generation": "correct"},
        ]},
      }
      """)
    let arms = try #require(scenario.experiment?.arms)
    #expect(arms[0].generation == nil)
    var switched = scenario.generation
    switched.dismiss.scope = .session
    #expect(arms[1].generation == switched)
    var sound = Generation.preset(.correct).on(backendOf: scenario.generation)
    #expect(arms[2].generation == sound)
    #expect(sound.plan.gate == .off)
    #expect(sound.acknowledge.uniqueness == .checkThenInsert)
    sound.plan.gate = .on
    #expect(sound.replies.apply == .revision)
  }

  @Test func sharesFollowStagesAndOpenings() {
    let stages = [RolloutStage(from: .zero, share: 0.1), RolloutStage(from: .days(2), share: 1)]
    let rollout = Experiment(name: "r", arms: [Arm(name: "off"), Arm(name: "on", stages: stages)])
    #expect(rollout.shares(at: .days(1)) == [0.9, 0.1])
    #expect(rollout.shares(at: .days(2)) == [0, 1])
    let opening = Experiment(name: "o", arms: [Arm(name: "a"), Arm(name: "b", weight: 3, opens: .hours(1))])
    #expect(opening.shares(at: .zero) == [1, 0])
    #expect(opening.shares(at: .hours(1)) == [0.25, 0.75])
  }

  @Test func cellsShareTheBackendWithoutRemainder() {
    var population = Population()
    population.size = 2_500
    population.cellSize = 1_000
    #expect(population.cellCount == 3)
    #expect(population.users(ofCell: 2) == 2_000..<2_500)
    #expect((0..<3).map { population.share(of: 7, users: population.users(ofCell: $0)) } == [2, 3, 2])
  }
}
