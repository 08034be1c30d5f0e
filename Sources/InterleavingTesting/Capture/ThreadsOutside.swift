import Interleaving
import Synchronization

/// The communication between a world and threads that it does not control.
///
/// `@unchecked Sendable`: touched only on the world's thread, except arrivals, which are behind a lock.
final class ThreadsOutside: @unchecked Sendable {
  private let arrivals = Guarded<[ForeignJobs.Arrival]>([])
  private let resumes = Guarded<[UInt64]>([])
  private let isWaitedFor = Atomic<Bool>(false)
  /// The first function by which a thread outside was woken.
  private var waker: UnsafePointer<CChar>?
  /// The number of pending signals of each semaphore.
  private var semaphores: [UnsafeMutableRawPointer: Int] = [:]

  /// Resets the state for a new schedule.
  func reset() {
    waker = nil
    semaphores.removeAll()
  }

  // MARK: Calls from outside threads

  var hasArrivals: Bool { isWaitedFor.load(ordering: .relaxed) }

  /// Takes a job from a thread outside, on that thread.
  func arrived(_ arrival: ForeignJobs.Arrival) {
    arrivals.withLock { $0.append(arrival) }
    isWaitedFor.store(true, ordering: .relaxed)
  }

  /// Records the number of a task whose continuation a thread outside resumes, on that thread.
  func resumed(_ task: UInt64) {
    resumes.withLock { $0.append(task) }
    isWaitedFor.store(true, ordering: .relaxed)
  }

  /// Returns the tasks that threads outside have resumed since the last call.
  func takeResumes() -> [UInt64] {
    resumes.withLock { resumes in
      defer { resumes = [] }
      return resumes
    }
  }

  /// Returns the jobs that have arrived from other threads since the last call.
  func takeArrivals() -> [ForeignJobs.Arrival] {
    isWaitedFor.store(false, ordering: .relaxed)
    return arrivals.withLock { arrivals in
      defer { arrivals = [] }
      return arrivals
    }
  }

  // MARK: Signals to outside threads

  func woke(by what: UnsafePointer<CChar>) { waker = waker ?? what }

  func counted(_ semaphore: UnsafeMutableRawPointer, by change: Int) { semaphores[semaphore, default: 0] += change }

  /// The function by which the code has woken an outside thread; nil if it has woken none. Such a thread may run at any
  /// time.
  var wokenBy: String? {
    if let waker { return String(cString: waker) }
    return semaphores.values.contains { $0 > 0 } ? "a semaphore" : nil
  }
}
