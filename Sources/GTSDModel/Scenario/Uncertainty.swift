/// How far what a scenario assumes without a source may lie from the truth: forecasts draw it.
public struct Uncertainty: Sendable, Equatable {
  /// Nine of ten draws of an assumption without a source lie between its value over this and its value times this, 1 or
  /// more; of probabilities, the odds. 1 draws none.
  public var factor = 1.5
  /// The same for single values, by path without wildcards: what a calibration has measured, or somebody knows better.
  public var spread: [ValueSpread] = []
  /// The figure in which a calibration that the scenario comes from does not reproduce its events; empty for none.
  public var misfit = ""

  /// The default.
  public init() {}
}

/// How far one value may lie from the truth.
public struct ValueSpread: Sendable, Equatable {
  /// Path of a number, such as `backend.metricsDelay.lognormal.median`.
  public var path: String
  /// As ``Uncertainty/factor``.
  public var factor: Double

  /// The spread of a value.
  public init(path: String, factor: Double) {
    self.path = path
    self.factor = factor
  }
}
