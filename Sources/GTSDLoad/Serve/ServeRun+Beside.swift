import Foundation
public import GTSDModel
import Synchronization

extension ServeRun {
  /// Serves a scenario's backend on a thread of its own while `body` runs, and shuts it down afterwards.
  ///
  /// - Parameters:
  ///   - scenario: the scenario with the backend.
  ///   - host: a name or address of this machine.
  ///   - port: 0 for a free one.
  ///   - body: receives the server's URL.
  /// - Throws: ``ServeFailure`` if it cannot listen, or the error of `body`.
  public static func serving<Value>(
    _ scenario: Scenario, host: String = ServeRun.standardHost, port: Int = 0,
    while body: (_ url: String) async throws -> Value
  ) async throws -> Value {
    let beside = Beside()
    let url = try await withCheckedContinuation { (started: CheckedContinuation<Result<String, ServeFailure>, Never>) in
      let thread = Thread {
        do throws(ServeFailure) {
          let server = try ServeRun(scenario: scenario, host: host, port: port)
          started.resume(returning: .success(server.url))
          server.run { beside.isOver.load(ordering: .relaxed) }
        } catch {
          started.resume(returning: .failure(error))
        }
        beside.end()
      }
      thread.stackSize = 16 << 20
      thread.start()
    }.get()
    let result: Result<Value, any Error>
    do {
      result = .success(try await body(url))
    } catch {
      result = .failure(error)
    }
    beside.isOver.store(true, ordering: .relaxed)
    await beside.awaitEnd()
    return try result.get()
  }

  /// A pair of signals by which the server's thread and its starter report to each other that they have finished.
  private final class Beside: Sendable {
    let isOver = Atomic<Bool>(false)
    private let state = Mutex<(hasEnded: Bool, waiting: CheckedContinuation<Void, Never>?)>((false, nil))

    func end() {
      let waiting = state.withLock { state in
        state.hasEnded = true
        return state.waiting
      }
      waiting?.resume()
    }

    func awaitEnd() async {
      await withCheckedContinuation { continuation in
        let hasEnded = state.withLock { state in
          if !state.hasEnded { state.waiting = continuation }
          return state.hasEnded
        }
        if hasEnded { continuation.resume() }
      }
    }
  }
}
