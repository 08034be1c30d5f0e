/// The mode of advancing time and choosing the next event.
enum SchedulerDriver {
  /// Jobs run first in, first out, and virtual time jumps to what is due next. The fast one.
  case inOrder
  /// A policy picks among everything that could happen next.
  case search(SearchQueue)
  /// Like in-order, but time follows the clock, and code outside the world gets its turns.
  case wallClock(any WallClock)
  /// The system's executors run the jobs, in real time.
  case realExecutors(RealExecutors)
}
