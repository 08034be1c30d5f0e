/// The feature that a specification's demand against a control is about: the control is without it, and the rest
/// have it.
///
/// Between arms that do not differ so, such a demand has no verdict: that more people come back with a summary than without
/// one is no demand on a shorter summary.
public enum KPIContrast: String, CaseIterable, Sendable {
  /// The zero state, off in the control.
  case zeroState = "enable_zero_state"
  /// The summary after onboarding, off in the control.
  case metricsSummary = "enable_metrics_summary"
}

extension KPI {
  /// The feature that the specifications' demands against a control are about; nil without such demands.
  public var contrast: KPIContrast? {
    switch self {
    case .profileCompletionRate7d, .onboardingAbandonmentRate: .zeroState
    case .retentionRate7d, .supportTickets: .metricsSummary
    default: nil
    }
  }

  /// The demands that can have a verdict: those of ``targets(overriddenBy:)``, of the specifications' own against a
  /// control only those whose contrast is among these.
  public func targets(overriddenBy overrides: [TargetOverride], contrasts: Set<KPIContrast>) -> [KPITarget] {
    targets(overriddenBy: overrides).filter { target in
      target.versus == .absolute || target.source == KPITarget.scenarioSource
        || contrast.map { contrasts.contains($0) } ?? true
    }
  }
}
