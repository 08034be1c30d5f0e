/// A value that one task waits for, once.
@usableFromInline
package protocol WaitedForOnce: AnyObject, Sendable {
  var scheduler: Scheduler { get }
  /// The state. Its accessors must not call code that accesses it.
  var state: OneShotState { get set }
}

extension WaitedForOnce {
  // Inlined, since a waiting task would otherwise keep one more frame.

  /// Waits until the value is provided, the calling task is cancelled, or the world shuts down.
  @inlinable @inline(__always)
  package func comes(isolation: isolated (any Actor)?) async {
    if let scope = scheduler.currentScope?.takeUnretainedValue() {
      if begins(in: scope) { await scheduler.parking.wait() }
      hasCome(to: scope)
      return scheduler.noteWake()
    }
    let handle = scheduler.reserve()
    await withTaskCancellationHandler {
      // Capturing it keeps this closure in the caller's lane.
      _ = isolation
      switch state {
      case .empty:
        state = .waiting(handle)
        scheduler.park(at: handle, deadline: nil, kind: .leg)
        await scheduler.parking.wait()
      case .ended:
        scheduler.cancel(handle)
      case .waiting, .fulfilled:
        preconditionFailure("a second task waits for one value, which is \(state)")
      }
    } onCancel: {
      state.end(scheduler)
    }
    scheduler.noteWake()
  }
}
