/// One validated scenario: a population, an app generation, a backend and what is asked of them.
public struct Scenario: Sendable, Equatable {
  /// Kebab-case name, by which tokens find it under `scenarios/`.
  public var name: String
  /// The purpose of the scenario, in one sentence.
  public var description: String
  /// Seed of every random stream.
  public var seed: UInt64
  /// How much virtual time is simulated.
  public var horizon: TimeSpan
  /// Strategies of client and backend.
  public var generation: Generation
  /// The people who use the app.
  public var population: Population
  /// The backend that serves them.
  public var backend: BackendConfiguration
  /// The faults to inject, and when.
  public var faults: [Fault]
  /// Arms that users are assigned to, nil for none.
  public var experiment: Experiment?
  /// Targets that replace the specifications', by KPI id.
  public var targets: [TargetOverride]
  /// How far what has no source may lie from the truth, for forecasts.
  public var uncertainty: Uncertainty
  /// The story that `explore` interleaves instead of simulating the population; nil in scenarios of a population.
  public var story: Story?
  /// How `load` drives a remote backend, nil in scenarios that do not say.
  public var load: LoadSettings?
  /// The folder and formats of `run`'s reports. They do not affect a run, so ``digest`` and ``resolvedJSON`` exclude
  /// them.
  public var output: ReportOutput

  /// The defaults: 1,000 users of `seed-current` for 48 hours.
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
  /// Synthetic users, 1 to 10,000,000.
  public var size: Int = 1_000
  /// How many people the synthetic users stand for: counts of people, such as complaints, are stated for so many. Nil
  /// for as many as there are.
  public var represents: Int?
  /// Users a cell, 1 or more: each cell is a world of its own with its share of the backend.
  public var cellSize: Int = 1_000
  /// When people sign up.
  public var arrival: Arrival = .daily(over: .hours(24))
  /// Kinds of people, at least one.
  public var personas: [Persona] = Persona.mix
  /// How people differ within a persona and change by what they meet; nil for people who decide on every occasion as if
  /// it were the first.
  public var memory: PeopleMemory?
  /// Notifications to who has not acknowledged; nil for none.
  public var reminders: Reminders?
  /// How long it takes to read the whole summary, a second to a day: people get as far as the time that they stay takes
  /// them. Nil where a probability says who reads to the end.
  public var summaryLength: TimeSpan?
  /// The time zones in which people live; without any, everybody lives at UTC.
  public var timeZones: [TimeZoneShare] = []

  /// The defaults.
  public init() {}
}

extension Population {
  /// How many people counts are stated for: those that the scenario describes, however many `--users` simulates of
  /// them.
  package var describedSize: Int { represents ?? size }

  /// The population of a story.
  public static let onePerson: Population = {
    var population = Population()
    population.size = 1
    return population
  }()
}

/// When people sign up: a distribution over time, drawn per user, so that no user's time depends on another's.
public enum Arrival: Sendable, Equatable {
  /// Evenly over this span.
  case uniform(over: TimeSpan)
  /// With a day's rhythm over this span: few at night, a peak at 19:00.
  case daily(over: TimeSpan)
  /// Exponentially decaying from the start with this mean: a launch.
  case launch(mean: TimeSpan)
  /// Everybody arrives at once.
  case together
}

/// The parameters of an in-process backend, or the address of a ``remote`` one.
public struct BackendConfiguration: Sendable, Equatable {
  /// Requests served at once by the whole backend; nil for no limit. Cells get their shares.
  public var servers: Int? = 256
  /// Requests waiting at most for the whole backend before 503; nil for no limit.
  public var queueLimit: Int?
  /// One-way network latency, seconds.
  public var network: Distribution = .lognormal(median: 0.025, sigma: 0.5)
  /// Kinds of connections that people have; without any, every body leaves the phone at once.
  public var links: [NetworkLink] = []
  /// Service time, seconds, of every endpoint without one of its own.
  public var service: Distribution = .lognormal(median: 0.040, sigma: 0.5)
  /// Service times by endpoint name, sorted by name.
  public var serviceByEndpoint: [EndpointLatency] = []
  /// From the onboarding commit until the metrics exist, seconds, under `metrics.compute: async`.
  public var metricsDelay: Distribution = .lognormal(median: 4, sigma: 0.6)
  /// Life of an access token.
  public var accessTokenLifetime: TimeSpan = .minutes(15)
  /// Life of a refresh token.
  public var refreshTokenLifetime: TimeSpan = .days(7)
  /// Largest photo stored, bytes.
  public var photoMaxBytes: Int = 10_485_760
  /// Probability that any request fails with 500.
  public var errorRate: Probability = 0.002
  /// Probability that any request's packet is lost, which the client sees as a network error.
  public var lossRate: Probability = 0.002
  /// How long a client waits for a reply.
  public var requestTimeout: TimeSpan = .seconds(30)
  /// Requests a minute for one key under `limits.mode`.
  public var requestsPerMinute: Int = 100
  /// Users behind one address under `limits.mode: perIp`.
  public var usersPerAddress: Int = 1
  /// The server that `load` drives; nil where its command line says so. Simulations have a backend of their own.
  public var remote: RemoteBackend?

