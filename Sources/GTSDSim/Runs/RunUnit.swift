import GTSDModel

/// The smallest piece of work that runs alone: one cell of one replication, in a world of its own.
struct RunUnit: Hashable, Sendable {
  /// Position in the order in which units are folded.
  var index: Int
  var replication: UInt32
  var cell: Int
  /// Global indices of the cell's users.
  var users: Range<Int>

  /// All units of a run: replications in order, in each the cells in order.
  static func all(of scenario: Scenario, replications: Int) -> [RunUnit] {
    let cells = scenario.population.cellCount
    return (0..<replications).flatMap { replication in
      all(of: scenario, replication: UInt32(replication), firstIndex: replication * cells)
    }
  }

  /// The units of one replication: its cells in order.
  static func all(of scenario: Scenario, replication: UInt32, firstIndex: Int = 0) -> [RunUnit] {
    let population = scenario.population
    return (0..<population.cellCount).map { cell in
      RunUnit(
        index: firstIndex + cell, replication: replication, cell: cell, users: population.users(ofCell: cell))
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
