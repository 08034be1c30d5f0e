#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An error of a socket call.
package struct SocketError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call that failed.
  package var call: String
  package var errno: Int32

  /// Creates the failure of the call just made.
  init(doing call: String) {
    #if canImport(Darwin)
      self.init(call: call, errno: Darwin.errno)
    #else
      self.init(call: call, errno: Glibc.errno)
    #endif
  }

  package init(call: String, errno: Int32) {
    self.call = call
    self.errno = errno
  }

  package var description: String { "\(call): \(Self.text(errno))" }

  /// The system's text for an error number.
  package static func text(_ errno: Int32) -> String { String(cString: strerror(errno)) }
}
