/// A validated scenario: population, app generation, backend, and the questions about them.
public struct Scenario: Sendable, Equatable {
  /// The name in kebab case. Tokens use it to find the scenario under `scenarios/`.
  public var name: String
  /// The purpose of the scenario, in one sentence.
  public var description: String
  /// The seed of all random streams.
  public var seed: UInt64
  /// The length of virtual time.
  public var horizon: TimeSpan
  /// The strategies of client and backend.
  public var generation: Generation
  /// The people who use the app.
  public var population: Population
  /// The backend that serves the people.
  public var backend: BackendConfiguration
  /// The faults to inject, and when.
  public var faults: [Fault]
  /// The experiment that users take part in; nil if there is none.
  public var experiment: Experiment?
  /// The targets that replace the specifications' ones, by KPI id.
  public var targets: [TargetOverride]
  /// The uncertainty of assumptions without a source, for forecasts.
  public var uncertainty: Uncertainty
  /// The story that `explore` interleaves instead of simulating the population; nil in scenarios of a population.
  public var story: Story?
  /// The load on a remote backend; nil in scenarios without a `load` section.
  public var load: LoadSettings?
  /// The folder and formats of `run`'s reports. They do not affect a run, so ``digest`` and ``resolvedJSON`` exclude
  /// them.
  public var output: ReportOutput

  /// Creates a scenario with the defaults: 1,000 users of `seed-current` for 48 hours.
  public init(name: String) {
    self.name = name
    description = ""
    seed = 1
    horizon = .hours(48)
    generation = .preset(.seedCurrent)
    population = Population()
    backend = BackendConfiguration()
    faults = []
    experiment = nil
    targets = []
    uncertainty = Uncertainty()
    story = nil
    load = nil
    output = ReportOutput()
  }
}

/// The people of a scenario.
public struct Population: Sendable, Equatable {
  /// The number of synthetic users, 1 to 10,000,000.
  public var size: Int = 1_000
  /// The number of people that the simulated users represent. Counts of people, such as complaints, are scaled to it.
  /// Nil takes the number of users.
  public var represents: Int?
  /// The number of users per cell, 1 or more. Each cell is a separate world with its share of the backend.
  public var cellSize: Int = 1_000
  /// The times at which people sign up.
  public var arrival: Arrival = .daily(over: .hours(24))
  /// The kinds of people, at least one.
  public var personas: [Persona] = Persona.mix
  /// The differences between people of a persona, their hours of sleep and the effects of their experiences; nil for
  /// people who decide on every occasion as if it were the first.
  public var memory: PeopleMemory? = PeopleMemory()
  /// The notifications for people who have not acknowledged; nil if there are none.
  public var reminders: Reminders?
  /// The time that reading the whole summary takes, a second to a day. People read as much as their time allows. With
  /// nil, a probability decides who reads to the end.
  public var summaryLength: TimeSpan?
  /// The time zones in which people live; if empty, all live in UTC.
  public var timeZones: [TimeZoneShare] = []

  /// Creates the default population.
  public init() {}
}

extension Population {
  /// The number of people to which counts are scaled: those that the scenario describes, however many `--users`
  /// simulates.
  package var describedSize: Int { represents ?? size }

  /// The population of a story. Its person follows the story and so needs no memory.
  public static let onePerson: Population = {
    var population = Population()
    population.size = 1
    population.memory = nil
    return population
  }()
}

/// The times at which people sign up: a distribution from which each user's time is drawn independently.
public enum Arrival: Sendable, Equatable {
  /// Sign-ups spread evenly over this span.
  case uniform(over: TimeSpan)
  /// Sign-ups follow the rhythm of the day over this span: few at night, most at 19:00.
  case daily(over: TimeSpan)
  /// Sign-ups decay exponentially from the start with this mean, as after a launch.
  case launch(mean: TimeSpan)
  /// Everybody arrives at the same time.
  case together
}

