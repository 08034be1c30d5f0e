import Foundation
import Synchronization

/// The number of events of a log that are kept in memory, and the folder of the files for the others.
package struct LogMemory: Sendable {
  /// The greatest number of events in memory.
  package var events: Int
  /// The folder of temporary files.
  package var folder: String
  /// Whether the folder was named, rather than that of temporary files.
  private let isNamed: Bool
  private let failed = FirstFailure()

  /// Creates a limit.
  ///
  /// - Parameter folder: the folder of temporary files; nil for that of `TMPDIR`, or `/tmp`.
  package init(events: Int = 2_000_000, folder: String? = nil) {
    precondition(events > 0, "a log needs room for an event")
    self.events = events
    isNamed = folder != nil
    self.folder = folder ?? ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// Memory for any number of events.
  package static var unlimited: LogMemory { LogMemory(events: .max) }

  /// The reason why a file could not be written or read, with the remedy; nil if all could. The log then lacks events.
  package var failure: String? { failed.text.withLock { $0 } }

  /// Notes that a system call failed.
  func fail(_ code: Int32) {
    failed.text.withLock { text in
      text =
        text
        ?? "\(folder): \(String(cString: strerror(code))): events beyond the first \(events) are kept in files of this folder, about "
        + "100 bytes for each event; free some space, or name another folder in \(isNamed ? "--checkpoint" : "TMPDIR")"
    }
  }

  private final class FirstFailure: Sendable {
    let text = Mutex<String?>(nil)
  }
}
