import Foundation

/// A test of whether two groups have their events at different times, with censoring: the log-rank test.
///
/// Mantel, Cancer Chemotherapy Reports 50 (1966), with the hypergeometric variance; Peto and Peto, Journal of the Royal
/// Statistical Society A 135 (1972).
package struct LogRankTest: Equatable, Sendable {
  /// The observed events of one group, and the number expected if both groups had the same distribution.
  package struct Group: Equatable, Sendable {
    /// The number of units in the group.
    package var units: Int64
    /// The number of events in the group.
    package var observed: Int64
    /// The number of events to expect if the groups are alike.
    package var expected: Double
  }

  /// The first group.
  package let first: Group
  /// The second group.
  package let second: Group
  /// The variance of observed less expected, the same for both groups.
  package let variance: Double

  /// Computes the test on two groups, each with its observations in order of time.
  package init(_ first: [KaplanMeier.Observation], _ second: [KaplanMeier.Observation]) {
    var atRisk = (Self.units(first), Self.units(second))
    var one = Group(units: atRisk.0, observed: 0, expected: 0)
    var two = Group(units: atRisk.1, observed: 0, expected: 0)
    var variance = 0.0
    var (i, j) = (0, 0)
    while i < first.count || j < second.count {
      let time = min(i < first.count ? first[i].time : .infinity, j < second.count ? second[j].time : .infinity)
      var events = (0 as Int64, 0 as Int64)
      var leaving = (0 as Int64, 0 as Int64)
      while i < first.count, first[i].time <= time {
        events.0 += first[i].events
        leaving.0 += first[i].events + first[i].censored
        i += 1
      }
      while j < second.count, second[j].time <= time {
        events.1 += second[j].events
        leaving.1 += second[j].events + second[j].censored
        j += 1
      }
      let (a, b) = (Double(atRisk.0), Double(atRisk.1))
      let (n, d) = (a + b, Double(events.0 + events.1))
      if d > 0 {
        one.observed += events.0
        two.observed += events.1
        one.expected += d * a / n
        two.expected += d * b / n
        if n > 1 { variance += a * b * d * (n - d) / (n * n * (n - 1)) }
      }
      atRisk.0 -= leaving.0
      atRisk.1 -= leaving.1
    }
    self.first = one
    self.second = two
    self.variance = variance
  }

  /// Computes the test on histograms of event and of censoring times. Values in one bucket count as simultaneous, so
  /// tied times differ by at most 1/128.
  package init(
    _ first: (events: LogHistogram, censored: LogHistogram), _ second: (events: LogHistogram, censored: LogHistogram)
  ) {
    self.init(Self.observations(first), Self.observations(second))
  }

  /// The standardised difference: positive if the first group has more events than expected; 0 if there are no events
  /// to compare.
  package var z: Double {
    variance > 0 ? (Double(first.observed) - first.expected) / variance.squareRoot() : 0
  }

  /// The statistic, chi-square with one degree of freedom if both groups have the same distribution.
  package var chiSquare: Double { z * z }

  /// The two-sided p-value.
  package var p: Double { ChiSquareDistribution.upperTail(chiSquare, degrees: 1) }

  /// The hazard ratio of the first group to the second, by Peto's one-step estimate, with its interval; nil if it
  /// cannot be estimated. Accurate for ratios near 1; extreme ratios are underestimated towards 1.
  ///
  /// Yusuf et al., Progress in Cardiovascular Diseases 27 (1985).
  package func hazardRatio(level: Double = 0.95) -> (value: Double, interval: Interval)? {
    guard variance > 0 else { return nil }
    let logarithm = (Double(first.observed) - first.expected) / variance
    let half = NormalDistribution.critical(level: level) / variance.squareRoot()
    return (
      exp(logarithm),
      Interval(level: level, low: exp(logarithm - half), high: exp(logarithm + half), method: "peto")
    )
  }

  private static func units(_ observations: [KaplanMeier.Observation]) -> Int64 {
    observations.reduce(0) { $0 + $1.events + $1.censored }
  }

  /// One observation per bucket, named by its smallest value, so that a bucket has the same name in both groups.
  private static func observations(_ group: (events: LogHistogram, censored: LogHistogram)) -> [KaplanMeier.Observation]
  {
    let happened = group.events.buckets.map {
      KaplanMeier.Observation(time: Double($0.low), events: $0.count, censored: 0)
    }
    let ended = group.censored.buckets.map {
      KaplanMeier.Observation(time: Double($0.low), events: 0, censored: $0.count)
    }
    return (happened + ended).sorted { $0.time < $1.time }
  }
}
