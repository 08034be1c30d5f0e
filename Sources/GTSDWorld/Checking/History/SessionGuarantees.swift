/// The four session guarantees of Terry et al. (1994) over versioned registers.
///
/// A register's writes are totally ordered by version, as a server's revisions order them. In a session an operation
/// precedes another if it has returned before the other is called; operations that overlap are unordered.
///
/// - Read your writes: a read sees every write that precedes it in its session.
/// - Monotonic reads: a read sees everything that the reads before it in its session have seen.
/// - Monotonic writes: of two writes of a session, the earlier comes first, at the register and for every reader.
/// - Writes follow reads: a write comes after the writes that its session had read before, at the register and for
///   every reader.
package enum SessionGuarantee: UInt8, CaseIterable, Sendable {
  case readYourWrites, monotonicReads, monotonicWrites, writesFollowReads

  /// An operation of a session on one register.
  package struct Operation: Equatable, Sendable {
    package var session: Int
    package var key: Int
    package var isWrite: Bool
    /// The version that a read returned or a write created. Higher is newer; 0 is the value before the first write.
    package var version: Int64
    package var invoked: Int64
    /// The time of the return; nil while the operation is pending. A pending operation precedes no other.
    package var returned: Int64?

    package static func read(
      _ session: Int, _ key: Int, _ version: Int64, from invoked: Int64, to returned: Int64?
    ) -> Operation {
      Operation(session: session, key: key, isWrite: false, version: version, invoked: invoked, returned: returned)
    }

    package static func write(
      _ session: Int, _ key: Int, _ version: Int64, from invoked: Int64, to returned: Int64?
    ) -> Operation {
      Operation(session: session, key: key, isWrite: true, version: version, invoked: invoked, returned: returned)
    }

    fileprivate func precedes(_ other: Operation) -> Bool {
      session == other.session && (returned ?? .max) < other.invoked
    }
  }

  /// Two operations of a session in an order that the guarantee forbids, as indices in the history.
  package struct Violation: Equatable, Sendable {
    package var guarantee: SessionGuarantee
    package var first: Int
    package var second: Int
    /// The reads of a session, the second after the first, that saw `second` without `first`; nil if the register
    /// itself shows it.
    package var observers: Observers?
  }

  package struct Observers: Equatable, Sendable {
    package var first: Int
    package var second: Int
  }

  /// The violations in the order of the operations that show them: for each operation and guarantee, the earliest
  /// one.
  package static func violations(in history: [Operation]) -> [Violation] {
    var result: [Violation] = []
    for second in history.indices {
      for guarantee in allCases where guarantee.concerns(history[second]) {
        if let violation = guarantee.violation(at: second, in: history) { result.append(violation) }
      }
    }
    return result
  }

  private func concerns(_ second: Operation) -> Bool {
    switch self {
    case .readYourWrites, .monotonicReads: !second.isWrite
    case .monotonicWrites, .writesFollowReads: second.isWrite
    }
  }

  private var firstIsWrite: Bool { self == .readYourWrites || self == .monotonicWrites }

  private func violation(at second: Int, in history: [Operation]) -> Violation? {
    for first in history.indices
    where history[first].isWrite == firstIsWrite && history[first].precedes(history[second]) {
      if history[first].key == history[second].key {
        // Every write makes a version of its own. Several reads may see the same version.
        let isOlder =
          self == .monotonicWrites || self == .writesFollowReads
          ? history[second].version <= history[first].version : history[second].version < history[first].version
        if isOlder { return Violation(guarantee: self, first: first, second: second) }
      } else if history[second].isWrite,
        let observers = Self.observers(of: history[second], without: history[first], in: history)
      {
        return Violation(guarantee: self, first: first, second: second, observers: observers)
      }
    }
    return nil
  }

  /// Finds two reads of one session: the first saw a write or its replacement, the second did not see an earlier one.
  private static func observers(
    of write: Operation, without before: Operation, in history: [Operation]
  ) -> Observers? {
    for first in history.indices
    where !history[first].isWrite && history[first].key == write.key && history[first].version >= write.version {
      for second in history.indices
      where !history[second].isWrite && history[second].key == before.key && history[second].version < before.version
        && history[first].precedes(history[second])
      {
        return Observers(first: first, second: second)
      }
    }
    return nil
  }
}
