import GTSDModel
import Testing

struct SwitchNamesTests {
  private func parse(_ text: String = "{}", _ sets: String...) throws(ScenarioError) -> Scenario {
    try Scenario.parse(text, overrides: ScenarioOverrides(sets: sets))
  }

  @Test func contractNamesSetTheSwitches() throws {
    let scenario = try parse(
      """
      {
        "generation": {
          "client": {"variant": "seed-fixed"}, "photo": {"parallelism": {"bounded": 3}}, "limits": "perIp",
        },
        "experiment": {"name": "e", "arms": [
          {"name": "a"}, {"name": "b", "generation": {"photo": {"parallelism": "unboundedParallel"}}},
        ]},
      }
      """)
    var expected = Generation.preset(.seedFixed)
    expected.photo.upload = .bounded(3)
    expected.limits.mode = .perIp
    #expect(scenario.generation == expected)
    #expect(scenario.experiment?.arms[1].generation?.photo.upload == .unboundedParallel)
  }

  @Test func setOptionsReachSwitchesAndTheLastWins() throws {
    let text = #"{"generation": {"preset": "correct", "photo": {"upload": "sequential"}, "limits": {"mode": "off"}}}"#
    let scenario = try parse(
      text, "generation.photo.parallelism=unboundedParallel", "generation.limits=perUser",
      "experiment={\"name\": \"e\", \"arms\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}",
      "experiment.arms.b.generation.photo.parallelism={\"bounded\": 2}", "generation.client.variant=seed-fixed")
    #expect(scenario.generation.preset == .seedFixed)
    #expect(scenario.generation.photo.upload == .unboundedParallel)
    #expect(scenario.generation.limits.mode == .perUser)
    #expect(scenario.experiment?.arms[1].generation?.photo.upload == .bounded(2))
    #expect(
      try parse(text, "generation.photo.parallelism=sequential", "generation.photo.upload={\"bounded\": 1}")
        .generation.photo.upload == .bounded(1))
  }

  @Test func oldAndNewNameTogetherAreRefused() throws {
    let text = #"{"generation": {"photo": {"upload": "sequential", "parallelism": "sequential"}}}"#
    let error = try #require(throws: ScenarioError.self) { try parse(text) }
    #expect(error.description == "1:51: $.generation.photo.upload: duplicate key; the first stands at 1:27")
  }

  /// Every name that section 6 of the contract proposes is a switch, another name of one, or rejected as not built.
  @Test(arguments: [
    "wire.metrics", "wire.ack", "card.onError", "card.errorButton", "card.onMissing", "card.precedence",
    "dismiss.scope", "dismiss.refreshReshows", "home.reloadOnAppear", "metrics.daily", "metrics.compute", "plan.gate",
    "plan.status", "onboarding.skip", "zeroState.location", "zeroState.later", "formula.protein", "formula.water",
    "formula.rate", "photo.flow", "photo.maxBytes", "photo.parallelism", "metrics.coalesce", "wire.prefs", "wire.me",
    "prefs.limits", "client.variant", "kpi.level", "auth.restore", "auth.refresh", "limits", "summary.once",
    "auth.legacyHeader", "metrics.zone",
  ])
  func everyNameOfTheContractIsKnown(name: String) throws {
    let isSwitch = Generation.switches.contains { $0.path == name }
    let aliases = ["photo.parallelism": "sequential", "client.variant": "correct", "limits": "off"]
    do {
      _ = try parse("{}", "generation.\(name)=\(aliases[name] ?? "no such choice")")
      #expect(aliases[name] != nil)
    } catch {
      #expect(error.problems.count == 1)
      #expect(error.description.contains("is not built yet") != isSwitch, "\(error)")
    }
  }
}
