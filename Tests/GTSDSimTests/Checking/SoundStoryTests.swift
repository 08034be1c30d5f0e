import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDWorlds

/// Stories and populations in which `correct` once broke an invariant, or an oracle claimed it did.
struct SoundStoryTests {
  /// A population and what it once showed.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    /// Values over those of the text, such as choices of the generation.
    var sets: [String] = []
    var testDescription: String { name }
  }

  @Test(arguments: PastFind.all)
  func theSoundGenerationBreaksNothing(story: PastFind) throws {
    let scenario = try Scenario.parse(story.text, overrides: ScenarioOverrides(generation: "correct"))
    let fold = Exploration(scenario, schedules: 150, jobs: 1).search(try StoryStage(scenario))
    #expect(fold.sortedEntries.map(\.signature) == [])
  }

  /// A population and what it once showed.
  static let worlds = [
    Case(
      name: "a summary that is kept is not what Home shows after a launch that was told of none",
      text: """
        {"seed": 240707, "faults": [{"kind": "error", "status": 404, "probability": 0.3}],
         "population": {"size": 4, "personas": [{"name": "anybody", "decisions": {"useSecondDevice": 0.7}}]}}
        """, sets: ["generation.summary.cache=day"]),
    Case(
      name: "answers that are tapped while others are under way are not what a read has to tell",
      text: """
        {"seed": 4219, "population": {"size": 25,
           "personas": [{"name": "anybody", "decisions": {"skipOnboarding": 1}}],
           "memory": {"fading": 2, "oneVisit": 1, "sleep": "11h",
             "reaction": {"lognormal": {"median": "5552ms", "sigma": 1.2}}},
           "reminders": {"after": "3222ms", "every": "1749894ms", "most": 2, "reach": 0.4, "response": 1}},
         "backend": {"network": {"lognormal": {"median": "3996ms", "sigma": 1}}, "accessTokenLifetime": "15984ms"}}
        """),
    Case(
      name: "who types during a save and saves again wants something else",
      text: """
        {"seed": 102241,
         "faults": [{"kind": "error", "status": 413, "endpoints": ["acknowledge", "profile"], "probability": 0.3}],
         "population": {"size": 23, "personas": [{"name": "anybody",
           "decisions": {"retryAfterError": 1, "editProfile": 0.3}}]},
         "backend": {"network": {"lognormal": {"median": "1ms", "sigma": 0.9}}, "lossRate": 0.4,
           "serviceByEndpoint": {"profile": {"exponential": {"mean": "9ms"}}}}}
        """),
    Case(
      name: "a tap on save that a save under way ignores saves nothing",
      text: """
        {"seed": 171412, "population": {"size": 56, "personas": [{"name": "anybody",
           "decisions": {"refreshPlan": 0.6, "switchAccount": 0.3, "useSecondDevice": 0.7},
           "timings": {"editForm": {"constant": {"value": "103ms"}},
             "sessionGap": {"lognormal": {"median": "27ms", "sigma": 0.8}}}}]},
         "backend": {"serviceByEndpoint": {"update-profile": {"lognormal": {"median": "6540ms", "sigma": 1.1}}}}}
        """),
    Case(
      name: "a form that is closed and opened again while its token is renewed repeats its request once",
      text: """
        {"seed": 171618, "horizon": "240h", "population": {"size": 36, "personas": [{"name": "anybody",
           "decisions": {"pullToRefresh": 0.1, "editProfile": 1}}]},
         "backend": {"network": {"lognormal": {"median": "3002ms", "sigma": 0.8}}, "accessTokenLifetime": "2301ms"}}
        """),
    Case(
      name: "an acknowledgment that was granted tells what a read would",
      text: """
        {"seed": 100941, "horizon": "240h", "faults": [{"kind": "reply-lost", "probability": 0.3}],
         "population": {"size": 1, "personas": [{"name": "anybody",
           "decisions": {"useSecondDevice": 1, "editProfile": 1},
           "timings": {"considerCard": {"constant": {"value": "21ms"}},
             "editForm": {"lognormal": {"median": "4946ms", "sigma": 1.2}}}}]}}
        """),
    Case(
      name: "a write under a token that is long forgotten ends what can be known",
      text: """
        {"seed": 103605, "horizon": "240h", "faults": [{"kind": "duplicate", "probability": 0.6}],
         "population": {"size": 7, "personas": [{"name": "anybody", "decisions": {"visitTasks": 0},
           "timings": {"readMetrics": {"constant": {"value": "5279ms"}}}}]},
         "backend": {"network": {"exponential": {"mean": "631ms"}}, "errorRate": 0.4, "lossRate": 0.4,
           "service": {"lognormal": {"median": "1715ms", "sigma": 0.9}}, "accessTokenLifetime": "2240ms"}}
        """),
    Case(
      name: "a phone's own token is known however many others are made for nobody",
      text: """
        {"seed": 142542, "generation": "correct",
         "faults": [{"kind": "latency", "added": {"lognormal": {"median": "28637ms", "sigma": 0.0}}, "probability": 0.6},
                    {"kind": "duplicate", "probability": 0.95}],
         "population": {"size": 21, "personas": [{"name": "anybody",
           "decisions": {"visitTasks": 0, "burstSwitches": 3},
           "timings": {"burstGap": {"constant": {"value": "740475ms"}},
             "sessionGap": {"exponential": {"mean": "11109ms"}}}}]},
         "backend": {"network": {"exponential": {"mean": "661ms"}}, "requestTimeout": "1867ms", "lossRate": 0.05}}
        """),
    Case(
      name: "a load of a plan that began on Plans outlasts it, and the renewal of a token as well",
      text: """
        {"seed": 18, "population": {"size": 36, "personas": [{"name": "anybody"}]},
         "backend": {"serviceByEndpoint": {"today-metrics": {"lognormal": {"median": "242ms", "sigma": 0.5}}},
           "accessTokenLifetime": "1507ms"}}
        """),
    Case(
      name: "a save that is refused tells that an acknowledgment's late answer is old",
      text: """
        {"seed": 74, "faults": [{"kind": "duplicate", "endpoints": ["me", "today-metrics", "update-profile"],
           "probability": 0.6, "from": "1351ms", "until": "28987864ms"}],
         "population": {"size": 22, "arrival": {"uniform": {"over": "250s"}}, "personas": [{"name": "anybody",
           "decisions": {"visitStreaks": 1, "editProfile": 0.6, "uploadPhotos": 0.9, "burstSwitches": 46},
           "timings": {"firstLookAtHome": {"constant": {"value": "31ms"}}}}]},
         "backend": {"service": {"lognormal": {"median": "7589ms", "sigma": 0.8}}, "lossRate": 0.05}}
        """),
    Case(
      name: "an edit back to what the newest row was computed from brings no other",
      text: """
        {"seed": 160358, "horizon": "240h",
         "population": {"size": 29, "personas": [{"name": "anybody", "decisions": {"deleteHealthData": 0.3},
           "timings": {"editForm": {"exponential": {"mean": "225ms"}}}}]}}
        """),
    Case(
      name: "a kept summary told Home of no profile before one was completed",
      text: """
        {"seed": 810002, "population": {"size": 60, "personas": [{"name": "anybody"}]}}
        """, sets: ["generation.summary.cache=day"]),
  ]

  @Test(arguments: worlds)
  func theSoundGenerationBreaksNothingInAHarshWorld(world: Case) throws {
    let scenario = try Scenario.parse(world.text, overrides: ScenarioOverrides(generation: "correct", sets: world.sets))
    let unit = RunUnit(0, of: scenario)
    let fold = try #require(UnitRun.run(unit, of: scenario, keepsEvents: false, isCancelled: { false }))
    #expect(fold.violations.entries.map(\.key.signature) == [])
  }

  /// Events of a story in its natural order, with all of its faults.
  private static func events(_ text: String) throws -> [SimulationEvent] {
    let scenario = try Scenario.parse(text, overrides: ScenarioOverrides(generation: "correct"))
    let runner = ScheduleRunner(try StoryStage(scenario))
    let recorder = Recorder()
    var schedule = Schedule.natural
    for place in scenario.faults.indices { schedule.faults.insert(place) }
    _ = runner.run(schedule, under: NaturalPolicy()) { _ in [recorder] }
    return recorder.events
  }

  private final class Recorder: EventObserver {
    var events: [SimulationEvent] = []
    func observe(_ event: SimulationEvent) { events.append(event) }
  }

  @Test func leavingPlansWhileItChecksTheMetricsAsksForNoPlan() throws {
    let events = try Self.events(
      """
      {"backend": {"serviceByEndpoint": {"today-metrics": {"constant": {"value": "2s"}}}},
       "story": {"given": ["onboard", {"do": "openTab", "tab": "plans"}, "acknowledge",
                            {"do": "openTab", "tab": "profile"}, "openEdit", {"do": "typeEdit", "targetDays": 60},
                            "saveEdit", {"do": "rest", "after": "5s"}],
                 "when": [{"do": "openTab", "tab": "plans"}, {"do": "openTab", "tab": "tasks", "after": "50ms"},
                          {"do": "rest", "after": "5s"}]}}
      """)
    #expect(events.sent(.todayMetrics) == 1)
    #expect(events.sent(.generatePlan) == 0)
  }

  /// The error stays until the list is asked for anew, and the person's retry asks for it.
  @Test func aListOfPhotosThatCannotBeReadIsShownAndTriedAgain() throws {
    let events = try Self.events(
      """
      {"faults": [{"kind": "error", "status": 503, "endpoints": ["photos"], "times": 1}],
       "story": {"given": ["onboard"], "when": [{"do": "openPhotos", "task": 1}, {"do": "retryPhotos", "after": "2s"}]}}
      """)
    #expect(events.sent(.photos) == 2)
    let shown = events.compactMap { event -> Int64? in
      if case .published(.photosListError, let value, _) = event.kind { value } else { nil }
    }
    #expect(shown == [1, 0])
  }

  private static func text(_ name: String) throws -> String {
    try #require(PastFind.all.first { $0.name == name }).text
  }

  @Test func a403AtLaunchKeepsTheSessionAndAsksOnceForTokens() throws {
    let name = "a 403 at launch leaves it to the refresh token whether the session is over"
    let events = try Self.events(Self.text(name))
    #expect(events.sent(.refresh) == 1)
    #expect(!events.contains { $0.kind == .authenticated(account: nil) })
  }

  /// Where summaries are always missing, the zero state is shown to those alone of whom nothing says otherwise.
  @Test func aMissingSummaryOverrulesNothingThatIsKnown() throws {
    let scenario = try Scenario.parse(
      """
      {"faults": [{"kind": "error", "status": 404, "endpoints": ["how-it-works"]}], "population": {"size": 60}}
      """, overrides: ScenarioOverrides(generation: "correct"))
    let unit = RunUnit(0, of: scenario)
    let fold = try #require(UnitRun.run(unit, of: scenario, keepsEvents: true, isCancelled: { false }))
    #expect(fold.violations.entries.map(\.key.signature) == [])
    // Who has completed onboarding is not sent there again: hardly more answers than people.
    let lines = String(decoding: fold.lines, as: UTF8.self).split(separator: "\n")
    let answers = lines.count { $0.contains("\"onboarding_completed\"") }
    #expect((40...70).contains(answers), "\(answers)")
  }
}
