import GTSDModel
import GTSDSim

/// What a page shows of a scenario before anything is run: what it is, and the values that can be moved.
struct StudioFacts {
  let scenario: Scenario
  let name: String

  var node: JSONNode {
    let drivers = Set(StudioDriver.all.map(\.path))
    let factors = values(at: StudioDriver.all.map(\.path) + StudyFactor.paths.filter { !drivers.contains($0) })
    return .object([
      ("id", .string(name)), ("name", .string(scenario.name)), ("description", .string(scenario.description)),
      ("users", .int(scenario.population.size)), ("generation", .string(scenario.generation.preset.rawValue)),
      ("seed", .string("\(scenario.seed)")), ("digest", .string(scenario.digest)),
      ("story", .bool(scenario.story != nil)), ("experiment", .bool(scenario.experiment != nil)),
      ("hazard", scenario.story?.hazard.map(JSONNode.string) ?? JSONNode(.null)),
      ("values", .array(scenario.story == nil ? factors : [])),
    ])
  }

  private func values(at paths: [String]) -> [JSONNode] {
    let sources = scenario.assumptions
    return zip(paths, scenario.values(at: paths)).compactMap { path, values in
      // A value of 0, or a probability of 1, is a decision of the scenario rather than an estimate.
      let moved = values.filter { $0.base > 0 && ($0.kind != .probability || $0.base < 1) }
      guard let first = moved.first else { return nil }
      let driver = StudioDriver.all.first { $0.path == path }
      let own = path.replacing(".*", with: "")
      let source = sources.first { own.hasPrefix($0.path) }?.source ?? Assumption.noSource
      return .object([
        ("path", .string(path)), ("name", .string(driver?.name ?? StudioDriver.plainName(of: path))),
        ("isMain", .bool(driver != nil)), ("kind", .string(first.kind.rawValue)),
        ("base", .array(moved.map { .number($0.base) })), ("source", .string(source)),
        ("spread", .string(first.uncertaintyText)),
      ])
    }
  }
}

/// One of the values that move acknowledgment most, as people would say it.
struct StudioDriver: Sendable {
  var path: String
  var name: String

  private static func decision(_ name: String, _ text: String) -> StudioDriver {
    StudioDriver(path: "population.personas.*.decisions.\(name)", name: text)
  }

  /// In the order in which sensitivity studies of the usual people find them to matter.
  static let all = [
    StudioDriver(path: "population.personas.*.habit.returnSameDay", name: "come back the same day"),
    decision("goToPlansDirectly", "go to their plans by themselves"),
    StudioDriver(path: "population.personas.*.timings.sessionGap.lognormal.median", name: "time between two visits"),
    decision("followCard", "follow the card"),
    decision("acknowledge", "acknowledge once they see their metrics"),
    decision("dismissCard", "dismiss the card"),
    decision("skipOnboarding", "skip onboarding"),
    decision("abandonOnboarding", "give up during onboarding"),
    decision("retryAfterError", "try again after an error"),
    decision("completeProfile", "complete their profile later"),
    StudioDriver(path: "backend.metricsDelay.lognormal.median", name: "time until metrics are computed"),
    StudioDriver(path: "backend.errorRate", name: "requests that fail"),
  ]

  /// The last name of a path in words: `pullToRefresh` is "pull to refresh".
  static func plainName(of path: String) -> String {
    let general = ["*", "lognormal", "median", "population", "personas", "decisions", "habit", "timings", "backend"]
    let parts = path.split(separator: ".").filter { !general.contains(String($0)) }
    let words = parts.joined(separator: " ").map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
    return path.contains(".timings.") ? "time: \(words)" : path.hasPrefix("backend.") ? "server: \(words)" : words
  }
}
