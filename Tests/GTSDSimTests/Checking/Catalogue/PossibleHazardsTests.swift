import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// A defect that resembles a catalogued hazard whose switch is correct gets no name, in every kind of check.
struct PossibleHazardsTests {
  /// A plan that rounds water differently resembles `targets-jump-on-first-plan`, whose switch is that of protein.
  private static let onboarding = #"""
    {"do": "signUp", "account": 1}, {"do": "completeOnboarding", "weight": 72.3, "until": "signedIn"},
    {"do": "exitSummary", "until": "sheetSettled"}, {"do": "openTab", "tab": "plans", "after": "5s"},
    {"do": "acknowledge", "until": "tabSettled", "after": "1s"}, {"do": "rest", "until": "acknowledgeSettled"}
    """#

  private static func scenario(given: String, when: String) throws -> Scenario {
    try Scenario.parse(
      #"{"name": "water", "story": {"given": [\#(given)], "when": [\#(when)]}}"#,
      overrides: ScenarioOverrides(generation: "correct", sets: ["generation.formula.water=head-split"]))
  }

  private static let signature = "I-FRESH/unclassified/targets-jumped"

  @Test func playNamesNoHazardWithACorrectSwitch() throws {
    let played = try Play(Self.scenario(given: #""launch""#, when: Self.onboarding)).run()
    #expect(played.findings.map(\.key) == [Self.signature])
  }

  @Test func searchNamesNoHazardWithACorrectSwitch() throws {
    let scenario = try Self.scenario(given: #""launch""#, when: Self.onboarding)
    let fold = Exploration(scenario, schedules: 40, jobs: 1).search(try StoryStage(scenario))
    #expect(fold.sortedEntries.map(\.signature) == [Self.signature])
  }

  @Test func violationInGivenNamesNoHazardWithACorrectSwitch() throws {
    let scenario = try Self.scenario(given: #""launch", \#(Self.onboarding)"#, when: #""pullToRefresh""#)
    #expect(try StoryStage(scenario).givenFindings.map(\.signature) == [Self.signature])
  }
}
