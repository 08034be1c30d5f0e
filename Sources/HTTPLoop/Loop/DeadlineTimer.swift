/// A deadline that can be moved any number of times. Moving it later costs next to nothing, as a time-out does with
/// every request.
package final class DeadlineTimer {
  weak var handler: (any DeadlineHandler)?
  /// The time at which the timer fires; `Int64.max` for never.
  package internal(set) var deadline = Int64.max
  /// The time of the earliest entry of the queue for this timer; `Int64.max` for none. Only `DeadlineHeap` sets this
  /// and the deadline.
  var queuedFor = Int64.max

  /// Creates a timer that is not set and has no handler yet.
  init() {}

  /// Creates a timer that is not set. It does not keep its handler alive.
  package init(handler: any DeadlineHandler) {
    self.handler = handler
  }
}
