/// A first-in-first-out queue of waiting tasks or handlers, such as requests that wait for a free server.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
public final class WaitLine: @unchecked Sendable {
  private let scheduler: Scheduler
  // Exclusivity checks are off: no access calls other code while it lasts.
  @exclusivity(unchecked) private var line: [TimerHandle] = []
  @exclusivity(unchecked) private var head = 0

  /// Creates an empty queue in the world that `scheduler` runs.
  public init(scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  /// The number of waiting tasks.
  public var count: Int { line.count - head }

  /// Waits at the end of the queue, even if the task is cancelled, until ``releaseFirst()`` reaches it or the world
  /// shuts down.
  @inline(never)
  public func wait() async {
    join()
    await scheduler.parking.wait()
    scheduler.noteWake()
  }

  /// Joins the queue. Never inlined, because its temporary values would become part of the waiting task's frame.
  @inline(never)
  private func join() {
    let handle = scheduler.reserve()
    line.append(handle)
    scheduler.park(at: handle, deadline: nil, kind: .leg)
  }

  /// Makes the handler's next step wait in the queue.
  package func wait(_ handler: LaneHandler) {
    line.append(scheduler.continueWhenWoken(handler))
  }

  /// Resumes the first in the queue.
  ///
  /// - Returns: false when nobody waits.
  @discardableResult
  public func releaseFirst() -> Bool {
    guard head < line.count else { return false }
    let handle = line[head]
    head &+= 1
    if head == line.count {
      line.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 1_024, head * 2 > line.count {
      line.removeFirst(head)
      head = 0
    }
    scheduler.wake(handle)
    return true
  }
}
