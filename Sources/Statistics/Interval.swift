/// A confidence interval: the range of true values that the data do not contradict at a level.
///
/// None of finite data has a width of zero. Where all agree, the intervals say how few they are: a share's in
/// `ClusteredRatio.shareInterval`, a median's in `KaplanMeier.medianInterval`, an indicator's in `KPIMeasurement`, a
/// forecast's over replications in `ForecastFold`.
public struct Interval: Hashable, Sendable {
  /// The share of repetitions in which such an interval holds the true value, such as 0.95.
  public var level: Double
  /// The lower end; minus infinity, which JSON writes as null, where the data do not reach it.
  public var low: Double
  /// The upper end; infinity, which JSON writes as null, where the data do not reach it.
  public var high: Double
  /// How it was computed, such as `wilson`.
  public var method: String

  /// An interval of a stated level and method.
  public init(level: Double, low: Double, high: Double, method: String) {
    self.level = level
    self.low = low
    self.high = high
    self.method = method
  }
}
