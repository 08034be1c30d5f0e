import Interleaving

/// One request, from the moment the client sends it until the client has the reply. The simulator's only
/// ``LaneHandler``.
///
/// The client's task waits for the request. The request itself does one thing at a time: it travels, waits for a
/// server, is served, or its reply travels. It never suspends within a step, so it needs no task. A task would cost a
/// fifth of the time of a whole user. `RequestFormTests` checks that a task for each request gives the same events.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
final class Request: LaneHandler, WaitedForOnce, @unchecked Sendable {
  /// The stage of the request, which decides its next step.
  ///
  /// The data of a stage are separate properties. As its payload they would be copied at each step.
  enum Stage { case outbound, arrived, waiting, inService, returning }

  /// The result with which the client's task continues.
  enum Outcome: Sendable {
    case reply(APIReply)
    case unreachable
    case timedOut
  }

  let call: APICall
  /// Whether this is a second delivery, whose reply is dropped.
  let isCopy: Bool
  /// The lane of the client, which waits.
  let lane: Lane?
  let scheduler: Scheduler
  private let backend: InProcessBackend
  // Exclusivity checks are off: no access calls other code while it lasts.
  @exclusivity(unchecked) var state = OneShotState.empty
  private var outcome: Outcome?
  var stage = Stage.outbound
  /// Whether the reply is lost on its way.
  var losesReply = false
  var admission = InProcessBackend.Admission()
  /// The start of its wait for a server, in nanoseconds.
  var since: Int64 = 0
  var service: InProcessBackend.Service?
  /// The reply on its way to the client.
  var brought: Outcome?
  /// The timer of the client's time-out. The request handles it like its arrivals.
  var timeout: TimerHandle?

  init(call: APICall, isCopy: Bool, backend: InProcessBackend) {
    self.call = call
    self.isCopy = isCopy
    self.backend = backend
    scheduler = backend.scheduler
    lane = isCopy ? nil : scheduler.runningLane
    super.init()
  }

  // MARK: The client's side

  /// Sends a result to the client, unless the client already has one or no longer waits.
  func answer(_ outcome: consuming Outcome) {
    if state.fulfil(scheduler) { self.outcome = outcome }
  }

  /// Returns the result that the client waited for.
  ///
  /// - Throws: `.cancelled` without a result, since the client's task was cancelled.
  func take() throws(TransportError) -> APIReply {
    if let timeout { scheduler.cancel(timeout) }
    switch outcome.take() {
    case .reply(let reply): return reply
    case .unreachable: throw .unreachable
    case .timedOut: throw .timedOut
    case nil:
      state = .ended
      throw .cancelled
    }
  }

  // MARK: The steps

  override func run() { backend.inLane(self) { $0.step($1) } }

  override func timerFired(_ timer: TimerHandle) {
    if timer == timeout {
      // The client gives up; the server continues.
      answer(.timedOut)
    } else if stage == .returning, let brought = brought.take() {
      answer(brought)
    } else {
      backend.arrived(self)
    }
  }
}

extension InProcessBackend {
  // MARK: The steps of a request

  /// Sends a request to the server, unless the network loses it.
  nonisolated func send(_ request: Request) {
    scheduler.schedule(after: leg(request, number: 0), kind: .leg, lane: lane, handler: request)
  }

  /// Handles the arrival of a request at the server, or of its reply at the client.
  fileprivate nonisolated func arrived(_ request: Request) {
    guard reaches(request) else { return request.answer(.unreachable) }
    request.stage = .arrived
    scheduler.start(request, in: lane)
  }

  /// Runs a request's next step in the backend's lane.
  fileprivate func step(_ request: Request) {
    switch request.stage {
    case .arrived: receive(request)
    case .waiting:
      // Either a server has become free for the first request in the queue, or the world is closed.
      if scheduler.isShuttingDown { return refuse(request) }
      noteWait(since: request.since)
      serve(request)
    case .inService: endService(request, request.service.take())
    case .outbound, .returning: preconditionFailure("a request in transit reached the server's lane")
    }
  }

  private func receive(_ request: Request) {
    guard let admission = admit(request) else { return }
    request.admission = admission
    switch arrive() {
    case .serve: serve(request)
    case .refuse: refuse(request)
    case .wait:
      request.stage = .waiting
      request.since = scheduler.now
      waiting.wait(request)
    }
  }

  private func serve(_ request: Request) {
    guard let service = beginService(request) else { return endService(request, nil) }
    request.stage = .inService
    request.service = service
    scheduler.continue(request, after: service.time, kind: .leg)
  }
}
