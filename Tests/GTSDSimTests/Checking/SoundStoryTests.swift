import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_bench

/// Stories and populations in which `correct` once broke an invariant, or an oracle reported that it did.
struct SoundStoryTests {
  /// Generation `correct` breaks no invariant. `gtsd-bench soak` runs more schedules of the same stories.
  @Test(arguments: Sample.of(PastFind.all, each: 3))
  func correctGenerationBreaksNoInvariant(story: PastFind) throws {
    let scenario = try Scenario.parse(story.text, overrides: ScenarioOverrides(generation: "correct", sets: story.sets))
    let fold = Exploration(scenario, schedules: 40, jobs: 1).search(try StoryStage(scenario))
    #expect(fold.sortedEntries.map(\.signature) == [])
  }

  @Test(arguments: Sample.of(PastFind.worlds, each: 4))
  func correctGenerationBreaksNoInvariantInAHarshWorld(world: PastFind) throws {
    let scenario = try Scenario.parse(world.text, overrides: ScenarioOverrides(generation: "correct", sets: world.sets))
    let unit = RunUnit(0, of: scenario)
    let fold = try #require(UnitRun.run(unit, of: scenario, keepsEvents: false, isCancelled: { false }))
    #expect(fold.violations.entries.map(\.key.signature) == [])
  }

  /// `head` cannot read a summary without weeks, and correctly reports that a request failed.
  @Test func unreadableReplyMayBeReportedAsError() throws {
    let scenario = try Scenario.load(
      ScenarioFiles.path("first-day.json"), overrides: ScenarioOverrides(generation: "head", users: 40))
    let unit = RunUnit(0, of: scenario)
    let fold = try #require(UnitRun.run(unit, of: scenario, keepsEvents: false, isCancelled: { false }))
    let found = fold.violations.entries.map(\.key.signature)
    #expect(found.contains { $0.contains("maintain-null-weeks") })
    #expect(!found.contains { $0.contains("reported-other") })
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

  /// The error stays until the list is requested again, which the person's retry does.
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
    let name = "after a 403 at launch, the refresh token decides whether the session is over"
    let events = try Self.events(Self.text(name))
    #expect(events.sent(.refresh) == 1)
    #expect(!events.contains { $0.kind == .authenticated(account: nil) })
  }

  /// If summaries are always missing, only people without other evidence of a profile see the zero state.
  @Test func aMissingSummaryOverrulesNothingThatIsKnown() throws {
    let scenario = try Scenario.parse(
      """
      {"faults": [{"kind": "error", "status": 404, "endpoints": ["how-it-works"]}], "population": {"size": 60}}
      """, overrides: ScenarioOverrides(generation: "correct"))
    let unit = RunUnit(0, of: scenario)
    let fold = try #require(UnitRun.run(unit, of: scenario, keepsEvents: true, isCancelled: { false }))
    #expect(fold.violations.entries.map(\.key.signature) == [])
    // A person who has completed onboarding is not sent there again: there are hardly more answers than people.
    let lines = String(decoding: fold.lines, as: UTF8.self).split(separator: "\n")
    let answers = lines.count { $0.contains("\"onboarding_completed\"") }
    #expect((40...70).contains(answers), "\(answers)")
  }
}
