/// A value that is provided once. One task of a world waits for it, and any code in the world can provide it.
///
/// The wait costs no task and no allocation besides this object. Waiting ends early, with nil, when the waiting task is
/// cancelled or the world shuts down.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world, as its scheduler checks.
public final class OneShot<Value: Sendable>: WaitedForOnce, @unchecked Sendable {
  @usableFromInline package let scheduler: Scheduler
  // Exclusivity checks are off: no access calls other code while it lasts.
  @exclusivity(unchecked) @usableFromInline package var state = OneShotState.empty
  /// The value; nil until it is set.
  @exclusivity(unchecked) @usableFromInline var arrived: Value?

  /// Creates a value that is not provided yet, in the world that `scheduler` runs.
  public init(scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  /// Whether the value has arrived.
  public var isFulfilled: Bool {
    if case .fulfilled = state { true } else { false }
  }

  /// Provides the value and resumes the waiting task.
  ///
  /// - Returns: false, with no effect, if the value was provided before or the wait has ended without it.
  @inlinable @discardableResult
  public func fulfil(_ value: Value) -> Bool {
    guard state.fulfil(scheduler) else { return false }
    arrived = value
    return true
  }

  /// Takes the value after the wait; nil if the wait ended without a value.
  @inlinable
  package func take() -> Value? {
    if arrived == nil { state = .ended }
    return arrived
  }

  /// Waits for the value; at most one task may wait. Inlined, since a waiting task would otherwise keep one more frame.
  ///
  /// - Returns: the value, or nil if the calling task was cancelled or the world shut down before the value was
  ///   provided. A value that is already there is returned even to a cancelled task.
  @inlinable @inline(__always)
  public func value(isolation: isolated (any Actor)? = #isolation) async -> Value? {
    if let arrived { return arrived }
    await comes(isolation: isolation)
    return take()
  }
}

extension OneShot: TimerHandler where Value == Bool {
  /// Waits for the value for at most `nanoseconds`, after which it is false.
  @inlinable @inline(__always)
  package func value(within nanoseconds: Int64, isolation: isolated (any Actor)? = #isolation) async -> Bool? {
    let timer = scheduler.schedule(after: nanoseconds, kind: .timer, handler: self)
    if arrived == nil { await comes(isolation: isolation) }
    scheduler.cancel(timer)
    return take()
  }

  /// Ends the wait with false when its time is over.
  public func timerFired(_: TimerHandle) { fulfil(false) }
}
