/// A confidence interval: the range of true values that the data do not contradict at a level.
///
/// None of finite data has a width of zero. Where all agree, the intervals say how few they are: a share's in
/// `ClusteredRatio.shareInterval`, a median's in `KaplanMeier.medianInterval`, an indicator's in `KPIMeasurement`, a
/// forecast's over replications in `ForecastFold`.
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
