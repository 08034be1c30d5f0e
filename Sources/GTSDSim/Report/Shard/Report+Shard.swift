extension Report {
  /// Which part of a sharded run a report is, with everything that merging the parts needs.
  public struct Shard: Hashable, Sendable, Decodable {
    /// The part, from 1.
    public var index: Int
    /// Out of how many.
    public var of: Int
    /// What made the scenario differ from its file, `PATH=VALUE` in order: replay tokens carry it.
    package var overrides: [String]
    /// The part's units, in the order of the whole run.
    package var units: [ShardUnit]

    /// A part.
    package init(index: Int, of: Int, overrides: [String] = [], units: [ShardUnit] = []) {
      self.index = index
      self.of = of
      self.overrides = overrides
      self.units = units
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

/// One cell of one replication in the report of a shard.
package struct ShardUnit: Hashable, Sendable {
  /// Everything that a report is rendered from.
  package struct State: Hashable, Sendable {
    package var kpis: KPIFold.State
    package var violations: ViolationFold.State
  }

  package var replication: UInt32
  package var cell: Int
  /// The hash over the unit's ordered events.
  package var digest: UInt64
  package var state: State
  /// What ``ownChecksum`` was when the unit was written.
  package var checksum: String

  /// A unit with its checksum.
  init(replication: UInt32, cell: Int, digest: UInt64, state: State) {
    self.replication = replication
    self.cell = cell
    self.digest = digest
    self.state = state
    checksum = ""
    checksum = ownChecksum
  }

  /// What a unit has left behind.
  init(_ unit: RunUnit, _ fold: UnitFold) {
    self.init(
      replication: unit.replication, cell: unit.cell, digest: fold.digest,
      state: State(kpis: fold.kpis.state, violations: fold.violations.state))
  }

  /// A hash over all that the unit says.
  package var ownChecksum: String {
    DigestText.make(XXH64.digest(of: ReportJSON.object(members).compactText))
  }

  /// What the unit folds to.
  ///
  /// - Throws: for a state that no unit can leave behind.
  func fold() throws(FoldStateError) -> UnitFold {
    UnitFold(
      digest: digest, events: 0, jobs: 0, kpis: try KPIFold(state.kpis),
      violations: try ViolationFold(state.violations, unit: .init(replication: replication, cell: cell)), lines: [])
  }
}
