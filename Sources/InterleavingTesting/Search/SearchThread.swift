import Foundation
import Interleaving
import Synchronization

/// A thread for each search. Other tests can run at the same time, and a search that never ends can be abandoned.
enum SearchThread {
  /// Runs each of its jobs on a new thread; a search is one job.
  private final class Executor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let thread = Thread { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
      thread.name = "GTSDExplore"
      // The same stack size as the main thread's.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  /// Runs code with the task-local values of the caller, by which the test framework assigns issues to a test.
  private actor Runner {
    nonisolated let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run(_ body: @Sendable () -> Void) { body() }
  }

  /// The first of two events: the end of the search, or a reason why it cannot continue.
  final class Outcome: Sendable {
    private let waiting: Mutex<UnsafeContinuation<ExplorationResult, Never>?>
    private let action = Mutex<@Sendable () -> Void>({})

    init(_ continuation: UnsafeContinuation<ExplorationResult, Never>) {
      waiting = Mutex(continuation)
    }

    /// Sets the action to run as soon as the outcome is known.
    func whenKnown(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

    var isKnown: Bool { waiting.withLock { $0 == nil } }

    func provide(_ result: ExplorationResult) {
      let continuation = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      guard let continuation else { return }
      action.withLock { $0 }()
      continuation.resume(returning: result)
    }
  }

  /// Starts a thread for jobs that may be interrupted, with the task-local values of the caller.
  static func start(_ worker: Worker) {
    Task { await Runner().run { worker.serve() } }
  }

  /// Starts a worker's thread in a copy of the process, where only the world runs tasks.
  static func startAlone(_ worker: Worker) {
    Thread { worker.serve() }.start()
  }

  /// Searches on a new thread.
  static func search(_ settings: ExplorationSettings, _ body: @escaping CodeSearch.Body) async -> ExplorationResult {
    let heartbeat = Heartbeat()
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let outcome = Outcome(continuation)
        let search = CodeSearch(
          settings, heartbeat,
          stopped: { findings in
            var result = ExplorationResult()
            result.findings = findings
            outcome.provide(result)
          }, goOn: { search in Task { await Runner().run { outcome.provide(search.goOnAfterCrash()) } } }, body: body)
        outcome.whenKnown { search.turn.giveBack() }
        watch(search, outcome, beats: -1, since: 0)
        Task { await Runner().run { outcome.provide(search.search()) } }
      }
    } onCancel: {
      // For example by a time limit of the test.
      heartbeat.end()
    }
  }
}
