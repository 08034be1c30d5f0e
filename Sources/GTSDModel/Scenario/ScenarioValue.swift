import GTSDFields

/// A single number of a scenario with its path, which forecasts can vary.
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
  /// The distribution of the value's uncertainty, if the scenario states one.
  package var uncertainty: Distribution?

  /// The largest deviation of the value from the truth, as a factor of the value or of its odds, if the scenario states
  /// one.
  package var spread: Double?

  /// The range of values that a scenario may have at this path; nil if its table states no range.
  package var limits: ClosedRange<Double>?

  /// Whether the field takes whole numbers; nil if its table does not say.
  package var isWhole: Bool?

  /// The paths of the values that are drawn together, if ``path`` is only their common part; empty for an independent
  /// value.
  package var places: [String] = []

  /// The path by which texts name the value if several personas share it: with `*` for all personas, and with the names
  /// of some joined by `+`. Nil if it is ``path``.
  package var sharedPath: String?

  /// The path by which texts name the value.
  package var namedPath: String { sharedPath ?? path }

  /// Whether the value is an estimate. A value of 0, and a probability of 1, are decisions of the scenario.
  package var isEstimate: Bool { base != 0 && (kind != .probability || base < 1) }

  /// The uncertainty of the value in the syntax of a scenario file, or its largest error as a factor; empty if it has
  /// none.
  package var uncertaintyText: String {
    if let uncertainty { return ValueSpec<Distribution>.amount.write(uncertainty).text }
    return spread.map { "within a factor of \($0.shortText)" } ?? ""
  }

  /// The value times a factor; of a probability, its odds.
  package func scaled(by factor: Double) -> Double {
    guard kind == .probability else { return base * factor }
    return base * factor / (1 - base + base * factor)
  }

  /// The text `PATH=VALUE` that sets the value.
  package func assignment(_ value: Double) -> String { "\(path)=\(text(value))" }

  /// `PATH=VALUE` for each of its ``places``, with a value that the scenario may hold there.
  package func assignments(_ value: Double) -> [String] {
    let possible = limits.map { min($0.upperBound, max($0.lowerBound, value)) } ?? value
    let text = text(possible)
    return (places.isEmpty ? [path] : places).map { "\($0)=\(text)" }
  }

  private func text(_ value: Double) -> String {
    switch kind {
    case .probability: return min(1, max(0, value)).shortText
    case .duration: return "\(max(0, value).shortText)s"
    case .number:
      let isWhole = isWhole ?? (base == base.rounded() && abs(base) >= 1)
      return (isWhole ? value.rounded() : value).shortText
    }
  }
}
