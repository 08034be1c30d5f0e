import GTSDModel
package import Statistics

extension KPIFold {
  /// The sums as integers: small enough to be kept for every unit of a shard.
  package struct State: Equatable, Sendable {
    package var arms: [[ArmFold.FieldState]]
    package var funnel: [Int]
    package var requests: [RequestFold.State]
    package var analytics: [Int64]
    package var queueWait: LogHistogram.State
    /// The counts for roll-out triggers: by arm, the five counts of ``TriggerFold/Hour`` for each hour in turn; empty
    /// without a roll-out.
    package var triggers: [[Int]]

    package init(
      arms: [[ArmFold.FieldState]], funnel: [Int], requests: [RequestFold.State], analytics: [Int64],
      queueWait: LogHistogram.State, triggers: [[Int]]
    ) {
      self.arms = arms
      self.funnel = funnel
      self.requests = requests
      self.analytics = analytics
      self.queueWait = queueWait
      self.triggers = triggers
    }
  }

  /// The sums as integers; equal sums have equal states.
  package var state: State {
    State(
      arms: arms.map(\.state), funnel: funnel, requests: requests.map(\.state), analytics: analytics,
      queueWait: queueWait.state, triggers: triggers.state)
  }

  /// Creates the sums from a state.
  ///
  /// - Throws: an error if the integers cannot be those of a fold.
  package init(_ state: State) throws(FoldStateError) {
    self.init(arms: state.arms.count)
    guard state.arms.count == arms.count else { throw FoldStateError(place: "arms") }
    for index in arms.indices { arms[index] = try ArmFold(state.arms[index]) }
    guard state.funnel.count == funnel.count else { throw FoldStateError(place: "funnel") }
    for index in funnel.indices { funnel[index] = try FoldStateError.checked(state.funnel[index], "funnel") }
    guard state.requests.count == requests.count else { throw FoldStateError(place: "requests") }
    for index in requests.indices { requests[index] = try RequestFold(state.requests[index]) }
    guard state.analytics.count == analytics.count else { throw FoldStateError(place: "analytics") }
    for index in analytics.indices {
      analytics[index] = Int64(try FoldStateError.checked(Int(state.analytics[index]), "analytics"))
    }
    queueWait = try FoldStateError.checked(state.queueWait, "queueWait")
    triggers = try TriggerFold(state.triggers)
    guard triggers.isEmpty || triggers.arms.count == arms.count else { throw FoldStateError(place: "triggers") }
  }
}

extension TriggerFold {
  /// The counts of each hour in turn, by arm.
  var state: [[Int]] {
    arms.map { $0.flatMap { [$0.sessions, $0.crashes, $0.requests, $0.failures, $0.complaints] } }
  }

  init(_ state: [[Int]]) throws(FoldStateError) {
    var arms: [[Hour]] = []
    for counts in state {
      guard counts.count.isMultiple(of: 5), counts.count == state[0].count, !counts.isEmpty else {
        throw FoldStateError(place: "triggers")
      }
      for count in counts { _ = try FoldStateError.checked(count, "triggers") }
      arms.append(
        stride(from: 0, to: counts.count, by: 5).map {
          Hour(
            sessions: counts[$0], crashes: counts[$0 + 1], requests: counts[$0 + 2], failures: counts[$0 + 3],
            complaints: counts[$0 + 4])
        })
    }
    self.init(arms: arms)
  }
}

extension RequestFold {
  /// The sums as integers.
  package struct State: Equatable, Sendable {
    package var count: Int64 = 0
    /// The outcomes' codes with their counts, in the order of codes.
    package var outcomes: [Int64] = []
    package var latency = LogHistogram.State()

    package init(
      count: Int64 = 0, outcomes: [Int64] = [], latency: LogHistogram.State = LogHistogram.State()
    ) {
      self.count = count
      self.outcomes = outcomes
      self.latency = latency
    }
  }

  var state: State {
    State(count: count, outcomes: outcomes.flatMap { [Int64($0.outcome.code), $0.count] }, latency: latency.state)
  }

  init(_ state: State) throws(FoldStateError) {
    count = Int64(try FoldStateError.checked(Int(state.count), "requests"))
    guard state.outcomes.count.isMultiple(of: 2) else { throw FoldStateError(place: "requests") }
    for index in stride(from: 0, to: state.outcomes.count, by: 2) {
      guard let outcome = SimulationEvent.Outcome(code: state.outcomes[index]),
        outcomes.last.map({ $0.outcome < outcome }) ?? true
      else {
        throw FoldStateError(place: "requests")
      }
      outcomes.append((outcome, Int64(try FoldStateError.checked(Int(state.outcomes[index + 1]), "requests"))))
    }
    latency = try FoldStateError.checked(state.latency, "requests")
  }
}

extension SimulationEvent.Outcome: Comparable {
  /// The number of the outcome in stored states: the status, or a negative number.
  var code: Int16 {
    switch self {
    case .status(let status): status
    case .network: 0
    case .timedOut: -1
    case .undecodable: -2
    case .cancelled: -3
    case .garbled: -4
    }
  }

  /// Creates an outcome from its code; nil for an unknown one.
  init?(code: Int64) {
    switch code {
    case 1..<1_000: self = .status(Int16(code))
    case 0: self = .network
    case -1: self = .timedOut
    case -2: self = .undecodable
    case -3: self = .cancelled
    case -4: self = .garbled
    default: return nil
    }
  }

  package static func < (lhs: Self, rhs: Self) -> Bool { lhs.code < rhs.code }
}
