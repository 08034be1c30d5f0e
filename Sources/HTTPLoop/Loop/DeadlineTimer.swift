/// A deadline that can be moved any number of times; moving it later costs next to nothing, which is what a time-out
/// does with every request.
package final class DeadlineTimer {
  weak var handler: (any DeadlineHandler)?
  /// The time at which the timer fires; `Int64.max` for never.
  package internal(set) var deadline = Int64.max
  /// The earliest entry of the queue that stands for it; `Int64.max` for none. Only `DeadlineHeap` sets this and the
  /// deadline.
  var queuedFor = Int64.max

  /// A timer that is not set and tells nobody yet.
  init() {}

  /// A timer that is not set. It does not keep its handler alive.
  package init(handler: any DeadlineHandler) {
    self.handler = handler
  }
}
