/// A timer handler that calls a closure.
private final class ClosureHandler: TimerHandler {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  func timerFired(_: TimerHandle) { body() }
}

extension Scheduler {
  /// Calls `handler` after `nanoseconds` of virtual time. Uses no task and, once the world has reached its largest
  /// number of timers, allocates nothing.
  ///
  /// The handler is kept alive until the timer has fired or was cancelled. It is not called during a shutdown. `lane`
  /// is the lane in which the handler's effect will be, for a policy that needs to know which events race.
  @discardableResult
  public func schedule(
    after nanoseconds: Int64, kind: SleepKind, lane: Lane? = nil, handler: any TimerHandler
  ) -> TimerHandle {
    let handle = reserve()
    park(handler, at: handle, deadline: deadline(after: nanoseconds), kind: kind, lane: lane)
    return handle
  }

  /// Runs `body` on the world's thread, outside every actor, after `nanoseconds` of virtual time. `lane` is the lane in
  /// which its effect will be.
  @discardableResult
  public func schedule(
    after nanoseconds: Int64, kind: SleepKind, lane: Lane? = nil, _ body: @escaping () -> Void
  ) -> TimerHandle {
    schedule(after: nanoseconds, kind: kind, lane: lane, handler: ClosureHandler(body))
  }

  /// Cancels a timer and releases its handler immediately.
  ///
  /// - Returns: false if it has already fired or was cancelled before.
  @discardableResult
  public func cancel(_ handle: TimerHandle) -> Bool {
    guard unlink(handle) else { return false }
    wheel.free(handle.index)
    return true
  }
}
