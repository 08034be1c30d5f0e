import GTSDFields

/// A single number of a scenario, by its path: what forecasts vary.
package struct ScenarioValue: Sendable, Equatable {
  /// The kind of number. Decides how it is written and which range it may have.
  package enum Kind: String, Sendable, Hashable {
    /// A probability, 0 to 1.
    case probability
    /// A duration in seconds, written with its unit.
    case duration
    /// Any other number.
    case number
  }

  /// The path without wildcards, such as `population.personas.casual.decisions.followCard`.
  package var path: String
  package var kind: Kind
  /// The value that `run` uses; seconds for durations.
  package var base: Double
  /// The distribution of the value's uncertainty, where the scenario states one.
  package var uncertainty: Distribution?

  /// The greatest distance of the value from the truth, as a factor of it or of its odds, where the scenario states
  /// one.
  package var spread: Double?

  /// The value's uncertainty in the syntax of a scenario file, or the factor within which it lies; empty without any.
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
