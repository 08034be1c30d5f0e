/// A confidence interval: the range of true values that the data do not contradict at a level.
public struct Interval: Hashable, Sendable, Decodable {
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

  private enum CodingKeys: String, CodingKey {
    case level, low, high, method
  }

  /// Reads an interval; an end that is null is infinite.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    level = try container.decode(Double.self, forKey: .level)
    low = try container.decodeIfPresent(Double.self, forKey: .low) ?? -.infinity
    high = try container.decodeIfPresent(Double.self, forKey: .high) ?? .infinity
    method = try container.decode(String.self, forKey: .method)
  }
}