/// The parameters of an in-process backend, or the address of a ``remote`` one.
public struct BackendConfiguration: Sendable, Equatable {
  /// The number of requests that the whole backend serves at once; nil for no limit. Each cell gets its share.
  public var servers: Int? = 256
  /// The number of requests that may wait for the whole backend before it answers 503; nil for no limit.
  public var queueLimit: Int?
  /// One-way network latency, seconds.
  public var network: Distribution = .lognormal(median: 0.025, sigma: 0.5)
  /// The kinds of connections that people have; without any, every body leaves the phone at once.
  public var links: [NetworkLink] = []
  /// The service time in seconds of endpoints without an entry of their own.
  public var service: Distribution = .lognormal(median: 0.040, sigma: 0.5)
  /// Service times by endpoint name, sorted by name.
  public var serviceByEndpoint: [EndpointLatency] = []
  /// The seconds from the onboarding commit until the metrics exist, under `metrics.compute: async`.
  public var metricsDelay: Distribution = .lognormal(median: 4, sigma: 0.6)
  /// The lifetime of an access token.
  public var accessTokenLifetime: TimeSpan = .minutes(15)
  /// The lifetime of a refresh token.
  public var refreshTokenLifetime: TimeSpan = .days(7)
  /// The largest photo that is stored, in bytes.
  public var photoMaxBytes: Int = 10_485_760
  /// The probability that a request fails with 500.
  public var errorRate: Probability = 0.002
  /// The probability that a packet of a request is lost, which the client sees as a network error.
  public var lossRate: Probability = 0.002
  /// The time after which a client gives up waiting for a reply.
  public var requestTimeout: TimeSpan = .seconds(30)
  /// The number of requests per minute for one key under `limits.mode`.
  public var requestsPerMinute: Int = 100
  /// The number of users behind one address under `limits.mode: perIp`.
  public var usersPerAddress: Int = 1
  /// The server that `load` drives; nil if the command line names it. Simulations use the in-process backend.
  public var remote: RemoteBackend?

  /// Creates the default backend.
  public init() {}
}

/// The service time of one endpoint, seconds.
public struct EndpointLatency: Sendable, Equatable {
  /// The endpoint.
  public var endpoint: Endpoint
  /// The service time in seconds.
  public var service: Distribution

  /// Creates the service time of an endpoint.
  public init(endpoint: Endpoint, service: Distribution) {
    self.endpoint = endpoint
    self.service = service
  }
}

/// A fault in a time window.
public struct Fault: Sendable, Equatable {
  /// The kind of fault.
  public var kind: Kind
  /// The name of the fault's random stream; nil derives it from the fault's values.
  public var name: String?
  /// The affected endpoints; empty for all.
  public var endpoints: [Endpoint]
  /// Start of the window.
  public var from: TimeSpan
  /// End of the window, exclusive; nil for the horizon.
  public var until: TimeSpan?
  /// The probability that a request in the window is affected.
  public var probability: Probability
  /// The largest number of requests affected in one run, 1 or more; nil for no limit. Brown-outs, restarts and skewed
  /// clocks have no limit, since they do not affect single requests.
  public var times: Int?

  /// Creates a fault, by default from the start to the horizon.
  public init(
    kind: Kind, endpoints: [Endpoint] = [], from: TimeSpan = .zero, until: TimeSpan? = nil,
    probability: Probability = 1, times: Int? = nil
  ) {
    self.kind = kind
    self.endpoints = endpoints
    self.from = from
    self.until = until
    self.probability = probability
    self.times = times
  }

  /// The kind of fault.
  public enum Kind: Sendable, Equatable {
    /// The seconds added to the service time.
    case latency(Distribution)
    /// The request is answered with this status instead of being served.
    case error(status: Int)
    /// No reply ever arrives, and nothing is committed.
    case timeout
    /// The request is served and committed, but the reply never arrives.
    case replyLost
    /// The request is served and committed, but the body of the reply is cut or garbled: no app can read it.
    case garbled
    /// The request arrives twice.
    case duplicate
    /// The reply is delayed by a number of seconds, so that later ones overtake it.
    case reorder(Distribution)
    /// Every request fails at once.
    case outage
    /// The capacity falls to this share, 0 to 1.
    case brownOut(capacity: Double)
    /// Every request is answered 429.
    case rateLimitStorm
    /// A restart. Requests that are queued or in service when the window begins are lost, and those that arrive within
    /// it.
    case restart
    /// The server's clock is off by this much.
    case clockSkew(TimeSpan)
  }
}

