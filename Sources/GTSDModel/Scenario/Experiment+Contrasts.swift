extension KPIContrast {
  /// Whether an arm has the feature.
  fileprivate func isOn(_ flags: FeatureFlags) -> Bool {
    switch self {
    case .zeroState: flags.zeroState
    case .metricsSummary: flags.metricsSummary
    }
  }
}

extension Experiment {
  /// The features of an arm that the control lacks.
  public func contrasts(ofArm arm: Int) -> Set<KPIContrast> {
    Set(KPIContrast.allCases.filter { !$0.isOn(arms[0].flags) && $0.isOn(arms[arm].flags) })
  }

  /// The features that every arm has and the control lacks.
  public var contrasts: Set<KPIContrast> {
    arms.indices.dropFirst().reduce(Set(KPIContrast.allCases)) { $0.intersection(contrasts(ofArm: $1)) }
  }
}

extension Scenario {
  /// The features that everybody in this scenario has and nobody in another one.
  public func contrasts(against other: Scenario) -> Set<KPIContrast> {
    func flags(_ scenario: Scenario) -> [FeatureFlags] { scenario.experiment?.arms.map(\.flags) ?? [FeatureFlags()] }
    return Set(
      KPIContrast.allCases.filter { contrast in
        flags(self).allSatisfy { contrast.isOn($0) } && !flags(other).contains { contrast.isOn($0) }
      })
  }
}
