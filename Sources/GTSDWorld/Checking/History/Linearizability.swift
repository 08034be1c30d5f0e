/// Decides whether a history is linearizable, by the algorithm of Wing and Gong (1993) with the cache of Lowe (2017).
///
/// The algorithm looks for an order of the operations that the model can follow and that keeps real time: an operation
/// that returned before another's call comes before it. Operations are placed one after the other, depth first. A set
/// of placed operations that has failed once in a state is not tried again in that state. The problem is NP-complete,
/// hence the budget.
package enum Linearizability {
  package enum Finding: Equatable, Sendable {
    case linearizable
    case notLinearizable(Witness)
    /// The budget was used up before an answer was found.
    case unknown(steps: Int)

    package var isLinearizable: Bool { self == .linearizable }
  }

  /// The reason why no order exists. Numbers are indices in the history.
  package struct Witness: Equatable, Sendable {
    /// The operations of the shortest prefix without an order, by call.
    package var prefix: [Int]
    /// The operation whose return makes the prefix impossible. As long as it is pending, an order exists.
    package var culprit: Int
    /// The longest sequence found that the model can follow.
    package var ordered: [Int]
    /// The calls that returned but fit nowhere in the order after ``ordered``.
    package var unplaced: [Int]
  }

  /// The default number of steps of a model before giving up.
  package static let defaultBudget = 1_000_000

  /// Judges the history of one object.
  package static func check<Model: SequentialModel>(
    _ history: [HistoryOperation<Model.Call, Model.Result>], against model: Model, budget: Int = defaultBudget
  ) -> Finding {
    var steps = 0
    let all = Array(history.indices)
    switch search(history, all, until: .max, model, budget, &steps) {
    case .exhausted: return .unknown(steps: steps)
    case .ordered: return .linearizable
    case .impossible(let best):
      return .notLinearizable(witness(history, model, budget, &steps, whole: best))
    }
  }

  /// Judges a history of many objects, each separately. Linearizability is local: the whole is linearizable if and only
  /// if each part is.
  ///
  /// - Returns: the keys in the order of their first operations, each with the indices of its operations in the whole
  ///   history and its result. Numbers in witnesses are indices in the part.
  package static func check<Model: SequentialModel, Key: Hashable>(
    _ history: [HistoryOperation<Model.Call, Model.Result>], against model: Model, budget: Int = defaultBudget,
    by key: (HistoryOperation<Model.Call, Model.Result>) -> Key
  ) -> [(key: Key, operations: [Int], finding: Finding)] {
    var places: [Key: Int] = [:]
    var parts: [(key: Key, operations: [Int])] = []
    for index in history.indices {
      let key = key(history[index])
      if let place = places[key] {
        parts[place].operations.append(index)
      } else {
        places[key] = parts.count
        parts.append((key, [index]))
      }
    }
    return parts.map { part in
      let finding = check(part.operations.map { history[$0] }, against: model, budget: budget)
      return (part.key, part.operations, finding)
    }
  }

  // MARK: Witness

  /// Finds the shortest bad prefix by halving, since prefixes of linearizable histories are linearizable.
  private static func witness<Model: SequentialModel>(
    _ history: [HistoryOperation<Model.Call, Model.Result>], _ model: Model, _ budget: Int, _ steps: inout Int,
    whole: [Int]
  ) -> Witness {
    let returns = history.indices.filter { history[$0].returned != nil }.sorted {
      (history[$0].returned ?? 0, $0) < (history[$1].returned ?? 0, $1)
    }
    var best = whole
    var low = 0
    var high = returns.count - 1
    while low < high {
      let middle = (low + high) / 2
      let time = history[returns[middle]].returned ?? .max
      if case .impossible(let ordered) = search(
        history, prefix(history, until: time), until: time, model, budget, &steps)
      {
        best = ordered
        high = middle
      } else {
        low = middle + 1
      }
    }
    let time = history[returns[high]].returned ?? .max
    let operations = prefix(history, until: time)
    return Witness(
      prefix: operations, culprit: returns[high], ordered: best,
      unplaced: operations.filter { (history[$0].returned ?? .max) <= time && !best.contains($0) })
  }

  private static func prefix<Call, Result>(_ history: [HistoryOperation<Call, Result>], until time: Int64) -> [Int] {
    history.indices.filter { history[$0].invoked <= time }.sorted {
      (history[$0].invoked, $0) < (history[$1].invoked, $1)
    }
  }

  // MARK: Search

  private enum Outcome {
    case ordered
    /// No order exists; the longest sequence found.
    case impossible([Int])
    case exhausted
  }

  /// The set of placed operations, and the resulting state.
  private struct Visited<State: Hashable>: Hashable {
    var placed: Bits
    var state: State
  }

  /// A set of small numbers.
  private struct Bits: Hashable {
    var first: UInt64 = 0
    var rest: [UInt64] = []

    init(count: Int) {
      if count > 64 { rest = [UInt64](repeating: 0, count: (count - 1) / 64) }
    }

    mutating func flip(_ index: Int) {
      let bit: UInt64 = 1 << UInt64(index & 63)
      if index < 64 { first ^= bit } else { rest[index / 64 - 1] ^= bit }
    }
  }

  /// The calls and returns in the order of time, as a list from which placed operations are removed and restored.
  private struct Entries {
    /// The index of the next entry of each entry. Entry 0 is the head of the list.
    var next: [Int] = [0]
    var previous: [Int] = [0]
    /// The index in the searched operations.
    var operation: [Int] = [-1]
    var isCall: [Bool] = [false]
    /// The entries of each operation; -1 without a return.
    var calls: [Int]
    var returns: [Int]

    init(_ times: [(invoked: Int64, returned: Int64?)]) {
      calls = [Int](repeating: -1, count: times.count)
      returns = calls
      var order: [(time: Int64, isReturn: Bool, operation: Int)] = []
      for (index, time) in times.enumerated() {
        order.append((time.invoked, false, index))
        if let returned = time.returned { order.append((returned, true, index)) }
      }
      order.sort { ($0.time, $0.isReturn ? 1 : 0, $0.operation) < ($1.time, $1.isReturn ? 1 : 0, $1.operation) }
      for item in order {
        let entry = next.count
        next[entry - 1] = entry
        next.append(0)
        previous.append(entry - 1)
        operation.append(item.operation)
        isCall.append(!item.isReturn)
        if item.isReturn { returns[item.operation] = entry } else { calls[item.operation] = entry }
      }
    }

    mutating func take(_ entry: Int) {
      next[previous[entry]] = next[entry]
      if next[entry] != 0 { previous[next[entry]] = previous[entry] }
    }

    mutating func putBack(_ entry: Int) {
      next[previous[entry]] = entry
      if next[entry] != 0 { previous[next[entry]] = entry }
    }

    mutating func take(operation: Int) {
      take(calls[operation])
      if returns[operation] >= 0 { take(returns[operation]) }
    }

    mutating func putBack(operation: Int) {
      if returns[operation] >= 0 { putBack(returns[operation]) }
      putBack(calls[operation])
    }
  }

  /// - Parameters:
  ///   - operations: the indices of the operations to be ordered.
  ///   - end: operations that return later count as pending.
  private static func search<Model: SequentialModel>(
    _ history: [HistoryOperation<Model.Call, Model.Result>], _ operations: [Int], until end: Int64, _ model: Model,
    _ budget: Int, _ steps: inout Int
  ) -> Outcome {
    func returned(_ operation: Int) -> Int64? {
      history[operations[operation]].returned.flatMap { $0 <= end ? $0 : nil }
    }
    var entries = Entries(operations.indices.map { (history[operations[$0]].invoked, returned($0)) })
    var missing = operations.indices.count { returned($0) != nil }
    var state = model.initial
    var placed = Bits(count: operations.count)
    var visited: Set<Visited<Model.State>> = []
    var way: [(operation: Int, before: Model.State)] = []
    var best: [Int] = []
    var entry = entries.next[0]
    while missing > 0 {
      if entries.isCall[entry] {
        let operation = entries.operation[entry]
        let item = history[operations[operation]]
        guard steps < budget else { return .exhausted }
        steps += 1
        let isComplete = entries.returns[operation] >= 0
        if let after = model.step(state, item.call, isComplete ? item.result : nil) {
          placed.flip(operation)
          if visited.insert(Visited(placed: placed, state: after)).inserted {
            way.append((operation, state))
            state = after
            entries.take(operation: operation)
            if isComplete { missing -= 1 }
            entry = entries.next[0]
            continue
          }
          placed.flip(operation)
        }
        entry = entries.next[entry]
        continue
      }
      // An operation returned that could not be placed before its return: the last placed operation was placed too
      // early. The prefix is stored only here, since most histories have an order and need no prefix.
      if way.count > best.count { best = way.map { $0.operation } }
      guard let last = way.popLast() else { return .impossible(best.map { operations[$0] }) }
      state = last.before
      placed.flip(last.operation)
      entries.putBack(operation: last.operation)
      if entries.returns[last.operation] >= 0 { missing += 1 }
      entry = entries.next[entries.calls[last.operation]]
    }
    return .ordered
  }
}
