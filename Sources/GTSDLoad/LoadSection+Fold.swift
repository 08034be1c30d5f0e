import GTSDFields
package import GTSDModel
import GTSDWorld
import HTTPLoop
import Statistics

extension LoadSection {
  /// Creates the section of a run.
  ///
  /// - Parameters:
  ///   - settings: the load settings, which give the amount.
  ///   - target: the server's URL, without credentials.
  ///   - loops: the number of event loops.
  package init(_ settings: LoadSettings, _ fold: LoadFold, target: String, loops: Int) {
    self.target = target
    plan = Plan(settings, loops: loops)
    measuredSeconds = fold.seconds
    elapsedSeconds = Nanoseconds.seconds(fold.elapsed)
    starts = Starts(fold, maxDropped: settings.maxDropped)
    generator = Generator(fold)
    let times = fold.times(.response)
    parts = [0.5, 0.95, 0.99].compactMap { Parts($0, times, fold.parts) }
    let all = fold.total
    total = Requests("all", all) { fold.times($0) }
    endpoints = zip(Endpoint.allCases, fold.endpoints).filter { $0.1.count > 0 }.map { endpoint, load in
      Requests(endpoint.name, load.judged) { fold.times($0, of: endpoint) }
    }
    thresholds = settings.thresholds.map { Threshold($0, $0.finding(in: fold, total: all)) }
    breakpoint = settings.stopOnBreach ? Breakpoint(settings, fold) : nil
    series = Series(fold)
    takeServer(of: fold)
  }
}

extension LoadSettings {
  /// The endpoints of single requests, in words.
  package var requestText: String {
    guard !mix.isEmpty else { return request.name }
    return mix.map { "\($0.request.name) \(JSONNode.number($0.weight).text)" }.joined(separator: ", ")
  }
}

extension LoadSection.Plan {
  init(_ settings: LoadSettings, loops: Int) {
    model = settings.model == .users ? "closed" : "open"
    unit = settings.unit.rawValue
    request = settings.unit == .request ? settings.requestText : nil
    switch settings.arrivals {
    case .poisson: arrivals = "poisson"
    case .constant: arrivals = "constant"
    case .recorded: arrivals = "recorded"
    }
    levels = LoadLevels(settings.levels, until: settings.length.seconds).segments.flatMap {
      [[$0.start, $0.from], [$0.start + $0.duration, $0.to]]
    }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    warmUpSeconds = settings.warmUp.seconds
    thinkTimeScale = settings.thinkTimeScale
    maxInFlight = settings.maxInFlight
    connections = settings.mostConnections
    http = settings.http == .one ? nil : settings.http.rawValue
    if case .shared = settings.connections {} else { connectionsOf = settings.connections.name }
    self.loops = loops
  }
}

extension LoadSection.Starts {
  init(_ fold: LoadFold, maxDropped: Double?) {
    offered = Int(fold.offered)
    started = Int(fold.started)
    (dropped, missed) = (Int(fold.dropped), Int(fold.missed))
    (completed, completions) = (Int(fold.completed), Int(fold.completions))
    droppedInterval = ProportionInterval.wilson(successes: dropped, trials: offered)
    self.maxDropped = maxDropped
    mostInFlight = Int(fold.mostInFlight)
    lateness = DistributionSummary(id: "start-lateness", unit: "s", histogram: fold.lateness)
    // Without any starts, every required share is missed.
    let (dropped, offered) = (Double(fold.dropped), Double(fold.offered))
    verdict = maxDropped.map { offered > 0 && dropped <= $0 * offered ? .met : .missed } ?? .none
  }
}

extension LoadSection.Generator {
  init(_ fold: LoadFold) {
    unsent = Int(fold.unsent)
    unsentCause = fold.unsentCause.map(SocketError.text)
    processorShare = min(1, fold.processorShare)
    (connections, handshakes) = (Int(fold.connectionsMade), Int(fold.handshakes))
  }
}

extension LoadSection.Parts {
  /// Creates the parts of a percentile; nil if the percentile is not known.
  init?(_ share: Double, _ times: CensoredTimes, _ parts: ResponseParts) {
    guard let time = times.percentile(share), let shares = parts.shares(at: time) else { return nil }
    let seconds = Nanoseconds.seconds(time)
    self.share = share
    responseTime = seconds
    (lateness, unread) = (shares.lateness * seconds, shares.unread * seconds)
    (wait, connect) = (shares.wait * seconds, shares.connect * seconds)
    service = max(0, seconds - lateness - unread - wait - connect)
  }
}

