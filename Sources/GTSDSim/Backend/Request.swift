/// One request from the client's sending it to the client's having the reply. It does one thing at a time: it travels,
/// waits, is served, or its reply travels.
///
/// `@unchecked Sendable`: as any handler in a lane.
final class Request: Exchange, @unchecked Sendable {
  // What a stage knows stands beside it: as its payload it would be copied at each step.
  enum Stage { case outbound, arrived, waiting, inService, returning }

  private let backend: InProcessBackend
  // Exclusivity checks are off: no access calls out while it lasts.
  @exclusivity(unchecked) var stage = Stage.outbound
  /// Whether the reply is lost on its way.
  @exclusivity(unchecked) var losesReply = false
  @exclusivity(unchecked) var admission = InProcessBackend.Admission()
  /// Since when it waits for a server, nanoseconds.
  @exclusivity(unchecked) var since: Int64 = 0
  @exclusivity(unchecked) var service: InProcessBackend.Service?
  /// What is on its way to the client.
  @exclusivity(unchecked) var brought: Outcome?
  /// The client's patience, a timer of this as the ways are.
  @exclusivity(unchecked) var timeout: TimerHandle?

  init(call: APICall, isCopy: Bool, backend: InProcessBackend) {
    self.backend = backend
    super.init(call: call, isCopy: isCopy, scheduler: backend.scheduler)
  }

  override func run() {
    // The cast drops `isolated`, as `assumeIsolated` does, which asks the runtime for 1,000 instructions. It is guarded by the
    // scheduler, which calls this in the lane that the backend named alone.
    assert(backend.scheduler.runningLane === backend.lane)
    typealias Isolated = (isolated InProcessBackend, Request) -> Void
    typealias Free = (InProcessBackend, Request) -> Void
    let step = unsafeBitCast(InProcessBackend.step as Isolated, to: Free.self)
    step(backend, self)
  }

  override func timerFired(_ timer: TimerHandle) {
    if timer == timeout { return super.timerFired(timer) }
    if stage == .returning, let brought = brought.take() { answer(brought) } else { backend.arrived(self) }
  }
}
