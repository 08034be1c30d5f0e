package import GTSDModel
import GTSDWorld

/// One side of a comparison.
package struct ComparisonOperand: Sendable {
  package enum Content: Sendable {
    /// A scenario to run. With an arm, all people are in that arm.
    case scenario(Scenario, arm: Int?)
    /// The result of an earlier run.
    case result(SimulationResult)
  }

  /// The name in reports, such as `first-day@correct`.
  package var name: String
  package var content: Content

  package init(name: String, _ content: Content) {
    self.name = name
    self.content = content
  }

  /// Creates the side of a scenario, under its own name.
  package init(_ scenario: Scenario) {
    self.init(name: scenario.name, .scenario(scenario, arm: nil))
  }

  /// The scenario to run; nil for a report.
  package var running: Scenario? {
    guard case .scenario(let scenario, let arm) = content else { return nil }
    return arm.map { scenario.everybody(inArm: $0) } ?? scenario
  }

  /// The scenario whose values can be compared; nil if it is unknown.
  var shown: Scenario? {
    switch content {
    case .scenario(let scenario, let arm): arm.map { scenario.client(ofArm: $0) } ?? scenario
    case .result(let result): result.scenario.resolvedScenario
    }
  }

  /// The kind of operand, in a word.
  var source: String {
    switch content {
    case .scenario(_, let arm): arm == nil ? "scenario" : "arm"
    case .result: "report"
    }
  }
}

extension ScenarioSummary {
  /// The scenario that a report embeds; nil if it cannot be read.
  package var resolvedScenario: Scenario? {
    resolved.flatMap { try? Scenario.parse($0, name: name) }
  }
}

extension ComparisonSection.Side {
  /// Creates the description of a side whose scenario was run.
  init(_ name: String, source: String, _ scenario: Scenario, replications: Int) {
    self.init(
      name: name, source: source, generation: scenario.generation.preset.rawValue, digest: scenario.digest,
      seed: scenario.seed, users: scenario.population.size, replications: replications,
      horizonSeconds: scenario.horizon.seconds, resolved: scenario.resolvedJSON)
  }

  /// Creates the description of a side that was read from a report.
  init(_ name: String, _ result: SimulationResult) {
    let scenario = result.scenario
    self.init(
      name: name, source: "report", generation: scenario.generation, digest: scenario.digest, seed: scenario.seed,
      users: scenario.users, replications: scenario.replications, horizonSeconds: scenario.horizonSeconds,
      resolved: scenario.resolved)
    broken = result.violations.brokenInvariants.map { invariant in
      let rows = result.violations.filter { $0.invariant == invariant }
      return Broken(invariant: invariant, episodes: rows.reduce(0) { $0 + $1.count })
    }
    curve = result.survival.first { $0.id == SurvivalID.timeToAcknowledge.rawValue }
  }

  init(
    name: String, source: String, generation: String, digest: String, seed: UInt64, users: Int, replications: Int,
    horizonSeconds: Double, resolved: String?
  ) {
    self.name = name
    self.source = source
    self.generation = generation
    self.digest = digest
    self.seed = seed
    self.users = users
    self.replications = replications
    self.horizonSeconds = horizonSeconds
    self.resolved = resolved
  }
}
