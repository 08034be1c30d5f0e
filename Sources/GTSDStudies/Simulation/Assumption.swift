package import GTSDModel

/// A default value that the run used.
public struct Assumption: Hashable, Sendable {
  /// The path in a scenario, such as `population.personas[0].dismissCard`.
  public var path: String
  /// The value, in the syntax of a scenario file.
  public var value: String
  /// The source of the value, or `assumption, no source`.
  public var source: String

  /// The text that is used as the source of a default value without any source.
  public static let noSource = "assumption, no source"

  /// Whether nothing supports the value, though it may repeat a target.
  package var isUnsourced: Bool { source.hasSuffix("no source") }

  /// Creates a default with its source.
  package init(path: String, value: String, source: String = Assumption.noSource) {
    self.path = path
    self.value = value
    self.source = source
  }
}

extension Scenario {
  /// Every value about people and backend, with its source, as reports state it.
  package var statedAssumptions: [Assumption] {
    assumptions.map { Assumption(path: $0.path, value: $0.value, source: $0.source) }
      + (experiment?.assumedEffects ?? [])
  }
}

extension Experiment {
  /// The changes that the arms are assumed to cause.
  fileprivate var assumedEffects: [Assumption] {
    arms.flatMap { arm in
      arm.decisionFactors.map { factor in
        Assumption(
          path: "experiment.arms.\(arm.name).decisionFactors.\(factor.decision)", value: "\(factor.factor)",
          source: "this scenario: an assumed effect")
      }
    }
  }
}
