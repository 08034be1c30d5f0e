package import GTSDModel
package import GTSDWorld
import Statistics

/// The results of one side of a comparison: every indicator of every replication as a number, and the counts of all
/// replications together.
package struct ComparisonFold: Sendable {
  /// The bounds of each indicator, by replication and then in the order of ``KPI``; nil if nothing was observed.
  private var bounds: [[(low: Double, high: Double)?]] = []
  /// The daily outcomes by replication.
  package private(set) var daily: [DailyFold] = []
  /// The times to each event by replication, then in the order of ``SurvivalID``.
  package private(set) var times: [[SurvivalFold]] = []
  /// The sums of all replications.
  package private(set) var total = ArmFold()

  package init() {}

  /// Adds the next replication.
  package mutating func add(_ arm: ArmFold, daily: DailyFold) {
    bounds.append(KPI.allCases.map { arm.measurement(of: $0).comparedBounds })
    self.daily.append(daily)
    times.append(SurvivalID.allCases.map { arm.fold(of: $0) })
    total.merge(arm)
  }

  /// The number of replications.
  package var replications: Int { bounds.count }

  /// The values of an indicator by replication; nil without data, or if a median was not reached.
  package func values(of kpi: KPI) -> [Double?] {
    bounds(of: kpi).map { $0.flatMap { $0.low == $0.high ? $0.low : nil } }
  }

  /// The bounds of an indicator by replication; nil if nothing was observed. They are equal if it has a value, and the
  /// upper one is infinite if it is a median that was not reached.
  package func bounds(of kpi: KPI) -> [(low: Double, high: Double)?] {
    bounds.map { $0[kpi.position] }
  }
}

extension KPIMeasurement {
  /// The bounds of the number that is compared; nil if nothing was observed.
  fileprivate var comparedBounds: (low: Double, high: Double)? {
    comparedValue.map { ($0, $0) } ?? medianIsAbove.map { ($0, .infinity) }
  }

  /// The number that is compared: the report's value, except that counts are per 1,000 users so that sides of different
  /// size can be compared.
  private var comparedValue: Double? {
    switch self {
    case .rate(let successes, let trials, _, _): trials > 0 ? Double(successes) / Double(trials) : nil
    case .count(let count, let units, _), .people(let count, let units, _):
      units > 0 ? Double(count) / Double(units) * 1_000 : nil
    case .mean(let histogram, _): histogram.mean.map { Nanoseconds.seconds($0) }
    case .percentile(let histogram, let share, _): histogram.percentile(share).map { Nanoseconds.seconds($0) }
    case .medianSurvival(let events, let censored): KaplanMeier(events: events, censored: censored).median
    }
  }
}

extension KPIDefinition {
  /// The unit in which an indicator is compared: `share`, `s` or `per 1,000 users`.
  package var comparedUnit: String { kind == .count ? "per 1,000 users" : unit }
}
