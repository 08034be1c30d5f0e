import GTSDModel
import GTSDSim
import Testing

struct LoadSettingsTests {
  private func load(_ text: String, _ sets: String...) throws -> LoadSettings {
    let overrides = ScenarioOverrides(sets: sets)
    return try #require(try Scenario.parse("{\"load\": \(text)}", overrides: overrides).load)
  }

  private func problems(_ text: String) -> [String] {
    do {
      _ = try Scenario.parse(text)
      return []
    } catch {
      return error.problems.map { "\($0.path): \($0.message)" }
    }
  }

  @Test func aRateIsAnOpenModelOfPoissonSessionsForAMinute() throws {
    let settings = try load("{\"rate\": 500}")
    #expect(settings.model == .rate && settings.unit == .session && settings.arrivals == .poisson)
    #expect(settings.length == .seconds(60))
    #expect(settings.levels == [LoadStage(level: 500, duration: .zero), LoadStage(level: 500, duration: .seconds(60))])
    #expect(try load("{\"rate\": \"30/m\"}").rate == 0.5)
    #expect(try load("{\"users\": 20}").model == .users)
  }

  @Test func everyPartReadsBack() throws {
    let settings = try load(
      """
      {"unit": "request", "request": "log-in", "arrivals": "constant", "rate": 200, "duration": "20s",
       "iterations": 100, "thinkTimeScale": 0.25, "maxInFlight": 50, "connections": 8, "maxDropped": 0.001,
       "warmUp": "2s", "stopOnBreach": true, "limits": {"rate": 2000, "duration": "20m"},
       "thresholds": ["p95(api-response-time{log-in}) < 2s", "rate(api-error-rate)<=1%"]}
      """)
    #expect(settings.request == .logIn && settings.iterations == 100 && settings.warmUp == .seconds(2))
    #expect(
      settings.thresholds.map(\.description) == ["p95(api-response-time{log-in})<2s", "rate(api-error-rate)<=1%"])
    var scenario = Scenario(name: "s")
    scenario.load = settings
    scenario.backend.remote = RemoteBackend(url: "https://example.org:8443/api")
    #expect(try Scenario.parse(scenario.resolvedJSON) == scenario)
    scenario.load?.arrivals = .recorded([.zero, .milliseconds(12), .milliseconds(12)])
    scenario.load?.rate = nil
    scenario.load?.duration = nil
    scenario.load?.warmUp = .zero
    #expect(try Scenario.parse(scenario.resolvedJSON) == scenario)
    #expect(scenario.load?.length == TimeSpan(nanoseconds: 12_000_001))
    scenario.load = LoadSettings()
    scenario.load?.stages = [LoadStage(level: 5.5, duration: .zero), LoadStage(level: 0, duration: .seconds(3))]
    scenario.load?.stagesOf = .users
    #expect(try Scenario.parse(scenario.resolvedJSON) == scenario)
    #expect(scenario.load?.model == .users && scenario.load?.length == .seconds(3))
  }

  @Test func valuesAreSetByTheirPathAlsoWhereNothingIsSaid() throws {
    let scenario = try Scenario.parse("{}", overrides: ScenarioOverrides(sets: ["load.rate=5", "load.limits.rate=9"]))
    #expect(scenario.load?.rate == 5 && scenario.load?.limits.rate == 9)
    #expect(try load("{\"rate\": 5}", "load.rate=null", "load.users=7").users == 7)
    let target = ScenarioOverrides(sets: ["backend.remote.url=http://127.0.0.1:8080"])
    #expect(try Scenario.parse("{}", overrides: target).backend.remote?.url == "http://127.0.0.1:8080")
    #expect(try Scenario.parse("{}").load == nil)
    #expect(
      try Scenario.parse("{}").digest == Scenario.parse("{\"load\": null, \"backend\": {\"remote\": null}}").digest)
  }

  @Test(arguments: [
    ("{\"rate\": 1, \"users\": 2}", "$.load.users: the amount of load is set twice: by `rate` and `users`"),
    (
      "{\"users\": 2, \"stages\": [{\"level\": 1, \"duration\": \"1s\"}]}",
      "$.load.stages: the amount of load is set twice: by `users` and `stages`"
    ),
    (
      "{\"rate\": 2, \"arrivals\": {\"recorded\": [\"1s\"]}}",
      "$.load.arrivals: the amount of load is set twice: by `rate` and `arrivals`"
    ),
    ("{}", "$.load: the amount of load is missing"),
    ("{\"rate\": 1001}", "$.load: goes up to 1001 starts per second, above the limit of 1000"),
    ("{\"rate\": 1, \"duration\": \"601s\"}", "$.load: lasts 10m1s, longer than the limit of 10m"),
    (
      "{\"arrivals\": {\"recorded\": [\"0s\", \"500ms\", \"999ms\", \"1s\"]}, \"limits\": {\"rate\": 2}}",
      "$.load: goes up to 3 starts per second, above the limit of 2"
    ),
    (
      "{\"duration\": \"1s\", \"stages\": [{\"level\": 1, \"duration\": \"1s\"}]}",
      "$.load.duration: stages say how long the run is"
    ),
    ("{\"stages\": [{\"level\": 0, \"duration\": \"1s\"}]}", "$.load.stages: no stage has a level above 0"),
    ("{\"stages\": [{\"level\": 2, \"duration\": \"0s\"}]}", "$.load.stages: no stage takes any time"),
    (
      "{\"rate\": 1, \"warmUp\": \"60s\"}", "$.load.warmUp: takes the whole run of 1m, so that nothing is measured"
    ),
    (
      "{\"users\": 1, \"arrivals\": \"constant\"}",
      "$.load.arrivals: users of a closed model begin when they are done, not on a schedule"
    ),
    (
      "{\"rate\": 1, \"thresholds\": [\"p95(api-respond-time)<2s\"]}",
      "$.load.thresholds[0]: \"p95(api-respond-time)<2s\", character 5: unknown metric `api-respond-time`"
    ),
    (
      "{\"arrivals\": {\"recorded\": [\"1s\", \"2s\", \"1s\"]}}",
      "$.load.arrivals.recorded[2]: recorded times must be in order"
    ),
  ])
  func contradictorySettingsAreRefused(text: String, problem: String) {
    #expect(problems("{\"load\": \(text)}").contains(problem), "\(problems("{\"load\": \(text)}"))")
  }

  @Test func limitsAreRaisedOnPurpose() throws {
    #expect(try load("{\"rate\": 5000, \"limits\": {\"rate\": 5000}}").rate == 5_000)
    #expect(try load("{\"rate\": 5, \"duration\": \"2h\", \"limits\": {\"duration\": \"2h\"}}").length == .hours(2))
    // Iterations end the run; the limit is its longest duration.
    #expect(try load("{\"rate\": 5, \"iterations\": 10}").length == .minutes(10))
  }

  @Test(arguments: [
    "http://", "ftp://example.org", "http://user:secret@example.org", "http://example.org/?q=1", "http://:80",
    "http://a b", "example.org", "http://example.org#x",
  ])
  func serversHavePlainURLs(url: String) {
    #expect(problems("{\"backend\": {\"remote\": {\"url\": \"\(url)\"}}}").count == 1)
  }

  @Test func commandLinesSayHowMuchInShort() throws {
    #expect(LoadText.rate("500/s") == 500 && LoadText.rate("30/m") == 0.5 && LoadText.rate("7200/h") == 2)
    #expect(LoadText.rate("12") == 12 && LoadText.rate("1e3/s") == 1_000)
    for bad in ["", "x", "-1/s", "5/d", "5/s/s", "/s", "inf", "0x10", "nan", "+5"] {
      #expect(LoadText.rate(bad) == nil, "\(bad)")
    }
    #expect(LoadText.share("0.1%") == 0.001 && LoadText.share("0.5") == 0.5 && LoadText.share("100%") == 1)
    #expect(LoadText.share("101%") == nil && LoadText.share("%") == nil)
    let stages = try LoadText.stages("0:30s,500:2m,0:10s")
    #expect(stages.map(\.level) == [0, 500, 0])
    #expect(stages.map(\.duration) == [.seconds(30), .minutes(2), .seconds(10)])
    for (text, part) in [("5:1s,", ""), ("5", "5"), ("5:1s,6:x", "6:x"), ("a:1s", "a:1s"), ("1:2:3", "1:2:3")] {
      #expect(throws: LoadText.BadStage(part: part)) { try LoadText.stages(text) }
    }
  }

  @Test func theCommandLineReplacesAllThatIsSaidAboutHowMuch() throws {
    let file = "{\"load\": {\"stages\": [{\"level\": 5, \"duration\": \"1s\"}], \"maxInFlight\": 3}}"
    func load(_ amount: LoadAmount, of file: String) throws -> LoadSettings? {
      try Scenario.parse(file, overrides: ScenarioOverrides(sets: amount.assignments)).load
    }
    let rate = try #require(try load(.rate(0.25), of: file))
    #expect(rate.rate == 0.25 && rate.stages.isEmpty && rate.maxInFlight == 3)
    #expect(try load(.users(9), of: file)?.users == 9)
    let stages = try LoadText.stages("2:1s,0:500ms")
    let timed = "{\"load\": {\"rate\": 5, \"duration\": \"1m\"}}"
    let staged = try #require(try load(.stages(stages, of: .users), of: timed))
    #expect(staged.stages == stages && staged.model == .users && staged.length == .milliseconds(1_500))
  }
}
