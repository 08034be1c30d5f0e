/// How far what a scenario assumes without a source may lie from the truth: forecasts draw it.
public struct Uncertainty: Sendable, Equatable {
  /// Nine of ten draws of an assumption without a source lie between its value over this and its value times this, 1 or
  /// more; of probabilities, the odds. 1 draws none.
  public var factor = 1.5
  /// The same for single values, by path without wildcards: what a calibration has measured, or somebody knows better.
  public var spread: [ValueSpread] = []
  /// The figure in which a calibration that the scenario comes from does not reproduce its events; empty for none.
  public var misfit = ""
  /// By how much a forecast of such a calibration may be off for that: the greatest error of its figures, of shares in
  /// log-odds, of other figures in logarithms; 0 for none.
  public var error = 0.0
  /// How the draws of values go together: what a calibration has measured of the same people is not known
  /// independently.
  public var correlations: [ValueCorrelation] = []

  /// The default.
  public init() {}
}

/// How the draws of two values go together.
public struct ValueCorrelation: Sendable, Equatable {
  /// Path of a number, such as `population.personas.kind-1.habit.returnNextDay`.
  public var first: String
  /// Path of another.
  public var second: String
  /// Their correlation on the scale on which each is normal, -1 to 1.
  public var value: Double

  /// The correlation of two values.
  public init(_ first: String, _ second: String, value: Double) {
    self.first = first
    self.second = second
    self.value = value
  }
}

/// How far one value may lie from the truth.
public struct ValueSpread: Sendable, Equatable {
  /// Path of a number, such as `backend.metricsDelay.lognormal.median`.
  public var path: String
  /// The factor of ``Uncertainty/factor``.
  public var factor: Double

  /// The spread of a value.
  public init(path: String, factor: Double) {
    self.path = path
    self.factor = factor
  }
}
