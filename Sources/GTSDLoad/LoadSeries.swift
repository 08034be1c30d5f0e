package import GTSDModel
package import Statistics

/// The source of a threshold's values: a metric, of one endpoint or of all.
package struct LoadSelector: Equatable, Sendable {
  package var metric: LoadThreshold.Metric
  package var endpoint: Endpoint?

  package init(_ metric: LoadThreshold.Metric, of endpoint: Endpoint? = nil) {
    self.metric = metric
    self.endpoint = endpoint
  }

  /// The metric that every run keeps: the time from the scheduled start of all requests.
  package static let main = LoadSelector(.responseTime)
}

/// The measurements for a selector within a slice of time.
package struct SliceMeasure: Equatable, Sendable, Codable {
  /// The number of values, trials or events.
  package private(set) var count: Int64 = 0
  /// The number of hits, for a share.
  package private(set) var hits: Int64 = 0
  /// The sum in nanoseconds.
  package private(set) var sum: Int64 = 0
  package private(set) var minimum: Int64 = .max
  package private(set) var maximum: Int64 = -1
  package private(set) var histogram = CoarseHistogram()

  package init() {}

  mutating func record(time: Int64) {
    let time = max(0, time)
    count += 1
    sum += time
    minimum = min(minimum, time)
    maximum = max(maximum, time)
    histogram.record(time)
  }

  mutating func record(isHit: Bool) {
    count += 1
    if isHit { hits += 1 }
  }

  mutating func merge(_ other: SliceMeasure) {
    count += other.count
    hits += other.hits
    sum += other.sum
    minimum = min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
    histogram.merge(other.histogram)
  }

  /// A percentile in seconds, within 3.2 %; nil without values.
  package func percentile(_ share: Double) -> Double? {
    histogram.percentile(share).map { Nanoseconds.seconds(min(max($0, minimum), maximum)) }
  }
}

/// The measurements within a slice of a run's time.
package struct LoadSlice: Equatable, Sendable, Codable {
  /// The number of starts that were due, including dropped ones.
  package var offered: Int64 = 0
  /// The number of starts that were made, including late ones.
  package var started: Int64 = 0
  /// The number of starts that were due but never made.
  package var dropped: Int64 = 0
  /// The number of starts that were completed.
  package var completed: Int64 = 0
  /// The number of requests sent.
  package var sent: Int64 = 0
  /// The numbers of requests that ended, indexed by ``RequestEnd``.
  package var ended = [Int64](repeating: 0, count: RequestEnd.allCases.count)
  /// The measurements of a slice, one for each selector of the fold.
  package var measures: [SliceMeasure]

  init(selectors: Int) {
    measures = Array(repeating: SliceMeasure(), count: selectors)
  }

  /// The number of requests that ended in a given way.
  package func count(_ end: RequestEnd) -> Int64 { ended[Int(end.rawValue)] }

  /// The number of requests that ended, except cancelled ones.
  package var answered: Int64 { ended.reduce(0, +) - count(.cancelled) }

  /// The number of failed requests.
  package var errors: Int64 { RequestEnd.allCases.reduce(0) { $0 + ($1.isError ? count($1) : 0) } }

  /// The number of replies.
  package var replies: Int64 { RequestEnd.allCases.reduce(0) { $0 + ($1.isReply ? count($1) : 0) } }

  mutating func merge(_ other: LoadSlice) {
    offered += other.offered
    started += other.started
    dropped += other.dropped
    completed += other.completed
    sent += other.sent
    for index in ended.indices { ended[index] += other.ended[index] }
    for index in measures.indices { measures[index].merge(other.measures[index]) }
  }
}

/// A series of slices of equal width over a run. The width is a second, and is doubled whenever there would be more
/// slices than the limit.
package struct LoadSeries: Equatable, Sendable, Codable {
  /// The width of a slice in nanoseconds: a second times a power of two.
  package private(set) var width: Int64
  package private(set) var slices: [LoadSlice] = []
  private let selectors: Int
  private let limit: Int

  package init(selectors: Int, width: Int64 = Nanoseconds.second, limit: Int = 600) {
    self.selectors = selectors
    self.width = width
    self.limit = limit
  }

  /// Changes the slice that contains an instant.
  @inline(__always)
  mutating func change(at instant: Int64, _ body: (inout LoadSlice) -> Void) {
    let place = max(0, instant) / width
    if place < slices.count { return body(&slices[Int(place)]) }
    body(&slices[grow(to: instant)])
  }

  @inline(never)
  private mutating func grow(to instant: Int64) -> Int {
    while instant / width >= limit { coarsen() }
    let place = Int(max(0, instant) / width)
    while slices.count <= place { slices.append(LoadSlice(selectors: selectors)) }
    return place
  }

  /// Merges pairs of slices into slices of twice the width.
  private mutating func coarsen() {
    width *= 2
    slices = stride(from: 0, to: slices.count, by: 2).map { index in
      var slice = slices[index]
      if index + 1 < slices.count { slice.merge(slices[index + 1]) }
      return slice
    }
  }

  /// Whether another series has the same measurements, whatever the widths of the slices.
  func fits(_ other: LoadSeries) -> Bool { selectors == other.selectors && limit == other.limit && width > 0 }

  /// Adds another run's slices of the same times, as if all had been recorded into one.
  mutating func merge(_ other: LoadSeries) {
    precondition(selectors == other.selectors && limit == other.limit, "series of different measurements")
    var other = other
    while width < other.width { coarsen() }
    while other.width < width { other.coarsen() }
    for (index, slice) in other.slices.enumerated() {
      if index < slices.count { slices[index].merge(slice) } else { slices.append(slice) }
    }
  }

  /// The number of starts in progress at the end of each slice.
  package var inFlight: [Int64] {
    slices.reduce(into: (0, [])) { (state: inout (Int64, [Int64]), slice) in
      state.0 += slice.started - slice.completed
      state.1.append(state.0)
    }.1
  }

  /// The number of requests awaited at the end of each slice.
  package var requestsInFlight: [Int64] {
    slices.reduce(into: (0, [])) { (state: inout (Int64, [Int64]), slice) in
      state.0 += slice.sent - slice.ended.reduce(0, +)
      state.1.append(state.0)
    }.1
  }
}
