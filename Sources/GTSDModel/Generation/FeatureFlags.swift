/// The flags behind which the product specification rolls its features out: whether a client shows them at all.
public struct FeatureFlags: Sendable, Hashable {
  /// `enable_metrics_summary`: whether the summary comes up after onboarding.
  public var metricsSummary: Bool
  /// `enable_zero_state`: whether Home shows its zero state to people without a profile.
  public var zeroState: Bool

  /// Flags, on unless said otherwise.
  public init(metricsSummary: Bool = true, zeroState: Bool = true) {
    self.metricsSummary = metricsSummary
    self.zeroState = zeroState
  }
}
