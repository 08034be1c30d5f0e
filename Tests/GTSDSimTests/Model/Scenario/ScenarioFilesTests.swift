import Foundation
import GTSDModel
import GTSDSim
import TestSupport
import Testing

@testable import GTSDFields
@testable import GTSDStudies
@testable import GTSDWorld

/// The scenarios of the repository.
enum ScenarioFiles {
  static let folder = Checkout.root.appending(path: "scenarios")

  /// The names below ``folder``: `first-day.json`, `races/double-tap-acknowledge.json`.
  static var names: [String] {
    ScenarioLibrary.files(in: Checkout.root.path).map { "\($0.id).json" }
  }

  /// Every fifth file, for checks of members that all files share.
  static var some: [String] { names.enumerated().filter { $0.offset.isMultiple(of: 5) }.map(\.element) }

  static func path(_ name: String) -> String { folder.appending(path: name).path }
}

struct ScenarioFilesTests {
  @Test func allOfTheLibraryAreThere() {
    let expected = [
      "any-answer", "busy-week", "card-copy", "daily-use", "direct-to-plans", "dismissal", "first-day",
      "first-day-fixed", "flaky-network",
      "outage-and-recovery", "photo-storm", "preferences", "prompt-places", "rapid-tabs", "reminders", "rollout",
      "rollout-bad", "rollout-beta", "rough-week", "skip-onboarding", "slow-metrics", "summary-length", "week-one",
      "zero-state",
    ]
    #expect(Set(expected.map { "\($0).json" }).isSubset(of: ScenarioFiles.names))
    let load = ["breakpoint", "photo-upload", "smoke", "soak", "spike", "steady"]
    #expect(ScenarioFiles.names.filter { $0.hasPrefix("load/") } == load.map { "load/\($0).json" })
  }

  @Test(arguments: ScenarioFiles.names)
  func isValidNamedByItsFileAndOpensWithWhatItShows(file: String) throws {
    let path = ScenarioFiles.path(file)
    let scenario = try Scenario.load(path)
    // A scenario without a hazard is correct: a tour, or a case of the specifications with expectations.
    let isTour = scenario.story != nil && scenario.story?.hazard == nil
    let expects = scenario.story?.steps.contains { $0.action == .expect } ?? false
    // One story has the name of each hazard; other stories of it are on the list of those that are hard to find.
    let ofHazards = HazardID(rawValue: scenario.name) != nil ? "races/" : "hard/"
    let ofStories = isTour ? expects ? "acceptance/" : "tours/" : ofHazards
    let folder = scenario.story != nil ? ofStories : scenario.load != nil ? "load/" : ""
    #expect("\(folder)\(scenario.name).json" == file)
    if isTour {
      // Limits of requests are the server's choice: with and without them, the app is the correct one.
      var generation = scenario.generation
      generation.limits.mode = .off
      #expect(generation == .preset(.correct))
    }
    if let story = scenario.story, !isTour {
      let hazard = try #require(story.hazard)
      #expect(folder == "hard/" || hazard == scenario.name)
      #expect(HazardID(rawValue: hazard) != nil)
      #expect(story.twin.flatMap(scenario.generation.applying) != nil)
    }
    #expect(!scenario.description.isEmpty)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("// Shows "))
  }

  @Test(arguments: ScenarioFiles.some)
  func resolvedTextReadsBackAsTheSameScenario(file: String) throws {
    let scenario = try Scenario.load(ScenarioFiles.path(file))
    let again = try Scenario.parse(scenario.resolvedJSON)
    #expect(again == scenario)
    #expect(again.resolvedJSON == scenario.resolvedJSON)
    #expect(again.digest == scenario.digest)
  }

  @Test func differentScenariosHaveDifferentDigests() throws {
    let scenario = try Scenario.parse("{}")
    var other = scenario
    other.population.personas[2].timings.patience = .constant(1)
    #expect(scenario.digest != other.digest)
    #expect(scenario.digest.hasPrefix("xxh64:"))
    #expect(scenario.digest.count == 22)
  }

