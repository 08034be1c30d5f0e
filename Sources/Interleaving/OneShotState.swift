/// The progress of a value that arrives once. Separate from the value, because each use of a generic enum would
/// look up metadata.
@usableFromInline
package enum OneShotState {
  case empty
  case waiting(TimerHandle)
  case fulfilled
  case ended

  /// Records that the value has been provided.
  ///
  /// - Returns: false if it was provided before or the wait has ended without it.
  @inlinable @inline(__always)
  package mutating func fulfil(_ scheduler: Scheduler) -> Bool {
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

  /// Ends the wait without a value.
  @usableFromInline
  package mutating func end(_ scheduler: Scheduler) {
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
