import CInterpose
import Synchronization

/// A sign of life of the thread that runs worlds, for a thread that watches whether it hangs.
final class Heartbeat: Sendable {
  private let count = Atomic<Int>(0)
  private let hasWaited = Atomic<Bool>(false)
  private let isEnding = Atomic<Bool>(false)
  private let isWaiting = Atomic<Bool>(false)
  private let thread = Atomic<UInt>(0)
  private let warnings = Mutex<Set<String>>([])
  /// The number of the search.
  let search = ForeignJobs.newSearch()

  /// Records that a job begins.
  @inline(__always)
  func beat() {
    count.store(count.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// Records whether the search waits for other searches.
  func waits(_ waits: Bool) {
    beat()
    isWaiting.store(waits, ordering: .relaxed)
  }

  /// Whether the search waits, so that no heartbeat is expected.
  var waitsForOthers: Bool { isWaiting.load(ordering: .relaxed) }

  /// Whether to wait for threads outside the world; true only at the first call.
  func mayWait() -> Bool {
    !hasWaited.exchange(true, ordering: .relaxed)
  }

  /// Records that there are no threads outside the world, as in a copy of the process.
  func isAlone() { hasWaited.store(true, ordering: .relaxed) }

  /// Records that the search begins on the calling thread.
  func begin() {
    thread.store(UInt(capture_thread_to_hold()), ordering: .relaxed)
  }

  /// Records the thread on which the code under test now runs.
  func runs(on thread: UInt) { self.thread.store(thread, ordering: .relaxed) }

  /// Stops the thread of the search for good, if it is in a loop of the code under test.
  func holdThread() {
    _ = capture_hold_thread(uintptr_t(thread.load(ordering: .relaxed)))
  }

  /// Whether the runtime gives this warning for the first time in the search.
  func isNew(warning: String) -> Bool { warnings.withLock { $0.insert(warning).inserted } }

  /// Asks the search to end early.
  func end() { isEnding.store(true, ordering: .relaxed) }

  /// Whether the search is to end early.
  var endsEarly: Bool { isEnding.load(ordering: .relaxed) }

  /// The number of jobs begun so far.
  var beats: Int { count.load(ordering: .relaxed) }
}
