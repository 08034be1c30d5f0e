/// A ``OneShot`` of a truth value: one that is generic would look up metadata whenever it is let go.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world, as its scheduler checks.
package final class TruthShot: WaitedForOnce, TimerHandler, @unchecked Sendable {
  package let scheduler: Scheduler
  // Exclusivity checks are off: no access calls out while it lasts.
  @exclusivity(unchecked) package var state = OneShotState.empty
  @exclusivity(unchecked) private var arrived: Bool?

  package init(scheduler: Scheduler) { self.scheduler = scheduler }

  /// Provides the value and lets the waiting task go on.
  ///
  /// - Returns: false, and nothing happens, when it was provided before or the wait has ended without it.
  @discardableResult
  package func fulfil(_ value: Bool) -> Bool {
    guard state.fulfil(scheduler) else { return false }
    arrived = value
    return true
  }

  /// The value that was waited for, or nil when the wait has ended without it.
  func take() -> Bool? {
    if arrived == nil { state = .ended }
    return arrived
  }

  /// Waits for the value, as for that of any other.
  @inline(__always)
  package func value(isolation: isolated (any Actor)? = #isolation) async -> Bool? {
    if let arrived { return arrived }
    await comes(isolation: isolation)
    return take()
  }

  /// Waits for the value for so many nanoseconds at most, after which it is false.
  @inline(__always)
  package func value(within nanoseconds: Int64, isolation: isolated (any Actor)? = #isolation) async -> Bool? {
    let timer = scheduler.schedule(after: nanoseconds, kind: .timer, handler: self)
    if arrived == nil { await comes(isolation: isolation) }
    scheduler.cancel(timer)
    return take()
  }

  /// The time to wait is over.
  package func timerFired(_: TimerHandle) { fulfil(false) }
}
