import Foundation

/// Runs what mostly waits for sockets, and for time to pass, on a thread of its own: on one of the few threads on which all
/// tests run, a processor would have nothing to do meanwhile. It must expect nothing: it runs in no test.
package func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: .init(catching: body)) }
    thread.stackSize = 8 << 20
    thread.start()
  }
}
