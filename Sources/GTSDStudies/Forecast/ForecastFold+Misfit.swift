import GTSDModel
import Randomness
import Statistics

/// The widening of a forecast's intervals when the calibration does not fit. `misfit` is in log-odds for shares,
/// and in logarithms for other figures.
extension ForecastFold {
  /// Widens an interval by the error of a calibration that does not reproduce its log.
  func widened(_ interval: Interval, unit: String) -> Interval {
    guard misfit > 0 else { return interval }
    var result = interval
    result.low = Self.moved(max(0, interval.low), by: -misfit, isShare: unit == "share")
    result.high = Self.moved(interval.high, by: misfit, isShare: unit == "share")
    return result
  }

  /// Changes a share by an error in log-odds, or another figure by an error in its logarithm.
  static func moved(_ value: Double, by error: Double, isShare: Bool) -> Double {
    let factor = PortableMath.exp(error)
    guard isShare else { return value * factor }
    guard value > 0, value < 1 else { return value }
    let odds = value / (1 - value) * factor
    return odds / (1 + odds)
  }

  /// Widens the interval of a target's probability by the error of the calibration in both directions, as if the bound
  /// had moved.
  ///
  /// - Parameter estimate: the probability if the bound is off by its argument.
  func widened(_ interval: Interval, _ estimate: (_ off: Double) -> Double) -> Interval {
    guard misfit > 0 else { return interval }
    let ends = [estimate(-misfit), estimate(misfit)]
    var result = interval
    result.low = min(interval.low, ends[0], ends[1])
    result.high = max(interval.high, ends[0], ends[1])
    return result
  }
}
