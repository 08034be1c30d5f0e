package import GTSDModel

/// Everything that the KPIs, distributions, curves and tables of a report are rendered from, as counts and histograms
/// that add up exactly: over users, cells, replications and shards.
package struct KPIFold: Sendable {
  /// One slice an arm, control first; a scenario without an experiment has one.
  package var arms: [ArmFold]
  /// By arm, as ``arms``. For experiments alone: no report of a simulation shows it.
  package var daily: [DailyFold]
  package var funnel: [Int]
  package var requests: [RequestFold]
  package var analytics: [Int64]
  package var queueWait = LogHistogram()
  /// Kept only while an arm is rolled out in stages.
  package var triggers = TriggerFold()

  package init(arms: Int) {
    self.arms = Array(repeating: ArmFold(), count: max(1, arms))
    daily = Array(repeating: DailyFold(), count: max(1, arms))
    funnel = Array(repeating: 0, count: FunnelStep.allCases.count)
    requests = Array(repeating: RequestFold(), count: Endpoint.allCases.count)
    analytics = Array(repeating: 0, count: AnalyticsEvent.allNames.count)
  }

  package mutating func merge(_ other: KPIFold) {
    precondition(arms.count == other.arms.count, "folds of \(arms.count) and \(other.arms.count) arms cannot be merged")
    for index in arms.indices { arms[index].merge(other.arms[index]) }
    for index in daily.indices { daily[index].merge(other.daily[index]) }
    for index in funnel.indices { funnel[index] += other.funnel[index] }
    for index in requests.indices { requests[index].merge(other.requests[index]) }
    for index in analytics.indices { analytics[index] += other.analytics[index] }
    queueWait.merge(other.queueWait)
    triggers.merge(other.triggers)
  }

  /// All arms together.
  package var total: ArmFold { Self.together(arms[...]) ?? ArmFold() }

  /// All arms but the control, nil without an experiment.
  package var treated: ArmFold? { Self.together(arms.dropFirst()) }

  private static func together(_ arms: ArraySlice<ArmFold>) -> ArmFold? {
    guard var result = arms.first else { return nil }
    for arm in arms.dropFirst() { result.merge(arm) }
    return result
  }
}

/// Requests to one endpoint.
package struct RequestFold: Sendable {
  package var count: Int64 = 0
  /// How often they ended in which way, in the order of outcomes.
  package var outcomes: [(outcome: SimulationEvent.Outcome, count: Int64)] = []
  /// Nanoseconds of completed requests.
  package var latency = LogHistogram()

  package mutating func add(_ outcome: SimulationEvent.Outcome, times: Int64 = 1) {
    if let index = outcomes.firstIndex(where: { $0.outcome == outcome }) {
      outcomes[index].count += times
    } else {
      outcomes.insert((outcome, times), at: outcomes.firstIndex { $0.outcome > outcome } ?? outcomes.count)
    }
  }

  package mutating func merge(_ other: RequestFold) {
    count += other.count
    for (outcome, count) in other.outcomes { add(outcome, times: count) }
    latency.merge(other.latency)
  }
}

/// A rate: units that did it among those whose window has closed, and those whose window has not.
package struct RateFold: Sendable, Hashable {
  package var successes = 0
  package var trials = 0
  package var censored = 0

  /// Counts one unit whose window has closed.
  package mutating func count(_ success: Bool) {
    trials += 1
    if success { successes += 1 }
  }

  package mutating func merge(_ other: RateFold) {
    successes += other.successes
    trials += other.trials
    censored += other.censored
  }

  package var measurement: KPIMeasurement { .rate(successes: successes, trials: trials, censored: censored) }
}

/// Times to an event, with those who had not had it when last seen.
package struct SurvivalFold: Sendable {
  package var events = LogHistogram()
  package var censored = LogHistogram()

  package mutating func merge(_ other: SurvivalFold) {
    events.merge(other.events)
    censored.merge(other.censored)
  }
}

