package import GTSDModel

/// What a comparison keeps of one side: every indicator of every replication as a number, and the counts of all
/// replications together.
package struct ComparisonFold: Sendable {
  /// By replication, then in the order of ``KPI``; nil where nothing was observed.
  package private(set) var values: [[Double?]] = []
  /// By replication: outcomes by day.
  package private(set) var daily: [DailyFold] = []
  /// All replications together.
  package private(set) var total = ArmFold()

  package init() {}

  /// Adds the next replication.
  package mutating func add(_ arm: ArmFold, daily: DailyFold) {
    values.append(KPI.allCases.map { arm.measurement(of: $0).comparedValue })
    self.daily.append(daily)
    total.merge(arm)
  }

  /// How many replications it holds.
  package var replications: Int { values.count }

  /// An indicator by replication.
  package func values(of kpi: KPI) -> [Double?] {
    values.map { $0[kpi.position] }
  }
}

extension KPIMeasurement {
  /// The number that is compared: that of the report, but counts are for 1,000 users, so that sides of different size
  /// compare.
  package var comparedValue: Double? {
    switch self {
    case .rate(let successes, let trials, _): trials > 0 ? Double(successes) / Double(trials) : nil
    case .count(let count, let units): units > 0 ? Double(count) / Double(units) * 1_000 : nil
    case .mean(let histogram): histogram.mean.map { Nanoseconds.seconds($0) }
    case .percentile(let histogram, let share): histogram.percentile(share).map { Nanoseconds.seconds($0) }
    case .medianSurvival(let events, let censored): KaplanMeier(events: events, censored: censored).median
    }
  }
}

extension KPIDefinition {
  /// The unit in which an indicator is compared: `share`, `s` or `per 1,000 users`.
  package var comparedUnit: String { kind == .count ? "per 1,000 users" : unit }
}

/// Which way an indicator should go.
package enum KPIDirection: String, CaseIterable, Hashable, Sendable, Codable {
  case higherIsBetter
  case lowerIsBetter
  case none

  /// What the demands on an indicator say; none where they ask for a range, for both ways, or for nothing.
  package init(_ targets: [KPITarget]) {
    let ways = targets.map { target in
      switch target.comparison {
      case .atLeast, .above: KPIDirection.higherIsBetter
      case .atMost, .below: KPIDirection.lowerIsBetter
      case .between: KPIDirection.none
      }
    }
    self = ways.first.map { first in ways.allSatisfy { $0 == first } ? first : .none } ?? .none
  }
}

/// What a comparison says about one indicator.
package enum ComparisonVerdict: String, CaseIterable, Hashable, Sendable, Codable {
  case better
  case worse
  /// The sides differ, and nothing says which way is better.
  case higher
  case lower
  /// The data do not tell the sides apart.
  case noDifference
  /// One side has no data.
  case notMeasured

  /// The verdict on a difference.
  ///
  /// - Parameter isSignificant: whether the data tell the sides apart.
  package init(difference: Double, isSignificant: Bool, direction: KPIDirection) {
    guard isSignificant, difference != 0 else {
      self = .noDifference
      return
    }
    self =
      switch direction {
      case .higherIsBetter: difference > 0 ? .better : .worse
      case .lowerIsBetter: difference < 0 ? .better : .worse
      case .none: difference > 0 ? .higher : .lower
      }
  }
}
