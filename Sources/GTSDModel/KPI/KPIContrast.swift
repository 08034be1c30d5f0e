/// The feature that a specification's target against control is about. Control lacks the feature, and the other arms
/// have it.
///
/// The target gets no verdict between arms that do not differ in the feature. For example, a target for return with and
/// without a summary says nothing about a shorter summary.
public enum KPIContrast: String, CaseIterable, Sendable {
  /// The zero state, which the control does not show.
  case zeroState = "enable_zero_state"
  /// The summary after onboarding, off in the control.
  case metricsSummary = "enable_metrics_summary"
}

extension KPI {
  /// The feature that the specifications' targets against control are about; nil if this indicator has no such target.
  public var contrast: KPIContrast? {
    switch self {
    case .profileCompletionRate7d, .onboardingAbandonmentRate: .zeroState
    case .retentionRate7d, .supportTickets: .metricsSummary
    default: nil
    }
  }

  /// The targets that can have a verdict: those of ``targets(overriddenBy:)``, except the specifications' targets
  /// against control whose feature is not in `contrasts`.
  public func targets(overriddenBy overrides: [TargetOverride], contrasts: Set<KPIContrast>) -> [KPITarget] {
    targets(overriddenBy: overrides).filter { target in
      target.versus == .absolute || target.source == KPITarget.scenarioSource
        || contrast.map { contrasts.contains($0) } ?? true
    }
  }
}
