#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The failure to write a file, with the system's cause in words.
package struct FileFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path of the file, in the form that messages show.
  package var path: String
  package var reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Creates the failure of a system call that set `errno` to `code`.
  package init(path: String, errno code: Int32) {
    self.init(path: path, reason: Self.words(code))
  }

  package var description: String { "\(path): cannot be written: \(reason)" }

  /// The system's text for an `errno`.
  package static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// The system calls that write files. Tests replace them with failing ones.
///
/// Each returns the result of the system call, and leaves its `errno`.
package struct FileCalls: Sendable {
  package var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int
  package var synchronize: @Sendable (Int32) -> Int32
  package var rename: @Sendable (String, String) -> Int32

  /// The calls of the operating system.
  package static let system = FileCalls(
    write: { descriptor, bytes in
      #if canImport(Darwin)
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
      #else
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      #endif
    },
    synchronize: { fsync($0) },
    rename: { old, new in
      #if canImport(Darwin)
        Darwin.rename(old, new)
      #else
        Glibc.rename(old, new)
      #endif
    })

  package init(
    write: @escaping @Sendable (Int32, UnsafeRawBufferPointer) -> Int,
    synchronize: @escaping @Sendable (Int32) -> Int32, rename: @escaping @Sendable (String, String) -> Int32
  ) {
    self.write = write
    self.synchronize = synchronize
    self.rename = rename
  }

  /// Writes all of the bytes, in as many calls as the system needs.
  ///
  /// - Returns: 0, or the `errno` of the failure.
  package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        guard code == EAGAIN else { return code }
        // The pipe or terminal is in non-blocking mode: wait until it accepts more.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
        continue
      }
      // A device that accepts nothing and reports no error would cause an endless loop.
      guard count > 0 else { return EIO }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}
