import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The expectations of a story's steps, and their results in a search.
struct ExpectationTests {
  private func scenario(_ when: String, given: String = #""onboard""#, story: String = "") throws -> Scenario {
    try Scenario.parse(
      #"{"name": "story", "generation": "correct", "story": {\#(story)"given": [\#(given)], "when": [\#(when)]}}"#)
  }

  private func signatures(_ scenario: Scenario, schedules: Int = 20) throws -> [String] {
    let fold = Exploration(scenario, schedules: schedules, jobs: 1).search(try StoryStage(scenario))
    return fold.sortedEntries.map(\.signature)
  }

  /// One fact that does not hold after onboarding, and its name in the key.
  static let wrong: [(fact: String, name: String)] = [
    (#""running": false"#, "running"), (#""signedIn": false"#, "signed-in"), (#""onboarded": false"#, "onboarded"),
    (#""onboardingStep": "welcome""#, "onboarding-step"),
    (#""tab": "plans""#, "tab"), (#""loading": true"#, "loading"), (#""error": "home""#, "error"),
    (#""toast": "shown""#, "toast"), (#""toastText": "planGenerated""#, "toast-text"), (#""card": "hidden""#, "card"),
    (#""card": "error""#, "card"), (#""metrics": {"bmi": 24.69, "bmr": 1}"#, "metrics"),
    (#""summaryNumbers": {"tdee": 2728}"#, "summary-numbers"), (#""fields": {"weight": 80}"#, "fields"),
    (#""zeroState": "shown""#, "zero-state"), (#""emptyState": "shown""#, "empty-state"),
    (#""tasks": {"completed": 1, "total": 3}"#, "tasks"),
    (#""streak": 9"#, "streak"), (#""targets": {"calories": 2229, "protein": 176, "water": 2800}"#, "targets"),
    (#""plansScreen": "plan""#, "plans-screen"), (#""bmi": 24.7"#, "bmi"), (#""summary": "shown""#, "summary"),
    (#""preferences": {"allergies": ["Soy"]}"#, "preferences"), (#""form": {"mealsPerDay": 9}"#, "form"),
    (#""formState": "open""#, "form-state"), (#""saved": "shown""#, "saved"), (#""conflict": "shown""#, "conflict"),
    (#""photos": {"retry": true}"#, "photos-retry"), (#""photos": {"rows": 1}"#, "photos-rows"),
    (#""photos": {"shown": 1}"#, "photos-shown"), (#""photos": {"selected": 1}"#, "photos-selected"),
    (#""photos": {"invalid": 1}"#, "photos-invalid"), (#""photos": {"uploading": 1}"#, "photos-uploading"),
    (#""photos": {"uploaded": 1}"#, "photos-uploaded"), (#""photos": {"failed": 1}"#, "photos-failed"),
    (#""photos": {"progress": [30]}"#, "photos-progress"), (#""photos": {"message": "network"}"#, "photos-message"),
    (#""planTargets": {"calories": 1, "protein": 1, "water": 1}"#, "plan-targets"),
    (#""server": {"account": 2, "exists": true}"#, "server-exists"),
    (#""server": {"complete": false}"#, "server-complete"), (#""server": {"metrics": 2}"#, "server-metrics"),
    (#""server": {"acknowledged": true}"#, "server-acknowledged"), (#""server": {"plans": 1}"#, "server-plans"),
    (#""server": {"preferences": {"mealsPerDay": 4}}"#, "server-preferences"),
    (#""server": {"photos": 1}"#, "server-photos"), (#""server": {"evidence": 1}"#, "server-evidence"),
  ]

  @Test(arguments: wrong)
  func failedExpectationHasItsOwnKey(fact: String, name: String) throws {
    let expected = ["expectation/unclassified/step-2:\(name)"]
    #expect(try signatures(scenario(#"{"do": "rest"}, {"expect": {\#(fact)}}"#), schedules: 2) == expected)
  }

  @Test func everyFactIsTried() {
    #expect(Set(Self.wrong.map(\.name)) == Set(ExpectedFact.allCases.map(\.rawValue)))
  }

  @Test func expectationThatHoldsIsNoFind() throws {
    let facts = """
      "running": true, "signedIn": true, "onboarded": true, "tab": "home", "loading": false, "error": "none",
      "toast": "hidden", "card": "shown", "zeroState": "hidden", "summary": "hidden",
      "tasks": {"completed": 0, "total": 3}, "streak": 0,
      "targets": {"calories": 2228, "protein": 176, "water": 2800},
      "server": {"exists": true, "complete": true, "metrics": 1, "acknowledged": false, "plans": 0, "photos": 0}
      """
    #expect(try signatures(scenario("{\"expect\": {\(facts)}}")) == [])
    // A card that is shown is not hidden. A card that is missing because of an error is not hidden either.
    let plans = #"{"do": "openTab", "tab": "plans"}, {"expect": {"plansScreen": "acknowledgment"}, "within": "1m"}"#
    #expect(try signatures(scenario(plans)) == [])
  }

  @Test func waitingExpectationSeesLaterState() throws {
    let when = #"{"do": "openTab", "tab": "plans"}, "acknowledge", {"expect": {"plansScreen": "plan"}"#
    let settled = when.replacing(#""acknowledge""#, with: #"{"do": "acknowledge", "until": "tabSettled"}"#)
    #expect(try signatures(scenario(settled + #", "within": "1m"}"#)) == [])
    // Without waiting, it holds only if the tap on the button comes late.
    let hasty = try scenario(when + #", "after": "0s"}"#)
    #expect(Exploration(hasty, schedules: 20, jobs: 1).search(try StoryStage(hasty)).violating > 10)
  }

  @Test func expectationIsMissedWhenItsTimeIsUp() throws {
    let scenario = try scenario(#"{"expect": {"card": "hidden"}, "within": "7s"}"#)
    let stage = try StoryStage(scenario)
    let fold = Exploration(scenario, schedules: 1, jobs: 1).search(stage)
    let finding = try #require(fold.sortedEntries.first?.entry.finding)
    #expect(finding.summary == "expected the card hidden within 7s, observed it shown")
    #expect(finding.time - stage.time >= 7 * Nanoseconds.second)
  }

  @Test func expectationCanApplyToNaturalOrderOnly() throws {
    // In natural order the streak is shown at once; a search delays replies.
    let given = #""launch", {"do": "signUp", "account": 1}, {"do": "skipOnboarding", "until": "signedIn"}"#
    let when = #"{"do": "terminate"}, {"do": "launch"}, {"expect": {"streak": 0}, "after": "500ms""#
    #expect(try !signatures(scenario(when + "}", given: given), schedules: 60).isEmpty)
    #expect(try signatures(scenario(when + #", "in": "natural"}"#, given: given), schedules: 60) == [])
    // If natural order fails, the first schedule shows it.
    let wrong = try scenario(#"{"expect": {"card": "hidden"}, "in": "natural"}"#)
    let fold = Exploration(wrong, schedules: 20, jobs: 1).search(try StoryStage(wrong))
    #expect(fold.violating == 1)
    #expect(fold.sortedEntries.first?.entry.examples.map(\.number) == [0])
  }

  @Test func aFindIsShrunkExplainedAndReplayed() throws {
    let text = """
      {"name": "story", "generation": {"preset": "seed-current", "metrics": {"fetch": "whenMissing"}},
      "story": {"given": ["onboard", {"do": "openTab", "tab": "plans"}],
      "when": ["acknowledge", {"expect": {"toast": "shown"}, "within": "1m"}, {"do": "openTab", "tab": "home"},
      {"do": "rest", "until": "tabSettled", "after": "5s"}, {"expect": {"card": "hidden"}}]}}
      """
    let scenario = try Scenario.parse(text)
    let outcome = try Exploration(scenario, schedules: 10, jobs: 1).outcome()
    let find = try #require(outcome.finds.finds.first)
    #expect(find.oracle == "I-AGREE" && find.cause?.oracles.contains("expectation") == true)
    #expect(find.key == "I-AGREE/banner-after-ack-instance-drift/need-after-acknowledgment:home")
    #expect(find.cause?.variable == "homeCard" || find.cause?.variable == "homeNeed")
    let replay = try Replay(token: ReplayToken.decode(find.token), scenario: scenario).run()
    #expect(replay.isReproduced)
  }

  @Test func expectationsWorkInTheStepsBeforeTheSearch() throws {
    let scenario = try scenario("\"launch\"", given: #""onboard", {"expect": {"card": "hidden"}}"#)
    #expect(try StoryStage(scenario).givenFindings.map(\.signature) == ["expectation/unclassified/given-2:card"])
    #expect(try signatures(scenario) == ["expectation/unclassified/given-2:card"])
  }

  // MARK: Events around the person

  @Test func nobodyIsReachedInAirplaneMode() throws {
    let when = """
      {"do": "openTab", "tab": "plans"}, {"do": "airplaneModeOn", "until": "tabSettled"}, "acknowledge",
      {"expect": {"error": "acknowledge", "server": {"acknowledged": false}}, "within": "2m"},
      "airplaneModeOff", {"do": "retryAcknowledge", "after": "2s"},
      {"expect": {"error": "none", "server": {"acknowledged": true}}, "within": "2m"}
      """
    #expect(try signatures(scenario(when)) == [])
  }

  @Test func aFaultBeginsAtItsStepAndEnds() throws {
    let fault = #"{"do": "disturb", "fault": {"kind": "error", "status": 500, "endpoints": ["tasks-today"]}}"#
    let when = """
      {"do": "pullToRefresh"}, {"expect": {"error": "none", "loading": false}, "within": "1m"}, \(fault),
      {"do": "pullToRefresh"}, {"expect": {"error": "home"}, "within": "1m"}, "endFaults",
      {"do": "pullToRefresh", "until": "tabSettled"}, {"expect": {"error": "none"}, "within": "1m"}
      """
    #expect(try signatures(scenario(when)) == [])
    // A fault that begins before the search is still active in it.
    let given = "\"onboard\", \(fault)"
    let later = #"{"do": "pullToRefresh"}, {"expect": {"error": "home"}, "within": "1m"}"#
    #expect(try signatures(scenario(later, given: given)) == [])
    // A window counts from the step that begins it.
    let ended = fault.replacing("}}", with: #", "until": "10s"}}"#)
    let after = ended + #", {"do": "pullToRefresh", "after": "20s"}, {"expect": {"error": "none"}, "within": "5s"}"#
    #expect(try signatures(scenario(after)) == [])
  }

  @Test func aRestartCutsOffWhatIsInService() throws {
    let when = """
      {"do": "openTab", "tab": "plans"}, {"do": "rest", "until": "tabSettled"}, "restartServer",
      {"do": "acknowledge", "after": "1s"},
      {"expect": {"plansScreen": "acknowledgment", "server": {"acknowledged": false}}, "after": "3s"},
      {"expect": {"plansScreen": "plan", "server": {"acknowledged": true}}, "within": "2m"}
      """
    #expect(try Play(scenario(when)).run().findings.map(\.key) == [])
    // A request in service at the restart is cut off.
    let cut = """
      {"do": "openTab", "tab": "plans"}, {"do": "acknowledge", "until": "tabSettled"},
      {"do": "restartServer", "after": "60ms"}, {"expect": {"server": {"acknowledged": false}}, "after": "3s"}
      """
    #expect(try Play(scenario(cut)).run().findings.map(\.key) == [])
  }

  @Test func midnightMemoryAndNotifications() throws {
    let when = """
      "midnight", {"do": "dismissCard", "until": "tabSettled"}, "lowMemory", {"expect": {"running": true}}, "background",
      "lowMemory", {"expect": {"running": false}}, "push", {"expect": {"tab": "plans"}, "within": "10s"}
      """
    let played = try Play(scenario(when)).run()
    #expect(played.findings.map(\.key) == [])
    let midnight = try #require(played.steps.first { $0.id == "step-2" })
    #expect(midnight.seconds >= 86_401)
    #expect(played.steps.first { $0.id == "step-3" }?.outcome == .ignored("the app is in front"))
  }

  @Test func photosOfOtherSizesAndKinds() throws {
    let given = #""onboard", {"do": "openPhotos", "task": 1}"#
    let when = """
      {"do": "pickPhotos", "count": 1, "megabytes": 12}, {"expect": {"photos": {"invalid": 1, "selected": 1}}},
      {"do": "pickPhotos", "count": 1, "isImage": false}, {"expect": {"photos": {"invalid": 2}}},
      {"do": "pickPhotos", "count": 1, "megabytes": 9.5}, {"expect": {"photos": {"uploaded": 1}}, "within": "1m"}
      """
    #expect(try signatures(scenario(when, given: given)) == [])
  }

  @Test func eachScheduleKillsTheAppOnceSomewhere() throws {
    let when = """
      {"do": "openTab", "tab": "plans"}, {"do": "acknowledge", "until": "tabSettled"},
      {"do": "launch", "after": "10s"}
      """
    let scenario = try scenario(when, story: #""kill": "anywhere", "#)
    let stage = try StoryStage(scenario)
    let runner = ScheduleRunner(stage)
    let policies = SchedulePolicies(runner)
    var places: Set<Int> = []
    for number in 0..<30 {
      let schedule = Schedule(number: UInt32(number), strategy: .portfolio, of: stage)
      let ends = EndCounter()
      _ = runner.run(schedule, under: policies.policy(for: schedule)) { _ in [ends] }
      #expect(ends.ended == 1 && ends.launched == 1)
      places.insert(ends.actionsBefore)
    }
    #expect(places.count > 2, "always at the same place")
    let ends = EndCounter()
    _ = runner.run(.natural, under: policies.policy(for: .natural)) { _ in [ends] }
    #expect(ends.ended == 0)
  }
}

/// Counts how often an app ended and started, and which action preceded its end.
private final class EndCounter: EventObserver {
  private(set) var ended = 0
  private(set) var launched = 0
  private(set) var actionsBefore = 0
  private var events = 0

  func observe(_ event: SimulationEvent) {
    events += 1
    switch event.kind {
    case .sessionEnded:
      ended += 1
      actionsBefore = events
    case .sessionStarted: launched += 1
    default: break
    }
  }
}