/// Arms that users are assigned to by weight.
public struct Experiment: Sendable, Equatable {
  /// Name of the experiment.
  public var name: String
  /// The indicator that decides the experiment.
  public var metric: KPI
  /// The first arm is the control.
  public var arms: [Arm]

  /// Creates an experiment. The first arm is the control.
  public init(name: String, metric: KPI = .acknowledgmentRate24h, arms: [Arm]) {
    self.name = name
    self.metric = metric
    self.arms = arms
  }
}

/// One arm of an experiment.
public struct Arm: Sendable, Equatable {
  /// The name, unique within the experiment.
  public var name: String
  /// The arm's share among all weights, 0 or more. At least one arm has more than 0.
  public var weight: Double
  /// The factors on decision probabilities, by name, each 0 or more. Results are capped at 1.
  public var decisionFactors: [DecisionFactor]
  /// The client of this arm. Its backend switches equal the scenario's.
  public var generation: Generation?
  /// The features that this arm's clients show.
  public var flags: FeatureFlags
  /// The time from which the arm takes people. People who sign up earlier get the control.
  public var opens: TimeSpan
  /// The stages of a roll-out, sorted by start: the share of this arm among users who sign up in each stage, none
  /// before the first. The other arms divide the rest by their weights. Empty for an arm that is assigned by weight.
  public var stages: [RolloutStage]
  /// The time at which this arm is rolled back: no new person gets it, and its people have the control's client from
  /// their next cold start on. Nil for an arm that stays, and always for the control.
  public var rollback: TimeSpan?
  /// The reminders of this arm's people; nil for the population's.
  public var reminders: Reminders?
  /// The time to read this arm's summary; nil for the population's.
  public var summaryLength: TimeSpan?

  /// Creates an arm, by default like the scenario.
  public init(
    name: String, weight: Double = 1, decisionFactors: [DecisionFactor] = [], generation: Generation? = nil,
    flags: FeatureFlags = FeatureFlags(), opens: TimeSpan = .zero, stages: [RolloutStage] = [],
    rollback: TimeSpan? = nil, reminders: Reminders? = nil, summaryLength: TimeSpan? = nil
  ) {
    self.name = name
    self.weight = weight
    self.decisionFactors = decisionFactors
    self.generation = generation
    self.flags = flags
    self.opens = opens
    self.stages = stages
    self.rollback = rollback
    self.reminders = reminders
    self.summaryLength = summaryLength
  }
}

/// A stage of a roll-out.
public struct RolloutStage: Sendable, Equatable {
  /// The start of the stage. It ends where the next stage begins.
  public var from: TimeSpan
  /// The share of users who sign up in this stage and get the arm, 0 to 1. It is 0 if ``users`` is set.
  public var share: Double
  /// The mean number of the described people who get the arm in this stage, such as the testers of a beta; nil if
  /// ``share`` is set.
  public var users: Int?

  /// Creates a stage for a share of the people who sign up in it.
  public init(from: TimeSpan, share: Double) {
    self.from = from
    self.share = share
  }

  /// Creates a stage for a number of people.
  public init(from: TimeSpan, users: Int) {
    self.init(from: from, share: 0)
    self.users = users
  }
}

/// A factor on one decision's probability.
public struct DecisionFactor: Sendable, Equatable {
  /// The name of a member of `Decisions`.
  public var decision: String
  /// The factor, 0 or more.
  public var factor: Double

  /// Creates a factor on a decision.
  public init(decision: String, factor: Double) {
    self.decision = decision
    self.factor = factor
  }
}
