#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A lock on an open file. The system releases the lock when the holding process ends, however it ends.
package enum FileLock {
  package enum Outcome { case held, heldByAnother, unknownHere }

  /// Tries to take the lock; does not wait.
  package static func take(_ descriptor: Int32) -> Outcome {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return .heldByAnother
      default: return .unknownHere  // Some network file systems have no locks; there, nobody is kept out.
      }
    }
    return .held
  }

  /// Whether a path still leads to the open file.
  package static func isStill(_ descriptor: Int32, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && lstat(path, &named) == 0 && open.st_dev == named.st_dev
      && open.st_ino == named.st_ino
  }
}

/// An exclusive lock of a directory for one command, held for as long as this object lives.
///
/// A file in the directory holds the lock and names its owner. The system releases the lock of a killed command, and
/// the next command reuses the file.
package final class DirectoryLock: Sendable {
  /// The reason why a lock was not granted.
  package enum Refusal: Error, Sendable, Equatable {
    /// Another command has the lock; `by` is its own description.
    case taken(by: String)
    case failed(FileFailure)
  }

  package static let fileName = ".gtsd-sim.lock"

  private let descriptor: Int32
  private let path: String

  /// Locks an existing directory.
  ///
  /// - Parameter owner: the description of the owner that other commands show.
  package init(of directory: String, owner: String) throws(Refusal) {
    let path = directory + "/" + Self.fileName
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw .failed(FileFailure(path: directory, errno: errno)) }
      if FileLock.take(descriptor) == .heldByAnother {
        let other = Self.text(of: descriptor)
        close(descriptor)
        throw .taken(by: other)
      }
      // The previous owner may have removed the file between its opening and its locking.
      guard FileLock.isStill(descriptor, at: path) else {
        close(descriptor)
        continue
      }
      ftruncate(descriptor, 0)
      let text = Array("process \(getpid()), \(owner)\n".utf8)
      _ = text.withUnsafeBytes { FileCalls.system.writeAll($0, to: descriptor) }
      (self.descriptor, self.path) = (descriptor, path)
      return
    }
  }

  deinit {
    // In this order, so that another command that opens the file meanwhile finds it locked or removed.
    unlink(path)
    close(descriptor)
  }

  private static func text(of descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.isEmpty ? "another process" : String(text.prefix { !$0.isNewline })
  }
}
