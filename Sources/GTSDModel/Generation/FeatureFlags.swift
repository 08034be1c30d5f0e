/// The feature flags of the product specification, which decide whether a client shows a feature at all.
public struct FeatureFlags: Sendable, Hashable {
  /// `enable_metrics_summary`: whether the summary appears after onboarding.
  public var metricsSummary: Bool
  /// `enable_zero_state`: whether Home shows its zero state to people without a profile.
  public var zeroState: Bool

  /// Creates flags, on by default.
  public init(metricsSummary: Bool = true, zeroState: Bool = true) {
    self.metricsSummary = metricsSummary
    self.zeroState = zeroState
  }
}
