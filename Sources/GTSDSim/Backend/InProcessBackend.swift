import GTSDModel

/// The GTSD backend as an actor of a world: a first-in-first-out queue before a number of servers, with network legs,
/// service times, limits and faults. Decisions are `BackendState`'s; this is the shell that gives them time and chance.
///
/// A call is an exchange between two tasks: the client's, which waits, and one of the server's, which travels, queues, is
/// served and travels back. The client may stop waiting at any time; the server goes on.
package actor InProcessBackend: LaneActor, Backend {
  package nonisolated let lane: Lane
  nonisolated let scheduler: Scheduler
  private nonisolated let draws: BackendDraws
  nonisolated let configuration: BackendConfiguration

  // Exclusivity checks are off for what every request touches: no access to it calls out while it lasts.
  private nonisolated let events: EventStream
  @exclusivity(unchecked) var faults: FaultPlan
  /// Service times by the endpoint's raw value.
  let service: [Distribution]
  /// This cell's servers, `Int.max` for no limit.
  let servers: Int

  @exclusivity(unchecked) var state: BackendState
  @exclusivity(unchecked) var limiter: RateLimiter?
  @exclusivity(unchecked) private var queue: ServiceQueue
  /// Who waits, from the longest on.
  private let waiting: WaitLine
  /// How long requests waited for a server; read when the world has ended.
  package nonisolated let waits = QueueWaits()
  /// What the queue has seen so far.
  @exclusivity(unchecked) package private(set) var load = BackendLoad()

  /// Nanoseconds by which the server's calendar is ahead of the world's.
  private let calendarLead: Int64

  /// The backend of a world, with its share of the scenario's capacity.
  ///
  /// - Parameter calendarLead: nanoseconds by which the server's calendar is ahead of the world's.
  package init(world: World, calendarLead: Int64 = 0) {
    self.init(world: world, memory: BackendMemory(world: world), calendarLead: calendarLead)
  }

  /// A backend that goes on from what another one was at rest.
  package init(world: World, memory: BackendMemory, calendarLead: Int64 = 0) {
    self.calendarLead = calendarLead
    lane = Lane(scheduler: world.scheduler, kind: "backend", number: world.cell)
    scheduler = world.scheduler
    events = world.events
    draws = BackendDraws(
      seed: world.scenario.seed, replication: world.replication, areMedians: world.drawsMedians)
    configuration = world.scenario.backend
    faults = memory.faults
    service = memory.service
    servers = memory.servers
    waiting = WaitLine(scheduler: world.scheduler)
    queue = ServiceQueue(capacity: servers, limit: memory.queueLimit)
    state = memory.state
    limiter = memory.limiter
    guard servers != Int.max else { return }
    for instant in faults.capacityChanges where instant >= scheduler.now {
      scheduler.schedule(after: instant - scheduler.now, kind: .timer) { [weak self, scheduler] in
        guard let self else { return }
        scheduler.spawn(on: self) { $0.resize() }
      }
    }
  }

  /// What this backend is made of at rest; nil while a request is in service or waits.
  package var memory: BackendMemory? {
    guard queue.isIdle, waiting.count == 0 else { return nil }
    return BackendMemory(
      faults: faults, service: service, servers: servers, queueLimit: queue.limit, state: state, limiter: limiter)
  }

  /// Lets a fault begin, whose window counts from now.
  func befall(_ fault: Fault) {
    faults.begin(fault, at: scheduler.now)
    guard servers != Int.max, case .brownOut = fault.kind else { return }
    for instant in [fault.from, fault.until].compactMap(\.self) {
      scheduler.schedule(after: instant.nanoseconds, kind: .timer) { [weak self, scheduler] in
        guard let self else { return }
        scheduler.spawn { await self.resize() }
      }
    }
  }

  /// Ends all faults.
  package func endFaults() {
    faults = FaultPlan([], horizon: .zero)
  }

  // MARK: The client's side

  package nonisolated func respond(to call: APICall) async throws(TransportError) -> APIReply {
    guard !Task.isCancelled else { throw .cancelled }
    let exchange = Exchange(call: call, isCopy: false, scheduler: scheduler)
    send(exchange)
    let timer = scheduler.schedule(after: call.timeout, kind: .timer, lane: exchange.lane, handler: exchange)
    let answer = await exchange.answer.value()
    scheduler.cancel(timer)
    return try Exchange.reply(answer)
  }

  // MARK: The way

  /// Lets a request travel to the server, where a task of its own takes it up, unless the network loses it.
  private nonisolated func send(_ exchange: Exchange) {
    scheduler.schedule(
      after: leg(exchange, number: 0), kind: .leg, lane: lane, handler: WayOut(exchange: exchange, backend: self))
  }

  /// A request's way has come to its end.
  fileprivate nonisolated func arrived(_ exchange: Exchange) {
    let loss = configuration.lossRate.value
    // One draw for the whole way: its lower half loses the request, its upper half the reply.
    let lost = loss > 0 ? draws.uniform(.lossRate, exchange) : 1
    if lost < loss / 2 {
      exchange.answer.fulfil(.unreachable)
    } else {
      // Some seventy a user: by the general way each would take seven objects more.
      // The cast drops `isolated`, as `assumeIsolated` does. It is guarded by what the function does: it touches nothing of
      // the actor, and only makes a task that is isolated to it.
      typealias Isolated = (isolated InProcessBackend, Exchange, Bool) -> Task<Void, Never>
      typealias Free = (InProcessBackend, Exchange, Bool) -> Task<Void, Never>
      let takeUp = unsafeBitCast(Self.takeUp as Isolated, to: Free.self)
      scheduler.spawn(in: lane, making: { takeUp(self, exchange, lost < loss) })
    }
  }

  private static func takeUp(
    _ backend: isolated InProcessBackend, _ exchange: Exchange, _ losesReply: Bool
  ) -> Task<Void, Never> {
    Task { await backend.receive(exchange, losesReply: losesReply) }
  }

  private nonisolated func leg(_ exchange: Exchange, number: UInt32) -> Int64 {
    let link = Int(exchange.call.link)
    let own = link < configuration.links.count ? configuration.links[link].latency : nil
    return (own ?? configuration.network).nanoseconds(at: draws.uniform(.networkLatency, exchange, number: number))
  }

  /// Lets a reply travel to the client.
  private func deliver(_ reply: APIReply, to exchange: Exchange, heldBack: Int64 = 0, isLost: Bool = false) {
    guard !exchange.isCopy else { return }
    scheduler.schedule(
      after: leg(exchange, number: 1) + heldBack, kind: .leg, lane: exchange.lane,
      handler: WayBack(exchange: exchange, answer: isLost ? .unreachable : .reply(reply)))
  }

  // MARK: The server's side

  // What a request needs for a moment would lie in the frame that its task keeps: the steps between its waits are functions
  // of their own, never inlined.

  /// A request arrives: faults and limits first, then the queue, service, and the way back.
  private func receive(_ exchange: Exchange, losesReply: Bool) async {
    guard let admission = admit(exchange, losesReply: losesReply) else { return }
    var isServed = false
    switch arrive() {
    case .serve: isServed = true
    case .refuse: break
    case .wait: isServed = await waitForServer()
    }
    guard isServed else { return deliver(.refusal(status: 503), to: exchange, isLost: losesReply) }
    guard let service = beginService(exchange, addedService: admission.addedService) else {
      return endService(exchange, nil, admission)
    }
    await scheduler.sleep(service.time, kind: .leg)
    endService(exchange, service, admission)
  }

  /// What faults say of a request that is to be served.
  private struct Admission {
    var addedService: Int64
    var heldBack: Int64
    /// Whether nothing comes back, and the client does not see why.
    var swallowsReply: Bool
    /// Whether the reply is lost on its way.
    var losesReply: Bool
  }

  /// A request in service.
  private struct Service {
    var admitted: Timestamp
    var read: EarlyRead
    /// How long it takes, nanoseconds.
    var time: Int64
    /// Whether a restart of the server ends it before it is done.
    var isCutOff: Bool
  }

  /// - Returns: nil when nothing is left to do for a request.
  @inline(never)
  private func admit(_ exchange: Exchange, losesReply: Bool) -> Admission? {
    guard !scheduler.isShuttingDown else { return nil }
    let call = exchange.call
    let verdict = verdict(exchange)
    if verdict.isDuplicated { duplicate(call) }
    switch verdict.ending {
    case .served, .replyLost: break
    case .refused(let status):
      deliver(.refusal(status: status), to: exchange, heldBack: verdict.heldBack, isLost: losesReply)
      return nil
    case .swallowed: return nil
    case .unreachable:
      exchange.answer.fulfil(.unreachable)
      return nil
    }
    notePlanRequest(call)
    if limiter?.admit(user: call.caller.user, at: scheduler.now) == false {
      deliver(.refusal(status: 429), to: exchange, isLost: losesReply)
      return nil
    }
    return Admission(
      addedService: verdict.addedService, heldBack: verdict.heldBack, swallowsReply: verdict.ending == .replyLost,
      losesReply: losesReply)
  }

  private func verdict(_ exchange: Exchange) -> FaultPlan.Interference {
    guard !faults.windows.isEmpty else { return FaultPlan.Interference() }
    return faults.verdict(
      for: exchange.call.request.endpoint, isCopy: exchange.isCopy, at: scheduler.now
    ) { fault, isAmount in
      draws.uniform(fault: fault, number: isAmount ? 1 : 0, exchange)
    }
  }

  private func duplicate(_ call: APICall) {
    send(Exchange(call: call, isCopy: true, scheduler: scheduler))
  }

  func notePlanRequest(_ call: APICall) {
    guard case .generatePlan = call.request else { return }
    let now = serverTime
    guard let slot = state.authorized(call, at: now) else { return }
    emit(.planRequested(gateOpen: state.isGateOpen(slot: slot, at: now)), slot: slot)
  }

  /// A request is taken up.
  ///
  /// - Returns: nil while the server restarts.
  @inline(never)
  private func beginService(_ exchange: Exchange, addedService: Int64) -> Service? {
    let call = exchange.call
    guard !faults.isRestarting(at: scheduler.now) else { return nil }
    let admitted = serverTime
    let read = state.begin(call, at: admitted)
    let duration =
      service[Int(call.request.endpoint.rawValue)].nanoseconds(at: draws.uniform(.serviceTime, exchange)) + addedService
    load.served += 1
    let restart = faults.restart(after: scheduler.now, upTo: scheduler.now + duration)
    return Service(
      admitted: admitted, read: read, time: restart.map { $0 - scheduler.now } ?? duration, isCutOff: restart != nil)
  }

  /// A request has been served, or was cut off; what it commits, it commits now.
  ///
  /// - Parameter service: nil for a request that the server never took up.
  @inline(never)
  private func endService(_ exchange: Exchange, _ service: Service?, _ admission: Admission) {
    let answer = service.flatMap { reply(to: exchange, $0) }
    releaseServer()
    guard let answer else {
      exchange.answer.fulfil(.unreachable)
      return
    }
    if admission.swallowsReply { return }
    deliver(answer, to: exchange, heldBack: admission.heldBack, isLost: admission.losesReply)
  }

  /// - Returns: nil when a restart cut the service off.
  private func reply(to exchange: Exchange, _ service: Service) -> APIReply? {
    // A restart that nobody knew of when the service began.
    if service.isCutOff || scheduler.isShuttingDown || faults.isRestarting(at: scheduler.now) { return nil }
    let call = exchange.call
    let errors = configuration.errorRate.value
    if errors > 0, call.request.endpoint != .health, draws.uniform(.errorRate, exchange) < errors {
      return .refusal(status: 500)
    }
    let reply = state.finish(call, service.read, admitted: service.admitted, at: serverTime)
    if events.isWatched {
      let wire = WireCall(
        id: exchange.isCopy ? 0 : call.id, body: call.request, accessToken: call.accessToken, key: call.idempotencyKey,
        operation: nil)
      events.emit(
        .served(wire, status: reply.status, reply.body, at: serverTime, source: state.decision), user: call.caller.user,
        device: call.caller.device)
    }
    carryOutEffects(intent: call.intent)
    return reply
  }

  var serverTime: Timestamp {
    WorldCalendar.timestamp(
      at: scheduler.now + calendarLead + (faults.windows.isEmpty ? 0 : faults.clockSkew(at: scheduler.now)))
  }

  // MARK: Effects

  func carryOutEffects(intent: Int32) {
    guard !state.effects.isEmpty else { return }
    for effect in state.effects {
      switch effect {
      case .committed(let commit, let slot, let revision, let source):
        emit(
          .committed(commit, revision: revision, intent: intent), slot: slot, file: source.file, line: source.line)
      case .computeMetrics(let slot, let onboarding):
        let owner = state.accounts[slot].owner
        let delay = configuration.metricsDelay.nanoseconds(at: draws.metricsDelay(owner, onboarding: onboarding))
        scheduler.spawn { await self.computeMetrics(slot, after: delay) }
      }
    }
    state.effects.removeAll(keepingCapacity: true)
  }

  /// The background job that onboarding starts.
  private func computeMetrics(_ slot: Int, after delay: Int64) async {
    await scheduler.sleep(delay, kind: .timer)
    if scheduler.isShuttingDown { return }
    state.computeMetrics(slot, at: serverTime)
    carryOutEffects(intent: 0)
  }

  private func emit(
    _ kind: SimulationEvent.Kind, slot: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) {
    let owner = state.accounts[slot].owner
    events.emit(
      kind, user: owner.user, account: owner.account, device: SimulationEvent.server, session: 0, file: file,
      line: line)
  }

  // MARK: Servers

  /// Takes a free server, a place in the queue, or none when that is full.
  private func arrive() -> ServiceQueue.Admission {
    load.arrived += 1
    let arrival = queue.arrive()
    switch arrival {
    case .serve: waits.record(0)
    case .refuse: load.refused += 1
    case .wait: load.longestQueue = max(load.longestQueue, queue.waiting)
    }
    return arrival
  }

  /// Waits for a server, first in first out; false when the world is closed first.
  private func waitForServer() async -> Bool {
    let since = scheduler.now
    await waiting.wait()
    if scheduler.isShuttingDown { return false }
    load.waited += scheduler.now - since
    waits.record(scheduler.now - since)
    return true
  }

  private func releaseServer() {
    if queue.release() { waiting.releaseFirst() }
  }

  /// Follows a brown-out's beginning or end.
  private func resize() {
    let share = faults.capacity(at: scheduler.now)
    queue.resize(to: Int((Double(servers) * share).rounded(.down)))
    while queue.callNext() { waiting.releaseFirst() }
  }
}

