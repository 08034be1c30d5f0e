import GTSDModel
package import GTSDWorld
package import Statistics

/// The report's data on a load run.
package struct LoadSection: Equatable, Sendable {
  /// The server's address.
  package var target: String
  /// The requested load.
  package var plan: Plan
  /// The length of the measured window, after the warm-up, in seconds.
  package var measuredSeconds: Double
  /// The length of the whole run in seconds.
  package var elapsedSeconds: Double
  package var starts: Starts
  /// The state of the generator itself; nil in older reports.
  package var generator: Generator?
  /// The parts of the percentiles of response time; nil in older reports, empty if nothing was answered.
  package var parts: [Parts]?
  /// The requests to all endpoints together.
  package var total: Requests
  /// The figures of each endpoint with requests.
  package var endpoints: [Requests]
  package var thresholds: [Threshold]
  /// The longest time without a reply; nil in reports without it, and if no request was in progress.
  package var silence: Silence?
  /// Replies that break the contract, by problem; nil if there are none.
  package var badReplies: [BadReplyKind]?
  /// The use of each address of the server's name; nil for a single one.
  package var addresses: [Address]?
  /// The features that `load.without` left out; nil if there are none.
  package var leftOut: LeftOut?
  /// Generators of a merged run whose part is missing or differs from the plan, from 1; nil if there are none.
  package var missingGenerators: [Int]?
  /// The point at which a rising load broke a threshold; nil for a run that does not search for it.
  package var breakpoint: Breakpoint?
  package var series: Series

  /// The requested load.
  package struct Plan: Equatable, Sendable {
    /// The model of the load: `open` or `closed`.
    package var model: String
    /// The unit of a start: `session` or `request`.
    package var unit: String
    /// The endpoint to which single requests are sent; nil for sessions.
    package var request: String?
    /// The kind of arrivals: `poisson`, `constant` or `recorded`.
    package var arrivals: String
    /// The points `[seconds, level]`, joined by straight lines: starts per second, or concurrent users.
    package var levels: [[Double]]
    package var warmUpSeconds: Double
    package var thinkTimeScale: Double
    package var maxInFlight: Int
    package var connections: Int
    /// The owner of connections, `perUser` or `perSession`; nil if all people share them.
    package var connectionsOf: String?
    /// The version of HTTP; nil for 1.1.
    package var http: String?
    /// The number of event loops, each on its own thread.
    package var loops: Int
    /// The id in the run's accounts and requests; nil in older reports.
    package var run: String?
  }

  /// The outcomes of the starts that were due.
  package struct Starts: Equatable, Sendable {
    package var offered: Int
    package var started: Int
    package var dropped: Int
    /// The number of dropped starts that the generator had not reached at the plan's end; nil in older reports.
    package var missed: Int?
    package var completed: Int
    /// The number of completions within the measured window; nil in older reports.
    package var completions: Int?
    /// The interval of the dropped share.
    package var droppedInterval: Interval?
    /// The greatest share of starts that may be dropped; nil for no limit.
    package var maxDropped: Double?
    package var verdict: Verdict
    /// The greatest number of starts in progress at the end of any slice.
    package var mostInFlight: Int
    /// The time from a start's due time to the start.
    package var lateness: DistributionSummary

    package var droppedShare: Double? { offered > 0 ? Double(dropped) / Double(offered) : nil }
  }

  /// The state of the generator. If it was at its limit, the figures say little about the server.
  package struct Generator: Equatable, Sendable {
    /// A limit of the generator itself.
    package enum Limit: Equatable, Sendable {
      /// The generator ran out of descriptors, ports or memory for connections.
      case connections
      /// Some starts that were due had not been made when the plan ended.
      case starts
      /// The generator sent or read late: a percentile is affected by more than the share ``tolerated``, or 1 start in
      /// 100 was later than ``latest``.
      case lateness
      /// All connections of the pool were busy: requests waited for one, by more than ``tolerated`` of a percentile.
      case pool
      /// A loop's thread used a processor nearly all of the time.
      case processor
    }

    /// The number of requests that were never sent, since the generator had no descriptor, port or memory for a
    /// connection. No other figure includes them.
    package var unsent: Int
    /// The system's reason for the first unsent request.
    package var unsentCause: String?
    /// The largest share of its time in which a loop used a processor.
    package var processorShare: Double
    /// The number of connections made to the server, and of TLS handshakes among them; nil in older reports.
    package var connections: Int?
    package var handshakes: Int?

    /// The lateness, in seconds, that at most 1 start in 100 exceeds in a run that counts as punctual.
    package static let latest = 0.1
    /// The greatest share of a loop's time on the processor.
    package static let mostBusy = 0.95
    /// The largest tolerated part of a percentile of response time that the generator causes.
    package static let tolerated = 0.05
    /// The time, in seconds, below which the generator's own part of a percentile is within the inaccuracy of the
    /// system's timers.
    package static let floor = 0.001
  }

  /// The parts of a percentile of response time, in seconds. They add up to the percentile and are means over the
  /// requests of about that duration.
  package struct Parts: Equatable, Sendable {
    /// The percentile, as a share of the requests.
    package var share: Double
    package var responseTime: Double
    /// The time from when a request should have been sent until the generator handed it over.
    package var lateness: Double
    /// The greatest time for which a received response may have waited to be read.
    package var unread: Double
    /// The time for which the request waited for a connection.
    package var wait: Double
    /// The time to make and secure the connection.
    package var connect: Double
    /// The rest: the time of network and server.
    package var service: Double

    /// The part that the generator caused by being late.
    package var late: Double { lateness + unread }
  }

  /// The outcomes of requests.
  package struct Requests: Equatable, Sendable {
    /// The endpoint; `all` for all together.
    package var endpoint: String
    /// The number of requests that were sent, or that failed before they could be sent.
    package var count: Int
    /// The numbers of requests by the name of their ``RequestEnd``. They add up to the total.
    package var ends: [String: Int]
    /// The numbers of requests by status or kind of failure. They add up to ``count``.
    package var outcomes: [String: Int]
    package var bytesSent: Int
    package var bytesReceived: Int
    /// The number of requests that were sent over a connection after earlier ones.
    package var reused: Int
    /// The number of replies within the measured window; nil in older reports.
    package var replies: Int?
    /// The time from scheduled start to the end.
    package var responseTime: DistributionSummary
    /// The time from the actual send to the end.
    package var serviceTime: DistributionSummary
    package var timeToFirstByte: DistributionSummary

    package var cancelled: Int { ends[RequestEnd.cancelled.name] ?? 0 }
    package var answered: Int { count - cancelled }
    /// The number of replies with 2xx.
    package var successes: Int {
      outcomes.reduce(0) { sum, outcome in
        Int(outcome.key).map((200..<300).contains) ?? false ? sum + outcome.value : sum
      }
    }
    /// The number of 404 replies that are not errors, because the account does not have that data yet.
    package var notReady: Int { ends[RequestEnd.notYet.name] ?? 0 }
    package var errors: Int { answered - (ends[RequestEnd.ok.name] ?? 0) - notReady }
    package var errorShare: Double? { answered > 0 ? Double(errors) / Double(answered) : nil }
    package var errorInterval: Interval? { ProportionInterval.wilson(successes: errors, trials: answered) }
  }

  /// A threshold with its measured value.
  package struct Threshold: Equatable, Sendable {
    package var text: String
    /// The unit: `s`, `share`, `per s` or `count`.
    package var unit: String
    package var value: Double?
    package var interval: Interval?
    package var verdict: Verdict
  }

  /// The point at which a rising load broke a threshold, and the highest load served before.
  package struct Breakpoint: Equatable, Sendable {
    package struct Breach: Equatable, Sendable {
      package var threshold: String
      package var atSeconds: Double
      /// The number of starts due per second in the first broken slice.
      package var offered: Double
    }

    package struct Knee: Equatable, Sendable {
      package var atSeconds: Double
      /// The number of starts due per second.
      package var offered: Double
      package var started: Double
      /// The number of requests answered per second.
      package var requests: Double
      package var inFlight: Double
    }

    /// The breach; nil if no threshold was broken for long.
    package var breach: Breach?
    /// The greatest offered load before the breach; nil if the run began with the breach.
    package var knee: Knee?
  }

  /// The run as a series of slices.
  package struct Series: Equatable, Sendable {
    package struct Slice: Equatable, Sendable {
      package var atSeconds: Double
      package var offered: Int
      package var started: Int
      package var dropped: Int
      package var completed: Int
      package var sent: Int
      /// The numbers of requests in the order of ``RequestEnd``.
      package var ended: [Int]
      /// The number of starts in progress at the slice's end.
      package var inFlight: Int
      /// The number of requests awaited at the slice's end.
      package var requestsInFlight: Int
      /// The median time from scheduled start, in seconds, of requests that ended.
      package var p50: Double?
      package var p95: Double?
      package var p99: Double?
      /// The number of requests by response time, in the ranges between neighbouring ``Series/bounds``.
      package var latency: [Int]
      /// The counts in narrow ranges: the index of each non-empty one, as in ``CoarseHistogram``, and its count. Nil in
      /// older reports.
      package var fine: [Int]?

      package var errors: Int {
        zip(RequestEnd.allCases, ended).reduce(0) { $0 + ($1.0.isError ? $1.1 : 0) }
      }
      package var answered: Int { ended.reduce(0, +) - ended[Int(RequestEnd.cancelled.rawValue)] }
    }

    package var widthSeconds: Double
    /// The bounds in seconds; the last range is open.
    package var bounds: [Double]
    package var slices: [Slice]
  }
}

