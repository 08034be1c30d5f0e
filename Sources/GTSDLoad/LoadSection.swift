import GTSDModel
package import GTSDWorld
package import Statistics

/// What driving a server in wall-clock time showed.
package struct LoadSection: Equatable, Sendable {
  /// Where the server is.
  package var target: String
  /// What was asked for.
  package var plan: Plan
  /// Seconds that were measured, after the warm-up.
  package var measuredSeconds: Double
  /// Seconds that the whole run took.
  package var elapsedSeconds: Double
  package var starts: Starts
  /// How the generator itself fared; nil in reports that do not say.
  package var generator: Generator?
  /// The parts of the percentiles of response time; nil in reports that do not say, empty where nothing was answered.
  package var parts: [Parts]?
  /// All endpoints together.
  package var total: Requests
  /// Those with requests.
  package var endpoints: [Requests]
  package var thresholds: [Threshold]
  /// Where a rising load broke a threshold; nil where no run was to find it.
  package var breakpoint: Breakpoint?
  package var series: Series

  /// What was asked for.
  package struct Plan: Equatable, Sendable {
    /// `open` or `closed`.
    package var model: String
    /// `session` or `request`.
    package var unit: String
    /// The endpoint of requests.
    package var request: String?
    /// `poisson`, `constant` or `recorded`.
    package var arrivals: String
    /// `[seconds, level]`, joined by straight lines: starts a second, or users at once.
    package var levels: [[Double]]
    package var warmUpSeconds: Double
    package var thinkTimeScale: Double
    package var maxInFlight: Int
    package var connections: Int
    /// `perUser` or `perSession` where connections are not shared.
    package var connectionsOf: String?
    /// Event loops, each on a thread of its own.
    package var loops: Int
    /// What the run's accounts and requests are told by; nil in reports that do not say.
    package var run: String?
  }

  /// What became of the starts that were due.
  package struct Starts: Equatable, Sendable {
    package var offered: Int
    package var started: Int
    package var dropped: Int
    /// Dropped starts that the generator had not come to when the plan was over; nil in reports that do not say.
    package var missed: Int?
    package var completed: Int
    /// Completions within the measured window; nil in reports that do not say.
    package var completions: Int?
    /// Of the dropped share.
    package var droppedInterval: Interval?
    /// The share that may be dropped; nil for any.
    package var maxDropped: Double?
    package var verdict: Verdict
    /// The most under way at the end of any slice.
    package var mostInFlight: Int
    /// From when a start was due until it happened.
    package var lateness: DistributionSummary

    package var droppedShare: Double? { offered > 0 ? Double(dropped) / Double(offered) : nil }
  }

  /// How the generator fared: where it was at its limit, figures say little about the server.
  package struct Generator: Equatable, Sendable {
    /// A limit of the generator's own.
    package enum Limit: Equatable, Sendable {
      /// Nothing was left to make connections of: descriptors, ports or memory.
      case connections
      /// Starts were due that it had not come to when the plan was over.
      case starts
      /// A generator that was late to send, or to read: by more than ``tolerated`` of a percentile, or 1 start in 100 by more
      /// than ``latest``.
      case lateness
      /// A pool whose connections were all busy: requests waited for one, by more than ``tolerated`` of a
      /// percentile.
      case pool
      /// A loop's thread used a processor nearly all of the time.
      case processor
    }

    /// Requests that were never sent, since nothing was left to make a connection of; in no other figure.
    package var unsent: Int
    /// Why the first of them was not, in the system's words.
    package var unsentCause: String?
    /// The largest share of its time in which a loop used a processor.
    package var processorShare: Double
    /// Connections that were made to the server, and of them by handshakes of TLS; nil in reports that do not say.
    package var connections: Int?
    package var handshakes: Int?

    /// Seconds.
    package static let latest = 0.1
    /// A share of a loop's time.
    package static let mostBusy = 0.95
    /// The share of a percentile of response time that may be the generator's own.
    package static let tolerated = 0.05
    /// Seconds below which the generator's own part of a percentile is not told from what timers of a system are off by.
    package static let floor = 0.001
  }

  /// Parts of a percentile of response time, in seconds, which add up to it: means of the requests that took about as long.
  package struct Parts: Equatable, Sendable {
    /// The percentile, as a share of the requests.
    package var share: Double
    package var responseTime: Double
    /// The time from when a request should have been sent until the generator handed it over.
    package var lateness: Double
    /// The time until the generator read what had come, at most.
    package var unread: Double
    /// The time until there was a connection for it.
    package var wait: Double
    /// The time to make and secure the connection.
    package var connect: Double
    /// The rest: network and server.
    package var service: Double

    /// The generator's own lateness.
    package var late: Double { lateness + unread }
  }

  /// What became of requests.
  package struct Requests: Equatable, Sendable {
    /// `all` for all together.
    package var endpoint: String
    /// How many were sent or failed before.
    package var count: Int
    /// By ``RequestEnd``'s name; they add up to all.
    package var ends: [String: Int]
    /// By status or kind of failure; they add up to all.
    package var outcomes: [String: Int]
    package var bytesSent: Int
    package var bytesReceived: Int
    /// Over a connection that had served another.
    package var reused: Int
    /// Replies that came within the measured window; nil in reports that do not say.
    package var replies: Int?
    /// From scheduled start.
    package var responseTime: DistributionSummary
    /// From the actual send.
    package var serviceTime: DistributionSummary
    package var timeToFirstByte: DistributionSummary

    package var cancelled: Int { ends[RequestEnd.cancelled.name] ?? 0 }
    package var answered: Int { count - cancelled }
    /// Answers of 2xx.
    package var successes: Int {
      outcomes.reduce(0) { sum, outcome in
        Int(outcome.key).map((200..<300).contains) ?? false ? sum + outcome.value : sum
      }
    }
    /// Answers of 404 that are no error: what the account has not made yet.
    package var notReady: Int { ends[RequestEnd.notYet.name] ?? 0 }
    package var errors: Int { answered - (ends[RequestEnd.ok.name] ?? 0) - notReady }
    package var errorShare: Double? { answered > 0 ? Double(errors) / Double(answered) : nil }
    package var errorInterval: Interval? { ProportionInterval.wilson(successes: errors, trials: answered) }
  }

  /// A condition and what was measured.
  package struct Threshold: Equatable, Sendable {
    package var text: String
    /// `s`, `share`, `per s` or `count`.
    package var unit: String
    package var value: Double?
    package var interval: Interval?
    package var verdict: Verdict
  }

  /// Where a rising load broke a threshold, and the most that was served before.
  package struct Breakpoint: Equatable, Sendable {
    package struct Breach: Equatable, Sendable {
      package var threshold: String
      package var atSeconds: Double
      /// Starts a second that were due in the first broken slice.
      package var offered: Double
    }

    package struct Knee: Equatable, Sendable {
      package var atSeconds: Double
      /// Starts a second.
      package var offered: Double
      package var started: Double
      /// Requests a second.
      package var requests: Double
      package var inFlight: Double
    }

    /// Nil where no threshold was broken for long.
    package var breach: Breach?
    /// The most that was offered before the breach; nil where the run began with it.
    package var knee: Knee?
  }

  /// The run's time in slices.
  package struct Series: Equatable, Sendable {
    package struct Slice: Equatable, Sendable {
      package var atSeconds: Double
      package var offered: Int
      package var started: Int
      package var dropped: Int
      package var completed: Int
      package var sent: Int
      /// In the order of ``RequestEnd``.
      package var ended: [Int]
      /// Starts under way at the end.
      package var inFlight: Int
      /// Requests waited for at the end.
      package var requestsInFlight: Int
      /// Seconds from scheduled start, of requests that ended.
      package var p50: Double?
      package var p95: Double?
      package var p99: Double?
      /// How many took from each of ``Series/bounds`` to the next.
      package var latency: [Int]
      /// The same in narrow ranges: the number of each that holds any, as ``CoarseHistogram`` numbers them, and how many it
      /// holds. Nil in reports that do not say.
      package var fine: [Int]?

      package var errors: Int {
        zip(RequestEnd.allCases, ended).reduce(0) { $0 + ($1.0.isError ? $1.1 : 0) }
      }
      package var answered: Int { ended.reduce(0, +) - ended[Int(RequestEnd.cancelled.rawValue)] }
    }

    package var widthSeconds: Double
    /// Seconds; the last range is open.
    package var bounds: [Double]
    package var slices: [Slice]
  }
}

