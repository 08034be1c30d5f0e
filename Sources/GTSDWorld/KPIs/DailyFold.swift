package import GTSDModel

/// The outcomes of an experiment by the day on which they became known, as a daily reader of the results sees them.
///
/// The outcome of a window counts on the day on which the window closes. The summary has no window and counts on the
/// day of its first view.
package struct DailyFold: Sendable, Equatable {
  /// The indicators whose outcomes are counted by day.
  package static let kpis: [KPI] = [.acknowledgmentRate24h, .profileCompletionRate7d, .summaryCompletionRate]

  /// The rates by the indicator's index in ``kpis``, then by day from 0.
  private var days: [[RateFold]] = Array(repeating: [], count: Self.kpis.count)

  package init() {}

  /// Counts one outcome at an instant in virtual nanoseconds.
  package mutating func count(_ kpi: KPI, _ success: Bool, at time: Int64) {
    guard let place = Self.kpis.firstIndex(of: kpi) else {
      preconditionFailure("\(kpi.id) has no outcomes by day")
    }
    let day = Int(max(0, time) / Nanoseconds.day)
    while days[place].count <= day { days[place].append(RateFold()) }
    days[place][day].count(success)
  }

  /// Adds the outcomes of the day after the last.
  package mutating func add(_ day: RateFold, to kpi: KPI) {
    guard let place = Self.kpis.firstIndex(of: kpi) else {
      preconditionFailure("\(kpi.id) has no outcomes by day")
    }
    days[place].append(day)
  }

  /// The outcomes of an indicator by day, from day 0 to the last one with any; nil for an indicator that is not
  /// counted by day.
  package func rates(of kpi: KPI) -> [RateFold]? {
    Self.kpis.firstIndex(of: kpi).map { days[$0] }
  }

  package mutating func merge(_ other: DailyFold) {
    for place in days.indices {
      for (day, rate) in other.days[place].enumerated() {
        if day == days[place].count { days[place].append(RateFold()) }
        days[place][day].merge(rate)
      }
    }
  }

}