extension LoadSection {
  /// The generator's own limits that it reached.
  package var generatorLimits: [Generator.Limit] {
    guard let generator else { return [] }
    var limits: [Generator.Limit] = []
    if generator.unsent > 0 { limits.append(.connections) }
    // The starts of a missing generator do not count as lateness of the others.
    if starts.missed ?? 0 > 0, missingGenerators == nil { limits.append(.starts) }
    // A user of a closed model starts again when the previous session ends, so no start is late.
    let isLate = plan.model == "open" && starts.lateness.p99 ?? 0 > Generator.latest
    if isLate || shownParts.contains(where: { $0.exceeds(\.late) }) { limits.append(.lateness) }
    // The few connections of a phone belong to the app's behaviour and are not a limit of the generator.
    if plan.connectionsOf == nil, shownParts.contains(where: { $0.exceeds(\.wait) }) { limits.append(.pool) }
    if generator.processorShare > Generator.mostBusy { limits.append(.processor) }
    return limits
  }

  /// Whether the run proves nothing about the server because the generator was at its limit. A closed model without
  /// pauses should go as fast as possible, so a busy processor is reported there but is not a fault.
  package var isOfGenerator: Bool { generatorLimits.contains { $0 != .processor || plan.model == "open" } }

  /// The parts of each percentile; empty if they are not known.
  package var shownParts: [Parts] { parts ?? [] }

