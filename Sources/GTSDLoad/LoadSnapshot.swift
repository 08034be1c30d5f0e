import GTSDModel

/// The state of a running load run, from its last whole slice of time.
package struct LoadSnapshot: Equatable, Sendable {
  /// The time since the run began, in seconds.
  package var elapsed: Double
  /// The time during which starts are made, in seconds.
  package var total: Double
  /// The number of starts due per second.
  package var offered: Double
  /// The number of starts made per second.
  package var started: Double
  /// The number of requests answered per second.
  package var answered: Double
  /// The median time from scheduled start, in seconds; nil if no request ended.
  package var p50: Double?
  package var p95: Double?
  package var p99: Double?
  /// The number of failed requests since the run began.
  package var errors: Int
  /// The number of requests that were answered or failed since the run began.
  package var requests: Int
  /// The number of dropped starts since the run began.
  package var dropped: Int
  /// The number of starts in progress.
  package var inFlight: Int

  package init(
    elapsed: Double, total: Double, offered: Double, started: Double, answered: Double, p50: Double? = nil,
    p95: Double? = nil, p99: Double? = nil, errors: Int = 0, requests: Int = 0, dropped: Int = 0, inFlight: Int = 0
  ) {
    self.elapsed = elapsed
    self.total = total
    self.offered = offered
    self.started = started
    self.answered = answered
    self.p50 = p50
    self.p95 = p95
    self.p99 = p99
    self.errors = errors
    self.requests = requests
    self.dropped = dropped
    self.inFlight = inFlight
  }

  /// Creates the state of a run at an instant; the fold must contain all earlier events.
  package init(_ fold: LoadFold, at instant: Int64, length: Int64) {
    let slices = fold.series.slices
    let last = Int(instant / fold.series.width) - 1
    let seconds = Nanoseconds.seconds(fold.series.width)
    let slice = slices.indices.contains(last) ? slices[last] : nil
    func rate(_ count: Int64?) -> Double { Double(count ?? 0) / seconds }
    let measure = slice?.measures[0]
    self.init(
      elapsed: Nanoseconds.seconds(instant), total: Nanoseconds.seconds(length), offered: rate(slice?.offered),
      started: rate(slice?.started), answered: rate(slice?.replies), p50: measure?.percentile(0.5),
      p95: measure?.percentile(0.95), p99: measure?.percentile(0.99),
      errors: Int(slices.reduce(0) { $0 + $1.errors }), requests: Int(slices.reduce(0) { $0 + $1.answered }),
      dropped: Int(slices.reduce(0) { $0 + $1.dropped }), inFlight: Int(fold.series.inFlight.last ?? 0))
  }
}
