package import GTSDModel
package import GTSDWorld
import Statistics

/// The values of one replication that a forecast keeps, without histograms.
package struct ReplicationValues: Equatable, Sendable {
  /// The values by ``KPI``; nil if nothing was observed.
  package var values: [Double?]
  /// Lower bounds of medians, in seconds, by ``KPI``. A median has only a bound if fewer than half of the people had
  /// the event. Nil for indicators with a value, or without data.
  package var above: [Double?]
  /// Relative changes of the treated arms against control, or differences where that has 0, by ``KPI``; nil without
  /// an experiment.
  package var changes: [Double?]
  /// The share of people who have acknowledged, at each time of ``curveTimes(horizonSeconds:)``.
  package var curve: [Double]
  /// The number of state violations.
  package var violations: Int
  /// The counts that a staged roll-out's triggers use; nil if there are none.
  package var rollout: RolloutMonitor.Observation?

  package init(
    values: [Double?], above: [Double?]? = nil, changes: [Double?], curve: [Double], violations: Int,
    rollout: RolloutMonitor.Observation? = nil
  ) {
    self.values = values
    self.above = above ?? values.map { _ in nil }
    self.changes = changes
    self.curve = curve
    self.violations = violations
    self.rollout = rollout
  }

  /// Whether the replication meets a target; nil if it cannot be judged.
  package func meets(_ demand: KPITarget, of kpi: KPI) -> Bool? {
    if demand.versus == .control { return changes[kpi.position].map { demand.isMet(by: $0) } }
    if let value = value(of: kpi) { return demand.isMet(by: value) }
    guard let above = above[kpi.position] else { return nil }
    // The value is unknown, but greater than this.
    return switch demand.verdict(low: above.nextUp, high: .infinity) {
    case .met: true
    case .missed: false
    case .undecided, .none: nil
    }
  }

  /// The value of one indicator.
  package func value(of kpi: KPI) -> Double? { values[kpi.position] }

  /// The seconds since onboarding at which the curve is read: every quarter of an hour of the first day, up to the
  /// horizon.
  package static func curveTimes(horizonSeconds: Double) -> [Double] {
    (0...96).map { Double($0) * 900 }.filter { $0 <= horizonSeconds }
  }
}

extension ReplicationValues {
  /// Computes the values of a replication from its counts.
  ///
  /// - Parameter size: the number of people to which counts of people are scaled; nil for the simulated number.
  package init(_ fold: KPIFold, violations: Int, horizonSeconds: Double, standingFor size: Double? = nil) {
    let all = fold.total
    let treated = fold.treated
    let control = treated == nil ? nil : fold.arms[0]
    var values: [Double?] = []
    var above: [Double?] = []
    var changes: [Double?] = []
    for kpi in KPI.allCases {
      let measurement = all.measurement(of: kpi, standingFor: size)
      let result = KPIResult(
        kpi, measurement, targets: [], control: control?.measurement(of: kpi),
        treated: treated?.measurement(of: kpi))
      values.append(result.value)
      above.append(measurement.medianIsAbove)
      changes.append(result.change ?? result.difference)
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
    self.init(values: values, above: above, changes: changes, curve: curve, violations: violations)
  }
}

extension KPI {
  /// The index among all indicators.
  package var position: Int {
    guard let place = KPI.allCases.firstIndex(of: self) else { preconditionFailure("\(self) is no indicator") }
    return place
  }
}

extension KPITarget {
  /// Whether a value that is known exactly meets this target.
  package func isMet(by value: Double) -> Bool { verdict(low: value, high: value) == .met }
}
