import GTSDFields

/// A condition on what a load run measures, such as `p95(api-response-time)<2s` or `rate(api-error-rate{log-in})<=1%`.
public struct LoadThreshold: Sendable, Hashable {
  /// How many values become one.
  public enum Aggregate: String, CaseIterable, Sendable {
    case p50, p90, p95, p99
    case p999 = "p99.9"
    case mean, max, min, rate, count

    /// The share of values that a percentile does not exceed.
    package var share: Double? {
      switch self {
      case .p50: 0.5
      case .p90: 0.9
      case .p95: 0.95
      case .p99: 0.99
      case .p999: 0.999
      case .mean, .max, .min, .rate, .count: nil
      }
    }
  }

  /// What is measured.
  public enum Metric: String, CaseIterable, Sendable {
    /// From when a request should have been sent until it was answered, or timed out.
    case responseTime = "api-response-time"
    /// From when it was sent.
    case serviceTime = "service-time"
    /// From when it was sent until the first byte of the response.
    case timeToFirstByte = "time-to-first-byte"
    /// From when a start was due until it happened.
    case startLateness = "start-lateness"
    /// Requests that failed, of all but cancelled ones.
    case errorRate = "api-error-rate"
    /// Starts that were dropped, of all that were due.
    case droppedRate = "dropped-rate"
    /// Requests that ended; as a rate, replies that came within the measured window.
    case requests
    /// Starts that were completed; as a rate, within the measured window.
    case sessions

    /// What its values are, which decides what may be asked of them.
    package var kind: Kind {
      switch self {
      case .responseTime, .serviceTime, .timeToFirstByte, .startLateness: .time
      case .errorRate, .droppedRate: .share
      case .requests, .sessions: .counter
      }
    }

    /// Whether it can be that of one endpoint.
    package var isOfRequests: Bool {
      switch self {
      case .responseTime, .serviceTime, .timeToFirstByte, .errorRate, .requests: true
      case .startLateness, .droppedRate, .sessions: false
      }
    }
  }

  /// The kinds of values.
  package enum Kind: Sendable {
    /// A distribution of times: percentiles, mean, least, greatest, how many.
    case time
    /// Some of many: their share, their number.
    case share
    /// How many: a second, or in all.
    case counter

    package var aggregates: [Aggregate] {
      switch self {
      case .time: Aggregate.allCases.filter { $0 != .rate }
      case .share, .counter: [.rate, .count]
      }
    }
  }

  /// How a measured value is held against a bound.
  public enum Comparison: String, CaseIterable, Sendable {
    case below = "<"
    case atMost = "<="
    case above = ">"
    case atLeast = ">="

    package func holds(_ value: Double, _ bound: Double) -> Bool {
      switch self {
      case .below: value < bound
      case .atMost: value <= bound
      case .above: value > bound
      case .atLeast: value >= bound
      }
    }
  }

  /// What a value is in.
  package enum Unit: String, Sendable {
    case seconds = "s"
    case share
    case perSecond = "per s"
    case count
  }

  /// How values become one.
  public var aggregate: Aggregate
  /// What is measured.
  public var metric: Metric
  /// The only endpoint that counts; nil for all.
  public var endpoint: Endpoint?
  /// How it is held against the bound.
  public var comparison: Comparison
  /// Seconds for times, a share of 1, starts or requests a second, or a number.
  public var bound: Double

  /// Reads like a scenario's text: `LoadThreshold(.p95, .responseTime, .below, 2)`. ``Scenario/validate()`` refuses what
  /// cannot be asked of a metric.
  public init(
    _ aggregate: Aggregate, _ metric: Metric, of endpoint: Endpoint? = nil, _ comparison: Comparison, _ bound: Double
  ) {
    self.aggregate = aggregate
    self.metric = metric
    self.endpoint = endpoint
    self.comparison = comparison
    self.bound = bound
  }

  /// What the measured value and the bound are in.
  package var unit: Unit {
    switch (metric.kind, aggregate) {
    case (_, .count): .count
    case (.share, _): .share
    case (.counter, _): .perSecond
    case (.time, _): .seconds
    }
  }
}

extension LoadThreshold: CustomStringConvertible {
  /// The canonical text, which reads back as this threshold.
  public var description: String {
    let braces = endpoint.map { "{\($0.name)}" } ?? ""
    let value =
      switch unit {
      case .seconds: DurationText.text(TimeSpan(nanoseconds: Int64((bound * 1e9).rounded())))
      case .share: Self.text(share: bound)
      case .perSecond: "\(bound.shortText)/s"
      case .count: bound.shortText
      }
    return "\(aggregate.rawValue)(\(metric.rawValue)\(braces))\(comparison.rawValue)\(value)"
  }

  /// A share in percent where that reads back as the same share, else as it is.
  private static func text(share: Double) -> String {
    // 0.07 x 100 is 7.000000000000001 in binary.
    let percent = (share * 100 * 1e9).rounded() / 1e9
    return percent / 100 == share ? "\(percent.shortText)%" : share.shortText
  }
}
