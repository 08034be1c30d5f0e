import GTSDFields

/// A single number of a scenario, by its path: what forecasts vary.
package struct ScenarioValue: Sendable, Equatable {
  /// What kind of number it is, which decides how it is written and within what it may lie.
  package enum Kind: String, Sendable, Hashable {
    /// 0 to 1.
    case probability
    /// Seconds, written with their unit.
    case duration
    /// Any other number.
    case number
  }

  /// Where it is, without wildcards, such as `population.personas.casual.decisions.followCard`.
  package var path: String
  package var kind: Kind
  /// The value that `run` uses; seconds for durations.
  package var base: Double
  /// What is believed about it, where the scenario says so.
  package var uncertainty: Distribution?

  /// How far it may lie from the truth, as a factor of it or of its odds, where the scenario says so.
  package var spread: Double?

  /// What is believed about it, as a scenario file writes it, or the factor within which it lies; empty for nothing.
  package var uncertaintyText: String {
    if let uncertainty { return ValueSpec<Distribution>.amount.write(uncertainty).text }
    return spread.map { "within a factor of \($0.shortText)" } ?? ""
  }

  /// The value times a factor; of a probability, its odds.
  package func scaled(by factor: Double) -> Double {
    guard kind == .probability else { return base * factor }
    return base * factor / (1 - base + base * factor)
  }

  /// `PATH=VALUE` that sets it.
  package func assignment(_ value: Double) -> String {
    switch kind {
    case .probability: "\(path)=\(min(1, max(0, value)).shortText)"
    case .duration: "\(path)=\(max(0, value).shortText)s"
    case .number: "\(path)=\((base == base.rounded() && abs(base) >= 1 ? value.rounded() : value).shortText)"
    }
  }
}
