/// A target in a scenario that replaces the specifications' targets for one KPI.
public struct TargetOverride: Sendable, Equatable {
  /// The id of the KPI.
  public var kpi: String
  /// The comparison: `>=`, `>`, `<=`, `<`, `between`.
  public var comparison: String
  /// One number, or two for `between`.
  public var value: [Double]
  /// Whether the override is a target, or a criterion, which alone decides the verdict.
  public var level: KPITarget.Level
  /// Whether the value itself is compared, or its relative change against the control arm.
  public var versus: KPITarget.Versus

  /// Creates a target override.
  public init(
    kpi: String, comparison: String, value: [Double], level: KPITarget.Level = .target,
    versus: KPITarget.Versus = .absolute
  ) {
    self.kpi = kpi
    self.comparison = comparison
    self.value = value
    self.level = level
    self.versus = versus
  }
}
