import Foundation
package import GTSDModel
package import GTSDWorld
import HTTPLoop
package import Statistics

/// What happened to the requests of one endpoint, but for those of the warm-up.
package struct EndpointLoad: Equatable, Sendable, Codable {
  /// How each ended; their number is that of the requests sent.
  package private(set) var outcomes = OutcomeCounts()
  /// By ``RequestEnd``.
  package private(set) var ended = [Int64](repeating: 0, count: RequestEnd.allCases.count)
  /// Nanoseconds from scheduled start, of requests that were answered or timed out.
  package private(set) var responseTime = LogHistogram()
  /// Nanoseconds from the actual send, of the same but those never sent.
  package private(set) var serviceTime = LogHistogram()
  /// Nanoseconds from the actual send until the first byte of the response.
  package private(set) var timeToFirstByte = LogHistogram()
  /// The same three until it was cancelled, of requests that were: they would have taken longer.
  package private(set) var cancelledResponse = LogHistogram()
  package private(set) var cancelledService = LogHistogram()
  package private(set) var cancelledFirstByte = LogHistogram()
  package private(set) var bytesSent: Int64 = 0
  package private(set) var bytesReceived: Int64 = 0
  /// Requests over a connection that had served another before.
  package private(set) var reused: Int64 = 0
  /// Replies that came within the measured window, whenever their requests were due.
  package private(set) var replies: Int64 = 0
  /// Answers of 2xx, those to requests of the warm-up among them.
  package private(set) var successes: Int64 = 0

  package init() {}

  /// How many requests there were.
  package var count: Int64 { ended.reduce(0, +) }
  /// How many ended so.
  package func count(_ end: RequestEnd) -> Int64 { ended[Int(end.rawValue)] }
  /// How many were not cancelled.
  package var answered: Int64 { count - count(.cancelled) }
  /// How many failed.
  package var errors: Int64 { RequestEnd.allCases.reduce(0) { $0 + ($1.isError ? count($1) : 0) } }

  /// The same requests as they count: where none was ever answered with success, nobody can tell what is not there yet from
  /// a route that is missing, and 404 is an error.
  package var judged: EndpointLoad {
    var judged = self
    if successes == 0 {
      judged.ended[Int(RequestEnd.clientError.rawValue)] += count(.notYet)
      judged.ended[Int(RequestEnd.notYet.rawValue)] = 0
    }
    return judged
  }

  /// Takes note of a request that ended, measured or not.
  mutating func note(_ end: RequestEnd, isWithin: Bool) {
    if end == .ok { successes += 1 }
    if isWithin, end.isReply { replies += 1 }
  }

  mutating func record(_ sample: RequestSample, _ end: RequestEnd) {
    outcomes.count(sample.outcome)
    ended[Int(end.rawValue)] += 1
    bytesSent += Int64(sample.bytesSent)
    bytesReceived += Int64(sample.bytesReceived)
    if sample.reusedConnection { reused += 1 }
    if let first = sample.timeToFirstByte { timeToFirstByte.record(first) }
    if end == .cancelled {
      cancelledResponse.record(sample.responseTime)
      if let service = sample.serviceTime {
        cancelledService.record(service)
        if sample.firstByteAt == 0 { cancelledFirstByte.record(service) }
      }
    }
    guard sample.isTimed else { return }
    responseTime.record(sample.responseTime)
    if let service = sample.serviceTime { serviceTime.record(service) }
  }

  mutating func merge(_ other: EndpointLoad) {
    outcomes.merge(other.outcomes)
    for index in ended.indices { ended[index] += other.ended[index] }
    responseTime.merge(other.responseTime)
    serviceTime.merge(other.serviceTime)
    timeToFirstByte.merge(other.timeToFirstByte)
    cancelledResponse.merge(other.cancelledResponse)
    cancelledService.merge(other.cancelledService)
    cancelledFirstByte.merge(other.cancelledFirstByte)
    bytesSent += other.bytesSent
    bytesReceived += other.bytesReceived
    reused += other.reused
    replies += other.replies
    successes += other.successes
  }
}

