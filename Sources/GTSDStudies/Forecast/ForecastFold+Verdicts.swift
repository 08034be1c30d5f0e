import GTSDModel
package import GTSDWorld
package import Statistics

extension ForecastFold {
  /// Sets the values and intervals of pooled results from the replications, and the verdicts from the probabilities
  /// that targets are met.
  ///
  /// - Parameter changes: by ``KPI``, the mean relative change against control.
  package static func settle(
    _ kpis: inout [KPIResult], indicators: [ForecastSection.Indicator], changes: [(value: Double, interval: Interval)?]
  ) {
    for (index, (indicator, changes)) in zip(indicators, changes).enumerated() {
      // A violation in any replication counts, however rare it is.
      let isViolated = kpis[index].kpi == .stateViolations && kpis[index].verdict == .missed
      if indicator.interval != nil || indicator.unit != "count" {
        kpis[index].value = indicator.centre
        kpis[index].interval = indicator.interval
        if let changes { (kpis[index].change, kpis[index].changeInterval) = (changes.value, changes.interval) }
      }
      if !isViolated { kpis[index].settle(indicator.targets.map { ($0.demand, $0.verdict) }) }
    }
  }
}

extension ForecastSection.Target {
  /// The verdict on whether the target is met with the requested probability.
  package var verdict: Verdict {
    guard let probability else { return .none }
    guard let interval else { return .undecided }
    if probability >= 0.95, interval.low > 0.5 { return .met }
    if probability <= 0.05, interval.high < 0.5 { return .missed }
    return .undecided
  }
}
