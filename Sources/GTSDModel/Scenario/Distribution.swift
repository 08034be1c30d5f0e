/// A probability distribution over non-negative numbers: seconds for timings, plain numbers elsewhere.
public enum Distribution: Sendable, Equatable {
  case constant(Double)
  case uniform(low: Double, high: Double)
  case exponential(mean: Double)
  case lognormal(median: Double, sigma: Double)
  /// The normal distribution; draws below 0 count as 0.
  case normal(mean: Double, deviation: Double)
  case weibull(scale: Double, shape: Double)
  case triangular(low: Double, mode: Double, high: Double)
  case pareto(minimum: Double, shape: Double)
}

/// The probability of a decision, with its uncertainty.
public struct Probability: Sendable, Equatable {
  /// The value that `run` uses, 0 to 1.
  public var value: Double
  /// The parameter's uncertainty, which only forecasts draw from.
  public var uncertainty: Distribution?
  /// The factor within which the odds may differ from the truth, like ``Uncertainty/factor``. Used where the scenario
  /// states a factor instead of a distribution.
  public var spread: Double?

  /// Creates a probability, 0 to 1.
  public init(_ value: Double, uncertainty: Distribution? = nil, spread: Double? = nil) {
    self.value = value
    self.uncertainty = uncertainty
    self.spread = spread
  }
}

extension Probability: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Creates a probability from a number.
  public init(floatLiteral value: Double) { self.init(value) }
  /// Creates a probability of 0 or 1.
  public init(integerLiteral value: Int) { self.init(Double(value)) }
}
