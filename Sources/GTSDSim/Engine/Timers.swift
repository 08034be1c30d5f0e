/// Something that wants to be told when a time has come.
public protocol TimerHandler: AnyObject {
  /// The time has come: called on the world's thread between two jobs, outside every actor.
  func timerFired()
}

/// Names one timer of one world, to cancel it; stays valid, and harmless, after the timer has fired.
public struct TimerHandle: Hashable, Sendable {
  let index: UInt32
  let ticket: UInt64
}

/// A closure as a handler.
private final class ClosureHandler: TimerHandler {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  func timerFired() { body() }
}

extension Scheduler {
  /// Tells `handler` once so many nanoseconds of virtual time have passed. Takes no task and, once the world has as many
  /// timers as it ever will, no memory.
  ///
  /// The handler is kept alive until the timer has fired or was cancelled, and is never told during a shutdown.
  @discardableResult
  public func schedule(after nanoseconds: Int64, kind: SleepKind, handler: any TimerHandler) -> TimerHandle {
    let handle = reserve()
    park(handler, at: handle, deadline: deadline(after: nanoseconds), kind: kind)
    return handle
  }

  /// Runs `body` on the world's thread, outside every actor, once so many nanoseconds of virtual time have passed.
  @discardableResult
  public func schedule(after nanoseconds: Int64, kind: SleepKind, _ body: @escaping () -> Void) -> TimerHandle {
    schedule(after: nanoseconds, kind: kind, handler: ClosureHandler(body))
  }

  /// Cancels a timer and frees what it held at once.
  ///
  /// - Returns: false when it has fired or was cancelled before.
  @discardableResult
  public func cancel(_ handle: TimerHandle) -> Bool {
    guard unlink(handle) else { return false }
    lot.free(handle.index)
    return true
  }
}
