import GTSDModel
package import Statistics

/// The counts and histograms behind a report's KPIs, distributions, curves and tables. They add up exactly over
/// users, cells, replications and shards.
package struct KPIFold: Sendable {
  /// The sums of each arm, control first; a scenario without an experiment has one.
  package var arms: [ArmFold]
  /// The daily outcomes by arm, in the order of ``arms``. For experiments only; no report of a simulation shows them.
  package var daily: [DailyFold]
  package var funnel: [Int]
  package var requests: [RequestFold]
  package var analytics: [Int64]
  package var queueWait = LogHistogram()
  /// The counts for roll-out triggers. They are kept only if an arm is rolled out in stages.
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

  /// The sums of all arms.
  package var total: ArmFold { Self.together(arms[...]) ?? ArmFold() }

  /// The sums of all arms but the control; nil without an experiment.
  package var treated: ArmFold? { Self.together(arms.dropFirst()) }

  private static func together(_ arms: ArraySlice<ArmFold>) -> ArmFold? {
    guard var result = arms.first else { return nil }
    for arm in arms.dropFirst() { result.merge(arm) }
    return result
  }
}

/// The counts and times of the requests to one endpoint.
package struct RequestFold: Sendable {
  package var count: Int64 = 0
  /// The number of requests by outcome, in the order of outcomes.
  package var outcomes: [(outcome: SimulationEvent.Outcome, count: Int64)] = []
  /// The latencies of completed requests in nanoseconds.
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

/// The times to an event, and those of people without the event when they were last observed.
package struct SurvivalFold: Sendable {
  package var events = LogHistogram()
  package var censored = LogHistogram()

  package mutating func merge(_ other: SurvivalFold) {
    events.merge(other.events)
    censored.merge(other.censored)
  }
}
