package import Documents
import Foundation
import GTSDModel

/// Writes files completely or not at all. Devices and pipes are written directly.
package struct OutputFiles: Sendable {
  /// The system calls for files.
  package var calls = FileCalls.system

  // MARK: Checks before a run

  /// Checks, before anything runs, that everything can be written. Keeps other commands away from the directories for
  /// as long as the returned value exists.
  package func open(
    _ plan: OutputPlan, of command: CommandID, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> OutputHold {
    try plan.check(against: arguments.inputs(of: command), of: command)
    if let checkpoint = arguments[text: .checkpoint] {
      // Otherwise the second of two locks would report another run, which is this one.
      for directory in plan.directories where FileIdentity(directory.path) == FileIdentity(checkpoint) {
        throw .usage(
          of: command, "--checkpoint \(checkpoint) and --output \(directory.path) are one directory; name two")
      }
    }
    let hold = OutputHold()
    let owner = arguments.commandLine(of: command)
    for directory in plan.directories { hold.locks.append(try prepare(directory, owner: owner)) }
    for file in plan.files { try prepare(file: file.path) }
    return hold
  }

  /// Creates a directory if it does not exist, locks it, and makes sure that files can be written to it.
  private func prepare(_ directory: OutputPlan.Directory, owner: String) throws(CommandFailure) -> DirectoryLock {
    let code = Self.make(directory: directory.path)
    guard code == 0 else { throw CommandFailure(FileFailure(path: directory.path, errno: code)) }
    let lock: DirectoryLock
    do throws(DirectoryLock.Refusal) {
      lock = try DirectoryLock(of: directory.path, owner: owner)
    } catch {
      throw CommandFailure(error, of: directory.path)
    }
    AtomicFile.removeLeftovers(in: directory.path)
    for name in directory.names { try prepare(file: directory.place(of: name)) }
    return lock
  }

  /// Checks that a file can be written.
  package func prepare(file: String) throws(CommandFailure) {
    var code: Int32 = 0
    switch OutputPlace(file) {
    case .stream: code = access(file, W_OK) == 0 ? 0 : errno
    case .directory: code = EISDIR
    case .loop: code = ELOOP
    case .file(let path):
      let folder = OutputPlace.folder(of: path)
      code = access(folder, W_OK) == 0 ? 0 : errno
      if code == 0 { AtomicFile.removeLeftovers(in: folder) }
    }
    guard code == 0 else { throw CommandFailure(FileFailure(path: file, errno: code)) }
  }

  /// Creates a directory and its parents.
  ///
  /// - Returns: 0, or the `errno` of the failure.
  private static func make(directory path: String) -> Int32 {
    if mkdir(path, 0o777) == 0 { return 0 }
    switch errno {
    case EEXIST: return OutputPlace(path) == .directory ? 0 : ENOTDIR
    case ENOENT:
      let parent = OutputPlace.folder(of: path)
      guard parent != path, parent != "." else { return ENOENT }
      let code = make(directory: parent)
      if code != 0 { return code }
      return mkdir(path, 0o777) == 0 || errno == EEXIST ? 0 : errno
    default: return errno
    }
  }

  // MARK: Writing after a run

  /// Writes a file: a temporary one beside it, which is renamed once it is on the disk.
  package func write(_ text: String, to file: String) throws(CommandFailure) {
    do throws(FileFailure) {
      switch OutputPlace(file) {
      case .file(let path):
        let new = try AtomicFile(path, name: file, calls: calls)
        try new.append(text)
        try new.commit(as: path)
      case .stream: try append(Array(text.utf8), toStream: file)
      case .directory: throw FileFailure(path: file, errno: EISDIR)
      case .loop: throw FileFailure(path: file, errno: ELOOP)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Writes files to a directory. Continues after failures, so that all writable files are written.
  ///
  /// - Throws: all failures.
  package func write(_ files: [(name: String, text: String)], to directory: String) throws(CommandFailure) {
    let place = OutputPlan.Directory(path: directory, formats: [])
    var failures: [String] = []
    for file in files {
      do throws(CommandFailure) {
        try write(file.text, to: place.place(of: file.name))
      } catch {
        failures.append(error.message)
      }
    }
    guard failures.isEmpty else {
      throw CommandFailure(code: .failure, message: failures.joined(separator: "\n"))
    }
  }

  private func append(_ bytes: [UInt8], toStream file: String) throws(FileFailure) {
    let descriptor = Foundation.open(file, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(path: file, errno: errno) }
    defer { close(descriptor) }
    let code = bytes.withUnsafeBytes { calls.writeAll($0, to: descriptor) }
    if code != 0 { throw FileFailure(path: file, errno: code) }
  }
}

/// Keeps other commands away from the directories that a command writes to.
package final class OutputHold {
  fileprivate var locks: [DirectoryLock] = []

  package init() {}

  /// Releases the locks, so that other commands may write.
  package func release() { locks = [] }
}
