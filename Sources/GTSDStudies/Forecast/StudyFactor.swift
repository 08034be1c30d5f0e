package import GTSDModel
import GTSDWorld
import Randomness

/// Values of a scenario that a study varies together, from one end of their possible range to the other.
package struct StudyFactor: Sendable {
  /// The path, with `*` for all personas.
  package var path: String
  package var values: [ScenarioValue]
  /// The source of the range.
  package var source: String

  /// The factor by which values without a stated uncertainty are multiplied and divided; for probabilities, their
  /// odds.
  package static let spread = 1.5
  private static let spreadSource = "assumption, no source: times or over 1.5, probabilities by their odds"

  /// The value of each path at a place in 0...1; a half is the scenario's value where it states no distribution.
  package func values(at u: Double) -> [Double] {
    values.map { value in
      if let uncertainty = value.uncertainty { return min(1, uncertainty.value(at: min(max(u, 1e-9), 1 - 1e-9))) }
      // For negative numbers, the low end is the one farther from zero.
      let place = value.base < 0 ? 1 - u : u
      return value.scaled(by: PortableMath.exp((2 * place - 1) * PortableMath.log(Self.spread)))
    }
  }

  /// The assignments `PATH=VALUE` of the factor at a place in 0...1.
  package func assignments(at u: Double) -> [String] {
    zip(values, values(at: u)).flatMap { $0.assignments($1) }
  }

  /// The low and high ends in the tornado: the ends of the distribution, or its 5th and 95th percentiles.
  package var ends: (low: Double, high: Double) {
    values.contains { $0.uncertainty != nil } ? (0.05, 0.95) : (0, 1)
  }

  /// The factor's description in the report.
  package var summary: ForecastSection.Sensitivity.Factor {
    .init(
      path: path, name: Scenario.words(for: path), low: values(at: ends.low), base: values.map(\.base),
      high: values(at: ends.high), source: source)
  }

  /// The factors of a study: the values that the scenario declares uncertain, or else every decision, habit and
  /// timing of all personas together and the backend's speed and reliability.
  package static func all(of scenario: Scenario) -> [StudyFactor] {
    let uncertain = SharedUnknowns(scenario).joined(scenario.uncertainValues)
    guard uncertain.isEmpty else {
      return uncertain.map {
        StudyFactor(path: $0.namedPath, values: [$0], source: "this scenario: \($0.uncertaintyText)")
      }
    }
    return paths.compactMap { path in
      let values = scenario.values(at: path).filter(\.isEstimate)
      return values.isEmpty ? nil : StudyFactor(path: path, values: values, source: spreadSource)
    }
  }

  private static let memory =
    ["oneVisit", "refusal", "habit", "laterDays", "fading", "weekend", "sleep", "reaction.lognormal.median"]
    + ["engagement", "thoroughness", "formAversion", "patience", "correlation"].map { "traits.\($0)" }
    + ["error", "wait", "contradiction", "value", "complaint", "recall"].map { "experience.\($0)" }

  package static let paths =
    Decisions.probabilityNames.map { "population.personas.*.decisions.\($0)" }
    + ["returnNextDay", "returnSameDay"].map { "population.personas.*.habit.\($0)" }
    + Timings.names.map { "population.personas.*.timings.\($0).lognormal.median" }
    + ["metricsDelay", "network", "service"].map { "backend.\($0).lognormal.median" }
    + ["backend.errorRate", "backend.lossRate", "backend.servers"]
    + ["population", "experiment.arms.*"].flatMap { ["\($0).reminders.reach", "\($0).reminders.response"] }
    + memory.map { "population.memory.\($0)" }
}
