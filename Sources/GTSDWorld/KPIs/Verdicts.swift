import Foundation
package import GTSDModel
package import Statistics

extension KPITarget {
  /// The verdict on this target for an interval of possible values.
  package func verdict(low: Double, high: Double) -> Verdict {
    switch (comparison, value) {
    case (.atLeast, .number(let bound)): Self.decide(met: low >= bound, missed: high < bound)
    case (.above, .number(let bound)): Self.decide(met: low > bound, missed: high <= bound)
    case (.atMost, .number(let bound)): Self.decide(met: high <= bound, missed: low > bound)
    case (.below, .number(let bound)): Self.decide(met: high < bound, missed: low >= bound)
    case (.between, .range(let from, let to)):
      Self.decide(met: low >= from && high <= to, missed: high < from || low > to)
    case (.between, .number), (_, .range):
      preconditionFailure("\(comparison.rawValue) does not go with \(value); scenario validation refuses it")
    }
  }

  private static func decide(met: Bool, missed: Bool) -> Verdict {
    met ? .met : missed ? .missed : .undecided
  }
}

extension Collection {
  /// The elements that decide a verdict: the criteria if there are any, otherwise all.
  package func deciding(by level: (Element) -> KPITarget.Level) -> [Element] {
    let criteria = filter { level($0) == .criterion }
    return criteria.isEmpty ? Array(self) : criteria
  }
}

extension KPIResult {
  /// The targets that decide the verdict.
  package var decidingTargets: [Target] { targets.deciding(by: \.demand.level) }

  /// Judges the measured value against targets, replacing earlier verdicts.
  package mutating func judge(_ demands: [KPITarget]) {
    targets = demands.map { Target($0, verdict: verdict(of: $0)) }
    verdict = Self.overall(targets)
  }

  /// Replaces the verdicts by given ones, which do not follow from the interval.
  package mutating func settle(_ verdicts: [(demand: KPITarget, verdict: Verdict)]) {
    targets = verdicts.map { Target($0.demand, verdict: $0.verdict) }
    verdict = Self.overall(targets)
  }

  /// The verdict on one target. A count of events is compared directly: one that happened did happen.
  private func verdict(of demand: KPITarget) -> Verdict {
    switch demand.versus {
    case .control:
      // If the control has 0, there is no relative change, and the difference decides. Without either interval, there
      // is no control arm, or `change` is unknown for another reason.
      return (changeInterval ?? differenceInterval).map { demand.verdict(low: $0.low, high: $0.high) } ?? .none
    case .absolute:
      if let interval, KPI(rawValue: id)?.countsEvents != true {
        return demand.verdict(low: interval.low, high: interval.high)
      }
      guard let value, denominator != 0 else { return .none }
      // Without an interval, only a count is precise enough for a verdict.
      return unit == "count" ? demand.verdict(low: value, high: value) : .undecided
    }
  }

  /// The verdict of the criteria if there are any, otherwise of the targets; of several, the worst.
  private static func overall(_ targets: [Target]) -> Verdict {
    let deciding = targets.deciding(by: \.demand.level).map(\.verdict)
    for verdict in [Verdict.missed, .undecided, .met] where deciding.contains(verdict) { return verdict }
    return .none
  }

  /// The difference of two shares if the control's is 0, with Newcombe's interval; nil otherwise.
  static func difference(
    _ treated: KPIMeasurement, againstNothing control: KPIMeasurement, level: Double
  ) -> (value: Double, interval: Interval)? {
    guard case .rate(let a, let n, _, _) = treated, case .rate(0, let m, _, _) = control,
      let test = TwoProportionTest(
        treated: .init(successes: a, trials: n), control: .init(successes: 0, trials: m))
    else { return nil }
    return (test.difference, test.differenceInterval(level: level))
  }

  /// The relative difference to the control arm with its interval, 0 if both are equal. Nil if the baseline is 0 or has
  /// no units, and for measurements that are neither shares nor counts. By clusters it is also nil if the treated share
  /// is 0 or nothing varies, since its logarithm does not exist then.
  static func change(
    _ treated: KPIMeasurement, against control: KPIMeasurement, level: Double
  ) -> (value: Double, interval: Interval)? {
    switch (treated, control) {
    case (.rate(let a, let n, _, let one?), .rate(let b, let m, _, let two?)):
      guard a > 0, b > 0, n > 0, m > 0, let first = one.relativeVariance, let second = two.relativeVariance else {
        return nil
      }
      let ratio = Double(a) / Double(n) / (Double(b) / Double(m))
      let factor = exp(NormalDistribution.critical(level: level) * (first + second).squareRoot())
      guard factor > 1 else { return nil }
      return (
        ratio - 1,
        Interval(level: level, low: ratio / factor - 1, high: ratio * factor - 1, method: "clustered-log-ratio")
      )
    case (.rate(let a, let n, _, _), .rate(let b, let m, _, _)), (.people(let a, let n, _), .people(let b, let m, _)):
      guard b > 0,
        let test = TwoProportionTest(treated: .init(successes: a, trials: n), control: .init(successes: b, trials: m))
      else { return nil }
      return test.relativeLift(level: level)
    case (.count(let a, let n, let one), .count(let b, let m, let two)):
      guard b > 0, n > 0, m > 0 else { return nil }
      return IndependentEstimates(rate(a, of: n, one, level: level), rate(b, of: m, two, level: level))
        .relativeChange(level: level)
    default:
      return nil
    }
  }

  /// A count for each unit with its interval: by user, or Poisson's if all users have the same count.
  private static func rate(
    _ count: Int, of units: Int, _ clusters: ClusterFold?, level: Double
  ) -> IndependentEstimates.Estimate {
    if let interval = clusters?.meanInterval(level: level) {
      return (Double(count) / Double(units), interval.low, interval.high)
    }
    return PoissonInterval.estimate(count: count, units: Double(units), level: level)
  }
}