  /// The defaults.
  public init() {}
}

/// The service time of one endpoint, seconds.
public struct EndpointLatency: Sendable, Equatable {
  /// Which.
  public var endpoint: Endpoint
  /// Seconds.
  public var service: Distribution

  /// An endpoint's own service time.
  public init(endpoint: Endpoint, service: Distribution) {
    self.endpoint = endpoint
    self.service = service
  }
}

/// One thing that goes wrong in a time window.
public struct Fault: Sendable, Equatable {
  /// The kind of fault.
  public var kind: Kind
  /// Names its draws; nil where what it is does.
  public var name: String?
  /// Endpoints it touches; empty for all.
  public var endpoints: [Endpoint]
  /// Start of the window.
  public var from: TimeSpan
  /// End of the window, exclusive; nil for the horizon.
  public var until: TimeSpan?
  /// Probability that a request in the window is touched.
  public var probability: Probability
  /// How many requests at most it touches in one run, 1 or more; nil for no limit. Brown-outs, restarts and skewed
  /// clocks, which touch no single request, have none.
  public var times: Int?

  /// Something that goes wrong, from the start to the horizon where nothing else is said.
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
    /// Added to the service time, seconds.
    case latency(Distribution)
    /// This status instead of service.
    case error(status: Int)
    /// No reply ever; nothing is committed.
    case timeout
    /// Served and committed, but the reply never arrives.
    case replyLost
    /// The request arrives twice.
    case duplicate
    /// The reply is held back so long, seconds, that later ones overtake it.
    case reorder(Distribution)
    /// Every request fails at once.
    case outage
    /// Capacity falls to this share, 0 to 1.
    case brownOut(capacity: Double)
    /// Every request is answered 429.
    case rateLimitStorm
    /// Requests that are queued or in service when the window begins are lost; so are those that arrive within it.
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

  /// An experiment with its arms, the control first.
  public init(name: String, metric: KPI = .acknowledgmentRate24h, arms: [Arm]) {
    self.name = name
    self.metric = metric
    self.arms = arms
  }
}

/// One arm of an experiment.
public struct Arm: Sendable, Equatable {
  /// Unique within the experiment.
  public var name: String
  /// This arm's share among all weights, 0 or more; not all arms have 0.
  public var weight: Double
  /// Factors on decision probabilities by their name, each 0 or more; results are capped at 1.
  public var decisionFactors: [DecisionFactor]
  /// The client of this arm; its backend switches equal the scenario's.
  public var generation: Generation?
  /// The features that this arm's clients show.
  public var flags: FeatureFlags
  /// When this arm opens: who signs up earlier goes to the control.
  public var opens: TimeSpan
  /// A roll-out, sorted by start: the share of this arm among users who sign up from each stage on, none before the
  /// first. The other arms share the rest by their weights. Empty for an arm that is assigned by weight.
  public var stages: [RolloutStage]
  /// When this arm is rolled back: nobody gets it from then on, and its people have the control's client from their
  /// next cold start on. Never for the control, nil for an arm that stays.
  public var rollback: TimeSpan?
  /// The reminders of this arm's people; nil for the population's.
  public var reminders: Reminders?
  /// How long it takes to read this arm's summary; nil for the population's.
  public var summaryLength: TimeSpan?

  /// An arm that behaves as the scenario says, where nothing else is given.
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
  /// Start of the stage; it ends where the next one starts.
  public var from: TimeSpan
  /// Share of users who sign up in this stage and get the arm, 0 to 1; 0 where ``users`` says how many do.
  public var share: Double
  /// How many of the people whom the scenario describes get the arm in this stage, on average, such as the testers of a
  /// beta; nil where ``share`` says it.
  public var users: Int?

  /// A stage of a roll-out to a share of those who sign up in it.
  public init(from: TimeSpan, share: Double) {
    self.from = from
    self.share = share
  }

  /// A stage of a roll-out to so many people.
  public init(from: TimeSpan, users: Int) {
    self.init(from: from, share: 0)
    self.users = users
  }
}

/// A factor on one decision's probability.
public struct DecisionFactor: Sendable, Equatable {
  /// Name of a member of `Decisions`.
  public var decision: String
  /// 0 or more.
  public var factor: Double

  /// A factor on the decision of this name.
  public init(decision: String, factor: Double) {
    self.decision = decision
    self.factor = factor
  }
}
