extension ForecastFold {
  /// Gives pooled results the values and intervals that replications show, and judges them by these: one interval a
  /// verdict.
  ///
  /// - Parameter changes: by ``KPI``, relative changes against control over independent replications.
  package static func settle(
    _ kpis: inout [KPIResult], indicators: [ForecastSection.Indicator], changes: [SampleMoments]
  ) {
    for (index, (indicator, changes)) in zip(indicators, changes).enumerated() {
      let demands = kpis[index].targets.map(\.demand)
      // A violation is one, however seldom it comes: counted as it is, where replications cannot say how often.
      guard indicator.interval != nil || indicator.unit != "count" else { continue }
      kpis[index].value = indicator.mean
      kpis[index].interval = indicator.interval
      if let interval = MeanInterval.student(mean: changes.mean, variance: changes.variance, count: changes.count),
        interval.low < interval.high
      {
        (kpis[index].change, kpis[index].changeInterval) = (changes.mean, interval)
      }
      kpis[index].judge(demands)
    }
  }
}
