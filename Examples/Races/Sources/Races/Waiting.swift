import Dispatch

/// A request that waits for its reply for a limited time.
///
/// The mistake: the reply and the time-out both resume the task. The second resume ends the process.
package final class Request: @unchecked Sendable {
  private var continuation: CheckedContinuation<Int?, Never>?
  private let queue = DispatchQueue(label: "request")
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package func answer() async -> Int? {
    await withCheckedContinuation { continuation in
      queue.async {
        self.continuation = continuation
        self.queue.asyncAfter(deadline: .now() + .milliseconds(50)) { self.end(with: nil) }
      }
    }
  }

  package func reply(_ value: Int) { queue.async { self.end(with: value) } }

  private func end(with value: Int?) {
    continuation?.resume(returning: value)
    if isRepaired { continuation = nil }
  }
}

/// A door at which tasks wait until it opens.
///
/// The mistake: a task cancelled before it has joined the queue is searched for too early, and waits forever.
package actor Door {
  private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var goneEarly: Set<Int> = []
  private var count = 0
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  /// - Returns: whether it opened.
  package func pass() async -> Bool {
    count += 1
    let id = count
    return await withTaskCancellationHandler {
      await lineUp(id)
    } onCancel: {
      Task { await self.leave(id) }
    }
  }

  package func open() {
    waiting.values.forEach { $0.resume(returning: true) }
    waiting = [:]
  }

  private nonisolated func lineUp(_ id: Int) async -> Bool {
    await logArrival()
    return await wait(id)
  }

  private nonisolated func logArrival() async { await Task.yield() }

  private func wait(_ id: Int) async -> Bool {
    if isRepaired, goneEarly.remove(id) != nil { return false }
    return await withCheckedContinuation { waiting[id] = $0 }
  }

  private func leave(_ id: Int) {
    if let continuation = waiting.removeValue(forKey: id) {
      continuation.resume(returning: false)
    } else if isRepaired {
      goneEarly.insert(id)
    }
  }
}

/// An account that only one transfer may use at a time.
package actor Account {
  private var isHeld = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  package let number: Int
  package private(set) var sum = 100

  package init(_ number: Int) { self.number = number }

  func hold() async {
    if isHeld { await withCheckedContinuation { waiting.append($0) } } else { isHeld = true }
  }

  func release() {
    if waiting.isEmpty { isHeld = false } else { waiting.removeFirst().resume() }
  }

  func add(_ amount: Int) { sum += amount }
}

/// Moves money.
///
/// The mistake: two transfers in opposite directions may each hold the account that the other waits for. The repair is
/// one order for all.
package func transfer(_ amount: Int, from: Account, to: Account, isRepaired: Bool) async {
  let isInOrder = !isRepaired || from.number < to.number
  let (first, second) = isInOrder ? (from, to) : (to, from)
  await first.hold()
  await second.hold()
  await from.add(-amount)
  await to.add(amount)
  await second.release()
  await first.release()
}
