/// A ``OneShot`` of a Boolean. Releasing a generic one would look up metadata.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world, as its scheduler checks.
@usableFromInline package final class TruthShot: WaitedForOnce, TimerHandler, @unchecked Sendable {
  @usableFromInline package let scheduler: Scheduler
  // Exclusivity checks are off: no access calls other code while it lasts.
  @exclusivity(unchecked) @usableFromInline package var state = OneShotState.empty
  @exclusivity(unchecked) @usableFromInline var arrived: Bool?

  package init(scheduler: Scheduler) { self.scheduler = scheduler }

  /// Provides the value and resumes the waiting task.
  ///
  /// - Returns: false, with no effect, if the value was provided before or the wait has ended without it.
  @discardableResult
  package func fulfil(_ value: Bool) -> Bool {
    guard state.fulfil(scheduler) else { return false }
    arrived = value
    return true
  }

  /// Takes the value; nil if the wait ended without one.
  @usableFromInline
  func take() -> Bool? {
    if arrived == nil { state = .ended }
    return arrived
  }

  /// Waits for the value, as ``OneShot`` does.
  @inlinable @inline(__always)
  package func value(isolation: isolated (any Actor)? = #isolation) async -> Bool? {
    if let arrived { return arrived }
    await comes(isolation: isolation)
    return take()
  }

  /// Waits for the value for at most `nanoseconds`, after which it is false.
  @inlinable @inline(__always)
  package func value(within nanoseconds: Int64, isolation: isolated (any Actor)? = #isolation) async -> Bool? {
    let timer = scheduler.schedule(after: nanoseconds, kind: .timer, handler: self)
    if arrived == nil { await comes(isolation: isolation) }
    scheduler.cancel(timer)
    return take()
  }

  /// Ends the wait with false when its time is over.
  @usableFromInline
  package func timerFired(_: TimerHandle) { fulfil(false) }
}
