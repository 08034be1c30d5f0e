import GTSDModel

/// The smallest piece of work that runs alone: one cell of one replication, in a world of its own.
struct RunUnit: Hashable, Sendable {
  /// Position in the order in which units are folded.
  var index: Int
  var replication: UInt32
  var cell: Int
  /// Global indices of the cell's users.
  var users: Range<Int>

  /// One unit of a run: replications in order, in each the cells in order.
  init(_ index: Int, of scenario: Scenario) {
    let cells = scenario.population.cellCount
    self.index = index
    replication = UInt32(index / cells)
    cell = index % cells
    users = scenario.population.users(ofCell: cell)
  }

  /// All units of a run, or of one of its shards, in order.
  static func all(of scenario: Scenario, replications: Int, shard: ShardPosition? = nil) -> [RunUnit] {
    let count = replications * scenario.population.cellCount
    guard let shard else { return (0..<count).map { RunUnit($0, of: scenario) } }
    return shard.indices(of: count).map { RunUnit($0, of: scenario) }
  }

  /// The units of one replication: its cells in order, with indices from 0.
  static func all(of scenario: Scenario, replication: UInt32) -> [RunUnit] {
    (0..<scenario.population.cellCount).map { cell in
      var unit = RunUnit(cell, of: scenario)
      unit.replication = replication
      return unit
    }
  }
}

/// What one unit leaves behind: everything that the report is rendered from.
struct UnitFold: Sendable {
  var digest: UInt64
  var events: Int
  var jobs: Int
  var kpis: KPIFold
  var violations: ViolationFold
  /// Analytics events as JSON Lines, empty unless asked for.
  var lines: [UInt8]
}
