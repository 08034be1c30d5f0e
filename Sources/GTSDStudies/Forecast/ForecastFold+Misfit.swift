import GTSDModel
import Randomness
import Statistics

/// What a calibration that does not fit may be off widens the intervals of a forecast from it: `misfit`, in log-odds of shares
/// and in logarithms of other figures.
extension ForecastFold {
  /// An interval with what a calibration that does not fit may be off beside chance.
  func widened(_ interval: Interval, unit: String) -> Interval {
    guard misfit > 0 else { return interval }
    var result = interval
    result.low = Self.moved(max(0, interval.low), by: -misfit, isShare: unit == "share")
    result.high = Self.moved(interval.high, by: misfit, isShare: unit == "share")
    return result
  }

  /// A share moved in log-odds, or another figure in its logarithm.
  static func moved(_ value: Double, by error: Double, isShare: Bool) -> Double {
    let factor = PortableMath.exp(error)
    guard isShare else { return value * factor }
    guard value > 0, value < 1 else { return value }
    let odds = value / (1 - value) * factor
    return odds / (1 + odds)
  }

  /// The interval of a target's probability with what it would be were the calibration off either way, as if the bound were.
  ///
  /// - Parameter estimate: the probability with the bound off by so much.
  func widened(_ interval: Interval, _ estimate: (_ off: Double) -> Double) -> Interval {
    guard misfit > 0 else { return interval }
    let ends = [estimate(-misfit), estimate(misfit)]
    var result = interval
    result.low = min(interval.low, ends[0], ends[1])
    result.high = max(interval.high, ends[0], ends[1])
    return result
  }
}
