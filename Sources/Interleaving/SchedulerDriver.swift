/// The mode of advancing time and choosing the next event.
enum SchedulerDriver {
  /// Jobs run first in, first out, and virtual time jumps to the next deadline. The fastest mode.
  case inOrder
  /// A policy picks among all possible next events.
  case search(SearchQueue)
  /// Like in-order, but time follows the clock, and code outside the world runs in between.
  case wallClock(any WallClock)
  /// The system's executors run the jobs, in real time.
  case realExecutors(RealExecutors)
}
