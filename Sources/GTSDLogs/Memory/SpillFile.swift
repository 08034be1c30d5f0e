import Foundation

/// A file of values that do not fit into memory. Unless reading shall continue from it later, it has no name, so that
/// nothing remains of it after any end of the program.
final class SpillFile: Sendable {
  private let descriptor: Int32
  private let memory: LogMemory

  /// Creates a file without a name; nil if that fails.
  init?(in memory: LogMemory) {
    // `mkstemp` replaces the last six characters, which must be these.
    var path = Array((memory.folder + "/gtsd-sim-events." + String(repeating: "X", count: 6)).utf8CString)
    descriptor = mkstemp(&path)
    self.memory = memory
    guard descriptor >= 0 else {
      memory.fail(errno)
      return nil
    }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Opens a file from which reading continues.
  ///
  /// - Parameter size: the number of bytes that are kept. Nil is returned if there are fewer.
  init?(_ path: String, in memory: LogMemory, keeping size: Int) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    self.memory = memory
    guard descriptor >= 0 else {
      memory.fail(errno)
      return nil
    }
    guard lseek(descriptor, 0, SEEK_END) >= off_t(size), ftruncate(descriptor, off_t(size)) == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Writes values at an index; returns whether that succeeded.
  func write<Element: BitwiseCopyable>(_ elements: ArraySlice<Element>, at index: Int) -> Bool {
    elements.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(
          descriptor, bytes.baseAddress! + done, bytes.count - done,
          off_t(index * MemoryLayout<Element>.stride + done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          memory.fail(count == 0 ? ENOSPC : errno)
          return false
        }
        done += count
      }
      return true
    }
  }

  /// Reads the values of a range.
  func read<Element: BitwiseCopyable>(_ range: Range<Int>) -> [Element] {
    Array(unsafeUninitializedCapacity: range.count) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      let size = range.count * MemoryLayout<Element>.stride
      var done = 0
      while done < size {
        let got = pread(
          descriptor, bytes.baseAddress! + done, size - done,
          off_t(range.lowerBound * MemoryLayout<Element>.stride + done))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          // Zeros are valid values, and the failure is reported instead of any result.
          memory.fail(got == 0 ? EIO : errno)
          bytes[done..<size].initializeMemory(as: UInt8.self, repeating: 0)
          break
        }
        done += got
      }
      count = range.count
    }
  }
}
