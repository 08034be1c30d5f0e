import Foundation
package import GTSDModel
package import GTSDWorld
import HTTPLoop
package import Statistics

/// The outcomes of the requests to one endpoint, without those of the warm-up.
package struct EndpointLoad: Equatable, Sendable, Codable {
  /// The number of requests with each outcome; together, the number of requests sent.
  package private(set) var outcomes = OutcomeCounts()
  /// The numbers of requests by ``RequestEnd``.
  package private(set) var ended = [Int64](repeating: 0, count: RequestEnd.allCases.count)
  /// The time from scheduled start to the end, in nanoseconds, of requests that were answered or timed out.
  package private(set) var responseTime = LogHistogram()
  /// The time from the actual send to the end, in nanoseconds, of the same requests except those never sent.
  package private(set) var serviceTime = LogHistogram()
  /// The time from the actual send to the first byte of the response, in nanoseconds.
  package private(set) var timeToFirstByte = LogHistogram()
  /// Response time, service time and time to the first byte of cancelled requests, measured until the cancellation.
  /// Without the cancellation they would be longer.
  package private(set) var cancelledResponse = LogHistogram()
  package private(set) var cancelledService = LogHistogram()
  package private(set) var cancelledFirstByte = LogHistogram()
  package private(set) var bytesSent: Int64 = 0
  package private(set) var bytesReceived: Int64 = 0
  /// The number of requests that were sent over a connection after earlier ones.
  package private(set) var reused: Int64 = 0
  /// The number of replies within the measured window, whenever their requests were scheduled.
  package private(set) var replies: Int64 = 0
  /// The number of replies with 2xx, including those of the warm-up.
  package private(set) var successes: Int64 = 0

  package init() {}

  /// The number of requests.
  package var count: Int64 { ended.reduce(0, +) }
  /// The number of requests that ended in a given way.
  package func count(_ end: RequestEnd) -> Int64 { ended[Int(end.rawValue)] }
  /// The number of requests that were not cancelled.
  package var answered: Int64 { count - count(.cancelled) }
  /// The number of failed requests.
  package var errors: Int64 { RequestEnd.allCases.reduce(0) { $0 + ($1.isError ? count($1) : 0) } }

  /// The same counts, but with 404 as an error if the endpoint never succeeded. A missing route cannot be distinguished
  /// from data that do not exist yet.
  package var judged: EndpointLoad {
    var judged = self
    if successes == 0 {
      judged.ended[Int(RequestEnd.clientError.rawValue)] += count(.notYet)
      judged.ended[Int(RequestEnd.notYet.rawValue)] = 0
    }
    return judged
  }

  /// Records the end of a request, whether or not it is within the measured time.
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

/// The measurements of a load run. The folds of several loops add up to the fold of all, in any order. Their size does
/// not grow with the length of the run.
///
/// Instants are nanoseconds since the run began. Starts scheduled during the warm-up are counted only in the series, in
/// ``warmUpStarts`` and in ``warmUpRequests``.
package struct LoadFold: Equatable, Sendable {
  /// The metrics for which each slice keeps values: the main one, and one for each threshold.
  package let selectors: [LoadSelector]
  /// The length of the warm-up in nanoseconds.
  package let warmUp: Int64
  /// The length of the plan in nanoseconds; later events count in no rate.
  package let length: Int64
  /// The results of each endpoint, indexed by its raw value.
  package private(set) var endpoints = [EndpointLoad](repeating: EndpointLoad(), count: Endpoint.allCases.count)
  /// The number of starts that were made.
  package private(set) var started: Int64 = 0
  /// The number of starts that were due but never made.
  package private(set) var dropped: Int64 = 0
  /// The number of dropped starts that the generator had not reached at the plan's end.
  package private(set) var missed: Int64 = 0
  /// The number of starts whose work was completed.
  package private(set) var completed: Int64 = 0
  /// The number of completions within the measured window, whenever their starts were scheduled.
  package private(set) var completions: Int64 = 0
  /// The parts of response times that the server did not cause, such as waiting for a connection.
  package private(set) var parts = ResponseParts()
  /// The time from a start's due time to the start, in nanoseconds.
  package private(set) var lateness = LogHistogram()
  /// The number of starts due during the warm-up.
  package private(set) var warmUpStarts: Int64 = 0
  /// The number of requests scheduled during the warm-up.
  package private(set) var warmUpRequests: Int64 = 0
  /// The number of requests that were never sent, since the generator had no descriptor, port or memory for a
  /// connection. No other figure includes them.
  package private(set) var unsent: Int64 = 0
  /// The `errno` of the first unsent request.
  package private(set) var unsentCause: Int32?
  /// The greatest share of a loop's time in which its thread used a processor.
  package var processorShare: Double = 0
  /// The number of connections made to the server, and of the TLS handshakes among them.
  package var connectionsMade: Int64 = 0
  package var handshakes: Int64 = 0
  /// Replies that could not be read.
  package private(set) var badReplies = BadReplies()
  /// The longest periods without a reply after the warm-up.
  package private(set) var silence = ServerSilence()
  package private(set) var series: LoadSeries
  /// The length of the run, including the wait at the end.
  package private(set) var elapsed: Int64 = 0
  /// The time after which nothing new was started; nil until then.
  package private(set) var closedAt: Int64?

  /// Creates the results of a run with these settings, before any measurement.
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

  /// Records that a start was made, on time or late.
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

  /// Records that a start was due but is dropped.
  ///
  /// - Parameter isMissed: whether it is dropped because the generator was too late.
  package mutating func drop(scheduledAt: Int64, isMissed: Bool = false) {
    series.change(at: scheduledAt) { slice in
      slice.offered += 1
      slice.dropped += 1
    }
    note(.droppedRate, at: scheduledAt) { $0.record(isHit: true) }
    if isMissed { missed += 1 }
    if scheduledAt < warmUp { warmUpStarts += 1 } else { dropped += 1 }
  }

  /// Records that the work of a start has ended, successfully or not.
  package mutating func complete(scheduledAt: Int64, at instant: Int64) {
    series.change(at: instant) { $0.completed += 1 }
    note(.sessions, at: instant) { $0.record(isHit: false) }
    elapsed = max(elapsed, instant)
    if scheduledAt >= warmUp { completed += 1 }
    if isWithin(instant) { completions += 1 }
  }

  /// Whether an event at this instant counts in a rate.
  private func isWithin(_ instant: Int64) -> Bool { instant >= warmUp && instant <= min(closedAt ?? length, length) }

  /// Records that a request ended, or could not even begin.
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
    silence.note(sentAt: max(warmUp, sample.sentAt), endedAt: sample.endedAt, isReply: end.isReply)
    if sample.scheduledAt < warmUp {
      warmUpRequests += 1
    } else {
      endpoints[Int(sample.endpoint.rawValue)].record(sample, end)
      if sample.isTimed { parts.record(sample.responseTime, sample.parts) }
    }
  }

  /// Records a reply that cannot be read.
  package mutating func note(_ reply: BadReply, at endpoint: Endpoint) { badReplies.add(reply, at: endpoint) }

  /// Records that no more starts are made from here on. Sessions and requests in progress are still awaited and
  /// counted.
  package mutating func close(at instant: Int64) {
    elapsed = max(elapsed, instant)
    closedAt = instant
  }

  /// Adds the measurements of another loop of the same run.
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
    badReplies.merge(other.badReplies)
    silence.merge(other.silence)
    series.merge(other.series)
    elapsed = max(elapsed, other.elapsed)
    if let closed = other.closedAt { closedAt = max(closedAt ?? closed, closed) }
  }

  /// Adds a value to a metric of starts in the slice that contains an instant, if the slice keeps that metric.
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
  /// The latencies of one kind of these requests, the cancelled ones as censored.
  fileprivate func group(_ kind: LatencyKind) -> CensoredTimes.Group {
    switch kind {
    case .response: .init(ended: responseTime, censored: cancelledResponse)
    case .service: .init(ended: serviceTime, censored: cancelledService)
    case .firstByte: .init(ended: timeToFirstByte, censored: cancelledFirstByte)
    }
  }
}

