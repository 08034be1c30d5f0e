import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Elle's anomalies (Kingsbury and Alvaro, 2020) and their neighbours.
struct TransactionAnomalyTests {
  private typealias Access = Transaction.Access
  private static let x = 0
  private static let y = 1

  private static func cycles(_ history: [Transaction], order: [TransactionAnomalies.VersionPair] = []) -> [[String]] {
    TransactionAnomalies.find(in: history, order: order).compactMap {
      guard case .gSingle(let cycle) = $0 else { return nil }
      return cycle.map { "\($0.from) \($0.dependency.label) \($0.to)" }
    }
  }

  /// Two increments based on one read: whichever of the two versions is second, one increment is lost.
  @Test func lostUpdate() {
    let history = [
      Transaction(writes: [Access(Self.x, 1)]),
      Transaction(reads: [Access(Self.x, 1)], writes: [Access(Self.x, 2)]),
      Transaction(reads: [Access(Self.x, 1)], writes: [Access(Self.x, 3)]),
    ]
    let lost = TransactionAnomalies.Anomaly.lostUpdate(first: 1, second: 2, key: Self.x, version: 1)
    // The order of the two is not known.
    #expect(TransactionAnomalies.find(in: history) == [lost])
    // If the order is known, there is also a cycle with one anti-dependency.
    let known = [TransactionAnomalies.VersionPair(key: Self.x, before: 2, after: 3)]
    #expect(Self.cycles(history, order: known) == [["2 rw 1", "1 ww 2"]])
  }

  @Test func sequentialUpdatesAreNoAnomaly() {
    let history = [
      Transaction(reads: [Access(Self.x, 0)], writes: [Access(Self.x, 1)]),
      Transaction(reads: [Access(Self.x, 1)], writes: [Access(Self.x, 2)]),
      Transaction(reads: [Access(Self.x, 2)]),
    ]
    #expect(TransactionAnomalies.find(in: history) == [])
  }

  /// Read skew: a transaction sees one of another's two writes, and the old value of the other key.
  @Test func gSingle() {
    let history = [
      Transaction(writes: [Access(Self.x, 1), Access(Self.y, 1)]),
      Transaction(reads: [Access(Self.x, 1), Access(Self.y, 0)]),
    ]
    #expect(Self.cycles(history) == [["1 rw 0", "0 wr 1"]])
    // Seeing both or neither is not a skew.
    for version: Int64 in [0, 1] {
      let reader = Transaction(reads: [Access(Self.x, version), Access(Self.y, version)])
      #expect(TransactionAnomalies.find(in: [history[0], reader]) == [])
    }
  }

  /// Elle's longer example: the cycle goes through a third transaction.
  @Test func gSingleOverThree() {
    let history = [
      Transaction(reads: [Access(Self.x, 0), Access(Self.y, 2)]),
      Transaction(reads: [Access(Self.x, 0)], writes: [Access(Self.x, 1), Access(Self.y, 1)]),
      Transaction(reads: [Access(Self.y, 1)], writes: [Access(Self.y, 2)]),
    ]
    #expect(Self.cycles(history) == [["0 rw 1", "1 wr 2", "2 wr 0"]])
  }

  /// Write skew needs two anti-dependencies. Snapshot isolation permits it, and it is not a G-single.
  @Test func writeSkewIsNoGSingle() {
    let history = [
      Transaction(reads: [Access(Self.x, 0), Access(Self.y, 0)], writes: [Access(Self.x, 1)]),
      Transaction(reads: [Access(Self.x, 0), Access(Self.y, 0)], writes: [Access(Self.y, 1)]),
    ]
    #expect(TransactionAnomalies.find(in: history) == [])
    #expect(
      TransactionAnomalies.dependencies(in: history).map(\.dependency) == [.readWrite, .readWrite])
  }

  /// A version order is inferred over transactions that are not neighbours.
  @Test func versionOrdersAreTransitive() {
    let history = [
      Transaction(reads: [Access(Self.x, 0)], writes: [Access(Self.x, 1)]),
      Transaction(reads: [Access(Self.x, 1)], writes: [Access(Self.x, 2)]),
      Transaction(reads: [Access(Self.x, 2)], writes: [Access(Self.x, 3), Access(Self.y, 3)]),
      Transaction(reads: [Access(Self.x, 1), Access(Self.y, 3)]),
    ]
    #expect(Self.cycles(history).contains(["3 rw 2", "2 wr 3"]))
  }
}
