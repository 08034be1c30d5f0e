package import GTSDModel

/// The scenario of a run, summarised.
public struct ScenarioSummary: Hashable, Sendable {
  /// The scenario's name.
  public var name: String
  /// The scenario's purpose, in a sentence or more.
  public var description: String?
  /// A hash of the resolved scenario, with its algorithm, such as `xxh64:…`.
  public var digest: String
  /// The seed of all random draws.
  public var seed: UInt64
  /// The app generation, such as `seed-current`.
  public var generation: String
  /// The number of users in one replication.
  public var users: Int
  /// The number of replications whose counts are pooled.
  public var replications: Int
  /// The length of the run in virtual seconds.
  public var horizonSeconds: Double
  /// The complete scenario as JSON text, with which the report alone is enough for a replay.
  public var resolved: String?
  /// The file that `replay` needs, `-` for standard input; nil if the library has the scenario.
  package var file: String?

  /// Summarises a scenario.
  package init(
    name: String, description: String? = nil, digest: String, seed: UInt64, generation: String, users: Int,
    replications: Int, horizonSeconds: Double, resolved: String? = nil
  ) {
    self.name = name
    self.description = description
    self.digest = digest
    self.seed = seed
    self.generation = generation
    self.users = users
    self.replications = replications
    self.horizonSeconds = horizonSeconds
    self.resolved = resolved
  }
}

extension ScenarioSummary {
  /// Creates the summary of a scenario as it runs.
  ///
  /// - Parameters:
  ///   - digest: the digest of the scenario before a replication draws anything.
  ///   - users: the number of users in one replication; nil for the scenario's own.
  ///   - horizonSeconds: nil for the scenario's own.
  package init(
    _ scenario: Scenario, digest: String? = nil, users: Int? = nil, replications: Int = 1,
    horizonSeconds: Double? = nil
  ) {
    self.init(
      name: scenario.name, description: scenario.description, digest: digest ?? scenario.digest, seed: scenario.seed,
      generation: scenario.generation.preset.rawValue, users: users ?? scenario.population.size,
      replications: replications, horizonSeconds: horizonSeconds ?? scenario.horizon.seconds,
      resolved: scenario.resolvedJSON)
  }
}
