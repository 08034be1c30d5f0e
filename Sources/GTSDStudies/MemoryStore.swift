import Synchronization

/// A store of the most recent finished worlds in memory, for as long as the program runs. If one value of a question
/// changes, the unchanged side is then not run again.
package final class MemoryStore: WorkStore {
  private struct State: ~Copyable {
    var folds: [UInt64: UnitFold] = [:]
    /// The keys, oldest first.
    var order: [UInt64] = []
    var next = 0
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// Creates an empty store.
  ///
  /// - Parameter capacity: the largest number of worlds whose results are kept.
  package init(capacity: Int = 512) {
    precondition(capacity > 0, "a store of \(capacity) worlds")
    self.capacity = capacity
  }

  package func bytes(of key: UInt64) -> [UInt8]? { nil }
  package func keep(_ bytes: [UInt8], of key: UInt64) {}

  package func fold(of unit: RunUnit, key: UInt64) -> UnitFold? { state.withLock { $0.folds[key] } }

  package func keep(_ fold: UnitFold, of unit: RunUnit, key: UInt64) {
    state.withLock { state in
      guard state.folds.updateValue(fold, forKey: key) == nil else { return }
      if state.order.count < capacity {
        state.order.append(key)
      } else {
        state.folds[state.order[state.next]] = nil
        state.order[state.next] = key
        state.next = (state.next + 1) % capacity
      }
    }
  }

  /// The number of stored worlds.
  package var count: Int { state.withLock { $0.folds.count } }
}
