package import GTSDModel

/// One set of a forecast's drawn values, named so that a replay token can repeat it.
package struct DrawnSet: Equatable, Sendable {
  /// The number of the set.
  package var set: Int
  /// The number of replications over which the draws are stratified; nil if each set is drawn alone.
  package var replications: Int?
  /// The scenario's factor of uncertainty, which no digest includes.
  package var factor: Double

  private static let key = "forecast.draw"

  init(_ draws: ParameterDraws, set: Int) {
    self.set = set
    replications = draws.blocks == nil ? nil : draws.replications
    factor = draws.factor
  }

  /// Reads a set of drawn values from an override in a replay token; nil if the override names no set.
  package init?(override: String) {
    let parts = override.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, parts[0] == Self.key else { return nil }
    let numbers = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard numbers.count == 3, let set = Int(numbers[0]), set >= 0, let replications = Int(numbers[1]),
      (0...10_000_000).contains(replications), set <= 10_000_000, let factor = Double(numbers[2]),
      (1...1_000).contains(factor)
    else { return nil }
    self.set = set
    self.replications = replications == 0 ? nil : replications
    self.factor = factor
  }

  /// The override that names the set in a token.
  package var override: String { "\(Self.key)=\(set)/\(replications ?? 0)/\(factor)" }

  /// The scenario with the values of this set.
  package func scenario(of scenario: Scenario) throws(ScenarioError) -> Scenario {
    var scenario = scenario
    scenario.uncertainty.factor = factor
    let draws = ParameterDraws(
      scenario, replications: replications ?? 2, isStratified: replications != nil)
    guard replications == nil || set < (draws.blocks ?? 1) * draws.perBlock else { return scenario }
    return try scenario.setting(draws.assignments(ofSet: set))
  }
}
