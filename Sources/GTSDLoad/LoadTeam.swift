import Dispatch
import Synchronization

/// The threads of a load run, as seen from the thread that started them.
final class LoadTeam: Sendable {
  private struct State {
    var workers: [LoadWorker?]
    var failure: LoadFailure?
    var folds: [LoadFold?]
    var isNew = false
    var results: [LoadTally?]
    var begin: Int64?
    var isEnding = false
  }

  private let size: Int
  private let state: Mutex<State>
  private let ready = DispatchSemaphore(value: 0)
  private let start = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(size: Int) {
    self.size = size
    state = Mutex(
      State(
        workers: Array(repeating: nil, count: size), folds: Array(repeating: nil, count: size),
        results: Array(repeating: nil, count: size)))
  }

  // MARK: Calls of a worker

  /// Runs a worker on its thread.
  func work(_ index: Int, _ make: () throws(LoadFailure) -> LoadWorker) {
    do throws(LoadFailure) {
      let worker = try make()
      // A worker that is asked to end while it prepares stops there.
      state.withLock { $0.workers[index] = worker }
      try worker.prepare()
      ready.signal()
      start.wait()
      // A worker that was already asked to end notices it in its loop, and passes on its measurements.
      if let instant = state.withLock({ $0.begin }) {
        let result = worker.run(from: instant)
        state.withLock {
          $0.results[index] = result
          $0.workers[index] = nil
        }
      }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
      ready.signal()
      start.wait()
    }
    ended.signal()
  }

  /// Publishes a worker's measurements so far.
  func publish(_ fold: LoadFold, of index: Int) {
    state.withLock {
      $0.folds[index] = fold
      $0.isNew = true
    }
  }

  // MARK: Calls of the starting thread

  /// Waits until every worker is ready to begin.
  ///
  /// - Throws: the failure of the first worker that cannot begin. All threads have then ended.
  /// - Parameter isCancelled: called ten times a second; returns whether to end early.
  func awaitWorkers(isCancelled: () -> Bool) throws(LoadFailure) {
    for _ in 0..<size {
      while ready.wait(timeout: .now() + 0.1) == .timedOut { if isCancelled() { end(abandons: true) } }
    }
    guard let failure = state.withLock({ $0.failure }) else { return }
    for _ in 0..<size { start.signal() }
    for _ in 0..<size { ended.wait() }
    throw failure
  }

  func begin(at instant: Int64) {
    state.withLock { $0.begin = instant }
    for _ in 0..<size { start.signal() }
  }

  /// Asks every worker to end.
  ///
  /// - Parameter abandons: whether the caller waits, so that requests in progress get little time.
  func end(abandons: Bool) {
    let workers = state.withLock {
      $0.isEnding = true
      return $0.workers
    }
    for worker in workers { worker?.requestEnd(abandons: abandons) }
  }

  /// Waits for at most this many seconds. Returns true once every worker has ended.
  func awaitEnd(for seconds: Double) -> Bool {
    let limit = DispatchTime.now() + seconds
    while endedCount.load(ordering: .relaxed) < size {
      guard ended.wait(timeout: limit) == .success else { return false }
      endedCount.add(1, ordering: .relaxed)
    }
    return true
  }

  private let endedCount = Atomic<Int>(0)

  /// The measurements of all workers so far; nil until every worker has published new ones.
  func news() -> LoadFold? {
    state.withLock { state in
      guard state.isNew else { return nil }
      state.isNew = false
      return state.folds.compactMap(\.self).reduce(nil as LoadFold?) { total, fold in
        guard var total else { return fold }
        total.merge(fold)
        return total
      }
    }
  }

  /// The measurements of all workers, once they have ended.
  func result() -> LoadTally {
    let results = state.withLock { $0.results }.compactMap(\.self)
    guard var total = results.first else { preconditionFailure("no worker ran") }
    for result in results.dropFirst() { total.merge(result) }
    return total
  }
}
