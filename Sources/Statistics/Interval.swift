/// A confidence interval: the range of true values that the data do not contradict at a level.
///
/// No interval from finite data has a width of zero. If all values agree, the width reflects their number: for a share
/// in `ClusteredRatio.shareInterval`, for a median in `KaplanMeier.medianInterval`, for an indicator in
/// `KPIMeasurement`, for a forecast's replications in `ForecastFold`.
public struct Interval: Hashable, Sendable {
  /// The share of repetitions in which such an interval contains the true value, such as 0.95.
  public var level: Double
  /// The lower end. Minus infinity, written as null in JSON, where the data do not bound it.
  public var low: Double
  /// The upper end. Infinity, written as null in JSON, where the data do not bound it.
  public var high: Double
  /// The method, such as `wilson`.
  public var method: String

  /// Creates an interval.
  public init(level: Double, low: Double, high: Double, method: String) {
    self.level = level
    self.low = low
    self.high = high
    self.method = method
  }
}
