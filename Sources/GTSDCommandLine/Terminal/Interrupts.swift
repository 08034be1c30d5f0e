import Dispatch
import Foundation
import Synchronization

/// Turns the first interrupt into a request to stop, and ends the process at the second.
package final class Interrupts: Sendable {
  private let requested = Atomic<Bool>(false)
  /// Whether signals are handled. False for one of several pieces of work in a process.
  package let takesSignals: Bool

  package init(takesSignals: Bool = true) { self.takesSignals = takesSignals }

  /// Whether a stop was requested.
  package var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Whether the results are no longer needed: a stop was requested for one of several pieces of work in a process.
  package var isAbandoned: Bool { !takesSignals && isRequested }

  /// Requests that the command stops.
  package func request() {
    if requested.exchange(true, ordering: .relaxed), takesSignals { TerminalInfo.quit(ExitCode.interrupted.rawValue) }
  }

  /// The signals that end a run early: an interrupt, a request to end, and the end of the terminal or connection.
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Runs `body` while watching for signals that request the end.
  package func watching<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard takesSignals else { return try body() }
    let watched = Self.watched { signal($0, SIG_IGN) }
    let sources = watched.map { number in
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
      for number in watched { signal(number, SIG_DFL) }
    }
    return try body()
  }

  /// The signals to handle. `replace` installs another handler and returns the former one.
  package static func watched(replacing replace: (Int32) -> (@convention(c) (Int32) -> Void)?) -> [Int32] {
    numbers.filter { number in
      let wasIgnored = isIgnored(replace(number))
      // Who starts a command with `nohup` wants it to outlive the terminal. A shell that starts one in the background
      // has it ignore SIGINT, but may send it all the same.
      return number != SIGHUP || !wasIgnored
    }
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    // The constant is a number in the place of a function; both are as wide as an address. It is looked at here and kept
    // nowhere: no function lies at address 1, so a generic optional around it (an iterator's next element) reads as none.
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
