package import GTSDModel
package import GTSDWorld
import Statistics

extension ComparisonSection.TimeToEvent {
  /// Compares the times to an event of two sides, all replications together; nil where the data do not reach the
  /// horizon.
  ///
  /// - Parameter horizonSeconds: of the shorter run; means count up to it or up to the indicator's window.
  package init?(
    _ id: SurvivalID, of side: ArmFold, against baseline: ArmFold, horizonSeconds: Double, level: Double = 0.95
  ) {
    let (own, other) = (side.fold(of: id), baseline.fold(of: id))
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
  }

  /// The comparisons of every time to an event.
  package static func all(
    of side: ArmFold, against baseline: ArmFold, horizonSeconds: Double
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