extension LoadFold {
  /// The latencies of one endpoint, or of all. Each endpoint is estimated separately, since people cancel more requests
  /// at some endpoints than at others.
  package func times(_ kind: LatencyKind, of endpoint: Endpoint? = nil) -> CensoredTimes {
    guard let endpoint else { return CensoredTimes(endpoints.map { $0.group(kind) }) }
    return CensoredTimes([endpoints[Int(endpoint.rawValue)].group(kind)])
  }

  /// The number of starts due after the warm-up.
  package var offered: Int64 { started + dropped }

  /// The sum over all endpoints.
  package var total: EndpointLoad {
    endpoints.reduce(into: EndpointLoad()) { $0.merge($1.judged) }
  }

  /// The length of the measured window in seconds, from the end of the warm-up to the time after which nothing new was
  /// started. Rates count the events within this window, and no replies that a slow server sends later.
  package var seconds: Double { Nanoseconds.seconds(max(0, (closedAt ?? elapsed) - warmUp)) }

  /// The greatest number of starts in progress at the end of any slice.
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
  /// The selector of the threshold's values.
  package var selector: LoadSelector { LoadSelector(metric, of: endpoint) }
}

extension LoadFold {
  /// The fold without its settings, in the form in which one generator writes it to a file for another generator of the
  /// same run.
  private struct Kept: Codable {
    var endpoints: [EndpointLoad]
    /// The following numbers in this order: started, dropped, completed, starts and requests of the warm-up, never
    /// sent, elapsed, connections, handshakes, missed, completions.
    var counts: [Int64]
    var parts: ResponseParts
    var lateness: LogHistogram
    var unsentCause: Int32?
    var processorShare: Double
    var series: LoadSeries
    var closedAt: Int64?
    var badReplies: BadReplies
    var silence: ServerSilence
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
      unsentCause: unsentCause, processorShare: processorShare, series: series, closedAt: closedAt,
      badReplies: badReplies, silence: silence)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(kept) else { preconditionFailure("numbers could not be written") }
    return Array(data)
  }

  /// Reads a fold that ``kept`` wrote for the same settings; nil if the bytes are something else.
  package init?(_ settings: LoadSettings, kept bytes: [UInt8]) {
    self.init(settings)
    guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(bytes)),
      kept.endpoints.count == endpoints.count, kept.counts.count == 11, kept.parts.isSound,
      kept.badReplies.isSound, kept.silence.isSound,
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
    (badReplies, silence) = (kept.badReplies, kept.silence)
  }
}
