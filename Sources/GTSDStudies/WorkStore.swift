package import GTSDModel

/// A store of the results of a study's finished pieces, each under a key. Stored pieces are not run again.
///
/// A key depends on everything that influences a piece, so that a store never returns the result of another piece. A
/// continued study asks for the same keys, whatever the order in which its pieces ended.
package protocol WorkStore: Sendable {
  /// The position of the shard whose pieces this process runs; nil if it runs all pieces.
  var part: ShardPosition? { get }
  /// Whether the store has the results of a piece.
  func has(_ key: UInt64) -> Bool
  /// The stored bytes of a finished piece of work; nil for one that has yet to be done.
  func bytes(of key: UInt64) -> [UInt8]?
  /// Stores the results of a piece; called by several threads.
  func keep(_ bytes: [UInt8], of key: UInt64)
  /// The stored results of a finished unit; nil for one that has yet to be run.
  func fold(of unit: RunUnit, key: UInt64) -> UnitFold?
  /// Stores the results of a unit; called by several threads.
  func keep(_ fold: UnitFold, of unit: RunUnit, key: UInt64)
}

extension WorkStore {
  package var part: ShardPosition? { nil }
  package func has(_ key: UInt64) -> Bool { bytes(of: key) != nil }
}

/// The units of one scenario in a store.
struct UnitStore: Sendable {
  var store: any WorkStore
  /// The digest of the scenario.
  var digest: String

  func fold(of unit: RunUnit) -> UnitFold? { store.fold(of: unit, key: WorkKey.unit(unit, of: digest)) }
  func keep(_ fold: UnitFold, of unit: RunUnit) { store.keep(fold, of: unit, key: WorkKey.unit(unit, of: digest)) }
}
