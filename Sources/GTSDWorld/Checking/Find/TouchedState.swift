import GTSDModel

/// A part of the state of a phone or the server that an arrival reads or writes.
struct TouchedState: Equatable, Sendable {
  /// The phone, or `SimulationEvent.server`.
  var device: UInt8
  var topic: FindTopic
  /// The variable, if known.
  var variable: FindVariable?
  var isWrite: Bool

  /// Whether the order of two accesses matters: both are to the same state, and one of them writes.
  func conflicts(with other: TouchedState) -> Bool {
    guard device == other.device, isWrite || other.isWrite else { return false }
    if let variable, let theirs = other.variable, isWrite && other.isWrite || topic == .loading {
      return variable == theirs
    }
    return !topic.isDisjoint(with: other.topic)
  }

  /// The state in words, as in "homeNeed on phone 1".
  var words: String {
    let place = device == SimulationEvent.server ? "at the server" : "on \(StateWords.phone(device))"
    return "\(variable?.name ?? topic.words) \(place)"
  }
}

extension FindTopic {
  /// The names of the topics in the set, as text.
  var words: String {
    let names: [(FindTopic, String)] = [
      (.metrics, "metrics"), (.plan, "plan"), (.summary, "summary"), (.profile, "profile"), (.photos, "photos"),
      (.tasks, "tasks"), (.session, "session"), (.loading, "loading flag"), (.errors, "error"), (.network, "network"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: " and ")
  }
}

/// Records the state that each arrival of a schedule reads or writes. Used only in runs that look for a cause.
package final class TouchRecorder: WireObserver {
  private let arrivals: () -> Int
  /// The touched state of each arrival, by its number in the schedule.
  private var touched: [[TouchedState]] = []

  /// Creates an observer that records the touched state of each arrival.
  ///
  /// - Parameter arrivals: returns the number of arrivals so far.
  package init(arrivals: @escaping () -> Int) { self.arrivals = arrivals }

  private func touch(_ device: UInt8, _ topic: FindTopic, _ variable: FindVariable? = nil, isWrite: Bool) {
    guard !topic.isEmpty || variable != nil else { return }
    let step = arrivals() - 1
    guard step >= 0 else { return }
    while touched.count <= step { touched.append([]) }
    let state = TouchedState(device: device, topic: topic, variable: variable, isWrite: isWrite)
    if !touched[step].contains(state) { touched[step].append(state) }
  }

  package func observe(_ event: SimulationEvent) {
    switch event.kind {
    case .published, .applied, .cleared, .photoItem, .photoProgress, .committed, .authenticated:
      if let variable = FindVariable(writtenBy: event) {
        touch(event.device, variable.topic, variable, isWrite: true)
      }
    case .sent(let endpoint, _, _, _):
      touch(event.device, endpoint.topic.union(.session), isWrite: false)
    case .received(let endpoint, _, .network, _, _):
      touch(event.device, endpoint.topic.union([.session, .network]), isWrite: false)
    case .received(let endpoint, _, _, _, _):
      touch(event.device, endpoint.topic.union(.session), isWrite: false)
    case .action(.airplaneModeOn, _), .action(.airplaneModeOff, _): touch(event.device, .network, isWrite: true)
    case .began(let operation), .ended(let operation), .trap(let operation):
      touch(event.device, operation.topic, isWrite: false)
      // Whether the operation may begin depends on whether one is running.
      if let flag = LoadingRule.flag(of: operation) { touch(event.device, .loading, .shown(flag), isWrite: false) }
    case .sessionStarted, .sessionEnded, .background, .foreground:
      touch(event.device, .session, isWrite: true)
    // What a tap does depends on what is on screen.
    case .action(let action, _): touch(event.device, action.readTopic, isWrite: false)
    case .analytics, .planRequested: break
    }
  }

  package func observe(_ event: WireEvent, user: UInt32, device: UInt8, time: Int64) {
    if case .served(let call, _, _, _, _, _) = event {
      touch(SimulationEvent.server, call.body.endpoint.readTopic, isWrite: false)
    }
  }

  /// The state that an arrival reads or writes, by the arrival's number in the schedule.
  package func touched(by arrival: Int) -> Touched {
    Touched(states: arrival < touched.count ? touched[arrival] : [])
  }

  /// The state that an arrival reads or writes.
  package struct Touched {
    fileprivate var states: [TouchedState]

    /// The union of the touched states of one arrival in two schedules.
    package func union(_ other: Touched) -> Touched {
      Touched(states: states + other.states.filter { !states.contains($0) })
    }
  }

  /// The state, in words, that depends on the order of two arrivals, and whether the violation is about it. The wrong
  /// variable itself comes first, then state of its topic; nil if none is known.
  package static func conflict(
    _ first: Touched, _ second: Touched, about finding: Finding?
  ) -> (state: String, isAbout: Bool)? {
    let variables = finding?.variables ?? []
    var best: (state: TouchedState, rank: Int)?
    for mine in first.states {
      for theirs in second.states where mine.conflicts(with: theirs) {
        // A state that both write explains more than a state that only one of them writes.
        let named = mine.isWrite ? mine : theirs
        let isWrong = variables.contains { $0 == named.variable }
        let isAbout = isWrong || variables.contains { !$0.topic.isDisjoint(with: named.topic) }
        let rank = (isWrong ? 4 : isAbout ? 2 : 0) + (named.variable != nil ? 1 : 0)
        if best.map({ rank > $0.rank }) ?? true { best = (named, rank) }
      }
    }
    return best.map { ($0.state.words, $0.rank >= 2) }
  }
}

extension PersonAction {
  /// The state of the phone that decides what the tap does.
  fileprivate var readTopic: FindTopic {
    switch self {
    case .acknowledge, .retryAcknowledge, .reviewCard, .dismissCard: .metrics
    case .retryPlan, .refreshPlan: [.plan, .metrics]
    case .completeOnboarding, .skipOnboarding, .completeProfile, .maybeLater, .continueSummary, .exitSummary,
      .expandSummary, .scrollSummary:
      .summary
    case .openEdit, .typeEdit, .saveEdit, .closeEdit, .deleteHealthData: .profile
    case .pickPhotos, .removePhoto, .retryPhotos, .deletePhoto, .openPhotos, .closePhotos: .photos
    case .completeTask, .filterTasks: .tasks
    case .signUp, .logIn, .logOut, .deleteAccount, .launch, .terminate: .session
    default: []
    }
  }
}

extension Endpoint {
  /// The state that the server reads for the request: its tokens, and the content of its reply.
  fileprivate var readTopic: FindTopic {
    switch self {
    case .generatePlan: [.session, .plan, .metrics, .profile]
    case .todayMetrics, .acknowledge: [.session, .metrics, .profile]
    case .howItWorks: [.session, .summary, .profile, .metrics]
    default: topic.union(.session)
    }
  }
}
