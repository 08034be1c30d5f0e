import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_bench

/// `Mutants/study` plants defects into copies; here the app is unchanged.
struct MutationStudyTests {
  /// A story of `Mutants/stories.json`, as a scenario.
  struct Walk: Sendable, CustomTestStringConvertible {
    var mutant: String
    var text: String
    var testDescription: String { mutant }
  }

  static let walks: [Walk] = {
    let file = Checkout.root.appending(path: "Mutants/stories.json")
    guard let data = try? Data(contentsOf: file),
      let stories = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    else { return [] }
    return stories.compactMap { story in
      let scenario: [String: Any] = [
        "faults": story["faults"] ?? [],
        "story": [
          "devices": story["devices"] ?? 1, "given": story["given"] ?? ["onboard"],
          "when": (story["when"] as? [Any] ?? []) + [["do": "rest", "after": "5s"]],
        ],
      ]
      guard let mutant = story["mutant"] as? String, let data = try? JSONSerialization.data(withJSONObject: scenario)
      else {
        return nil
      }
      return Walk(mutant: mutant, text: String(decoding: data, as: UTF8.self))
    }
  }()

  @Test("At least 60 stories search for mutants") func thereAreWalks() { #expect(Self.walks.count >= 60) }

  @Test("The correct app has no violation in the stories that search for mutants", arguments: walks)
  func correctAppBreaksNoInvariant(walk: Walk) throws {
    let scenario = try Scenario.parse(walk.text, overrides: ScenarioOverrides(generation: "correct"))
    let fold = Exploration(scenario, schedules: 8, jobs: 1).search(try StoryStage(scenario))
    #expect(fold.sortedEntries.map(\.signature) == [])
  }

  @Test("The study finds nothing in the correct app, and violations in `seed-current`")
  func noticesTheFirstApp() throws {
    let tour = try Scenario.load(ScenarioFiles.path("tours/tour-of-photos.json"))
    #expect(MutationStudy(stories: [tour], populations: [], schedules: 3).storyKill() == nil)
    var faulty = tour
    faulty.generation = .preset(.seedCurrent)
    let kill = MutationStudy(stories: [faulty], populations: [], schedules: 3).storyKill()
    #expect(kill?.scenario == tour.name)
  }

  @Test("A population's statement is that of the first violation in its report")
  func populationsSayTheFirstOfTheirReport() throws {
    let overrides = ScenarioOverrides(generation: "seed-current", users: 60)
    var population = try Scenario.load(ScenarioFiles.path("first-day.json"), overrides: overrides)
    population.generation.limits.mode = .perUser
    let kill = try #require(MutationStudy(stories: [], populations: [population], schedules: 1).populationKill())
    let report = Simulation(population).run()
    let first = try #require(report.violations.first)
    #expect(first.examples.first?.summary.hasSuffix(kill.statement) == true)
  }
}
