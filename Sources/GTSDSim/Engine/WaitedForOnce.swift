/// How far a value that arrives once has come. Apart from the value: as a generic enum, each use would look up metadata.
enum OneShotState {
  case empty
  case waiting(TimerHandle)
  case fulfilled
  case ended

  /// The value has come.
  ///
  /// - Returns: false when it had come before or the wait has ended without it.
  @inline(__always)
  mutating func fulfil(_ scheduler: Scheduler) -> Bool {
    switch self {
    case .empty:
      self = .fulfilled
      return true
    case .waiting(let handle):
      self = .fulfilled
      scheduler.wake(handle)
      return true
    case .fulfilled, .ended:
      return false
    }
  }

  /// The wait ends without a value.
  mutating func end(_ scheduler: Scheduler) {
    switch self {
    case .empty:
      self = .ended
    case .waiting(let handle):
      self = .ended
      scheduler.wake(handle)
    case .fulfilled, .ended:
      break
    }
  }
}

/// Something that one task waits for, once.
protocol WaitedForOnce: AnyObject, Sendable {
  var scheduler: Scheduler { get }
  /// Its access calls nobody who would access it.
  var state: OneShotState { get set }
}

extension WaitedForOnce {
  // Inlined, since a task that waits would keep one frame more.

  /// Waits until it has come, or the calling task was cancelled or the world shut down before.
  @inline(__always)
  func comes(isolation: isolated (any Actor)?) async {
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