/// What a load run measures. Folds of several loops add up to what one fold of all would hold, in any order, and none
/// takes more room the longer a run lasts.
///
/// Instants are nanoseconds since the run began. What was scheduled during the warm-up is in the series and in
/// ``warmUpStarts`` and ``warmUpRequests`` only.
package struct LoadFold: Equatable, Sendable {
  /// What slices keep: the main one, and one for each threshold.
  package let selectors: [LoadSelector]
  /// Nanoseconds.
  package let warmUp: Int64
  /// Nanoseconds after which nothing counts in a rate, since the plan is over.
  package let length: Int64
  /// By the raw value of the endpoint.
  package private(set) var endpoints = [EndpointLoad](repeating: EndpointLoad(), count: Endpoint.allCases.count)
  /// Starts that happened.
  package private(set) var started: Int64 = 0
  /// Starts that were due and never happened.
  package private(set) var dropped: Int64 = 0
  /// Dropped starts that the generator had not come to when the plan was over.
  package private(set) var missed: Int64 = 0
  /// Starts that were completed.
  package private(set) var completed: Int64 = 0
  /// Completions within the measured window, whenever their starts were due.
  package private(set) var completions: Int64 = 0
  /// Parts of response times that are not the server's.
  package private(set) var parts = ResponseParts()
  /// Nanoseconds from when a start was due until it happened.
  package private(set) var lateness = LogHistogram()
  /// Starts that were due during the warm-up.
  package private(set) var warmUpStarts: Int64 = 0
  /// Requests that were scheduled during the warm-up.
  package private(set) var warmUpRequests: Int64 = 0
  /// Requests that were never sent, since nothing was left here to make a connection of; they are in no other figure.
  package private(set) var unsent: Int64 = 0
  /// Why the first of them was not, by `errno`.
  package private(set) var unsentCause: Int32?
  /// The largest share of a loop's time in which its thread used a processor.
  package var processorShare: Double = 0
  /// Connections that were made to the server, and of them by handshakes of TLS.
  package var connectionsMade: Int64 = 0
  package var handshakes: Int64 = 0
  package private(set) var series: LoadSeries
  /// How long the run lasted, with what was waited for in the end.
  package private(set) var elapsed: Int64 = 0
  /// When nothing was begun any more, nil until then.
  package private(set) var closedAt: Int64?

  /// A fold for a run with these settings.
  package init(_ settings: LoadSettings) {
    self.init(
      warmUp: settings.warmUp.nanoseconds, thresholds: settings.thresholds, length: settings.length.nanoseconds)
  }

  package init(
    warmUp: Int64 = 0, thresholds: [LoadThreshold] = [], length: Int64 = .max, sliceWidth: Int64 = Nanoseconds.second,
    sliceLimit: Int = 600
  ) {
    self.warmUp = warmUp
    self.length = length
    selectors = thresholds.map(\.selector).reduce(into: [.main]) { if !$0.contains($1) { $0.append($1) } }
    series = LoadSeries(selectors: selectors.count, width: sliceWidth, limit: sliceLimit)
  }

  /// A start happened, now or late.
  package mutating func start(scheduledAt: Int64, at instant: Int64) {
    series.change(at: scheduledAt) { $0.offered += 1 }
    series.change(at: instant) { $0.started += 1 }
    note(.startLateness, at: instant) { $0.record(time: instant - scheduledAt) }
    note(.droppedRate, at: scheduledAt) { $0.record(isHit: false) }
    elapsed = max(elapsed, instant)
    if scheduledAt < warmUp {
      warmUpStarts += 1
    } else {
      started += 1
      lateness.record(instant - scheduledAt)
    }
  }

  /// A start that was due never happens.
  ///
  /// - Parameter isMissed: whether the generator did not come to it.
  package mutating func drop(scheduledAt: Int64, isMissed: Bool = false) {
    series.change(at: scheduledAt) { slice in
      slice.offered += 1
      slice.dropped += 1
    }
    note(.droppedRate, at: scheduledAt) { $0.record(isHit: true) }
    if isMissed { missed += 1 }
    if scheduledAt < warmUp { warmUpStarts += 1 } else { dropped += 1 }
  }

  /// What a start began is done, well or not.
  package mutating func complete(scheduledAt: Int64, at instant: Int64) {
    series.change(at: instant) { $0.completed += 1 }
    note(.sessions, at: instant) { $0.record(isHit: false) }
    elapsed = max(elapsed, instant)
    if scheduledAt >= warmUp { completed += 1 }
    if isWithin(instant) { completions += 1 }
  }

  /// Whether something that happens at an instant counts in a rate.
  private func isWithin(_ instant: Int64) -> Bool { instant >= warmUp && instant <= min(closedAt ?? length, length) }

  /// A request ended, or could not even begin.
  package mutating func record(_ sample: RequestSample) {
    if case .failure(.exhausted(let errno)) = sample.outcome {
      unsent += 1
      unsentCause = unsentCause ?? errno
      return
    }
    let end = sample.end
    let selectors = selectors
    series.change(at: sample.sentAt) { $0.sent += 1 }
    series.change(at: sample.endedAt) { slice in
      slice.ended[Int(end.rawValue)] += 1
      for (index, selector) in selectors.enumerated()
      where selector.endpoint == nil || selector.endpoint == sample.endpoint {
        slice.measures[index].record(sample, end, as: selector.metric)
      }
    }
    elapsed = max(elapsed, sample.endedAt)
    endpoints[Int(sample.endpoint.rawValue)].note(end, isWithin: isWithin(sample.endedAt))
    if sample.scheduledAt < warmUp {
      warmUpRequests += 1
    } else {
      endpoints[Int(sample.endpoint.rawValue)].record(sample, end)
      if sample.isTimed { parts.record(sample.responseTime, sample.parts) }
    }
  }

  /// From here on nothing is begun; what is under way is still waited for, and counted.
  package mutating func close(at instant: Int64) {
    elapsed = max(elapsed, instant)
    closedAt = instant
  }

  /// Adds what another loop of the same run measured.
  package mutating func merge(_ other: LoadFold) {
    precondition(selectors == other.selectors && warmUp == other.warmUp, "folds of different measurements")
    for index in endpoints.indices { endpoints[index].merge(other.endpoints[index]) }
    started += other.started
    dropped += other.dropped
    missed += other.missed
    completed += other.completed
    completions += other.completions
    parts.merge(other.parts)
    lateness.merge(other.lateness)
    warmUpStarts += other.warmUpStarts
    warmUpRequests += other.warmUpRequests
    unsent += other.unsent
    unsentCause = unsentCause ?? other.unsentCause
    processorShare = max(processorShare, other.processorShare)
    connectionsMade += other.connectionsMade
    handshakes += other.handshakes
    series.merge(other.series)
    elapsed = max(elapsed, other.elapsed)
    if let closed = other.closedAt { closedAt = max(closedAt ?? closed, closed) }
  }

  /// Changes what a slice keeps for a metric of starts, if it does.
  private mutating func note(
    _ metric: LoadThreshold.Metric, at instant: Int64, _ body: (inout SliceMeasure) -> Void
  ) {
    guard selectors.count > 1, let index = selectors.firstIndex(where: { $0.metric == metric }) else { return }
    series.change(at: instant) { body(&$0.measures[index]) }
  }
}

