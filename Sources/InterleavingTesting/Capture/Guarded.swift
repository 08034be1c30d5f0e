import Foundation

/// A value behind a lock, for data that the threads of worlds share with others.
///
/// A `Mutex` cannot be used here. A `Mutex` asks for the thread's number once on each thread, and only this call shows
/// a search that the code under test takes a lock. The `Mutex` functions compiled into the executable, and with them
/// the stored number, are shared by the search and the code under test.
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
