/// One call between client and server: the client waits for its answer, the server provides it.
///
/// It is waited for as a ``OneShot`` is, but is none: a generic object for each call would look up metadata as it is made
/// and let go.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
class Exchange: LaneHandler, WaitedForOnce, @unchecked Sendable {
  /// What the client is resumed with.
  enum Outcome: Sendable {
    case reply(APIReply)
    case unreachable
    case timedOut
  }

  let call: APICall
  /// Whether this is a second delivery, whose answer goes nowhere.
  let isCopy: Bool
  /// Where the client waits.
  let lane: Lane?
  let scheduler: Scheduler
  // Exclusivity checks are off: no access calls out while it lasts.
  @exclusivity(unchecked) var state = OneShotState.empty
  @exclusivity(unchecked) private var outcome: Outcome?

  init(call: APICall, isCopy: Bool, scheduler: Scheduler) {
    self.call = call
    self.isCopy = isCopy
    self.scheduler = scheduler
    lane = isCopy ? nil : scheduler.runningLane
    super.init()
  }

  /// Answers the client, unless it was answered before or waits no longer.
  func answer(_ outcome: consuming Outcome) {
    if state.fulfil(scheduler) { self.outcome = outcome }
  }

  /// The client gives up; the server goes on.
  override func timerFired(_ timer: TimerHandle) {
    answer(.timedOut)
  }

  /// What the client gets of the answer that it has waited for; none means that its task was cancelled.
  func take() -> Result<APIReply, TransportError> {
    switch outcome.take() {
    case .reply(let reply): return .success(reply)
    case .unreachable: return .failure(.unreachable)
    case .timedOut: return .failure(.timedOut)
    case nil:
      state = .ended
      return .failure(.cancelled)
    }
  }
}
