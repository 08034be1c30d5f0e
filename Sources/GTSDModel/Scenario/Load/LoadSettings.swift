/// The load on a remote backend: starts, amount and conditions.
///
/// The amount is set in exactly one way. ``rate`` is an open model: people start on schedule, however slow the server
/// is. ``users`` is a closed model: a fixed number of people at once, each starting again after finishing. ``stages``
/// varies either of them over time. Recorded starts repeat a log.
public struct LoadSettings: Sendable, Equatable {
  /// The unit of load that each start begins: a session, a single request, or another unit.
  public enum Unit: String, CaseIterable, Sendable {
    /// A person of the population, who uses the app as in a simulation.
    case session
    /// One request to ``LoadSettings/request``.
    case request
  }

  /// The quantity that the levels of ``LoadSettings/stages`` are given in.
  public enum Level: String, CaseIterable, Sendable {
    /// The number of starts per second.
    case rate
    /// The number of users at once.
    case users
  }

  /// A version of HTTP.
  public enum HTTP: String, CaseIterable, Sendable {
    /// HTTP/1.1: one request at a time on each connection.
    case one = "1.1"
    /// HTTP/2: one connection, with requests as its streams.
    case two = "2"
  }

  /// The format of photos.
  public enum Photos: String, CaseIterable, Sendable {
    /// JPEG with a picture: the app converts every photo to JPEG before it uploads it.
    case jpeg
    /// HEIC: a container without a picture in it, since this program has no HEIC encoder.
    case heic
    /// The format that the person picked: HEIC, JPEG or PNG.
    case asPicked
  }

  /// The unit of load that each start begins.
  public var unit: Unit = .session
  /// The request to send where ``unit`` is a request.
  public var request: Endpoint = .todayMetrics
  /// The requests to send, by weight, if there is more than one; empty for ``request`` alone.
  public var mix: [LoadRequestShare] = []
  /// The distribution of an open model's starts over time.
  public var arrivals: LoadArrivals = .poisson
  /// The starts per second, above 0; nil if another setting gives the amount.
  public var rate: Double?
  /// The number of users at once, 1 or more; nil if another setting gives the amount.
  public var users: Int?
  /// The levels over time; empty if another setting gives the amount.
  public var stages: [LoadStage] = []
  /// The quantity that the levels of ``stages`` are given in.
  public var stagesOf: Level = .rate
  /// The time during which starts happen; nil takes ``length``'s default.
  public var duration: TimeSpan?
  /// The largest number of starts; nil for no limit.
  public var iterations: Int?
  /// The factor on people's pauses, 0 to 1.
  public var thinkTimeScale: Double = 1
  /// The image format in which photos are sent.
  public var photos: Photos = .jpeg
  /// Endpoints that the server lacks. The run never sends them, and people leave out the actions that need them.
  public var without: [Endpoint] = []
  /// The names that the server uses for endpoints, headers and fields of the contract.
  public var map = ContractMap()
  /// The share of requests whose `traceparent` asks the server to keep their traces.
  public var traceSampling: Double = 1
  /// The interval at which, besides all starts, a new user requests every endpoint; nil for never.
  public var tourEvery: TimeSpan?
  /// The largest number of starts in progress at once. Further starts are dropped when they are due.
  public var maxInFlight: Int = 10_000
  /// The sharing of connections between people.
  public var connections: LoadConnections = .shared(64)
  /// The version of HTTP by which requests are sent.
  public var http: HTTP = .one
  /// The share of starts that may be dropped; nil for any.
  public var maxDropped: Double?
  /// The time at the beginning in which requests are sent but not measured.
  public var warmUp: TimeSpan = .zero
  /// The conditions that the whole run must meet.
  public var thresholds: [LoadThreshold] = []
  /// Whether the run ends when a threshold is broken for three slices of the time series in a row.
  public var stopOnBreach: Bool = false
  /// The limits that protect against accidental overload; a scenario may raise them.
  public var limits: LoadLimits = LoadLimits()

  /// Creates the default settings, without an amount.
  public init() {}
}

/// The sharing of connections between people.
public enum LoadConnections: Sendable, Hashable {
  /// A pool that everybody shares, with at most this many connections to each host, as between a proxy and a server.
  case shared(Int)
  /// Separate connections for each user, as phones have them. They are kept between sessions until the user is gone.
  case perUser
  /// Each user opens new connections for every session.
  case perSession

