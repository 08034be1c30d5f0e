import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The statements of a find: its name, its order, its steps, and its limits.
struct FindTests {
  private static func finds(_ scenario: Scenario, schedules: Int) throws -> [Find] {
    try #require(try Exploration(scenario, schedules: schedules, jobs: 1).run().report.exploration).finds
  }

  private static func story(_ when: String, given: String = #""onboard""#, _ generation: String) throws -> Scenario {
    try Scenario.parse(
      #"{"name": "story", "generation": "\#(generation)", "story": {"given": [\#(given)], "when": [\#(when)]}}"#)
  }

  @Test("The key of a find is the same for every seed", arguments: ["double-tap-acknowledge", "photo-cache-clobber"])
  func theKeyDoesNotDependOnTheSeed(hazard: String) throws {
    var scenario = try ExplorationTests.race(hazard)
    var keys: Set<[String]> = []
    for seed in 1...3 as ClosedRange<UInt64> {
      scenario.seed = seed
      keys.insert(try Self.finds(scenario, schedules: 60).map(\.key))
    }
    #expect(keys.count == 1, "\(keys)")
    #expect(keys.first?.contains { $0.contains(" < ") || $0.contains("#") } == false)
  }

  @Test(
    "The cause of a find is the same for every seed, and passes when it is turned round",
    arguments: [
      (
        "stale-get-overwrites-ack", "reply to the acknowledge tap's POST metrics/acknowledge",
        "reply to the pull to refresh tap's GET metrics/today"
      ),
      (
        "photo-onchange-reentrancy", "the second pick photos tap",
        "reply to the first pick photos tap's POST progress/photos"
      ),
      ("double-tap-acknowledge", "the second acknowledge tap", "the frame after the first acknowledge tap"),
    ])
  func theCauseDoesNotDependOnTheSeed(hazard: String, before: String, after: String) throws {
    var scenario = try ExplorationTests.race(hazard)
    for seed in 1...2 as ClosedRange<UInt64> {
      scenario.seed = seed
      var exploration = Exploration(scenario, schedules: 120, jobs: 1)
      exploration.hazard = hazard
      let find = try #require(try exploration.run().report.exploration?.finds.first { $0.hazard == hazard })
      let cause = try #require(find.constraints.first)
      #expect(find.constraints.count == 1 && cause.role == .conflict)
      #expect(cause.before == before && cause.after == after, "\(cause)")
    }
  }

  @Test(
    "A find names the wrong state variable that the order decides",
    arguments: [
      ("save-then-dismiss-race", "profilePreferences on phone 1"),
      ("rapid-tab-switch-storm", "homeLoading on phone 1"),
      ("cancelled-leaves-loading", "tasksLoading on phone 1"),
      ("ack-of-older-row-accepted", "stored metrics at the server"),
    ])
  func theStateOfAnOrderIsTheWrongOne(hazard: String, state: String) throws {
    var exploration = Exploration(try ExplorationTests.race(hazard), schedules: 120, jobs: 1)
    exploration.hazard = hazard
    let find = try #require(try exploration.run().report.exploration?.finds.first { $0.hazard == hazard })
    #expect(find.constraints.map(\.state) == [state])
  }

  @Test("If either of two faults is enough, every seed names the first")
  func theFaultDoesNotDependOnTheSeed() throws {
    var scenario = try ExplorationTests.race("profile-save-partial-commit")
    for seed in 1...4 as ClosedRange<UInt64> {
      scenario.seed = seed
      let finds = try Self.finds(scenario, schedules: 60)
      let find = try #require(finds.first { $0.hazard == "profile-save-partial-commit" })
      #expect(find.faults == ["status 500 at update-preferences"] && find.constraints.isEmpty)
    }
  }

  @Test("A cause never follows its violation", arguments: ["shared-loading-flag", "plan-response-reorder"])
  func aCauseComesBeforeItsEffect(hazard: String) throws {
    let finds = try Self.finds(try ExplorationTests.race(hazard), schedules: 120)
    for find in finds where find.oracle.hasPrefix("I-") {
      let violation = try #require(find.timeline.marks.first { $0.kind == .violation })
      let effect = find.timeline.step(of: violation.place)
      for constraint in find.constraints where constraint.role == .conflict {
        #expect(try #require(constraint.beforeStep) <= effect)
      }
    }
  }

  @Test("Shrinking a failed expectation keeps only schedules that the correct app passes")
  func anExpectationKeepsItsTaps() throws {
    var scenario = try Scenario.library("acceptance/save-preferences")
    scenario.generation = .preset(.seedCurrent)
    let find = try #require(try Self.finds(scenario, schedules: 8).first { $0.oracle == "expectation" })
    for step in ["openEdit", "typeEdit", "saveEdit", "expect"] {
      #expect(find.steps.contains { $0.hasPrefix(step) }, "\(step) in \(find.steps)")
    }
    #expect(find.soundApp == .passes)
  }

  @Test("A failure in natural order is reported as such, with its steps and the generations")
  func naturalOrderIsSaidWhereItFails() throws {
    let scenario = try Self.story(#"{"do": "rest"}, {"expect": {"card": "hidden"}}"#, "correct")
    let find = try #require(try Self.finds(scenario, schedules: 20).first)
    #expect(find.order == .natural && find.constraints.isEmpty)
    #expect(find.soundApp == .fails)
    #expect(find.failsInNaturalOrder == ["seed-current", "seed-fixed", "correct"])
    #expect(find.steps.count == 3 && find.steps[0].hasPrefix("before the search: onboard"), "\(find.steps)")
    #expect(find.orderFact.lines == ["No particular order is needed: the natural order fails too."])
  }

  @Test("A failure that natural order does not show is not reported as one of natural order")
  func anOrderIsNotNatural() throws {
    // A form that finishes reading late accepts no earlier typing.
    let scenario = try Self.story(
      """
      {"do": "openTab", "tab": "profile", "after": "1s"}, {"do": "openEdit", "after": "1s"},
      {"do": "typeEdit", "weight": 70, "after": "1s"}, {"do": "saveEdit", "after": "1s"},
      {"do": "rest", "after": "20s"}, {"do": "openTab", "tab": "home", "after": "1s"},
      {"expect": {"targets": {"calories": 2073, "protein": 154, "water": 2500}}, "within": "30s"}
      """, "correct")
    #expect(try Play(scenario).run().passes)
    let finds = try Self.finds(scenario, schedules: 60)
    #expect(!finds.isEmpty)
    for find in finds {
      #expect(find.order == .constrained || find.order == .drawn, "\(find.key)")
      #expect(find.failsInNaturalOrder.isEmpty && find.soundApp == .passesInNaturalOrder)
      let text = find.orderFact.lines.joined(separator: " ")
      #expect(!text.contains("natural order fails"), "\(text)")
      #expect(find.steps.contains { $0.hasPrefix("typeEdit") }, "\(find.steps)")
    }
  }

  @Test("A violation in the steps before a search is a find with a timeline, a cause and a token")
  func aViolationInGivenIsAFind() throws {
    let scenario = try Self.story(
      #""pullToRefresh""#, given: #""onboard", {"expect": {"card": "hidden"}}"#, "correct")
    let report = try Exploration(scenario, schedules: 20, jobs: 1).run().report
    #expect(report.exitCode == 11)
    let find = try #require(report.exploration?.finds.first)
    #expect(find.key == "expectation/unclassified/given-2:card" && find.order == .given)
    #expect(find.cause?.variable == "homeCard")
    #expect(find.timeline.marks.contains { $0.kind == .violation })
    #expect(find.steps == ["before the search: " + scenario.given(0), "before the search: " + scenario.given(1)])
    let replay = try Replay(find.token, of: scenario).run()
    #expect(replay.isReproduced && replay.timeline == find.timeline)
    let played = try Play(scenario).run()
    #expect(played.findings.map(\.key) == [find.key])
    #expect(played.steps.contains { if case .fails = $0.outcome { true } else { false } })
  }

  @Test("A defect in the steps before a search is named by its strategy")
  func aCauseInGivenNamesItsStrategy() throws {
    let scenario = try Scenario.load(
      ScenarioFiles.path("acceptance/clear-preferences.json"), overrides: ScenarioOverrides(generation: "seed-current"))
    let finds = try Self.finds(scenario, schedules: 20)
    let given = try #require(finds.first { $0.order == .given })
    #expect(given.oracle == "read-your-writes" && given.cause?.strategies == ["profile.view=refetch"])
  }
}

extension Scenario {
  /// A step before the search, as a find describes it.
  fileprivate func given(_ index: Int) -> String { "\(story?.given[index].words ?? "") on phone 1" }
}
