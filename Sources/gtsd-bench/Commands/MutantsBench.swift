import Foundation
package import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDStudies

/// Runs `gtsd-bench mutants`: which planted defects does a story or a population notice?
package enum MutantsBench {
  /// The numbers of stories and populations that are drawn at random, beside those of the library.
  private static let drawnStories: UInt64 = 480
  private static let drawnPopulations: UInt64 = 20

  package static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let users = arguments[integer: .users] ?? 400
    let study = MutationStudy(
      stories: try scenarios("tours", console, ScenarioOverrides())
        + scenarios("acceptance", console, ScenarioOverrides(generation: "correct"))
        + scenarios("races", console, ScenarioOverrides()) + drawn(.story, drawnStories),
      populations: try scenarios("", console, ScenarioOverrides(generation: "correct", users: users))
        + drawn(.population, drawnPopulations),
      schedules: arguments[integer: .schedules] ?? 500)
    let (story, population) = (study.storyKill(), study.populationKill())
    // With the correct choices, no switch of the catalogue is faulty, so every hazard's name is wrong.
    let labels = Set((story?.labels ?? []) + (population?.labels ?? [])).sorted()
    if arguments[flag: .json] {
      console.out(
        JSONNode.object([
          "benchmark": "mutants", "version": .int(2), "stories": .int(study.stories.count),
          "populations": .int(study.populations.count), "schedules": .int(study.schedules),
          "story": story.map(node) ?? .null, "population": population.map(node) ?? .null,
          "labels": .array(labels.map { .string($0) }),
        ]).prettyText + "\n")
    } else {
      console.out(
        """
        | Noticed by one of \(study.stories.count) stories | by one of \(study.populations.count) populations | called |
        | --- | --- | --- |
        | \(text(story)) | \(text(population)) | \(labels.isEmpty ? "–" : labels.joined(separator: ", ")) |

        """)
    }
    return .success
  }

  private static func scenarios(
    _ folder: String, _ console: Console, _ overrides: ScenarioOverrides
  ) throws(CommandFailure) -> [Scenario] {
    var result: [Scenario] = []
    for path in try ExploreBench.paths(in: folder, console) {
      do {
        result.append(try Scenario.load(path, overrides: overrides))
      } catch {
        throw CommandFailure(code: .invalidInput, message: "\(error)")
      }
    }
    return result
  }

  /// Random cases: most defects show only in a situation that nobody has thought of.
  private static func drawn(_ kind: SoakCase.Kind, _ count: UInt64) throws(CommandFailure) -> [Scenario] {
    var result: [Scenario] = []
    for seed in 0..<count {
      do {
        result.append(try SoakGenerator.make(kind, seed: seed).scenario())
      } catch {
        throw CommandFailure(code: .failure, message: "\(error)")
      }
    }
    return result
  }

  private static func text(_ kill: MutationStudy.Kill?) -> String {
    guard let kill else { return "–" }
    let schedules = kill.schedules > 0 ? " after \(kill.schedules)" : ""
    return "\(kill.scenario)\(schedules): \(kill.statement)"
  }

  private static func node(_ kill: MutationStudy.Kill) -> JSONNode {
    .object([
      "scenario": .string(kill.scenario), "schedules": .int(kill.schedules),
      "signatures": .array(kill.signatures.map { .string($0) }), "statement": .string(kill.statement),
      "labels": .array(kill.labels.map { .string($0) }),
    ])
  }
}