/// What the KPIs of one arm are made of. Histograms hold nanoseconds, or plain counts where they say so.
package struct ArmFold: Sendable {
  package var users = 0
  package var sessions = 0
  package var acknowledgedWithin24h = RateFold()
  package var timeToAcknowledge = SurvivalFold()
  package var cardViewToAcknowledge = LogHistogram()
  package var metricsLoadErrors = RateFold()
  package var apiErrors = RateFold()
  package var apiResponseTime = LogHistogram()
  package var dismissals = RateFold()
  package var cardRoute = RateFold()
  package var acknowledgmentErrors = RateFold()
  package var bannerVisible = LogHistogram()
  package var profileCompletedWithin7d = RateFold()
  package var timeToProfileCompletion = SurvivalFold()
  package var zeroStateTapThrough = RateFold()
  package var zeroStateViews = RateFold()
  package var profileDiscovery24h = RateFold()
  package var onboardingAbandoned = RateFold()
  package var summaryReadToEnd = RateFold()
  package var summaryTimeOnScreen = LogHistogram()
  package var onboardingToFirstAction = LogHistogram()
  package var summaryExpanded = RateFold()
  package var summaryButtonExit = RateFold()
  package var retained7d = RateFold()
  package var crashedSessions = RateFold()
  package var complaints24h = 0
  package var tickets = 0
  package var preferencesSaved = RateFold()
  package var photosUploaded = RateFold()
  package var photoUploadTime = LogHistogram()
  package var photosRetried = RateFold()
  package var violations = 0
  package var sessionLength = LogHistogram()
  /// Plain counts a user.
  package var requestsPerUser = LogHistogram()
  package var sessionsPerUser = LogHistogram()
  package var stateChangesPerUser = LogHistogram()

  package init() {}

  /// What the report computes one KPI from.
  package func measurement(of kpi: KPI) -> KPIMeasurement {
    switch kpi {
    case .acknowledgmentRate24h: acknowledgedWithin24h.measurement
    case .metricsLoadErrorRate: metricsLoadErrors.measurement
    case .dismissalRate: dismissals.measurement
    case .stateViolations: .count(violations, units: users)
    case .timeToAcknowledge:
      .medianSurvival(events: timeToAcknowledge.events, censored: timeToAcknowledge.censored)
    case .acknowledgmentRouteCardShare: cardRoute.measurement
    case .acknowledgmentErrorRate: acknowledgmentErrors.measurement
    case .bannerVisibleTime: .mean(bannerVisible)
    case .profileCompletionRate7d: profileCompletedWithin7d.measurement
    case .timeToProfileCompletion:
      .medianSurvival(events: timeToProfileCompletion.events, censored: timeToProfileCompletion.censored)
    case .zeroStateTapThroughRate: zeroStateTapThrough.measurement
    case .zeroStateViewRate: zeroStateViews.measurement
    case .profileDiscoveryRate24h: profileDiscovery24h.measurement
    case .onboardingAbandonmentRate: onboardingAbandoned.measurement
    case .summaryCompletionRate: summaryReadToEnd.measurement
    case .summaryTimeOnScreen: .percentile(summaryTimeOnScreen, 0.5)
    case .onboardingToFirstAction: .percentile(onboardingToFirstAction, 0.5)
    case .learnMoreExpansionRate: summaryExpanded.measurement
    case .summaryButtonExitRate: summaryButtonExit.measurement
    case .retentionRate7d: retained7d.measurement
    case .apiErrorRate: apiErrors.measurement
    case .apiResponseTime: .percentile(apiResponseTime, 0.95)
    case .crashRate: crashedSessions.measurement
    case .complaints24h: .count(complaints24h, units: users)
    case .supportTickets: .count(tickets, units: users)
    case .preferencesSaveSuccessRate: preferencesSaved.measurement
    case .photoUploadSuccessRate: photosUploaded.measurement
    case .photoUploadTime: .mean(photoUploadTime)
    case .photoRetryRate: photosRetried.measurement
    }
  }

  /// The histogram behind one distribution of the report; nil for what is not counted by arm.
  package func histogram(of id: DistributionID) -> LogHistogram? {
    switch id {
    case .cardViewToAcknowledge: cardViewToAcknowledge
    case .bannerVisibleTime: bannerVisible
    case .summaryTimeOnScreen: summaryTimeOnScreen
    case .onboardingToFirstAction: onboardingToFirstAction
    case .apiResponseTime: apiResponseTime
    case .photoUploadTime: photoUploadTime
    case .sessionLength: sessionLength
    case .queueWait: nil
    case .requestsPerUser: requestsPerUser
    case .sessionsPerUser: sessionsPerUser
    case .stateChangesPerUser: stateChangesPerUser
    }
  }
}
