import GTSDModel
package import Interleaving
package import Statistics

/// The GTSD backend as an actor of a world: a first-in-first-out queue before a number of servers, with network legs,
/// service times, limits and faults. `BackendState` makes the decisions; this class adds time and randomness.
///
/// The client's task waits for a ``Request``, which travels, queues, is served and travels back. If the client stops
/// waiting, the server still completes the request.
package final actor InProcessBackend: LaneActor, Backend {
  package nonisolated let lane: Lane
  nonisolated let scheduler: Scheduler
  // `nonisolated(unsafe)`: changed only by a restart, when nothing is left to happen in the world.
  @exclusivity(unchecked) private nonisolated(unsafe) var draws: BackendDraws
  nonisolated let configuration: BackendConfiguration

  // Exclusivity checks are off for fields that every request accesses: no access calls other code while it lasts.
  private nonisolated let events: EventStream
  @exclusivity(unchecked) var faults: FaultPlan
  /// Service times by the endpoint's raw value.
  let service: [Distribution]
  /// This cell's servers, `Int.max` for no limit.
  let servers: Int

  @exclusivity(unchecked) var state: BackendState
  @exclusivity(unchecked) var limiter: RateLimiter?
  @exclusivity(unchecked) private var queue: ServiceQueue
  /// The waiting requests, from the longest wait on.
  let waiting: WaitLine
  /// The times for which requests waited for a server, read after the world has ended; nil in a search, where they
  /// are not used.
  package nonisolated let waits: QueueWaits?
  /// The queue's counts so far.
  @exclusivity(unchecked) package private(set) var load = BackendLoad()

  /// The time by which the server's calendar is ahead of the world's, in nanoseconds.
  private let calendarLead: Int64

  /// Creates the backend of a world, with its share of the scenario's capacity.
  ///
  /// - Parameter calendarLead: nanoseconds by which the server's calendar is ahead of the world's.
  package init(world: World, calendarLead: Int64 = 0) {
    self.init(world: world, memory: BackendMemory(world: world), calendarLead: calendarLead)
  }

  /// Creates a backend that continues from the state of another one in which nothing is in progress. The state is
  /// borrowed, to avoid copying it as a whole.
  package init(world: World, memory: borrowing BackendMemory, calendarLead: Int64 = 0) {
    self.calendarLead = calendarLead
    lane = Lane(scheduler: world.scheduler, kind: "backend", number: world.cell)
    (scheduler, events) = (world.scheduler, world.events)
    draws = BackendDraws(
      seed: world.scenario.seed, replication: world.replication, areMedians: world.drawsMedians)
    configuration = world.scenario.backend
    faults = memory.faults
    service = memory.service
    servers = memory.servers
    waiting = WaitLine(scheduler: world.scheduler)
    waits = scheduler.isSearching ? nil : QueueWaits()
    queue = ServiceQueue(capacity: servers, limit: memory.queueLimit)
    state = memory.state
    limiter = memory.limiter
    follow(memory.faults)
  }

  /// Makes the number of servers follow brown-outs.
  private nonisolated func follow(_ faults: FaultPlan) {
    guard servers != Int.max else { return }
    for instant in faults.capacityChanges where instant >= scheduler.now {
      scheduler.schedule(after: instant - scheduler.now, kind: .timer) { [weak self, scheduler] in
        guard let self else { return }
        scheduler.spawn(on: self) { $0.resize() }
      }
    }
  }

  /// Resets this backend to a stored idle state, in a world that has been restarted.
  package nonisolated func restart(in world: World, memory: BackendMemory) {
    atRest { $0.resume(in: world, memory) }
  }

  private func resume(in world: World, _ memory: BackendMemory) {
    draws = BackendDraws(
      seed: world.scenario.seed, replication: world.replication, areMedians: world.drawsMedians)
    faults = memory.faults
    queue = ServiceQueue(capacity: servers, limit: memory.queueLimit)
    var buffers = state.takeBuffers()
    state = memory.state
    state.move(into: &buffers)
    limiter = memory.limiter
    load = BackendLoad()
    follow(memory.faults)
  }

  /// The state of this backend at rest; nil while a request is in service or waits.
  package var memory: BackendMemory? {
    guard queue.isIdle, waiting.count == 0 else { return nil }
    return BackendMemory(
      faults: faults, service: service, servers: servers, queueLimit: queue.limit, state: state, limiter: limiter)
  }

  /// Begins a fault whose window begins now.
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

  // Inlined into the protocol's witness, which would otherwise keep one more frame.
  @inline(__always)
  package nonisolated func respond(to call: APICall) async throws(TransportError) -> APIReply {
    guard !Task.isCancelled else { throw .cancelled }
    let request = begin(call)
    await request.comes(isolation: #isolation)
    return try request.take()
  }

  /// Sends a request, on which the client's task waits next.
  @inline(never)
  private nonisolated func begin(_ call: consuming APICall) -> Request {
    let timeout = call.timeout
    let request = Request(call: call, isCopy: false, backend: self)
    send(request)
    request.timeout = scheduler.schedule(after: timeout, kind: .timer, lane: request.lane, handler: request)
    return request
  }

  // MARK: Network

  /// Whether a request reaches the server; also records in it whether the reply is lost.
  nonisolated func reaches(_ request: Request) -> Bool {
    let loss = configuration.lossRate.value
    // One draw for both directions: its lower end loses the request, its upper end the reply.
    let lost = loss > 0 ? draws.uniform(.lossRate, request) : 1
    request.losesReply = lost < loss
    return lost >= loss / 2
  }

  /// The travel time of a request (`number` 0) or of its reply (`number` 1), in nanoseconds.
  nonisolated func leg(_ request: Request, number: UInt32) -> Int64 {
    let link = Int(request.call.link)
    let own = link < configuration.links.count ? configuration.links[link].latency : nil
    return (own ?? configuration.network).nanoseconds(at: draws.uniform(.networkLatency, request, number: number))
  }

  /// Sends a reply to the client.
  private func deliver(
    _ reply: consuming APIReply, _ request: Request, heldBack: Int64 = 0, isLost: Bool = false, isGarbled: Bool = false
  ) {
    guard !request.isCopy else { return }
    // The status of a refusal is enough.
    if isGarbled, reply.isSuccess { reply.body = .undecodable }
    request.stage = .returning
    request.brought = isLost ? .unreachable : .reply(reply)
    scheduler.schedule(after: leg(request, number: 1) + heldBack, kind: .leg, lane: request.lane, handler: request)
  }

  // MARK: The server's side

  /// Replies 503 to a request that no server takes.
  func refuse(_ request: Request) {
    deliver(.refusal(status: 503), request, isLost: request.losesReply)
  }

  /// Records how long a request has waited for a free server.
  func noteWait(since instant: Int64) {
    load.waited += Int128(scheduler.now - instant)
    waits?.record(scheduler.now - instant)
  }

  /// The effect of faults on a request that is accepted.
  struct Admission {
    var addedService: Int64 = 0
    var heldBack: Int64 = 0
    /// Whether the reply is lost, so that the client sees only a time-out.
    var swallowsReply = false
    /// Whether the body of the reply cannot be read.
    var garblesReply = false
  }

  /// A request in service.
  struct Service {
    var admitted: Timestamp
    var read: EarlyRead
    /// The length of the service in nanoseconds.
    var time: Int64
    /// Whether a restart of the server ends the service early.
    var isCutOff: Bool
  }

  /// Receives a request: faults and limits come before the queue.
  ///
  /// - Returns: nil if the request needs no further work.
  func admit(_ request: Request) -> Admission? {
    guard !scheduler.isShuttingDown else { return nil }
    let verdict = verdict(request)
    if verdict.isDuplicated { duplicate(request.call) }
    switch verdict.ending {
    case .served, .garbled, .replyLost: break
    case .refused(let status):
      deliver(.refusal(status: status), request, heldBack: verdict.heldBack, isLost: request.losesReply)
      return nil
    case .swallowed: return nil
    case .unreachable:
      request.answer(.unreachable)
      return nil
    }
    notePlanRequest(request.call)
    if limiter?.admit(user: request.call.caller.user, at: scheduler.now) == false {
      deliver(.refusal(status: 429), request, isLost: request.losesReply)
      return nil
    }
    return Admission(
      addedService: verdict.addedService, heldBack: verdict.heldBack, swallowsReply: verdict.ending == .replyLost,
      garblesReply: verdict.ending == .garbled)
  }

  private func verdict(_ request: Request) -> FaultPlan.Interference {
    guard !faults.windows.isEmpty else { return FaultPlan.Interference() }
    return faults.verdict(
      for: request.call.request.endpoint, isCopy: request.isCopy, at: scheduler.now
    ) { fault, isAmount in
      draws.uniform(fault: fault, number: isAmount ? 1 : 0, request)
    }
  }

  private func duplicate(_ call: APICall) {
    send(Request(call: call, isCopy: true, backend: self))
  }

  func notePlanRequest(_ call: APICall) {
    guard case .generatePlan = call.request else { return }
    guard let request = state.planRequest(call, at: serverTime) else { return }
    emit(.planRequested(gateOpen: request.gateOpen), slot: request.slot)
  }

  /// Begins the service of a request.
  ///
  /// - Returns: nil while the server restarts.
  func beginService(_ request: Request) -> Service? {
    guard !faults.isRestarting(at: scheduler.now) else { return nil }
    let admitted = serverTime
    let read = state.begin(request.call, at: admitted)
    let duration =
      service[Int(request.call.request.endpoint.rawValue)].nanoseconds(at: draws.uniform(.serviceTime, request))
      + request.admission.addedService
    load.served += 1
    let restart = faults.restart(after: scheduler.now, upTo: scheduler.now + duration)
    return Service(
      admitted: admitted, read: read, time: restart.map { $0 - scheduler.now } ?? duration, isCutOff: restart != nil)
  }

  /// Ends the service of a request that is done or was interrupted, and commits its changes.
  ///
  /// - Parameter service: nil for a request whose service never began.
  func endService(_ request: Request, _ service: Service?) {
    // Not a closure: a closure isolated to an actor that is passed to the standard library asks the runtime for its
    // executor.
    guard let service, let answer = reply(to: request, service) else {
      releaseServer()
      request.answer(.unreachable)
      return
    }
    releaseServer()
    if request.admission.swallowsReply { return }
    deliver(
      consume answer, request, heldBack: request.admission.heldBack, isLost: request.losesReply,
      isGarbled: request.admission.garblesReply)
  }

  /// Decides the request at the end of its service.
  ///
  /// - Returns: nil if a restart interrupted the service.
  private func reply(to request: Request, _ service: Service) -> APIReply? {
    // A restart may begin after the service has begun.
    if service.isCutOff || scheduler.isShuttingDown || faults.isRestarting(at: scheduler.now) { return nil }
    // The call is read through the request, since a local name would copy it.
    let errors = configuration.errorRate.value
    if errors > 0, request.call.request.endpoint != .health, draws.uniform(.errorRate, request) < errors {
      return .refusal(status: 500)
    }
    let now = serverTime
    let reply = state.finish(request.call, service.read, admitted: service.admitted, at: now)
    if events.isWatched {
      events.emit(
        .served(
          wire(of: request), status: reply.status, reply.body, asOf: reply.asOf, at: now, source: state.source),
        user: request.call.caller.user, device: request.call.caller.device)
    }
    carryOutEffects(intent: request.call.intent)
    return reply
  }

  /// The request for observers of the wire. A second delivery is a separate request.
  private func wire(of request: Request) -> WireCall {
    let wire = request.call.wire
    guard request.isCopy else { return wire }
    return WireCall(id: 0, body: wire.body, accessToken: wire.accessToken, key: wire.key, operation: wire.operation)
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
        scheduler.spawn(in: lane, making: { Task { await self.computeMetrics(slot, after: delay) } })
      }
    }
    state.effects.removeAll(keepingCapacity: true)
  }

  /// Computes an account's metrics, in the background job that onboarding starts.
  private func computeMetrics(_ slot: Int, after delay: Int64) async {
    await scheduler.sleep(delay, kind: .timer, in: self)
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

  /// Admits a request to a free server, to the queue, or to neither when that is full.
  func arrive() -> ServiceQueue.Admission {
    load.arrived += 1
    let arrival = queue.arrive()
    switch arrival {
    case .serve: waits?.record(0)
    case .refuse: load.refused += 1
    case .wait: load.longestQueue = max(load.longestQueue, queue.waiting)
    }
    return arrival
  }

  private func releaseServer() {
    if queue.release() { waiting.releaseFirst() }
  }

  /// Adapts the number of servers at a brown-out's start or end.
  private func resize() {
    queue.resize(to: faults.servers(of: servers, at: scheduler.now))
    while queue.callNext() { waiting.releaseFirst() }
  }
}

/// Counts of a backend's queue, for comparison with closed forms.
package struct BackendLoad: Sendable, Equatable {
  package var arrived = 0
  package var refused = 0
  package var served = 0
  package var longestQueue = 0
  /// The time spent waiting for a server, by all requests together, in nanoseconds. 64 bits hold 292 years, which many
  /// requests reach together.
  package var waited: Int128 = 0
}

/// The times for which requests waited for a server, in nanoseconds.
///
/// `@unchecked Sendable`: recorded on the backend's lane and read after the run, on the one thread of the world.
package final class QueueWaits: @unchecked Sendable {
  package private(set) var histogram = LogHistogram()

  fileprivate func record(_ nanoseconds: Int64) {
    histogram.record(nanoseconds)
  }
}
