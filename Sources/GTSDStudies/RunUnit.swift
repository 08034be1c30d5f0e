package import GTSDModel

/// The smallest piece of work that can run alone: one cell of one replication, in its own world.
package struct RunUnit: Equatable, Sendable {
  /// Position in the order in which units are folded.
  var index: Int
  package var replication: UInt32
  package var cell: Int
  /// Global indices of the cell's users.
  var users: Range<Int>

  /// Creates the unit of a run with this index, in the order of replications and then of cells.
  package init(_ index: Int, of scenario: Scenario) {
    let cells = scenario.population.cellCount
    self.index = index
    replication = UInt32(index / cells)
    cell = index % cells
    users = scenario.population.users(ofCell: cell)
  }

  /// All units of a run, or of one of its shards, in order.
  static func all(of scenario: Scenario, replications: Int, shard: ShardPosition? = nil) -> RunUnits {
    RunUnits(scenario, replications: replications, shard: shard)
  }

  /// Creates the unit of one cell of one replication. Indices count from 0.
  init(cell: Int, of scenario: Scenario, replication: UInt32) {
    self.init(cell, of: scenario)
    self.replication = replication
  }

  /// The units of one replication: its cells in order, with indices from 0.
  static func all(of scenario: Scenario, replication: UInt32) -> some Sequence<RunUnit> {
    (0..<scenario.population.cellCount).lazy.map { RunUnit(cell: $0, of: scenario, replication: replication) }
  }
}

/// The units of a run or of one of its shards, in order. Each is created on access, since there may be more of them
/// than fit into memory.
struct RunUnits: RandomAccessCollection, Sendable {
  private let scenario: Scenario
  private let replications: Int
  private let shard: ShardPosition?

  init(_ scenario: Scenario, replications: Int, shard: ShardPosition?) {
    self.scenario = scenario
    self.replications = replications
    self.shard = shard
  }

  /// The number of units of the whole run.
  private var whole: Int { replications * scenario.population.cellCount }

  var startIndex: Int { 0 }
  var endIndex: Int { shard?.share(of: whole) ?? whole }

  subscript(position: Int) -> RunUnit {
    precondition(indices.contains(position), "unit \(position) of \(count)")
    return RunUnit(shard?.unit(at: position) ?? position, of: scenario)
  }

  /// The number of users of all units, over all replications.
  var userCount: Int {
    let population = scenario.population
    guard let shard else { return population.size * replications }
    // The last cell of a replication may be smaller than the others.
    let missing = population.cellSize - population.users(ofCell: population.cellCount - 1).count
    guard missing > 0 else { return count * population.cellSize }
    let last = (1...replications).count { shard.has($0 * population.cellCount - 1) }
    return count * population.cellSize - last * missing
  }
}
