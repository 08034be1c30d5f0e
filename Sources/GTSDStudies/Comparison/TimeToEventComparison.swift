package import GTSDModel
package import GTSDWorld
import Statistics

extension ComparisonSection.TimeToEvent {
  /// Compares the times to an event of two sides that ran in pairs; nil if the data do not reach the horizon.
  ///
  /// The means and their difference are those of replications, in which the same people went through both sides. The
  /// log-rank test pools all replications.
  ///
  /// - Parameter horizonSeconds: the horizon of the shorter run. Means count up to it or up to the indicator's window.
  package init?(
    _ id: SurvivalID, of side: ComparisonFold, against baseline: ComparisonFold, horizonSeconds: Double,
    level: Double = 0.95
  ) {
    let (own, other) = (side.total.fold(of: id), baseline.total.fold(of: id))
    let horizon = min(horizonSeconds, id.windowSeconds)
    guard own.events.count + own.censored.count > 0, other.events.count + other.censored.count > 0,
      let mean = RestrictedMean(KaplanMeier(events: own.events, censored: own.censored), horizon: horizon),
      let base = RestrictedMean(KaplanMeier(events: other.events, censored: other.censored), horizon: horizon)
    else { return nil }
    let difference = mean.difference(from: base, level: level)
    let test = LogRankTest((own.events, own.censored), (other.events, other.censored))
    let ratio = test.hazardRatio(level: level)
    self.init(
      id: id.rawValue, horizonSeconds: horizon, baseline: base.value, value: mean.value, difference: difference.value,
      interval: difference.interval, p: difference.p,
      logRank: LogRank(
        chiSquare: test.chiSquare, p: test.p, hazardRatio: ratio?.value, hazardRatioInterval: ratio?.interval))
    guard let place = SurvivalID.allCases.firstIndex(of: id),
      let paired = Self.paired(side, baseline, place, horizon: horizon, level: level)
    else { return }
    (self.baseline, value, self.difference) = (paired.baseline, paired.value, paired.difference.mean)
    (interval, p) = (paired.difference.interval, paired.difference.p)
  }

  /// The difference over replications; nil if one of them does not reach the horizon, or all of them agree.
  private static func paired(
    _ side: ComparisonFold, _ baseline: ComparisonFold, _ place: Int, horizon: Double, level: Double
  ) -> (baseline: Double, value: Double, difference: PairedDifference)? {
    func means(_ fold: ComparisonFold) -> [Double]? {
      let means = fold.times.compactMap { times in
        RestrictedMean(KaplanMeier(events: times[place].events, censored: times[place].censored), horizon: horizon)?
          .value
      }
      return means.count == fold.replications ? means : nil
    }
    guard let first = means(baseline), let second = means(side), first.count == second.count,
      let difference = PairedDifference(first: first, second: second, level: level), difference.variance > 0
    else { return nil }
    return (SampleMoments(first).mean, SampleMoments(second).mean, difference)
  }

  /// The comparisons of every time to an event.
  package static func all(
    of side: ComparisonFold, against baseline: ComparisonFold, horizonSeconds: Double
  ) -> [ComparisonSection.TimeToEvent] {
    SurvivalID.allCases.compactMap { .init($0, of: side, against: baseline, horizonSeconds: horizonSeconds) }
  }
}

extension SurvivalID {
  /// The window of the indicator for the same question.
  fileprivate var windowSeconds: Double {
    switch self {
    case .timeToAcknowledge: 86_400
    case .timeToProfileCompletion: 604_800
    }
  }
}

extension ArmFold {
  /// Times to an event.
  package func fold(of id: SurvivalID) -> SurvivalFold {
    switch id {
    case .timeToAcknowledge: timeToAcknowledge
    case .timeToProfileCompletion: timeToProfileCompletion
    }
  }
}
