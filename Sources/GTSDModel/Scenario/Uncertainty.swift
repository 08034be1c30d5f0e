/// The uncertainty of assumptions without a source. Forecasts draw from it.
public struct Uncertainty: Sendable, Equatable {
  /// The factor of uncertainty, 1 or more: nine of ten draws lie between the value divided and multiplied by it (for
  /// probabilities, their odds). 1 draws nothing.
  public var factor = 1.5
  /// The factors of single values, by path without wildcards, from a calibration or better knowledge.
  public var spread: [ValueSpread] = []
  /// The figure that the scenario's calibration could not reproduce; empty if it reproduced all figures.
  public var misfit = ""
  /// The largest error in a figure of the scenario's calibration, by which forecasts are widened: in log-odds for
  /// shares, in logarithms for other figures; 0 if there is none.
  public var error = 0.0
  /// The length of time for which the calibration's event log follows people; nil for a scenario that was not
  /// calibrated.
  public var observed: TimeSpan?
  /// The correlations between draws. Values that a calibration estimated from the same people are not independent.
  public var correlations: [ValueCorrelation] = []

  /// Creates the default uncertainty.
  public init() {}
}

/// The correlation between the draws of two values.
public struct ValueCorrelation: Sendable, Equatable {
  /// The path of a number, such as `population.personas.kind-1.habit.returnNextDay`.
  public var first: String
  /// The path of another number.
  public var second: String
  /// The correlation, on the scale on which each value is normal, -1 to 1.
  public var value: Double

  /// Creates a correlation of two values.
  public init(_ first: String, _ second: String, value: Double) {
    self.first = first
    self.second = second
    self.value = value
  }
}

/// The uncertainty of a single value.
public struct ValueSpread: Sendable, Equatable {
  /// The path of a number, such as `backend.metricsDelay.lognormal.median`.
  public var path: String
  /// The factor of ``Uncertainty/factor``.
  public var factor: Double

  /// Creates the uncertainty of a value.
  public init(path: String, factor: Double) {
    self.path = path
    self.factor = factor
  }
}
