/// A target for a ``KPI``: a bound, the quantity it applies to, and its source.
public struct KPITarget: Hashable, Sendable, Codable {
  /// The importance of a target.
  public enum Level: String, CaseIterable, Hashable, Sendable, Codable {
    /// A goal of the specification. It decides the verdict only if the indicator has no criterion.
    case target
    /// The success criterion, or the limit beyond which a release is rolled back; decides the verdict.
    case criterion
  }

  /// The comparison of a value with the bound.
  public enum Comparison: String, CaseIterable, Hashable, Sendable, Codable {
    /// At least the bound.
    case atLeast = ">="
    /// More than the bound.
    case above = ">"
    /// At most the bound.
    case atMost = "<="
    /// Less than the bound.
    case below = "<"
    /// Inside a range, its ends included.
    case between = "between"
  }

  /// The quantity that is compared with the bound: the value itself, or its difference from control.
  public enum Versus: String, CaseIterable, Hashable, Sendable, Codable {
    /// The value itself.
    case absolute
    /// The relative change against the control arm: 0.2 is twenty per cent more than control.
    case control
  }

  /// The bound of a comparison: one number, or the two ends of `between`.
  public enum Value: Hashable, Sendable, Codable {
    /// One number.
    case number(Double)
    /// A range, its ends included.
    case range(Double, Double)

    /// Reads a number or an array of two numbers.
    public init(from decoder: any Decoder) throws {
      if let number = try? decoder.singleValueContainer().decode(Double.self) {
        self = .number(number)
        return
      }
      let ends = try decoder.singleValueContainer().decode([Double].self)
      guard ends.count == 2 else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "a range has two ends, not \(ends.count)"))
      }
      self = .range(ends[0], ends[1])
    }

    /// Writes a number or an array of two numbers.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .range(let low, let high): try container.encode([low, high])
      }
    }
  }

  /// The importance of the target.
  public var level: Level
  /// The comparison with the bound.
  public var comparison: Comparison
  /// The bound, in the unit of the indicator; for `control` a relative change.
  public var value: Value
  /// The quantity that is compared with the bound: the value itself, or its difference from control.
  public var versus: Versus
  /// The source of the number: a specification's file name, or the scenario.
  public var source: String

  /// Creates a target.
  public init(
    level: Level = .target, comparison: Comparison, value: Value, versus: Versus = .absolute, source: String
  ) {
    self.level = level
    self.comparison = comparison
    self.value = value
    self.versus = versus
    self.source = source
  }

  static func target(
    _ comparison: Comparison, _ value: Value, versus: Versus = .absolute, _ source: String
  ) -> KPITarget {
    KPITarget(level: .target, comparison: comparison, value: value, versus: versus, source: source)
  }

  static func criterion(
    _ comparison: Comparison, _ value: Value, versus: Versus = .absolute, _ source: String
  ) -> KPITarget {
    KPITarget(level: .criterion, comparison: comparison, value: value, versus: versus, source: source)
  }
}

extension KPITarget.Value: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Creates a bound from a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a bound from a whole number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
}
