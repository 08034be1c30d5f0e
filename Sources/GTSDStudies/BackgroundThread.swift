import Foundation
import Synchronization

/// Runs blocking work on a separate thread for callers in Swift concurrency, so that no thread of its pool waits.
package enum BackgroundThread {
  /// Runs `work` to its end.
  ///
  /// - Parameter work: receives a function that returns whether the calling task was cancelled, and must then end soon.
  package static func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let cancellation = Cancellation()
    let result: Result<Value, Failure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let thread = Thread {
          let result: Result<Value, Failure>
          do throws(Failure) {
            result = .success(try work { cancellation.isRequested.load(ordering: .relaxed) })
          } catch {
            result = .failure(error)
          }
          continuation.resume(returning: result)
        }
        thread.stackSize = 16 << 20
        thread.start()
      }
    } onCancel: {
      cancellation.isRequested.store(true, ordering: .relaxed)
    }
    return try result.get()
  }

  private final class Cancellation: Sendable {
    let isRequested = Atomic<Bool>(false)
  }
}
