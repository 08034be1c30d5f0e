extension KPITarget {
  /// Creates a target from a scenario's override. Nil if the comparison is unknown or the count of numbers does not fit
  /// it: two for `between`, one otherwise. Validation rejects such an override.
  public init?(_ override: TargetOverride) {
    guard let comparison = Comparison(rawValue: override.comparison) else { return nil }
    switch (comparison, override.value.count) {
    case (.between, 2):
      self.init(
        level: override.level, comparison: comparison, value: .range(override.value[0], override.value[1]),
        versus: override.versus, source: KPITarget.scenarioSource)
    case (.atLeast, 1), (.above, 1), (.atMost, 1), (.below, 1):
      self.init(
        level: override.level, comparison: comparison, value: .number(override.value[0]), versus: override.versus,
        source: KPITarget.scenarioSource)
    default: return nil
    }
  }

  /// The source text of targets that the scenario states itself.
  public static let scenarioSource = "scenario"
}

extension KPI {
  /// The targets of this indicator in a scenario: the scenario's own if it states any, otherwise those of the
  /// specifications.
  public func targets(overriddenBy overrides: [TargetOverride]) -> [KPITarget] {
    let own = overrides.filter { $0.kpi == id }.compactMap(KPITarget.init)
    return own.isEmpty ? definition.targets : own
  }
}