extension LoadSection {
  /// What the generator was limited by.
  package var generatorLimits: [Generator.Limit] {
    guard let generator else { return [] }
    var limits: [Generator.Limit] = []
    if generator.unsent > 0 { limits.append(.connections) }
    if starts.missed ?? 0 > 0 { limits.append(.starts) }
    // Users of a closed model come when the one before is done: no start is late there.
    let isLate = plan.model == "open" && starts.lateness.p99 ?? 0 > Generator.latest
    if isLate || shownParts.contains(where: { $0.exceeds(\.late) }) { limits.append(.lateness) }
    // A phone's own few connections are how the app works, and no limit of the generator.
    if plan.connectionsOf == nil, shownParts.contains(where: { $0.exceeds(\.wait) }) { limits.append(.pool) }
    if generator.processorShare > Generator.mostBusy { limits.append(.processor) }
    return limits
  }

  /// Whether the run says nothing about the server, since the generator was at its limit. A closed model without pauses is
  /// meant to go as fast as it can; that a processor is busy then is said, and no fault.
  package var isOfGenerator: Bool { generatorLimits.contains { $0 != .processor || plan.model == "open" } }

  /// The parts of each percentile; empty where nobody knows.
  package var shownParts: [Parts] { parts ?? [] }

  /// Whether not one request had an answer that is no error.
  package var hasOnlyFailures: Bool { total.answered == total.errors }

