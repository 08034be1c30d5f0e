import GTSDFields
import GTSDModel
import GTSDSim
import GTSDStudies

/// The facts about a scenario that a page shows before anything is run: its description, and the values that can be
/// changed.
struct StudioFacts {
  let scenario: Scenario
  let name: String

  var node: JSONNode {
    let drivers = Set(StudioDriver.paths)
    let factors = values(at: StudioDriver.paths + StudyFactor.paths.filter { !drivers.contains($0) })
    return .object([
      ("id", .string(name)), ("name", .string(scenario.name)), ("description", .string(scenario.description)),
      ("users", .int(scenario.population.size)), ("generation", .string(scenario.generation.preset.rawValue)),
      ("app", .string(scenario.generation.preset.title)),
      ("seed", .string("\(scenario.seed)")), ("digest", .string(scenario.digest)),
      ("story", .bool(scenario.story != nil)), ("experiment", .bool(scenario.experiment != nil)),
      ("needs", .array(StudioQuestion.Need.allCases.filter { $0.isMet(by: scenario) }.map { .string($0.rawValue) })),
      (
        "questions",
        .object(StudioQuestion.allCases.map { ($0.rawValue, .string($0.text(of: scenario))) })
      ),
      ("hazard", scenario.story?.hazard.map(JSONNode.string) ?? JSONNode(.null)),
      ("values", .array(scenario.story == nil ? factors : [])),
    ])
  }

  /// Whether a scenario may have the values at both ends of a slider.
  private static func fits(_ value: ScenarioValue) -> Bool {
    value.limits?.contains(4 * value.base) ?? true
  }

  private func values(at paths: [String]) -> [JSONNode] {
    let sources = scenario.assumptions
    return zip(paths, scenario.values(at: paths)).compactMap { path, values in
      let moved = values.filter { $0.isEstimate && Self.fits($0) }
      guard let first = moved.first else { return nil }
      let own = path.replacing(".*", with: "")
      let source = sources.first { own.hasPrefix($0.path) }?.source ?? Assumption.noSource
      return .object([
        ("path", .string(path)), ("name", .string(Scenario.words(for: path))),
        ("isMain", .bool(StudioDriver.paths.contains(path))), ("kind", .string(first.kind.rawValue)),
        ("base", .array(moved.map { .number($0.base) })), ("source", .string(source)),
        ("spread", .string(first.uncertaintyText)),
      ])
    }
  }
}