  /// Whether every answered request ended in an error.
  package var hasOnlyFailures: Bool { total.answered == total.errors }

  /// Whether the run shows the server's capacity. It does not if the generator was at its limit or no request
  /// succeeded.
  package var isValid: Bool { !isOfGenerator && !hasOnlyFailures }

  /// The endpoints without a single success, the most frequent first.
  package var neverGood: [Requests] {
    endpoints.filter { $0.answered > 0 && $0.successes == 0 }.sorted {
      ($1.answered, $0.endpoint) < ($0.answered, $1.endpoint)
    }
  }

  /// Whether a demand on the load was missed, or replies break the contract.
  package var isMissed: Bool { isOverBound || breaksContract }

  /// Whether a threshold was missed, or too many starts were dropped.
  package var isOverBound: Bool { starts.verdict == .missed || thresholds.contains { $0.verdict == .missed } }

  /// Whether replies that could be read break the contract.
  package var breaksContract: Bool { badReplies?.contains(where: \.isBreach) ?? false }
}

extension LoadSection.Parts {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self {
    Self(share: 0, responseTime: 0, lateness: 0, unread: 0, wait: 0, connect: 0, service: 0)
  }

  /// Whether a part of the response time is larger than the generator may cause.
  package func exceeds(_ part: KeyPath<Self, Double>) -> Bool {
    let part = self[keyPath: part]
    return part > LoadSection.Generator.floor && part > LoadSection.Generator.tolerated * responseTime
  }
}

extension LoadSection.Threshold {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self { Self(text: "", unit: "", verdict: .none) }
}

extension LoadSection.Breakpoint {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self { Self() }
}

extension LoadSection.Breakpoint.Breach {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self { Self(threshold: "", atSeconds: 0, offered: 0) }
}

extension LoadSection.Breakpoint.Knee {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self { Self(atSeconds: 0, offered: 0, started: 0, requests: 0, inFlight: 0) }
}

extension LoadSection.Series {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self { Self(widthSeconds: 0, bounds: [], slices: []) }
}

extension LoadSection.Series.Slice {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self {
    Self(
      atSeconds: 0, offered: 0, started: 0, dropped: 0, completed: 0, sent: 0, ended: [], inFlight: 0,
      requestsInFlight: 0, latency: [])
  }
}

extension LoadSection.Plan {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self {
    Self(
      model: "", unit: "", arrivals: "", levels: [], warmUpSeconds: 0, thinkTimeScale: 0, maxInFlight: 0,
      connections: 0, loops: 0)
  }
}

extension LoadSection.Starts {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self {
    Self(offered: 0, started: 0, dropped: 0, completed: 0, verdict: .none, mostInFlight: 0, lateness: .blank)
  }
}

extension LoadSection.Generator {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self { Self(unsent: 0, processorShare: 0) }
}

extension LoadSection.Requests {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self {
    Self(
      endpoint: "", count: 0, ends: [:], outcomes: [:], bytesSent: 0, bytesReceived: 0, reused: 0,
      responseTime: .blank, serviceTime: .blank, timeToFirstByte: .blank)
  }
}

extension LoadSection {
  /// An empty value. Reading a report replaces all of its fields.
  package static var blank: Self {
    Self(
      target: "", plan: .blank, measuredSeconds: 0, elapsedSeconds: 0, starts: .blank, total: .blank, endpoints: [],
      thresholds: [], series: .blank)
  }
}
