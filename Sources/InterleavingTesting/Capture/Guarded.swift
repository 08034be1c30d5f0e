import Foundation

/// A value behind a lock, for what the threads of worlds share with others.
///
/// No `Mutex`: it asks once on each thread for the thread's number, and that question is all that shows when the code
/// under test locks one. Both would share it, as they share the functions of `Mutex` that are compiled into the
/// executable.
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
