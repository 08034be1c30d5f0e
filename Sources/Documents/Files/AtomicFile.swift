import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that appears under its name completely or not at all. Bytes are written to a temporary file beside it, which
/// is flushed to disk and then renamed.
///
/// The temporary file is locked while it is written. Temporary files of killed commands can therefore be recognised;
/// see ``removeLeftovers(in:)``. Used by one thread at a time.
package final class AtomicFile {
  private static let prefix = ".gtsd-sim-"
  private static let suffix = ".tmp"
  private static let counter = Atomic<Int>(0)

  private let calls: FileCalls
  /// The file's name in messages.
  private let name: String
  private let folder: String
  private let temporary: String
  private var descriptor: Int32

  /// Creates the temporary file.
  ///
  /// - Parameters:
  ///   - path: the path of the final file, with all links resolved.
  ///   - name: the name for messages.
  package init(_ path: String, name: String, calls: FileCalls = .system) throws(FileFailure) {
    self.calls = calls
    self.name = name
    folder = OutputPlace.folder(of: path)
    while true {
      let number = Self.counter.add(1, ordering: .relaxed).newValue
      let temporary = "\(folder)/\(Self.prefix)\(getpid())-\(number)\(Self.suffix)"
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor < 0 {
        // A killed process with the same number may have left a file with this name.
        if errno == EEXIST { continue }
        throw FileFailure(path: name, errno: errno)
      }
      // A command that removes temporary files may have found this file before it was locked.
      guard FileLock.take(descriptor) != .heldByAnother, FileLock.isStill(descriptor, at: temporary) else {
        close(descriptor)
        continue
      }
      (self.temporary, self.descriptor) = (temporary, descriptor)
      return
    }
  }

  deinit { discard() }

  /// Adds bytes at the end.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(FileFailure) {
    let code = calls.writeAll(bytes, to: descriptor)
    if code != 0 { throw FileFailure(path: name, errno: code) }
  }

  /// Adds a text at the end.
  package func append(_ text: String) throws(FileFailure) {
    var text = text
    var code: Int32 = 0
    text.withUTF8 { code = calls.writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
    if code != 0 { throw FileFailure(path: name, errno: code) }
  }

  /// Gives the file its final name and replaces any existing file. Afterwards the file is on disk, as far as the system
  /// reports.
  package func commit(as path: String) throws(FileFailure) {
    precondition(descriptor >= 0, "\(name) was finished already")
    // Flushed before the rename, so that after a crash no file has the name without its bytes.
    if calls.synchronize(descriptor) != 0, errno != EINVAL { throw FileFailure(path: name, errno: errno) }
    if calls.rename(temporary, path) != 0 { throw FileFailure(path: name, errno: errno) }
    let finished = descriptor
    descriptor = -1
    // Network file systems report some failures only here. The rename remains in effect.
    if close(finished) != 0 { throw FileFailure(path: name, errno: errno) }
    let directory = open(folder, O_RDONLY | O_CLOEXEC)
    if directory >= 0 {
      // The file has its name. Not every system can synchronise a directory, so this does not count as a failure.
      _ = fsync(directory)
      close(directory)
    }
  }

  /// Discards the file; nothing remains on the disk.
  package func discard() {
    guard descriptor >= 0 else { return }
    unlink(temporary)
    close(descriptor)
    descriptor = -1
  }

  /// Removes the leftovers of killed commands from a directory. Files of running commands are locked and stay.
  package static func removeLeftovers(in folder: String) {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { continue }
      let path = "\(folder)/\(name)"
      let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      if FileLock.take(descriptor) == .held { unlink(path) }
      close(descriptor)
    }
  }
}