  /// The largest number of connections of a phone to one host: an iPhone's, over HTTP/1.1.
  public static let ofPhone = 4

  /// The largest number of connections, in total or for each user.
  public var most: Int { if case .shared(let count) = self { count } else { Self.ofPhone } }

  /// The name in scenario files, such as `perUser`. A shared pool has no name there; its size is written instead.
  public var name: String {
    switch self {
    case .shared: "shared"
    case .perUser: "perUser"
    case .perSession: "perSession"
    }
  }
}

/// A kind of request and its share.
public struct LoadRequestShare: Sendable, Equatable {
  /// The endpoint that is requested.
  public var request: Endpoint
  /// The weight of this kind of request, relative to the other kinds.
  public var weight: Double

  /// Creates a kind of request.
  public init(_ request: Endpoint, weight: Double = 1) {
    self.request = request
    self.weight = weight
  }
}

/// The distribution of an open model's starts over time.
public enum LoadArrivals: Sendable, Equatable {
  /// Starts are independent, with exponential gaps.
  case poisson
  /// Starts are evenly spaced.
  case constant
  /// Starts happen at these times after the beginning of the run, in order.
  case recorded([TimeSpan])
}

/// A part of a run in which the level changes linearly from the previous stage's level, or from 0 in the first.
public struct LoadStage: Sendable, Equatable {
  /// The level at the stage's end: starts per second, or concurrent users.
  public var level: Double
  /// The length of the stage; with zero the level jumps.
  public var duration: TimeSpan

  /// Creates a stage that ends at a level.
  public init(level: Double, duration: TimeSpan) {
    self.level = level
    self.duration = duration
  }
}

/// The limits that protect against accidental overload of a server.
public struct LoadLimits: Sendable, Equatable {
  /// The largest number of starts per second.
  public var rate: Double = 1_000
  /// The longest duration of a run.
  public var duration: TimeSpan = .minutes(10)

  /// Creates the default limits.
  public init() {}
}

/// A server that is driven over HTTP.
public struct RemoteBackend: Sendable, Equatable {
  /// The address of the API, such as `http://127.0.0.1:8080`, without credentials, query and fragment.
  public var url: String

  /// Creates the server at a URL.
  public init(url: String) {
    self.url = url
  }
}

extension LoadSettings {
  /// The default of the time during which starts happen.
  public static let standardDuration = TimeSpan.seconds(60)

  /// The quantity that the run controls, a rate or a number of users; nil if the settings give no amount.
  public var model: Level? {
    if !recorded.isEmpty { return .rate }
    if !stages.isEmpty { return stagesOf }
    return rate != nil ? .rate : users != nil ? .users : nil
  }

  /// The requests to send, by weight.
  package var requests: [LoadRequestShare] { mix.isEmpty ? [LoadRequestShare(request)] : mix.filter { $0.weight > 0 } }

  /// The largest number of connections to the server that share requests: of everybody, or of one person.
  package var mostConnections: Int { http == .two ? 1 : connections.most }

  /// The recorded starts; empty for other arrivals.
  package var recorded: [TimeSpan] {
    if case .recorded(let instants) = arrivals { instants } else { [] }
  }

  /// The time during which people start. Taken from the first of these that is set: ``duration``, the sum of the
  /// stages, the time just after the last recorded start, the limit at which iterations end the run; otherwise one
  /// minute.
  public var length: TimeSpan {
    if let duration { return duration }
    if !stages.isEmpty {
      return stages.reduce(.zero) { TimeSpan(nanoseconds: $0.nanoseconds + $1.duration.nanoseconds) }
    }
    if let last = recorded.last { return TimeSpan(nanoseconds: last.nanoseconds + 1) }
    return iterations == nil ? Self.standardDuration : limits.duration
  }

  /// The load over time as stages, whichever setting gives it; empty for recorded starts.
  package var levels: [LoadStage] {
    if !stages.isEmpty { return stages }
    guard let level = rate ?? users.map(Double.init) else { return [] }
    return [LoadStage(level: level, duration: .zero), LoadStage(level: level, duration: length)]
  }
}
