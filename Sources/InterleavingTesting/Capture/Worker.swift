import CInterpose
import Dispatch

/// A thread that runs interruptible jobs. Only one thread of a world runs at a time.
///
/// `@unchecked Sendable`: handed from thread to thread by semaphores.
final class Worker: @unchecked Sendable {
  /// The state of the worker's job when another thread runs.
  enum Report {
    case ended
    /// The job was interrupted at a branch.
    case handedOver(edge: UInt64)
    case waits(capture_lock)
  }

  private let go = DispatchSemaphore(value: 0)
  private let reported = DispatchSemaphore(value: 0)
  private var work: (() -> Void)?
  private var report = Report.ended
  private var isUsable = false
  /// The identity of the thread, used to stop it if its job never ends.
  private(set) var thread: UInt = 0

  /// Runs jobs on the worker's thread until it is dismissed.
  func serve() {
    thread = UInt(capture_thread_to_hold())
    capture_set_runs_worlds(true)
    isUsable = capture_begin_worker()
    send(.ended)
    while isUsable {
      go.wait()
      guard let work else { return capture_end_worker() }
      work()
      self.work = nil
      send(.ended)
    }
  }

  /// Waits until its thread is ready.
  ///
  /// - Returns: false if there are too many threads.
  func begin() -> Bool {
    reported.wait()
    return isUsable
  }

  private func send(_ report: Report) {
    self.report = report
    reported.signal()
  }

  /// Stops the worker's thread within a job, so that another thread runs until it is resumed.
  func pause(_ report: Report) {
    send(report)
    go.wait()
  }

  /// Runs a job on its thread, up to its end or where it is interrupted.
  func run(_ work: @escaping () -> Void) -> Report {
    self.work = work
    return goOn()
  }

  /// Resumes the worker's job.
  func goOn() -> Report {
    go.signal()
    reported.wait()
    return report
  }

  /// Ends its thread, which has no job.
  func dismiss() { go.signal() }
}

/// The idle threads of a search.
///
/// `@unchecked Sendable`: touched by one thread of its search at a time.
final class Workers: @unchecked Sendable {
  private var free: [Worker] = []
  /// Starts a thread that serves a worker.
  private let start: (Worker) -> Void

  init(start: @escaping (Worker) -> Void) { self.start = start }

  /// A worker for a job that may be interrupted; nil if there are too many already.
  func take() -> Worker? {
    if let worker = free.popLast() { return worker }
    let worker = Worker()
    start(worker)
    return worker.begin() ? worker : nil
  }

  func giveBack(_ worker: Worker) { free.append(worker) }

  /// Ends all workers that have no job.
  func dismiss() {
    free.forEach { $0.dismiss() }
    free = []
  }
}
