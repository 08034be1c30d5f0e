import GTSDModel
package import Statistics

/// Adds up the events of one cell into a `KPIFold`. Passes each event to the tallies that it concerns.
///
/// It decides itself which failures are API errors and which only a token renewal, and counts violations. Other parts
/// decide the rest: the behaviour of people (``PersonRecord``), windows (`PersonRecord+Windows.swift`), the response
/// time of the screen (`PersonRecord+Lag.swift`), the funnel (`FunnelSteps.swift`), photos (``PhotoTally``), saves of
/// preferences (``PreferencesSaveTally``), and crashed sessions (``CrashTally``).
///
/// Rates of people count a user once, when the run ends, and only if the user's window has closed by then. Rates of
/// actions, such as requests, count each action.
package final class KPIObserver: EventObserver {
  // Exclusivity checks are off for fields that every event accesses. Only the last access calls other code, to draw a
  // random number.
  @exclusivity(unchecked) private var people: OwnedElements<PersonRecord>
  private let firstUser: Int
  @exclusivity(unchecked) private var fold: KPIFold

  /// Creates an observer of one cell.
  ///
  /// - Parameters:
  ///   - users: the indices of the cell's users among all users of the run.
  ///   - arms: the number of arms, 1 without an experiment.
  ///   - triggers: the counts for the triggers of a roll-out; empty without one.
  package init(users: Range<Int>, arms: Int, triggers: TriggerFold = TriggerFold()) {
    firstUser = users.lowerBound
    people = OwnedElements(repeating: PersonRecord(), count: users.count)
    fold = KPIFold(arms: arms)
    fold.triggers = triggers
  }

  /// Sets the arm of a user; 0 is the control.
  package func assign(user: Int, arm: Int) {
    people[user - firstUser].arm = UInt8(arm)
  }

  /// Counts an episode of a violation, about which the user may complain.
  package func violated(user: Int, at time: Int64) {
    let index = user - firstUser
    people[index].violations += 1
    people[index].met(problemAt: time)
  }

  /// Counts the user's last session as crashed, because its device waits for something that never happens.
  package func stuck(user: Int) {
    people[user - firstUser].crashes.stuck()
  }

  /// The steps of the funnel that a user has reached so far.
  package func steps(of user: Int) -> FunnelSteps { people[user - firstUser].steps }

  /// Adds a user with the next index.
  package func add() { people.append(PersonRecord()) }

  package func observe(_ event: SimulationEvent) {
    let index = Int(event.user) - firstUser
    switch event.kind {
    case .received(let endpoint, _, let outcome, _, let latency):
      people[index].requests += 1
      received(endpoint, outcome, latency, event, index)
    case .sent(let endpoint, _, _, _):
      fold.requests[Int(endpoint.rawValue)].count += 1
    case .analytics(let analytics):
      fold.analytics[analytics.nameIndex] += 1
      if event.account == 0 { people[index].analytics(analytics, at: event.time, into: &fold.arms) }
    case .published(let variable, let value, let cause):
      people[index].stateChanges += 1
      people[index].published(variable, value, cause, event)
      people[index].changed(variable, value, event, into: &fold.arms)
    case .committed(let commit, _, _):
      people[index].committed(commit, event)
    case .action(let action, _):
      people[index].tapped(action, event, into: &fold.arms)
      if event.account == 0 { people[index].acted(action, at: event.time) }
    case .sessionStarted:
      people[index].sessionStarted(event)
    case .sessionEnded:
      if !people[index].refusals.isEmpty { settleRefusals(index, on: event.device) }
      people[index].sessionEnded(event, into: &fold)
    case .background:
      people[index].screen(event) { $0.foreground = false }
    case .foreground:
      people[index].screen(event) { $0.foreground = true }
    case .ended(.acknowledge):
      if event.account == 0 { people[index].acknowledgeEnded(into: &fold.arms) }
    case .ended(.editSave):
      if event.account == 0 { people[index].saveEnded(into: &fold.arms) }
    case .began(let operation):
      people[index].began(event)
      if operation == .editSave, event.account == 0 { people[index].preferencesSaves.began() }
    case .photoItem(let item, let state):
      people[index].photos.changed(item, to: state, at: event.time)
      people[index].failed(state, into: &fold.arms)
    case .trap:
      people[index].crashes.trapped()
    case .authenticated(let account):
      if account == nil { settleRefusals(index, on: event.device) }
    case .cleared(.preferences, view: .edit):
      if event.account == 0 { people[index].preferencesSaves.dropped() }
    case .ended, .applied, .cleared, .photoProgress, .planRequested:
      break
    }
  }

  private func received(
    _ endpoint: Endpoint, _ outcome: SimulationEvent.Outcome, _ latency: Int64, _ event: SimulationEvent, _ index: Int
  ) {
    let slot = Int(endpoint.rawValue)
    let arm = Int(people[index].arm)
    fold.requests[slot].add(outcome)
    if endpoint.carriesPhotos { people[index].photoOutcome = outcome }
    let failed: Bool
    switch outcome {
    case .status(let status):
      fold.requests[slot].latency.record(latency)
      fold.arms[arm].apiResponseTime.record(latency)
      people[index].answered(after: latency)
      if status == 401, endpoint.carriesToken {
        people[index].refusals.append(.init(endpoint: endpoint, device: event.device, time: event.time))
        return
      }
      failed = status >= 400 && !(status == 404 && endpoint == .todayMetrics)
    case .network, .timedOut, .undecodable, .garbled: failed = true
    case .cancelled: return
    }
    if !people[index].refusals.isEmpty { settleRefusals(index, on: event.device, of: endpoint, renewed: !failed) }
    count(endpoint, failed: failed, at: event.time, index)
  }

  private func count(_ endpoint: Endpoint, failed: Bool, at time: Int64, _ index: Int) {
    let arm = Int(people[index].arm)
    fold.arms[arm].apiErrors.count(failed)
    people[index].apiErrors.count(failed)
    fold.triggers.requestEnded(arm: people[index].arm, at: time, failed: failed)
    if endpoint == .todayMetrics {
      fold.arms[arm].metricsLoadErrors.count(failed)
      people[index].metricsLoadErrors.count(failed)
    }
  }

  /// Classifies a person's refused requests. They are renewals if the same phone's repetition succeeded with a new
  /// token in the same session, otherwise errors.
  ///
  /// - Parameters:
  ///   - device: nil for all phones.
  ///   - endpoint: nil for all endpoints.
  private func settleRefusals(
    _ index: Int, on device: UInt8? = nil, of endpoint: Endpoint? = nil, renewed: Bool = false
  ) {
    func isSettled(_ refusal: PersonRecord.Refusal) -> Bool {
      (device == nil || refusal.device == device) && (endpoint == nil || refusal.endpoint == endpoint)
    }
    let settled = people[index].refusals.filter(isSettled)
    guard !settled.isEmpty else { return }
    people[index].refusals.removeAll(where: isSettled)
    for refusal in settled {
      if renewed {
        fold.arms[Int(people[index].arm)].renewals += 1
      } else {
        count(refusal.endpoint, failed: true, at: refusal.time, index)
      }
    }
  }

  /// Ends the cell at the horizon and returns its sums.
  ///
  /// - Parameters:
  ///   - horizon: nanoseconds.
  ///   - queueWait: the nanoseconds that requests waited for a server.
  ///   - lead: the nanoseconds by which a user's time is ahead of the world's.
  ///   - complains: whether a user complains at the n-th (from 0) visible problem; the caller draws this from a stream.
  package func finish(
    horizon: Int64, queueWait: LogHistogram, lead: (_ user: Int) -> Int64 = { _ in 0 },
    complains: (_ user: Int, _ problem: Int) -> Bool
  ) -> KPIFold {
    for index in people.indices {
      let user = firstUser + index
      settleRefusals(index)
      people[index].finish(horizon: horizon + lead(user), into: &fold) { complains(user, $0) }
    }
    for arm in fold.arms.indices { fold.arms[arm].endWorld() }
    fold.queueWait = queueWait
    return fold
  }
}

extension Endpoint {
  /// Whether the request is part of an upload.
  fileprivate var carriesPhotos: Bool {
    switch self {
    case .uploadPhoto, .presignPhoto, .storePhoto, .confirmPhoto: true
    default: false
    }
  }

  /// Whether a 401 may be caused by an expired token, rather than by wrong credentials.
  fileprivate var carriesToken: Bool {
    switch self {
    case .signUp, .logIn, .refresh, .health: false
    default: true
    }
  }
}
