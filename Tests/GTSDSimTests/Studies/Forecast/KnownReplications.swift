import GTSDModel
import Testing

@testable import GTSDStudies
@testable import Randomness
@testable import Statistics

/// Replications whose truth is known. Each is a number rather than a world.
struct KnownReplications {
  /// Two values are drawn.
  static let scenario: Scenario? = try? Scenario.parse(
    """
    {"name": "known", "uncertainty": {"factor": 1}, "population": {"personas": [{"name": "a", "decisions": {
      "followCard": {"value": 0.4, "spread": 2}, "acknowledge": {"value": 0.4, "spread": 2}}}]}}
    """)
  private static let unknowns = scenario?.unknowns ?? []

  let values: [Double]
  let draws: ParameterDraws

  /// Normal values with mean and median 0: the drawn values change them by `ignorance` standard deviations, chance by
  /// `chance`.
  init(_ replications: Int, seed: UInt64, ignorance: Double, chance: Double, isStratified: Bool = true) throws {
    var scenario = try #require(Self.scenario)
    scenario.seed = seed
    let draws = ParameterDraws(Self.unknowns, of: scenario, replications: replications, isStratified: isStratified)
    #expect(draws.values.count == 2)
    let noise = Draws(seed: seed &+ 77)
    func normal(_ u: Double) -> Double { NormalDistribution.quantile(u) }
    values = (0..<UInt32(draws.filled(replications))).map { number in
      let set = draws.set(of: number)
      let drawn = draws.values.indices.map { normal(draws.uniform(parameter: $0, set: set)) }.reduce(0, +)
      let scale = Double(draws.values.count).squareRoot()
      return ignorance * drawn / scale + chance * normal(noise.uniform(user: number, purpose: 1))
    }
    self.draws = draws
  }
}
