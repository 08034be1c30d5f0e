/// What makes a world's time pass and decides what happens next in it.
enum SchedulerDriver {
  /// Jobs run first in, first out, and virtual time jumps to what is due next. The fast one.
  case inOrder
  /// A policy picks among everything that could happen next.
  case search(SearchQueue)
  /// As in order, but time is the clock's, and what is outside the world gets its turns.
  case wallClock(any WallClock)
  /// The system's executors run the jobs, in real time.
  case realExecutors(RealExecutors)
}
