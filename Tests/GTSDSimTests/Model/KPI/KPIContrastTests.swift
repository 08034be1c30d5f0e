import GTSDModel
import Testing

@testable import GTSDWorld

/// Targets against a control, and the pairs of arms for which they have a verdict.
struct KPIContrastTests {
  private static func experiment(_ control: FeatureFlags, _ others: FeatureFlags...) -> Experiment {
    Experiment(
      name: "x", metric: .profileCompletionRate7d,
      arms: ([control] + others).enumerated().map { Arm(name: "arm \($0)", flags: $1) })
  }

  @Test("A target against a control is judged if the control lacks the feature that it is about")
  func contrastNeedsArmsThatDiffer() {
    let plain = Self.experiment(FeatureFlags(), FeatureFlags())
    #expect(plain.contrasts == [] && plain.contrasts(ofArm: 1) == [])
    let zero = Self.experiment(FeatureFlags(zeroState: false), FeatureFlags())
    #expect(zero.contrasts == [.zeroState])
    // With the arms exchanged, the control does not lack the feature.
    #expect(Self.experiment(FeatureFlags(), FeatureFlags(zeroState: false)).contrasts == [])
    let both = Self.experiment(FeatureFlags(metricsSummary: false), FeatureFlags(), FeatureFlags(metricsSummary: false))
    #expect(both.contrasts(ofArm: 1) == [.metricsSummary] && both.contrasts(ofArm: 2) == [])
    #expect(both.contrasts == [], "not all of the others have it")
    #expect(KPI.retentionRate7d.targets(overriddenBy: [], contrasts: [.zeroState]) == [])
    #expect(KPI.retentionRate7d.targets(overriddenBy: [], contrasts: [.metricsSummary]).count == 2)
    // Targets that a scenario states itself always apply.
    let own = TargetOverride(kpi: KPI.retentionRate7d.id, comparison: ">=", value: [0.1], versus: .control)
    #expect(KPI.retentionRate7d.targets(overriddenBy: [own], contrasts: []).count == 1)
  }

  @Test("If the control has 0, the difference in points decides, and no relative change is given")
  func againstNothing() throws {
    let result = KPIResult(
      .profileCompletionRate7d, .rate(successes: 64, trials: 160), control: .rate(successes: 0, trials: 189))
    #expect(result.change == nil && result.changeInterval == nil)
    let interval = try #require(result.differenceInterval)
    #expect(result.difference == 0.4 && interval.low > 0.3 && interval.high < 0.5)
    #expect(result.targets.last?.verdict == .met)
    let little = KPIResult(
      .profileCompletionRate7d, .rate(successes: 4, trials: 100), control: .rate(successes: 0, trials: 100))
    #expect(little.targets.last?.verdict == .missed)
  }
}