  @Test func outputSettingsDoNotChangeTheDigest() throws {
    let text = #"{"output": {"directory": "out/here", "formats": ["md", "csv"]}}"#
    let scenario = try Scenario.parse(text)
    #expect(scenario.output.directory == "out/here")
    #expect(scenario.output.formats == [.md, .csv])
    #expect(try scenario.digest == Scenario.parse("{}").digest)
    #expect(try Scenario.parse(scenario.resolved.text) == scenario)
    #expect(!scenario.resolvedJSON.contains("output"))
    let nowhere = ScenarioOverrides(sets: ["output.directory=null", "output.formats=[\"html\"]"])
    #expect(try Scenario.parse(text, overrides: nowhere).output.directory == nil)
    #expect(try Scenario.parse(text, overrides: nowhere).output.formats == [.html])
    #expect(try Scenario.parse("{}").output == ReportOutput())
  }

  @Test func missingFilesAreReported() {
    #expect(throws: ScenarioFileError.unreadable(path: "/no/such.json", reason: "no such file")) {
      try Scenario.load("/no/such.json")
    }
  }
}

struct ScenarioTablesTests {
  @Test func everyMemberIsInTheResolvedText() {
    var scenario = Scenario(name: "s")
    // Absent parts are left out: reminders, time zones, a summary's length, links, values of a calibration.
    scenario.uncertainty.observed = .days(4)
    scenario.population.reminders = Reminders()
    scenario.population.summaryLength = .seconds(30)
    scenario.population.timeZones = [TimeZoneShare(offset: .hours(-8))]
    scenario.backend.links = [NetworkLink(name: "wifi")]
    let root = scenario.resolved
    let memory = root["population"]?["memory"]
    // Mirrors list the existing members; the tables must contain all of them.
    let persona = root["population"]?["personas"]?.elements?[0]
    func keys(_ node: JSONNode?) -> Set<String> { Set(node?.members?.map(\.key) ?? []) }
    func members(_ value: Any) -> Set<String> { Set(Mirror(reflecting: value).children.compactMap(\.label)) }
    #expect(keys(persona?["decisions"]) == members(Decisions()))
    #expect(keys(persona?["timings"]) == members(Timings()))
    #expect(keys(persona?["body"]) == members(BodyMix()))
    #expect(keys(persona?["habit"]) == members(Habit()))
    // Absent parts are left out: a remote backend, a load run.
    #expect(keys(root["backend"]) == members(BackendConfiguration()).subtracting(["remote"]))
    #expect(keys(root["backend"]?["links"]?.elements?.first) == members(NetworkLink(name: "")))
    #expect(keys(root["population"]) == members(Population()))
    #expect(keys(root["population"]?["reminders"]) == members(Reminders()))
    #expect(keys(root["population"]?["timeZones"]?.elements?.first) == members(TimeZoneShare(offset: .zero)))
    #expect(keys(root["uncertainty"]) == members(Uncertainty()))
    #expect(keys(memory) == members(PeopleMemory()))
    #expect(keys(memory?["traits"]) == members(PeopleMemory.Traits()))
    #expect(keys(memory?["experience"]) == members(PeopleMemory.Experience()))
    #expect(keys(root["output"]) == members(ReportOutput()))
    // A scenario is about a population, or has a story.
    #expect(keys(root) == members(Scenario(name: "s")).subtracting(["story", "load"]))
    var scripted = Scenario(name: "s")
    scripted.story = GTSDModel.Story()
    #expect(keys(scripted.resolved) == members(scripted).subtracting(["population", "load"]))
    var driving = Scenario(name: "s")
    driving.load = LoadSettings()
    driving.backend.remote = RemoteBackend(url: "http://localhost")
    driving.backend.links = [NetworkLink(name: "wifi")]
    #expect(keys(driving.resolved["load"]) == members(LoadSettings()))
    #expect(keys(driving.resolved["backend"]) == members(driving.backend))
    #expect(keys(scripted.resolved["story"]) == ["hazard", "twin", "devices", "given", "when"])
    let generation = Generation.preset(.correct)
    // Flags are not a choice of a generation; arms set them in addition.
    #expect(keys(root["generation"]) == members(generation).subtracting(["flags"]))
    for child in Mirror(reflecting: generation).children where child.label != "preset" && child.label != "flags" {
      #expect(keys(root["generation"]?[child.label ?? ""]) == members(child.value), "\(child.label ?? "")")
    }
  }

