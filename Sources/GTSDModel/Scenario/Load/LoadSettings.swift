/// How `load` drives a remote backend: what begins when, how much at once, and what must hold.
///
/// How much is said once: by ``rate`` (an open model: starts come on schedule, whatever the server does), by ``users`` (a
/// closed model: so many at once, each beginning anew when it is done), by ``stages`` of either, or by recorded starts.
public struct LoadSettings: Sendable, Equatable {
  /// What a start begins.
  public enum Unit: String, CaseIterable, Sendable {
    /// A person of the population, who lives through the app as in a simulation.
    case session
    /// One request to ``LoadSettings/request``.
    case request
  }

  /// What ``stages`` are levels of.
  public enum Level: String, CaseIterable, Sendable {
    /// Starts a second.
    case rate
    /// Users at once.
    case users
  }

  /// As what photos are sent.
  public enum Photos: String, CaseIterable, Sendable {
    /// As JPEG with a picture in it: what the app makes of every photo before it uploads it.
    case jpeg
    /// As HEIC: a container without a picture in it, since nothing here compresses so.
    case heic
    /// As what the person picked: HEIC, JPEG or PNG.
    case asPicked
  }

  /// What a start begins.
  public var unit: Unit = .session
  /// What is requested where ``unit`` is a request.
  public var request: Endpoint = .todayMetrics
  /// What is requested instead, by weight, where that is more than one thing; empty for ``request`` alone.
  public var mix: [LoadRequestShare] = []
  /// How starts of an open model lie in time.
  public var arrivals: LoadArrivals = .poisson
  /// Starts a second, above 0; nil where something else says how much.
  public var rate: Double?
  /// Users at once, 1 or more; nil where something else says how much.
  public var users: Int?
  /// Levels over time; empty where something else says how much.
  public var stages: [LoadStage] = []
  /// What ``stages`` are levels of.
  public var stagesOf: Level = .rate
  /// How long starts go on; nil for ``length``'s default.
  public var duration: TimeSpan?
  /// How many starts there are at most; nil for no limit.
  public var iterations: Int?
  /// What people's pauses are multiplied with, 0 to 1.
  public var thinkTimeScale: Double = 1
  /// As what photos are sent.
  public var photos: Photos = .jpeg
  /// What the server lacks: it is never asked for, and people do not do what needs it.
  public var without: [Endpoint] = []
  /// What the server calls the things of the contract.
  public var map = ContractMap()
  /// How often, beside all starts, somebody new makes a round of every endpoint; nil for never.
  public var tourEvery: TimeSpan?
  /// How many starts may be under way at once; one that is due beyond is dropped.
  public var maxInFlight: Int = 10_000
  /// Whose connections requests go over.
  public var connections: LoadConnections = .shared(64)
  /// The share of starts that may be dropped; nil for any.
  public var maxDropped: Double?
  /// What is scheduled before this is sent, but not measured.
  public var warmUp: TimeSpan = .zero
  /// What must hold in the end.
  public var thresholds: [LoadThreshold] = []
  /// Whether the run ends when a threshold is broken for three slices of the time series in a row.
  public var stopOnBreach: Bool = false
  /// What no run exceeds, unless raised.
  public var limits: LoadLimits = LoadLimits()

  /// The defaults, which do not say how much.
  public init() {}
}

/// Whose connections requests go over.
public enum LoadConnections: Sendable, Hashable {
  /// Everybody's: so many to each host at most, as a proxy between app and server has them.
  case shared(Int)
  /// Each user's own, as phones have them: kept from one session to the next, until the user is gone.
  case perUser
  /// Each user's own, made anew for every session, as after a while in the pocket.
  case perSession

  /// How many connections a phone has to a host at most: an iPhone's, over HTTP/1.1.
  public static let ofPhone = 4

  /// How many there are at most, of everybody or of each user.
  public var most: Int { if case .shared(let count) = self { count } else { Self.ofPhone } }

  /// Its name, as files have it for all but shared ones.
  public var name: String {
    switch self {
    case .shared: "shared"
    case .perUser: "perUser"
    case .perSession: "perSession"
    }
  }
}

/// One kind of request among several.
public struct LoadRequestShare: Sendable, Equatable {
  /// What is requested.
  public var request: Endpoint
  /// How often, beside the others.
  public var weight: Double

  /// A kind of request.
  public init(_ request: Endpoint, weight: Double = 1) {
    self.request = request
    self.weight = weight
  }
}

/// How the starts of an open model lie in time.
public enum LoadArrivals: Sendable, Equatable {
  /// Independently of each other: exponential gaps.
  case poisson
  /// Evenly.
  case constant
  /// At these times after the begin of the run, in order.
  case recorded([TimeSpan])
}

/// A stretch of a run over which the level moves in a straight line from the previous stage's level, 0 before the first.
public struct LoadStage: Sendable, Equatable {
  /// The level at the stage's end: starts a second, or users at once.
  public var level: Double
  /// How long it takes to get there; a stage of no duration is a jump.
  public var duration: TimeSpan

  /// A stage that ends at a level.
  public init(level: Double, duration: TimeSpan) {
    self.level = level
    self.duration = duration
  }
}

/// What no load run exceeds by mistake.
public struct LoadLimits: Sendable, Equatable {
  /// Starts a second.
  public var rate: Double = 1_000
  /// How long a run lasts.
  public var duration: TimeSpan = .minutes(10)

  /// The defaults.
  public init() {}
}

/// A server that is driven over HTTP.
public struct RemoteBackend: Sendable, Equatable {
  /// Where the API is, such as `http://127.0.0.1:8080`, without credentials, query and fragment.
  public var url: String

  /// The server at a URL.
  public init(url: String) {
    self.url = url
  }
}

extension LoadSettings {
  /// How long starts go on where nothing says so.
  public static let standardDuration = TimeSpan.seconds(60)

  /// What the run's level is of, nil where nothing says how much.
  public var model: Level? {
    if !recorded.isEmpty { return .rate }
    if !stages.isEmpty { return stagesOf }
    return rate != nil ? .rate : users != nil ? .users : nil
  }

  /// What is requested, by weight.
  package var requests: [LoadRequestShare] { mix.isEmpty ? [LoadRequestShare(request)] : mix.filter { $0.weight > 0 } }

  /// The recorded starts; empty for other arrivals.
  package var recorded: [TimeSpan] {
    if case .recorded(let instants) = arrivals { instants } else { [] }
  }

  /// How long starts go on: ``duration``; without one the sum of the stages, up to just after the last recorded start,
  /// the limit where iterations end the run, and otherwise a minute.
  public var length: TimeSpan {
    if let duration { return duration }
    if !stages.isEmpty {
      return stages.reduce(.zero) { TimeSpan(nanoseconds: $0.nanoseconds + $1.duration.nanoseconds) }
    }
    if let last = recorded.last { return TimeSpan(nanoseconds: last.nanoseconds + 1) }
    return iterations == nil ? Self.standardDuration : limits.duration
  }

  /// The level as stages, whatever says it; empty for recorded starts.
  package var levels: [LoadStage] {
    if !stages.isEmpty { return stages }
    guard let level = rate ?? users.map(Double.init) else { return [] }
    return [LoadStage(level: level, duration: .zero), LoadStage(level: level, duration: length)]
  }
}
