extension Report {
  /// Which part of a sharded run a report is, with everything that merging the parts needs.
  public struct Shard: Hashable, Sendable {
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
