import Dispatch
import Foundation
import Synchronization

/// A counter behind a lock.
///
/// The mistake: it reads and writes under the lock, but releases the lock between the two.
package final class Likes: Sendable {
  private let count = Mutex(0)
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package var value: Int { count.withLock { $0 } }

  package func add() {
    guard !isRepaired else { return count.withLock { $0 += 1 } }
    let old = value
    count.withLock { $0 = old + 1 }
  }
}

/// Two lists with a lock each, between which rows move.
///
/// The mistake: each direction takes its own list's lock first. The repair is one order for both.
package final class Lists: @unchecked Sendable {
  private let (left, right) = (NSLock(), NSLock())
  private var (lefts, rights) = (4, 4)
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package var rows: Int { left.withLock { right.withLock { lefts + rights } } }

  package func moveRight() {
    left.withLock { right.withLock { (lefts, rights) = (lefts - 1, rights + 1) } }
  }

  package func moveLeft() {
    guard !isRepaired else { return left.withLock { right.withLock { back() } } }
    right.withLock { left.withLock { back() } }
  }

  private func back() { (lefts, rights) = (lefts + 1, rights - 1) }
}

/// A result that is set once. Any number of tasks can wait for it.
///
/// The mistake: a task checks and joins the queue under two locks. A result that arrives in between wakes nobody.
package final class Once: Sendable {
  private let state = Mutex((isThere: false, waiting: [CheckedContinuation<Void, Never>]()))
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package func finish() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }

  package func wait() async {
    if state.withLock({ $0.isThere }) { return }
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if isRepaired, state.isThere { return true }
        state.waiting.append(continuation)
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}

/// A service that starts on first use.
///
/// The mistake: it checks an atomic flag and sets it in two operations. Two tasks that check it at once both start the
/// service.
package final class Starter: Sendable {
  private let hasStarted = Atomic(false)
  private let count = Atomic(0)
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package var starts: Int { count.load(ordering: .relaxed) }

  package func start() {
    if isRepaired {
      guard !hasStarted.exchange(true, ordering: .relaxed) else { return }
    } else {
      guard !hasStarted.load(ordering: .relaxed) else { return }
      hasStarted.store(true, ordering: .relaxed)
    }
    count.add(1, ordering: .relaxed)
  }
}

/// Seats behind a semaphore that is used as a lock.
///
/// The mistake: it looks for a free seat and books it under the semaphore, but releases the semaphore between the two.
package final class Seats: @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 1)
  private var free: Int
  private let isRepaired: Bool

  package init(_ free: Int, isRepaired: Bool) { (self.free, self.isRepaired) = (free, isRepaired) }

  package func book() -> Bool {
    if isRepaired {
      return locked {
        guard free > 0 else { return false }
        free -= 1
        return true
      }
    }
    guard locked({ free > 0 }) else { return false }
    locked { free -= 1 }
    return true
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    semaphore.wait()
    defer { semaphore.signal() }
    return body()
  }
}

/// A value that is created on first use.
///
/// The mistake: it checks under a lock for readers, and creates the value under one for writers without checking again.
package final class Lazily: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private var value: Int?
  package private(set) var made = 0
  private let isRepaired: Bool

  package init(isRepaired: Bool) {
    self.isRepaired = isRepaired
    pthread_rwlock_init(lock, nil)
  }

  deinit { lock.deallocate() }

  package func get() -> Int {
    pthread_rwlock_rdlock(lock)
    let known = value
    pthread_rwlock_unlock(lock)
    if let known { return known }
    pthread_rwlock_wrlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    if isRepaired, let value { return value }
    made += 1
    value = made
    return made
  }
}

/// A value that arrives once, for tasks that may be cancelled while they wait.
///
/// The mistake: it resumes the tasks under its lock. A cancellation holds its task's lock and needs this one, while
/// resuming needs them in the opposite order.
package final class Promise: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Int?
  private var waiting: CheckedContinuation<Int?, Never>?
  private var isCancelled = false
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package func fulfil(_ new: Int) { end { value = new } }

  package func get() async -> Int? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        lock.lock()
        let isOver = value != nil || isCancelled
        if !isOver { waiting = continuation }
        let now = value
        lock.unlock()
        if isOver { continuation.resume(returning: now) }
      }
    } onCancel: {
      end { isCancelled = true }
    }
  }

  private func end(_ change: () -> Void) {
    lock.lock()
    change()
    let (task, result) = (waiting, value)
    waiting = nil
    if isRepaired { lock.unlock() }
    task?.resume(returning: result)
    if !isRepaired { lock.unlock() }
  }
}

/// Requests by their numbers.
///
/// The mistake: a number is read and counted up under two locks. Two requests get the same one, and the handler of the
/// first is never called.
package final class Requests: Sendable {
  private let last = Mutex(0)
  private let handlers = Mutex<[Int: CheckedContinuation<Void, Never>]>([:])
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package func send() async {
    await withCheckedContinuation { handler in
      let number = next()
      handlers.withLock { $0[number] = handler }
    }
  }

  private func next() -> Int {
    guard !isRepaired else {
      return last.withLock { last in
        last += 1
        return last
      }
    }
    let number = last.withLock { $0 } + 1
    last.withLock { $0 = number }
    return number
  }

  package func answerAll() {
    let waiting = handlers.withLock { handlers in
      defer { handlers = [:] }
      return Array(handlers.values)
    }
    waiting.forEach { $0.resume() }
  }
}

/// Settings that tell the main queue of every change.
///
/// The mistake: it does so while it holds its lock, and waits. Code on the main queue that reads the settings waits for
/// the lock.
package final class Settings: @unchecked Sendable {
  private let lock = NSLock()
  private var version = 1
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package var current: Int { lock.withLock { version } }

  package func update() {
    guard !isRepaired else {
      lock.withLock { version += 1 }
      return DispatchQueue.main.sync {}
    }
    lock.withLock {
      version += 1
      DispatchQueue.main.sync {}
    }
  }
}
