import Foundation

/// Runs code that mostly waits for sockets or time on a separate thread, so that it blocks none of the few threads on
/// which all tests run. The code must contain no expectations, since it runs outside any test.
package func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: .init(catching: body)) }
    thread.stackSize = 8 << 20
    thread.start()
  }
}
