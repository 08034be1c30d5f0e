import Documents
import Foundation
import Synchronization

/// The file of analytics events. It has a temporary name during the run, and is renamed at the end. A device or pipe
/// receives the events at once.
///
/// After the first failed write nothing more is written, and ``hasFailed`` asks the run to end.
package final class EventsFile: Sendable {
  private enum Place: Sendable {
    case standardOutput
    case stream(Int32)
    /// A file, at the path that remains after following all links.
    case file(String)
  }

  private struct State {
    var file: AtomicFile?
    var failure: CommandFailure?
  }

  private let path: String
  private let console: Console
  private let place: Place
  private let state: Mutex<State>
  private let failed = Atomic<Bool>(false)

  package init(_ path: String, console: Console) throws(CommandFailure) {
    self.path = path
    self.console = console
    var file: AtomicFile?
    do throws(FileFailure) {
      switch path == "-" ? nil : OutputPlace(path) {
      case nil: place = .standardOutput
      case .file(let target):
        place = .file(target)
        file = try AtomicFile(target, name: path, calls: console.files.calls)
      case .stream:
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(path: path, errno: errno) }
        place = .stream(descriptor)
      case .directory: throw FileFailure(path: path, errno: EISDIR)
      case .loop: throw FileFailure(path: path, errno: ELOOP)
      }
    } catch {
      throw CommandFailure(error)
    }
    let opened = State(file: file)
    state = Mutex(opened)
  }

  deinit {
    if case .stream(let descriptor) = place { Foundation.close(descriptor) }
  }

  /// Whether a write failed, after which the run has nowhere to write to.
  package var hasFailed: Bool { failed.load(ordering: .relaxed) }

  /// Appends lines, in order; called by one thread at a time.
  package func append(_ lines: [UInt8]) {
    guard !hasFailed else { return }
    state.withLock { state in
      do throws(FileFailure) {
        try write(lines, state.file)
      } catch {
        state.failure = CommandFailure(error)
        failed.store(true, ordering: .relaxed)
      }
    }
  }

  private func write(_ lines: [UInt8], _ file: AtomicFile?) throws(FileFailure) {
    switch place {
    case .standardOutput:
      let code = console.writeOut(lines)
      if code != 0 { throw FileFailure(path: "standard output", errno: code) }
    case .stream(let descriptor):
      let code = lines.withUnsafeBytes { console.files.calls.writeAll($0, to: descriptor) }
      if code != 0 { throw FileFailure(path: path, errno: code) }
    case .file:
      var failure: FileFailure?
      lines.withUnsafeBytes { bytes in
        do throws(FileFailure) { try file?.append(bytes) } catch { failure = error }
      }
      if let failure { throw failure }
    }
  }

  /// Gives the file its final name. The events of an interrupted run never replace others; they get a name of their own
  /// (``PartialName``).
  ///
  /// - Returns: the reason why some events are missing, nil if all are there.
  package func close(isComplete: Bool) -> CommandFailure? {
    state.withLock { state in
      defer { state.file = nil }
      if let failure = state.failure { return failure }
      guard case .file(let target) = place, let file = state.file else { return nil }
      let isBeside = PartialName.isNeeded(
        isComplete: isComplete, where: FileManager.default.fileExists(atPath: target))
      do throws(FileFailure) {
        try file.commit(as: PartialName.of(target, if: isBeside))
      } catch {
        return CommandFailure(error)
      }
      if isBeside {
        console.error("\(path): kept; the events of the interrupted run are in \(PartialName.of(path))\n")
      }
      return nil
    }
  }
}