extension LoadSection.Requests {
  init(_ endpoint: String, _ load: EndpointLoad, times: (LatencyKind) -> CensoredTimes) {
    self.endpoint = endpoint
    count = Int(load.count)
    ends = Dictionary(
      RequestEnd.allCases.filter { load.count($0) > 0 }.map { ($0.name, Int(load.count($0))) }, uniquingKeysWith: +)
    outcomes = Dictionary(load.outcomes.byName.map { ($0.name, Int($0.count)) }, uniquingKeysWith: +)
    bytesSent = Int(load.bytesSent)
    bytesReceived = Int(load.bytesReceived)
    (reused, replies) = (Int(load.reused), Int(load.replies))
    responseTime = DistributionSummary(id: "api-response-time", unit: "s", times: times(.response))
    serviceTime = DistributionSummary(id: "service-time", unit: "s", times: times(.service))
    timeToFirstByte = DistributionSummary(id: "time-to-first-byte", unit: "s", times: times(.firstByte))
  }
}

extension LoadSection.Threshold {
  init(_ threshold: LoadThreshold, _ finding: LoadThreshold.Finding) {
    text = threshold.description
    unit = threshold.unit.rawValue
    value = finding.value
    interval = finding.interval
    verdict = finding.verdict
  }
}

extension LoadSection.Breakpoint {
  init(_ settings: LoadSettings, _ fold: LoadFold) {
    let found = LoadBreach.first(in: fold, settings.thresholds, until: fold.elapsed)
    let width = Nanoseconds.seconds(fold.series.width)
    breach = found.map { found in
      Breach(
        threshold: settings.thresholds[found.threshold].description, atSeconds: Double(found.slice) * width,
        offered: Double(fold.series.slices[found.slice].offered) / width)
    }
    knee = LoadKnee.find(in: fold, before: found, until: fold.elapsed).map { knee in
      Knee(
        atSeconds: Double(knee.slice) * width, offered: knee.offered, started: knee.started, requests: knee.requests,
        inFlight: knee.inFlight)
    }
  }
}

extension LoadSection.Series {
  /// The bounds in familiar steps: 1, 2 and 5 of each power of ten, from 100 us to 100 s.
  private static let nanoseconds: [Int64] = {
    var bounds: [Int64] = [0]
    var decade: Int64 = 100_000
    while decade < 100_000_000_000 {
      bounds += [decade, 2 * decade, 5 * decade]
      decade *= 10
    }
    return bounds + [decade]
  }()

  init(_ fold: LoadFold) {
    widthSeconds = Nanoseconds.seconds(fold.series.width)
    let (starts, requests) = (fold.series.inFlight, fold.series.requestsInFlight)
    let all = fold.series.slices.map { slice -> [Int] in
      var counts = [Int](repeating: 0, count: Self.nanoseconds.count)
      for bucket in slice.measures[0].histogram.buckets {
        let middle = bucket.low + (bucket.high - bucket.low) / 2
        counts[(Self.nanoseconds.lastIndex { $0 <= middle } ?? 0)] += Int(bucket.count)
      }
      return counts
    }
    let seen = Self.nanoseconds.indices.filter { index in all.contains { $0[index] > 0 } }
    let range = seen.isEmpty ? 0..<0 : seen[0]..<seen[seen.count - 1] + 1
    bounds = range.map { Nanoseconds.seconds(Self.nanoseconds[$0]) }
    let width = widthSeconds
    slices = fold.series.slices.enumerated().map { index, slice in
      let measure = slice.measures[0]
      return Slice(
        atSeconds: Double(index) * width, offered: Int(slice.offered), started: Int(slice.started),
        dropped: Int(slice.dropped), completed: Int(slice.completed), sent: Int(slice.sent),
        ended: slice.ended.map { Int($0) }, inFlight: Int(starts[index]), requestsInFlight: Int(requests[index]),
        p50: measure.percentile(0.5), p95: measure.percentile(0.95), p99: measure.percentile(0.99),
        latency: Array(all[index][range]), fine: measure.histogram.sparse)
    }
  }
}