/// The three latencies of a request.
package enum LatencyKind: CaseIterable, Sendable {
  case response, service, firstByte
}

extension EndpointLoad {
  /// A latency of these requests, those that were cancelled among them.
  fileprivate func group(_ kind: LatencyKind) -> CensoredTimes.Group {
    switch kind {
    case .response: .init(ended: responseTime, brokenOff: cancelledResponse)
    case .service: .init(ended: serviceTime, brokenOff: cancelledService)
    case .firstByte: .init(ended: timeToFirstByte, brokenOff: cancelledFirstByte)
    }
  }
}

extension LoadFold {
  /// A latency of an endpoint, or of all: people cancel at some endpoints more than at others, so that each is estimated by
  /// itself.
  package func times(_ kind: LatencyKind, of endpoint: Endpoint? = nil) -> CensoredTimes {
    guard let endpoint else { return CensoredTimes(endpoints.map { $0.group(kind) }) }
    return CensoredTimes([endpoints[Int(endpoint.rawValue)].group(kind)])
  }

  /// Starts that were due after the warm-up.
  package var offered: Int64 { started + dropped }

  /// The sum over all endpoints.
  package var total: EndpointLoad {
    endpoints.reduce(into: EndpointLoad()) { $0.merge($1.judged) }
  }

  /// The seconds of the measured window: from the end of the warm-up until nothing was begun any more. Rates count what
  /// happened within it; what a slow server then still owes is in no rate.
  package var seconds: Double { Nanoseconds.seconds(max(0, (closedAt ?? elapsed) - warmUp)) }

