/// A timer handler that calls a closure.
private final class ClosureHandler: TimerHandler {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  func timerFired(_: TimerHandle) { body() }
}

extension Scheduler {
  /// Calls `handler` after `nanoseconds` of virtual time. Uses no task and, once the world has as many timers as it
  /// ever will, allocates nothing.
  ///
  /// The handler is kept alive until the timer has fired or was cancelled, and is never told during a shutdown. `lane`
  /// says in which lane the handler's effect will be, for a policy that cares who races with whom.
  @discardableResult
  public func schedule(
    after nanoseconds: Int64, kind: SleepKind, lane: Lane? = nil, handler: any TimerHandler
  ) -> TimerHandle {
    let handle = reserve()
    park(handler, at: handle, deadline: deadline(after: nanoseconds), kind: kind, lane: lane)
    return handle
  }

  /// Runs `body` on the world's thread, outside every actor, after `nanoseconds` of virtual time. `lane` has the same
  /// meaning as above.
  @discardableResult
  public func schedule(
    after nanoseconds: Int64, kind: SleepKind, lane: Lane? = nil, _ body: @escaping () -> Void
  ) -> TimerHandle {
    schedule(after: nanoseconds, kind: kind, lane: lane, handler: ClosureHandler(body))
  }

  /// Cancels a timer and releases its handler at once.
  ///
  /// - Returns: false when it has fired or was cancelled before.
  @discardableResult
  public func cancel(_ handle: TimerHandle) -> Bool {
    guard unlink(handle) else { return false }
    wheel.free(handle.index)
    return true
  }
}
