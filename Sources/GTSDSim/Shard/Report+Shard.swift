import GTSDFields
import GTSDStudies
import GTSDWorld
import Randomness
import Statistics

extension Report {
  /// The part of a sharded run that a report covers, with everything that merging needs.
  ///
  /// The results of its units are added up, so the size does not grow with the number of users. Only the hash over its
  /// events is kept for each unit, since the digest of the whole run is made from these hashes.
  public struct Shard: Hashable, Sendable {
    /// The number of the part, from 1.
    public var index: Int
    /// The number of parts.
    public var of: Int
    /// The changes to the scenario's file, `PATH=VALUE` in order; replay tokens contain them.
    package var overrides: [String]
    /// The part's units, in the order of the whole run.
    package var units: [Unit]
    /// The units' results, added up.
    package var state: FoldState
    /// The value of ``ownChecksum`` when the shard was written.
    package var checksum = ""

    /// A cell of one replication.
    package struct Unit: Equatable, Sendable {
      package var replication: UInt32
      package var cell: Int
      /// The hash over the unit's ordered events.
      package var digest: UInt64
    }

    /// Creates the part of a run that a shard covers, with its checksum.
    package init(index: Int, of: Int, overrides: [String] = [], units: [Unit] = [], state: FoldState = .blank) {
      self.index = index
      self.of = of
      self.overrides = overrides
      self.units = units
      self.state = state
      checksum = ownChecksum
    }

    /// Hashes the checksum, which is enough for equal values to have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(checksum) }

    /// A hash over its units and their results.
    package var ownChecksum: String {
      var hash = XXH64()
      for unit in units {
        hash.combine(UInt64(unit.replication))
        hash.combine(UInt64(unit.cell))
        hash.combine(unit.digest)
      }
      hash.combine(state.json.text)
      return DigestText.make(hash.digest)
    }
  }

  /// Marks the report as a part of a sharded run, which gives no verdict.
  package mutating func becomeShard(_ shard: Shard) {
    self.shard = shard
    for index in kpis.indices { kpis[index].dropVerdicts() }
    for arm in (arms ?? []).indices {
      for index in arms?[arm].kpis.indices ?? 0..<0 { arms?[arm].kpis[index].dropVerdicts() }
    }
  }
}

extension KPIResult {
  fileprivate mutating func dropVerdicts() {
    verdict = .none
    for index in targets.indices { targets[index].verdict = .none }
  }
}