  /// The most starts under way at the end of any slice.
  package var mostInFlight: Int64 { series.inFlight.max() ?? 0 }
}

extension SliceMeasure {
  fileprivate mutating func record(_ sample: RequestSample, _ end: RequestEnd, as metric: LoadThreshold.Metric) {
    switch metric {
    case .responseTime: if sample.isTimed { record(time: sample.responseTime) }
    case .serviceTime: if sample.isTimed, let time = sample.serviceTime { record(time: time) }
    case .timeToFirstByte: if let time = sample.timeToFirstByte { record(time: time) }
    case .errorRate: if end != .cancelled { record(isHit: end.isError) }
    case .requests: if end.isReply { record(isHit: false) }
    case .startLateness, .droppedRate, .sessions: break
    }
  }
}

extension LoadThreshold {
  /// What its values are.
  package var selector: LoadSelector { LoadSelector(metric, of: endpoint) }
}

extension LoadFold {
  /// All but what the settings say, for a file that another generator of the same run reads.
  private struct Kept: Codable {
    var endpoints: [EndpointLoad]
    /// Started, dropped, completed, starts and requests of the warm-up, never sent, elapsed, connections, handshakes,
    /// missed, completions.
    var counts: [Int64]
    var parts: ResponseParts
    var lateness: LogHistogram
    var unsentCause: Int32?
    var processorShare: Double
    var series: LoadSeries
    var closedAt: Int64?
  }

  /// The fold as JSON.
  package var kept: [UInt8] {
    let kept = Kept(
      endpoints: endpoints,
      counts: [
        started, dropped, completed, warmUpStarts, warmUpRequests, unsent, elapsed, connectionsMade, handshakes,
        missed, completions,
      ], parts: parts,
      lateness: lateness,
      unsentCause: unsentCause, processorShare: processorShare, series: series, closedAt: closedAt)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(kept) else { preconditionFailure("numbers could not be written") }
    return Array(data)
  }

  /// The fold of these settings that ``kept`` wrote; nil for anything else.
  package init?(_ settings: LoadSettings, kept bytes: [UInt8]) {
    self.init(settings)
    guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(bytes)),
      kept.endpoints.count == endpoints.count, kept.counts.count == 11, kept.parts.isSound,
      kept.endpoints.allSatisfy({ $0.ended.count == RequestEnd.allCases.count }),
      kept.series.slices.allSatisfy({
        $0.measures.count == selectors.count && $0.ended.count == RequestEnd.allCases.count
      }), kept.series.fits(series)
    else { return nil }
    endpoints = kept.endpoints
    (started, dropped, completed) = (kept.counts[0], kept.counts[1], kept.counts[2])
    (warmUpStarts, warmUpRequests) = (kept.counts[3], kept.counts[4])
    (unsent, elapsed) = (kept.counts[5], kept.counts[6])
    (connectionsMade, handshakes) = (kept.counts[7], kept.counts[8])
    (missed, completions, parts) = (kept.counts[9], kept.counts[10], kept.parts)
    (lateness, unsentCause, processorShare) = (kept.lateness, kept.unsentCause, kept.processorShare)
    (series, closedAt) = (kept.series, kept.closedAt)
  }
}
