#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The identity of a thread, for checks only: cheap to take and to compare.
struct ThreadIdentity: Equatable {
  private let thread: UInt

  /// The identity of the calling thread.
  static var current: ThreadIdentity {
    #if canImport(Darwin)
      ThreadIdentity(thread: UInt(bitPattern: pthread_self()))
    #else
      ThreadIdentity(thread: UInt(pthread_self()))
    #endif
  }
}
