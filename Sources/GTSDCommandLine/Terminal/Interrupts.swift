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
      // Signal sources register asynchronously; an earlier signal would be lost.
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
      // A command that is started with `nohup` must survive the end of the terminal. A shell that starts a command in
      // the background makes it ignore SIGINT, but may still send SIGINT.
      return number != SIGHUP || !wasIgnored
    }
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    // The C constant is a number cast to a function pointer of the same width. It is only compared and never stored,
    // since no function has the address 1: a generic optional that contains it, such as an iterator's next element,
    // would read as nil.
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
