import GTSDModel

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// A hand-written history of one person, passed to a checker event by event.
///
/// Every step advances the time by a second unless it says otherwise, so that each is an instant of its own.
final class Story {
  private let checker: InvariantChecker
  private var time: Int64 = 0
  private var request: Int32 = 0
  private(set) var revision: Int32 = 0
  /// The device of the person that acts.
  var device: UInt8 = 0
  /// The account that device events carry.
  var account: UInt8 = 0
  private var session: [UInt16] = [0, 0]
  private let user: UInt32

  init(user: UInt32 = 0) {
    self.user = user
    var scenario = Scenario(name: "story")
    // A hazard is named only if its switch is faulty, and this switch is faulty in no preset.
    scenario.generation.replies.cache = .regardlessOfAge
    scenario.generation.loading = Generation.preset(.head).loading
    checker = InvariantChecker(users: Int(user)..<Int(user) + 1, scenario: scenario)
  }

  /// A device whose signed-in user has onboarded and has a metrics row.
  static func ready(user: UInt32 = 0, row: Int64? = 100) -> Story {
    let story = Story(user: user)
    story.launch()
    story.signIn()
    story.commit(.onboarded(complete: true))
    if let row { story.commit(.metrics(row: row)) }
    return story
  }

  // MARK: Steps

  func wait(milliseconds: Int64 = 1_000) {
    time += milliseconds * 1_000_000
  }

  /// Reports one event in the present instant.
  func tell(_ kind: SimulationEvent.Kind) {
    checker.observe(
      SimulationEvent(
        time: time, user: user, account: account, device: device, session: session[Int(device)], kind: kind))
  }

  func launch() {
    wait()
    session[Int(device)] += 1
    tell(.sessionStarted(cold: true))
    tell(.published(.tab, value: Tab.home.published, cause: .launch))
    tell(.analytics(.appLaunched))
  }

  func terminate() {
    wait()
    tell(.action(.terminate, intent: 0))
    tell(.sessionEnded)
  }

  func signIn(_ account: UInt8 = 0) {
    wait()
    self.account = account
    tell(.authenticated(account: account))
  }

  func signOut() {
    wait()
    tell(.action(.logOut, intent: 0))
    tell(.authenticated(account: nil))
  }

  @discardableResult
  func commit(_ commit: Commit, intent: Int32 = 0) -> Int32 {
    wait()
    store(commit, intent: intent)
    return revision
  }

  private func store(_ commit: Commit, intent: Int32) {
    revision += 1
    checker.observe(
      SimulationEvent(
        time: time, user: user, account: account, device: SimulationEvent.server, session: 0,
        kind: .committed(commit, revision: revision, intent: intent)))
  }

  /// Records that the server decides a request, and stores something in the same instant.
  func serve(_ request: APIRequest, status: Int, _ commit: Commit) {
    wait()
    let call = WireCall(id: 1, body: request, accessToken: nil, key: 0, operation: nil)
    checker.observe(
      .served(call, status: status, .done, asOf: revision, at: WorldCalendar.timestamp(at: time), source: nil),
      user: user, device: device, time: time)
    store(commit, intent: 0)
  }

  /// Records that a request for a plan reaches the server.
  func arrive() {
    wait()
    checker.observe(
      SimulationEvent(
        time: time, user: user, account: account, device: SimulationEvent.server, session: 0,
        kind: .planRequested(gateOpen: true)))
  }

  func publish(_ variable: StateVariable, _ value: Int64, _ cause: Cause = .reply) {
    wait()
    tell(.published(variable, value: value, cause: cause))
  }

  /// Sends a request; returns its number.
  func send(_ endpoint: Endpoint, _ operation: GTSDWorld.Operation, intent: Int32 = 0) -> Int32 {
    wait()
    request += 1
    tell(.sent(endpoint, request: request, operation: operation, intent: intent))
    return request
  }

  /// Records a reply that was read at the present revision, or at another one.
  func receive(
    _ endpoint: Endpoint, _ request: Int32, _ outcome: SimulationEvent.Outcome = .status(200), asOf: Int32? = nil
  ) {
    wait()
    let isReply = if case .status = outcome { true } else { false }
    tell(
      .received(endpoint, request: request, outcome: outcome, revision: isReply ? asOf ?? revision : -1, latency: 1))
  }

  func apply(_ resource: Resource, _ view: View, asOf: Int32? = nil, origin: UInt8? = nil) {
    tell(.applied(resource, view: view, revision: asOf ?? revision, origin: origin ?? account))
  }

  /// Records a complete and successful read of the metrics by one view.
  func readMetrics(_ view: View, need: Bool, asOf: Int32? = nil) {
    let operation: GTSDWorld.Operation = view == .home ? .homeMetrics : .plansMetrics
    operate(operation, flag: .metricsLoading) {
      let request = send(.todayMetrics, operation)
      receive(.todayMetrics, request, asOf: asOf)
      apply(.metrics, view, asOf: asOf)
      tell(.published(view == .home ? .homeNeed : .plansNeed, value: need ? 1 : 0, cause: .reply))
    }
  }

  /// An operation with its loading flag, around the given events.
  func operate(_ operation: GTSDWorld.Operation, flag: StateVariable? = nil, _ body: () -> Void) {
    wait()
    tell(.began(operation))
    if let flag { tell(.published(flag, value: 1, cause: .start)) }
    body()
    tell(.ended(operation))
    if let flag { tell(.published(flag, value: 0, cause: .reply)) }
  }

  /// Records a complete acknowledgment on Plans, as the acknowledging device observes it.
  func acknowledge(row: Int64, newest: Bool = true, intent: Int32 = 7, outcome: SimulationEvent.Outcome = .status(200))
  {
    publish(.plansRow, row)
    wait(milliseconds: 16)
    tell(.action(.acknowledge, intent: intent))
    operate(.acknowledge, flag: .acknowledging) {
      let request = send(.acknowledge, .acknowledge, intent: intent)
      commit(.acknowledgment(row: row, newest: newest, first: true), intent: intent)
      receive(.acknowledge, request, outcome)
      if outcome == .status(200) {
        apply(.metrics, .plans)
        tell(.published(.plansNeed, value: 0, cause: .acknowledgment))
        tell(.published(.plansRow, value: -1, cause: .acknowledgment))
      } else {
        tell(.published(.acknowledgeError, value: 1, cause: .failure))
      }
    }
  }

  // MARK: The end

  /// The checker's findings, after time has advanced.
  func end() -> ViolationFold {
    wait()
    checker.finish(at: time)
    return checker.fold
  }
}

extension ViolationFold {
  /// The number of episodes of an invariant.
  func episodes(of invariant: Invariant) -> Int {
    entries.reduce(0) { $1.key.invariant == invariant ? $0 + $1.episodes : $0 }
  }

  /// The hazards named for an invariant, in the order of keys.
  func hazards(of invariant: Invariant) -> [HazardID?] {
    entries.filter { $0.key.invariant == invariant }.map(\.key.hazard)
  }

  func evaluated(_ invariant: Invariant) -> Int { checks(of: invariant).evaluated }
  func vacuous(_ invariant: Invariant) -> Int { checks(of: invariant).vacuous }
}
