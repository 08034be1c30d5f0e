package import GTSDModel

/// Keeps what finished pieces of a study left behind, each under a key that says what it was, and has it instead of
/// their being done again.
///
/// A key tells everything that a piece depends on, so that a store never answers for another piece: a study that goes
/// on asks for the same keys, whatever the order in which its pieces ended.
package protocol WorkStore: Sendable {
  /// Which part of all pieces is done here; nil where all are.
  var part: ShardPosition? { get }
  /// Whether what a piece left behind is here.
  func has(_ key: UInt64) -> Bool
  /// The stored bytes of a finished piece of work; nil for one that has yet to be done.
  func bytes(of key: UInt64) -> [UInt8]?
  /// Keeps what a piece left behind; called by several threads.
  func keep(_ bytes: [UInt8], of key: UInt64)
  /// The stored results of a finished unit; nil for one that has yet to be run.
  func fold(of unit: RunUnit, key: UInt64) -> UnitFold?
  /// Keeps a unit that has ended; called by several threads.
  func keep(_ fold: UnitFold, of unit: RunUnit, key: UInt64)
}

extension WorkStore {
  package var part: ShardPosition? { nil }
  package func has(_ key: UInt64) -> Bool { bytes(of: key) != nil }
}

/// The units of one scenario in a store.
struct UnitStore: Sendable {
  var store: any WorkStore
  /// The scenario's.
  var digest: String

  func fold(of unit: RunUnit) -> UnitFold? { store.fold(of: unit, key: WorkKey.unit(unit, of: digest)) }
  func keep(_ fold: UnitFold, of unit: RunUnit) { store.keep(fold, of: unit, key: WorkKey.unit(unit, of: digest)) }
}