  @Test func switchesListEveryChoiceAndMakeThem() {
    #expect(Generation.switches.count > 50)
    for item in Generation.switches {
      var generation = Generation.preset(.correct)
      for choice in item.choices {
        let before = generation
        #expect(item.set(choice, in: &generation), "\(item.path) \(choice.text)")
        #expect(item.choice(generation).text == choice.text)
        #expect((generation == before) == (item.choice(before).text == choice.text))
      }
      #expect(!item.set("no such choice", in: &generation))
    }
  }

  @Test("People have a memory unless the scenario sets it to null, and the resolved text says so")
  func memoryByDefault() throws {
    let plain = try Scenario.parse(#"{"population": {"size": 5}}"#)
    #expect(plain.population.memory == PeopleMemory())
    #expect(try Scenario.parse(#"{"population": {"size": 5, "memory": {}}}"#) == plain)
    let without = try Scenario.parse(#"{"population": {"size": 5, "memory": null}}"#)
    #expect(without.population.memory == nil && without.digest != plain.digest)
    #expect(try Scenario.parse(without.resolvedJSON).population.memory == nil)
    #expect(without.assumptions.contains { $0.path == "population.memory" && $0.source == "this scenario" })
    #expect(try plain.setting(["population.memory=null"]) == without)
    #expect(try without.setting(["population.memory.sleep=6h"]).population.memory?.sleep == .hours(6))
  }

  @Test("A story's person has no memory, and a story's text does not mention one")
  func storyWithoutMemory() throws {
    let story = try Scenario.parse(#"{"story": {"when": ["launch"]}}"#)
    #expect(story.population.memory == nil && !story.resolvedJSON.contains("population"))
  }

  @Test("Of the defaults, those equal to a target are marked, and no others")
  func targetsAreNoSource() throws {
    let measured: [(path: String, kpi: KPI)] = [
      ("decisions.readSummaryToEnd", .summaryCompletionRate), ("decisions.expandSummary", .learnMoreExpansionRate),
      ("decisions.exitSummaryByButton", .summaryButtonExitRate),
      ("decisions.completeProfile", .zeroStateTapThroughRate), ("decisions.visitProfile", .profileDiscoveryRate24h),
      ("decisions.dismissCard", .dismissalRate), ("decisions.acknowledge", .acknowledgmentRate24h),
      ("decisions.abandonOnboarding", .onboardingAbandonmentRate), ("habit.returnNextDay", .retentionRate7d),
      ("decisions.finishProfile", .profileCompletionRate7d), ("decisions.skipOnboarding", .zeroStateViewRate),
    ]
    let scenario = try Scenario.parse("{}")
    for (path, kpi) in measured {
      let own = try #require(scenario.assumptions.first { $0.path == "population.personas.\(path)" })
      let value = try #require(Double(own.value))
      let isTarget = kpi.definition.targets.contains { $0.value == .number(value) }
      #expect(own.source == (isTarget ? "equals a target, no source" : "assumption, no source"), "\(path) \(value)")
    }
    let equal = scenario.assumptions.filter { $0.source.hasPrefix("equals") }
    #expect(equal.allSatisfy { own in measured.contains { own.path.hasSuffix($0.path) } } && equal.count == 4)
    let dwell = try #require(scenario.assumptions.first { $0.path == "population.personas.timings.summaryDwell" })
    #expect(dwell.source == "within a target's range, no source")
  }

  @Test func assumptionsStateTheirSource() throws {
    let scenario = try Scenario.parse(
      #"{"population": {"personas": [{"name": "a", "decisions": {"followCard": 0.5}}, {"name": "b"}]}}"#)
    func assumption(_ path: String) -> ScenarioAssumption? { scenario.assumptions.first { $0.path == path } }
    #expect(assumption("population.personas.a.decisions.followCard")?.source == "this scenario")
    #expect(assumption("population.personas.a.decisions.followCard")?.value == "0.5")
    #expect(assumption("population.personas.decisions.followCard")?.source == "assumption, no source")
    #expect(assumption("population.personas.decisions.followCard")?.value == "0.45")
    #expect(assumption("backend.accessTokenLifetime")?.source == "API contract 1.1")
    #expect(assumption("backend.accessTokenLifetime")?.value == "\"15m\"")
    #expect(Set(scenario.assumptions.map(\.path)).count == scenario.assumptions.count)
  }
}
