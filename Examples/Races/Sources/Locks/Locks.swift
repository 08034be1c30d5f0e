import Foundation
import Synchronization

/// A counter behind a lock.
///
/// The mistake: it reads under the lock and writes under the lock, and lets it go in between.
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

/// Two lists behind a lock each, from which rows move to the other.
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

/// A result that is there once, and then for all.
///
/// The mistake: a task looks, and lines up under a lock of its own. What comes in between wakes nobody.
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
