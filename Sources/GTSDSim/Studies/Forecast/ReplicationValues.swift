package import GTSDModel

/// What a forecast keeps of one replication: values, no histograms.
package struct ReplicationValues: Hashable, Sendable {
  /// By ``KPI``; nil where nothing was observed.
  package var values: [Double?]
  /// Relative changes of the treated arms against control, by ``KPI``; nil without an experiment.
  package var changes: [Double?]
  /// The share that has acknowledged, at each time of ``curveTimes(horizonSeconds:)``.
  package var curve: [Double]
  /// State violations.
  package var violations: Int
  /// What the triggers of a staged roll-out see; nil without one.
  package var rollout: RolloutMonitor.Observation?

  /// The value of one indicator.
  package func value(of kpi: KPI) -> Double? { values[kpi.position] }

  /// Seconds since onboarding at which the curve is read: every quarter of an hour of the first day, no further than the
  /// horizon.
  package static func curveTimes(horizonSeconds: Double) -> [Double] {
    (0...96).map { Double($0) * 900 }.filter { $0 <= horizonSeconds }
  }
}

extension ReplicationValues {
  /// Reduces the fold of a replication.
  package init(_ fold: KPIFold, violations: Int, horizonSeconds: Double) {
    let all = fold.total
    let treated = fold.treated
    let control = treated == nil ? nil : fold.arms[0]
    var values: [Double?] = []
    var changes: [Double?] = []
    for kpi in KPI.allCases {
      let result = KPIResult(
        kpi, all.measurement(of: kpi), targets: [], control: control?.measurement(of: kpi),
        treated: treated?.measurement(of: kpi))
      values.append(result.value)
      changes.append(result.change)
    }
    let estimate = KaplanMeier(events: all.timeToAcknowledge.events, censored: all.timeToAcknowledge.censored)
    var (step, survival) = (0, 1.0)
    let curve = Self.curveTimes(horizonSeconds: horizonSeconds).map { time in
      while step < estimate.steps.count, estimate.steps[step].time <= time {
        survival = estimate.steps[step].survival
        step += 1
      }
      return 1 - survival
    }
    self.init(values: values, changes: changes, curve: curve, violations: violations)
  }
}

extension KPI {
  /// Its place among all indicators.
  package var position: Int {
    guard let place = KPI.allCases.firstIndex(of: self) else { preconditionFailure("\(self) is no indicator") }
    return place
  }
}

extension KPITarget {
  /// Whether one value meets this demand, without any doubt about the value.
  package func isMet(by value: Double) -> Bool { verdict(low: value, high: value) == .met }
}
