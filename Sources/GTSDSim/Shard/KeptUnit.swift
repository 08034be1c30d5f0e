import Documents
import GTSDFields
import GTSDStudies
import GTSDWorld
import Randomness
import Statistics

/// The stored result of one cell of one replication in a checkpoint.
package struct KeptUnit: Equatable, Sendable {
  package var replication: UInt32
  package var cell: Int
  /// The hash over the unit's ordered events.
  package var digest: UInt64
  package var state: FoldState
  /// The value of ``ownChecksum`` when the unit was written.
  package var checksum: String

  /// Creates a unit and its checksum.
  init(replication: UInt32, cell: Int, digest: UInt64, state: FoldState) {
    self.replication = replication
    self.cell = cell
    self.digest = digest
    self.state = state
    checksum = ""
    checksum = ownChecksum
  }

  /// Creates the stored form of a unit's results.
  init(_ unit: RunUnit, _ fold: UnitFold) {
    self.init(
      replication: unit.replication, cell: unit.cell, digest: fold.digest,
      state: FoldState(kpis: fold.kpis.state, violations: fold.violations.state))
  }

  /// A hash over the unit's data.
  package var ownChecksum: String {
    var content = members
    content["checksum"] = nil
    return DigestText.make(XXH64.digest(of: JSONNode.keyed(content).text))
  }

  /// The unit's results.
  ///
  /// - Throws: an error for a state that no unit can have.
  func fold() throws(FoldStateError) -> UnitFold {
    UnitFold(digest: digest, kpis: try KPIFold(state.kpis), violations: try ViolationFold(state.violations))
  }
}