  /// Whether the run says what the server can do: it does not where the generator was at its limit or nothing succeeded.
  package var isValid: Bool { !isOfGenerator && !hasOnlyFailures }

  /// The endpoints that never answered with success, the most frequent first.
  package var neverGood: [Requests] {
    endpoints.filter { $0.answered > 0 && $0.successes == 0 }.sorted {
      ($1.answered, $0.endpoint) < ($0.answered, $1.endpoint)
    }
  }

  /// Whether what was demanded of the load was missed.
  package var isMissed: Bool { starts.verdict == .missed || thresholds.contains { $0.verdict == .missed } }
}

extension LoadSection.Parts {
  /// The empty value that reading a report fills.
  package static var blank: Self {
    Self(share: 0, responseTime: 0, lateness: 0, unread: 0, wait: 0, connect: 0, service: 0)
  }

  /// Whether a part of it is more than may be the generator's own.
  package func exceeds(_ part: KeyPath<Self, Double>) -> Bool {
    let part = self[keyPath: part]
    return part > LoadSection.Generator.floor && part > LoadSection.Generator.tolerated * responseTime
  }
}

extension LoadSection.Threshold {
  /// The empty value that reading a report fills.
  package static var blank: Self { Self(text: "", unit: "", verdict: .none) }
}

extension LoadSection.Breakpoint {
  /// The empty value that reading a report fills.
  package static var blank: Self { Self() }
}

extension LoadSection.Breakpoint.Breach {
  /// The empty value that reading a report fills.
  package static var blank: Self { Self(threshold: "", atSeconds: 0, offered: 0) }
}

extension LoadSection.Breakpoint.Knee {
  /// The empty value that reading a report fills.
  package static var blank: Self { Self(atSeconds: 0, offered: 0, started: 0, requests: 0, inFlight: 0) }
}

extension LoadSection.Series {
  /// The empty value that reading a report fills.
  package static var blank: Self { Self(widthSeconds: 0, bounds: [], slices: []) }
}

extension LoadSection.Series.Slice {
  /// The empty value that reading a report fills.
  package static var blank: Self {
    Self(
      atSeconds: 0, offered: 0, started: 0, dropped: 0, completed: 0, sent: 0, ended: [], inFlight: 0,
      requestsInFlight: 0, latency: [])
  }
}

extension LoadSection.Plan {
  /// The empty value that reading a report fills.
  package static var blank: Self {
    Self(
      model: "", unit: "", arrivals: "", levels: [], warmUpSeconds: 0, thinkTimeScale: 0, maxInFlight: 0,
      connections: 0, loops: 0)
  }
}

extension LoadSection.Starts {
  /// The empty value that reading a report fills.
  package static var blank: Self {
    Self(offered: 0, started: 0, dropped: 0, completed: 0, verdict: .none, mostInFlight: 0, lateness: .blank)
  }
}

extension LoadSection.Generator {
  /// The empty value that reading a report fills.
  package static var blank: Self { Self(unsent: 0, processorShare: 0) }
}

extension LoadSection.Requests {
  /// The empty value that reading a report fills.
  package static var blank: Self {
    Self(
      endpoint: "", count: 0, ends: [:], outcomes: [:], bytesSent: 0, bytesReceived: 0, reused: 0,
      responseTime: .blank, serviceTime: .blank, timeToFirstByte: .blank)
  }
}

extension LoadSection {
  /// The empty value that reading a report fills.
  package static var blank: Self {
    Self(
      target: "", plan: .blank, measuredSeconds: 0, elapsedSeconds: 0, starts: .blank, total: .blank, endpoints: [],
      thresholds: [], series: .blank)
  }
}
