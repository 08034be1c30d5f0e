import Foundation

/// A value behind a lock, for data that the threads of worlds share with others.
///
/// This is not a `Mutex`. A `Mutex` asks once on each thread for the thread's number, and a search detects locks of the
/// code under test by that question only. Both would share the number, since they share the functions of `Mutex` that
/// are compiled into the executable.
///
/// `@unchecked Sendable`: the value is touched only while the lock is held.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