// Handlers of their own, where a closure would need an object more for each way.

/// A request on its way.
private final class WayOut: TimerHandler {
  private let exchange: Exchange
  private let backend: InProcessBackend

  init(exchange: Exchange, backend: InProcessBackend) {
    self.exchange = exchange
    self.backend = backend
  }

  func timerFired() { backend.arrived(exchange) }
}

/// A reply on its way.
private final class WayBack: TimerHandler {
  private let exchange: Exchange
  private let answer: Exchange.Outcome

  init(exchange: Exchange, answer: Exchange.Outcome) {
    self.exchange = exchange
    self.answer = answer
  }

  func timerFired() { exchange.answer.fulfil(answer) }
}

/// Counts of what a backend's queue has seen, to compare with closed forms.
package struct BackendLoad: Sendable, Equatable {
  package var arrived = 0
  package var refused = 0
  package var served = 0
  package var longestQueue = 0
  /// Nanoseconds spent waiting for a server, by all requests together.
  package var waited: Int64 = 0
}

/// Waits for a server, in nanoseconds.
///
/// `@unchecked Sendable`: recorded on the backend's lane and read after the run, on the one thread of the world.
package final class QueueWaits: @unchecked Sendable {
  @exclusivity(unchecked) package private(set) var histogram = LogHistogram()

  fileprivate func record(_ nanoseconds: Int64) {
    histogram.record(nanoseconds)
  }
}

extension APIReply {
  /// The error that a status alone stands for.
  static func refusal(status: Int) -> APIReply {
    switch status {
    case 400: .failure(400, .validation, "Bad request")
    case 401: .failure(401, .unauthorized, "Authentication required")
    case 403: .failure(403, .forbidden, "Forbidden")
    case 404: .failure(404, .notFound, "Not found")
    case 409: .failure(409, .conflict, "Conflict")
    case 413: .failure(413, .tooLarge, "Payload too large")
    case 429: .failure(429, .rateLimited, "Too many requests")
    case 502, 503, 504: .failure(status, .unavailable, "Service unavailable")
    default: .failure(status, status >= 500 ? .server : .validation, "Internal server error")
    }
  }
}
