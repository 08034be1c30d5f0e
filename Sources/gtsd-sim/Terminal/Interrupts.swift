import Dispatch
import Foundation
import Synchronization

/// Turns the first interrupt into a request to stop, and the second into the end.
final class Interrupts: Sendable {
  private let requested = Atomic<Bool>(false)

  /// Whether somebody asked to stop.
  var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Asks to stop.
  func request() {
    if requested.exchange(true, ordering: .relaxed) { TerminalInfo.quit(ExitCode.interrupted.rawValue) }
  }

  /// Watches SIGINT and SIGTERM for as long as `body` runs.
  func watching<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable [self] in request() }
      // Sources register asynchronously; a signal before that would be lost.
      let registered = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { @Sendable in registered.signal() }
      source.resume()
      registered.wait()
      return source
    }
    defer {
      sources.forEach { $0.cancel() }
      [SIGINT, SIGTERM].forEach { signal($0, SIG_DFL) }
    }
    return try body()
  }
}
