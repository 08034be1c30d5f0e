/// A committed transaction: the versions that it read and those that it made. Every version of a key is made by one
/// write.
package struct Transaction: Equatable, Sendable {
  /// A version of a key; `Transaction.initialVersion` is the one before every write.
  package struct Access: Equatable, Sendable {
    package var key: Int
    package var version: Int64

    package init(_ key: Int, _ version: Int64) {
      self.key = key
      self.version = version
    }
  }

  package static let initialVersion: Int64 = 0

  /// The reads of other transactions' values. Reads of its own writes are left out.
  package var reads: [Access]
  /// The last version that the transaction made of each key.
  package var writes: [Access]

  package init(reads: [Access] = [], writes: [Access] = []) {
    self.reads = reads
    self.writes = writes
  }
}

/// Lost update and G-single, as in Elle (Kingsbury and Alvaro, 2020), on unique writes.
///
/// Version orders are inferred from the history: the initial version comes first, and the version that a transaction
/// wrote of a key comes after the one that it read. A caller can supply further pairs, such as the revisions of a
/// server. The dependencies between transactions follow from these orders:
///
/// - ww: the second made a version after one that the first made; wr: the second read a version that the first made;
/// - rw, an anti-dependency: the second made a version after one that the first read.
package enum TransactionAnomalies {
  package enum Dependency: UInt8, Sendable {
    case writeWrite, writeRead, readWrite

    /// The label in drawings: ww, wr, rw.
    package var label: String {
      switch self {
      case .writeWrite: "ww"
      case .writeRead: "wr"
      case .readWrite: "rw"
      }
    }
  }

  /// A dependency: indices in the history, and the reason.
  package struct Edge: Equatable, Sendable {
    package var from: Int
    package var to: Int
    package var dependency: Dependency
    package var key: Int
  }

  package enum Anomaly: Equatable, Sendable {
    /// Both transactions read this version of a key and made a new one.
    case lostUpdate(first: Int, second: Int, key: Int, version: Int64)
    /// A cycle of dependencies with exactly one anti-dependency, which comes first.
    case gSingle([Edge])
  }

  /// Two versions of a key, of which `after` replaces `before`, directly or not.
  package struct VersionPair: Equatable, Sendable {
    package var key: Int
    package var before: Int64
    package var after: Int64

    package init(key: Int, before: Int64, after: Int64) {
      self.key = key
      self.before = before
      self.after = after
    }
  }

  /// The anomalies of a history: the lost updates, then for each anti-dependency a shortest cycle that contains no
  /// other.
  package static func find(in history: [Transaction], order known: [VersionPair] = []) -> [Anomaly] {
    let edges = dependencies(in: history, order: known)
    var result = lostUpdates(in: history)
    var seen: [[Edge]] = []
    for edge in edges where edge.dependency == .readWrite {
      guard let way = shortestWay(from: edge.to, to: edge.from, edges, count: history.count) else { continue }
      let cycle = [edge] + way
      // Two transactions may depend on each other through several keys.
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

  /// The dependencies that the history and the given pairs imply.
  package static func dependencies(in history: [Transaction], order known: [VersionPair] = []) -> [Edge] {
    let versions = Versions(of: history, known)
    var edges: [Edge] = []
    for to in history.indices {
      for from in history.indices where from != to {
        for write in versions.writes(of: from) {
          for read in versions.reads(of: to) where versions.isSame(write, read) {
            edges.append(Edge(from: from, to: to, dependency: .writeRead, key: versions.key(of: write)))
          }
          for later in versions.writes(of: to) where versions.isBefore(write, later) {
            edges.append(Edge(from: from, to: to, dependency: .writeWrite, key: versions.key(of: write)))
          }
        }
        for read in versions.reads(of: from) {
          for later in versions.writes(of: to) where versions.isBefore(read, later) {
            edges.append(Edge(from: from, to: to, dependency: .readWrite, key: versions.key(of: read)))
          }
        }
      }
    }
    return edges
  }

  /// The versions of a history by number, and their order, closed under transitivity.
  private struct Versions {
    /// Every version of every key, once.
    private var all: [Transaction.Access] = []
    /// For each pair of versions, whether the row's version comes before the column's; row by row.
    private var before: [Bool] = []
    /// The versions of each transaction: those it read, then those it made.
    private var accesses: [Int] = []
    /// The start of each transaction's reads, of its writes, and of the next transaction.
    private var bounds: [Int] = [0]

    init(of history: [Transaction], _ known: [VersionPair]) {
      var direct: [(before: Int, after: Int)] = []
      for pair in known where pair.before != pair.after {
        direct.append((number(of: .init(pair.key, pair.before)), number(of: .init(pair.key, pair.after))))
      }
      for transaction in history {
        for read in transaction.reads { accesses.append(number(of: read)) }
        bounds.append(accesses.count)
        for write in transaction.writes {
          let made = number(of: write)
          accesses.append(made)
          if write.version != Transaction.initialVersion {
            direct.append((number(of: .init(write.key, Transaction.initialVersion)), made))
          }
          for read in transaction.reads where read.key == write.key && read.version != write.version {
            direct.append((number(of: read), made))
          }
        }
        bounds.append(accesses.count)
      }
      close(direct)
    }

    /// Returns the number of a version. A new version gets the next number.
    private mutating func number(of version: Transaction.Access) -> Int {
      if let index = all.firstIndex(of: version) { return index }
      all.append(version)
      return all.count - 1
    }

    /// Computes all versions reachable from each version.
    private mutating func close(_ direct: [(before: Int, after: Int)]) {
      let count = all.count
      before = [Bool](repeating: false, count: count * count)
      var reached: [Int] = []
      for start in 0..<count {
        reached.removeAll(keepingCapacity: true)
        reached.append(start)
        while let current = reached.popLast() {
          for pair in direct where pair.before == current {
            let place = start * count + pair.after
            guard pair.after != start, !before[place] else { continue }
            before[place] = true
            reached.append(pair.after)
          }
        }
      }
    }

    // Accesses are identified by their indices.

    func reads(of transaction: Int) -> Range<Int> { bounds[2 * transaction]..<bounds[2 * transaction + 1] }
    func writes(of transaction: Int) -> Range<Int> { bounds[2 * transaction + 1]..<bounds[2 * transaction + 2] }
    func key(of access: Int) -> Int { all[accesses[access]].key }
    func isSame(_ first: Int, _ second: Int) -> Bool { accesses[first] == accesses[second] }
    func isBefore(_ first: Int, _ second: Int) -> Bool { before[accesses[first] * all.count + accesses[second]] }
  }

  // MARK: Cycles

  /// A shortest path without anti-dependencies, breadth first.
  private static func shortestWay(from start: Int, to end: Int, _ edges: [Edge], count: Int) -> [Edge]? {
    // Most paths end where they begin.
    guard edges.contains(where: { $0.from == start && $0.dependency != .readWrite }) else { return nil }
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
