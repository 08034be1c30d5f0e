/// One committed transaction: the versions it read and those it made. Every version of a key is made by one write.
package struct Transaction: Hashable, Sendable {
  /// A version of a key; `Transaction.initialVersion` is the one before every write.
  package struct Access: Hashable, Sendable {
    package var key: Int
    package var version: Int64

    package init(_ key: Int, _ version: Int64) {
      self.key = key
      self.version = version
    }
  }

  package static let initialVersion: Int64 = 0

  /// What it read of others: reads of its own writes are left out.
  package var reads: [Access]
  /// The last version that it made of each key.
  package var writes: [Access]

  package init(reads: [Access] = [], writes: [Access] = []) {
    self.reads = reads
    self.writes = writes
  }
}

/// Lost update and G-single, in the manner of Elle (Kingsbury and Alvaro, 2020) on unique writes.
///
/// Version orders are inferred from the history: the initial version comes first, and a version that a transaction made
/// of a key comes after the one that it read of it. A caller that knows more, such as revisions that a server hands
/// out, gives further pairs. From them follow the dependencies between transactions:
///
/// - ww: the second made a version after one that the first made; wr: the second read what the first made;
/// - rw, an anti-dependency: the second made a version after one that the first read.
package enum TransactionAnomalies {
  package enum Dependency: UInt8, Sendable {
    case writeWrite, writeRead, readWrite

    /// As it is drawn: ww, wr, rw.
    package var label: String {
      switch self {
      case .writeWrite: "ww"
      case .writeRead: "wr"
      case .readWrite: "rw"
      }
    }
  }

  /// One dependency: places in the history, and why.
  package struct Edge: Hashable, Sendable {
    package var from: Int
    package var to: Int
    package var dependency: Dependency
    package var key: Int
    /// Made or read by the first, and made or read by the second.
    package var versions: [Int64]
  }

  package enum Anomaly: Hashable, Sendable {
    /// Both transactions read this version of a key and made a new one.
    case lostUpdate(first: Int, second: Int, key: Int, version: Int64)
    /// A cycle of dependencies that begins with its only anti-dependency.
    case gSingle([Edge])
  }

  /// Version `before` of a key is replaced, sooner or later, by version `after`.
  package struct VersionPair: Hashable, Sendable {
    package var key: Int
    package var before: Int64
    package var after: Int64

    package init(key: Int, before: Int64, after: Int64) {
      self.key = key
      self.before = before
      self.after = after
    }
  }

  /// All lost updates, then for each anti-dependency a shortest cycle without another one.
  package static func find(in history: [Transaction], order known: [VersionPair] = []) -> [Anomaly] {
    let edges = dependencies(in: history, order: known)
    var result = lostUpdates(in: history)
    var seen: [[Edge]] = []
    for edge in edges where edge.dependency == .readWrite {
      guard let way = shortestWay(from: edge.to, to: edge.from, edges, count: history.count) else { continue }
      let cycle = [edge] + way
      // The same transactions may depend on each other by several keys.
      let isNew = !seen.contains { $0.map(\.from) == cycle.map(\.from) }
      if isNew {
        seen.append(cycle)
        result.append(.gSingle(cycle))
      }
    }
    return result
  }

  private static func lostUpdates(in history: [Transaction]) -> [Anomaly] {
    var result: [Anomaly] = []
    for first in history.indices {
      for read in history[first].reads where history[first].writes.contains(where: { $0.key == read.key }) {
        for second in history.indices.dropFirst(first + 1)
        where history[second].reads.contains(read) && history[second].writes.contains(where: { $0.key == read.key }) {
          result.append(.lostUpdate(first: first, second: second, key: read.key, version: read.version))
        }
      }
    }
    return result
  }

  // MARK: Dependencies

  /// All dependencies that the history and the given pairs imply.
  package static func dependencies(in history: [Transaction], order known: [VersionPair] = []) -> [Edge] {
    let order = versionOrder(of: history, known)
    var edges: [Edge] = []
    for to in history.indices {
      for from in history.indices where from != to {
        for write in history[from].writes {
          for read in history[to].reads where read == write {
            edges.append(
              Edge(from: from, to: to, dependency: .writeRead, key: read.key, versions: [read.version]))
          }
          for later in history[to].writes where order.contains(write, later) {
            edges.append(
              Edge(
                from: from, to: to, dependency: .writeWrite, key: write.key,
                versions: [write.version, later.version]))
          }
        }
        for read in history[from].reads {
          for later in history[to].writes where order.contains(read, later) {
            edges.append(
              Edge(from: from, to: to, dependency: .readWrite, key: read.key, versions: [read.version, later.version]))
          }
        }
      }
    }
    return edges
  }

  /// Which version comes before which, key by key: closed under transitivity.
  private struct VersionOrder {
    var pairs: Set<VersionPair> = []

    func contains(_ before: Transaction.Access, _ after: Transaction.Access) -> Bool {
      before.key == after.key
        && pairs.contains(VersionPair(key: before.key, before: before.version, after: after.version))
    }
  }

  private static func versionOrder(of history: [Transaction], _ known: [VersionPair]) -> VersionOrder {
    var direct = known
    for transaction in history {
      for write in transaction.writes {
        direct.append(VersionPair(key: write.key, before: Transaction.initialVersion, after: write.version))
        for read in transaction.reads where read.key == write.key {
          direct.append(VersionPair(key: read.key, before: read.version, after: write.version))
        }
      }
    }
    var order = VersionOrder()
    var queue: [VersionPair] = []
    for pair in direct where pair.before != pair.after && order.pairs.insert(pair).inserted { queue.append(pair) }
    while let pair = queue.popLast() {
      for next in direct where next.key == pair.key && next.before == pair.after && next.after != pair.before {
        let longer = VersionPair(key: pair.key, before: pair.before, after: next.after)
        if order.pairs.insert(longer).inserted { queue.append(longer) }
      }
    }
    return order
  }

  // MARK: Cycles

  /// A shortest way without anti-dependencies, breadth first.
  private static func shortestWay(from start: Int, to end: Int, _ edges: [Edge], count: Int) -> [Edge]? {
    var reachedBy = [Int?](repeating: nil, count: count)
    var queue = [start]
    var place = 0
    while place < queue.count {
      let current = queue[place]
      place += 1
      for (index, edge) in edges.enumerated()
      where edge.from == current && edge.dependency != .readWrite && edge.to != start && reachedBy[edge.to] == nil {
        reachedBy[edge.to] = index
        guard edge.to != end else { return way(to: end, from: start, edges, reachedBy) }
        queue.append(edge.to)
      }
    }
    return nil
  }

  private static func way(to end: Int, from start: Int, _ edges: [Edge], _ reachedBy: [Int?]) -> [Edge] {
    var way: [Edge] = []
    var current = end
    while current != start, let index = reachedBy[current] {
      way.append(edges[index])
      current = edges[index].from
    }
    return way.reversed()
  }
}
