import GTSDFields

/// A condition on what a load run measures, such as `p95(api-response-time)<2s` or
/// `rate(api-error-rate{log-in})<=1%`.
public struct LoadThreshold: Sendable, Hashable {
  /// The function that combines many values into one.
  public enum Aggregate: String, CaseIterable, Sendable {
    case p50, p90, p95, p99
    case p999 = "p99.9"
    case mean, max, min, rate, count

    /// The percentile as a share, such as 0.95 for `p95`; nil for other functions.
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

  /// The measured quantity.
  public enum Metric: String, CaseIterable, Sendable {
    /// The time from when a request should have been sent to its answer or time-out.
    case responseTime = "api-response-time"
    /// The time from when a request was sent to its answer or time-out.
    case serviceTime = "service-time"
    /// The time from when a request was sent to the first byte of the response.
    case timeToFirstByte = "time-to-first-byte"
    /// The time from when a start was due to when it happened.
    case startLateness = "start-lateness"
    /// Failed requests, among all that were not cancelled.
    case errorRate = "api-error-rate"
    /// Dropped starts, among all that were due.
    case droppedRate = "dropped-rate"
    /// Ended requests; as a rate, replies within the measured window.
    case requests
    /// The number of completed starts. As a rate, only starts within the measured window count.
    case sessions

    /// The kind of the metric's values. Decides which aggregates are allowed.
    package var kind: Kind {
      switch self {
      case .responseTime, .serviceTime, .timeToFirstByte, .startLateness: .time
      case .errorRate, .droppedRate: .share
      case .requests, .sessions: .counter
      }
    }

    /// Whether the metric can be measured for one endpoint.
    package var isOfRequests: Bool {
      switch self {
      case .responseTime, .serviceTime, .timeToFirstByte, .errorRate, .requests: true
      case .startLateness, .droppedRate, .sessions: false
      }
    }
  }

  /// The kinds of values.
  package enum Kind: Sendable {
    /// A distribution of times: percentiles, mean, minimum, maximum, number.
    case time
    /// A share or a number of some among many.
    case share
    /// A number per second, or in total.
    case counter

    package var aggregates: [Aggregate] {
      switch self {
      case .time: Aggregate.allCases.filter { $0 != .rate }
      case .share, .counter: [.rate, .count]
      }
    }
  }

  /// The comparison of a measured value with a bound.
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

  /// The unit of a value.
  package enum Unit: String, Sendable {
    case seconds = "s"
    case share
    case perSecond = "per s"
    case count
  }

  /// The function that combines the values.
  public var aggregate: Aggregate
  /// The measured quantity.
  public var metric: Metric
  /// The only endpoint that counts; nil for all.
  public var endpoint: Endpoint?
  /// The comparison with the bound.
  public var comparison: Comparison
  /// The bound: seconds for times, a share from 0 to 1, starts or requests per second, or a number.
  public var bound: Double

  /// Creates a threshold in the order of a scenario's text: `LoadThreshold(.p95, .responseTime, .below, 2)`.
  /// ``Scenario/validate()`` rejects combinations that a metric does not allow.
  public init(
    _ aggregate: Aggregate, _ metric: Metric, of endpoint: Endpoint? = nil, _ comparison: Comparison, _ bound: Double
  ) {
    self.aggregate = aggregate
    self.metric = metric
    self.endpoint = endpoint
    self.comparison = comparison
    self.bound = bound
  }

  /// The unit of the measured value and of the bound.
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

  /// A share in percent if that reads back as the same share, otherwise as a number.
  private static func text(share: Double) -> String {
    // 0.07 x 100 is 7.000000000000001 in binary.
    let percent = (share * 100 * 1e9).rounded() / 1e9
    return percent / 100 == share ? "\(percent.shortText)%" : share.shortText
  }
}
