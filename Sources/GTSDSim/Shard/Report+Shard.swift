import GTSDStudies
import GTSDWorld
import Randomness
import Statistics

extension Report {
  /// Which part of a sharded run a report is, with everything that merging the parts needs.
  ///
  /// What its units leave behind is added up, so that it grows with what it holds and not with users: of a unit stands
  /// only the hash over its events, which the digest of the whole run is made of.
  public struct Shard: Hashable, Sendable {
    /// The part, from 1.
    public var index: Int
    /// Out of how many.
    public var of: Int
    /// What made the scenario differ from its file, `PATH=VALUE` in order: replay tokens carry it.
    package var overrides: [String]
    /// The part's units, in the order of the whole run.
    package var units: [Unit]
    /// What they leave behind, added up.
    package var state: FoldState
    /// What ``ownChecksum`` was when the shard was written.
    package var checksum = ""

    /// One cell of one replication.
    package struct Unit: Equatable, Sendable {
      package var replication: UInt32
      package var cell: Int
      /// The hash over the unit's ordered events.
      package var digest: UInt64
    }

    /// A part, with its checksum.
    package init(index: Int, of: Int, overrides: [String] = [], units: [Unit] = [], state: FoldState = .blank) {
      self.index = index
      self.of = of
      self.overrides = overrides
      self.units = units
      self.state = state
      checksum = ownChecksum
    }

    /// What is equal agrees in this.
    public func hash(into hasher: inout Hasher) { hasher.combine(checksum) }

    /// A hash over its units and what they leave behind.
    package var ownChecksum: String {
      var hash = XXH64()
      for unit in units {
        hash.combine(UInt64(unit.replication))
        hash.combine(UInt64(unit.cell))
        hash.combine(unit.digest)
      }
      hash.combine(state.json.compactText)
      return DigestText.make(hash.digest)
    }
  }

  /// Marks the report as a part of a sharded run, which states no verdict.
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
